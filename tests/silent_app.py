"""A window of GTK under the system's Python that tells AT-SPI nothing, as many programs do."""

import os

os.environ["NO_AT_BRIDGE"] = "1"
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

told = Gtk.Label(label="<span size='18000'>Nothing is saved</span>", use_markup=True)
place = Gtk.Fixed()
place.put(told, 60, 40)
for number, name in enumerate(("Open", "Settings")):
    button = Gtk.Button()
    button.add(Gtk.Label(label=f"<span size='16000'>{name}</span>", use_markup=True))
    button.set_size_request(200, 60)
    words = f"<span size='18000'>{name} is shown</span>"
    button.connect("clicked", lambda _, words=words: told.set_markup(words))
    place.put(button, 60, 120 + 120 * number)
window = Gtk.Window(title="Silent")
window.set_default_size(600, 400)
window.add(place)
window.show_all()
print("ready", flush=True)
Gtk.main()
