"""A window with one control of each kind, for AT-SPI, in GTK under the system's Python."""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Atk", "1.0")
from gi.repository import Atk, Gtk  # noqa: E402

name, password = Gtk.Entry(text="Ann"), Gtk.Entry(text="hunter2", visibility=False)
gift, send = Gtk.CheckButton(label="Gift", active=True), Gtk.Button(label="Send", sensitive=False)
logo = Gtk.Image.new_from_icon_name("folder", Gtk.IconSize.DIALOG)
logo.get_accessible().set_name("Logo")
search = Gtk.Button.new_from_icon_name("edit-find", Gtk.IconSize.BUTTON)
search.get_accessible().set_name("Search")
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
for words, entry in (("Name", name), ("Password", password)):
    label = Gtk.Label(label=words)
    label.set_mnemonic_widget(entry)
    page.add(label)
    page.add(entry)
page.add(Gtk.Button(label="Save"))
page.add(Gtk.RadioButton(label="Red", active=True))
volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
volume.set_value(50)
volume.get_accessible().set_name("Volume")
page.add(volume)
link = Gtk.LinkButton(uri="http://127.0.0.1/", label="Help")
link.get_accessible().set_role(Atk.Role.LINK)  # GTK 3 itself calls it a button
chart = Gtk.LinkButton(uri="http://127.0.0.1/chart", label="")
chart.get_accessible().set_role(Atk.Role.LINK)
chart.get_accessible().set_name("Chart")
for one in (link, chart, gift, send, Gtk.Label(label="Three items"), logo, search):
    page.add(one)
window = Gtk.Window(title="Controls")
window.add(page)
window.show_all()
print("ready", flush=True)
Gtk.main()
