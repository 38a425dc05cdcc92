"""A small text editor for tests, in GTK under the system's Python: writes, saves, asks a password.

editor.py FOLDER: `Save` writes what was typed to the named file there; what a password dialog was
given goes to `signed-in`, so that a test can tell that it was really typed.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


class Editor(Gtk.Window):
    """One window: a name, the text, two buttons."""

    def __init__(self, folder: Path) -> None:
        super().__init__(title="Plain editor")
        self.folder = folder
        self.set_default_size(640, 420)
        self.name, self.text, self.message = (
            Gtk.Entry(),
            Gtk.TextView(),
            Gtk.Label(label="not saved"),
        )
        named = Gtk.Label(label="File name")
        named.set_mnemonic_widget(self.name)
        save, sign_in = Gtk.Button(label="Save"), Gtk.Button(label="Sign in")
        save.connect("clicked", self.save)
        sign_in.connect("clicked", self.ask)
        bar = Gtk.Box(spacing=8)
        for one in (named, self.name, save, sign_in, self.message):
            bar.pack_start(one, False, False, 4)
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        page.pack_start(bar, False, False, 4)
        scroll = Gtk.ScrolledWindow()
        scroll.add(self.text)
        page.pack_start(scroll, True, True, 0)
        self.add(page)
        self.connect("destroy", Gtk.main_quit)

    def save(self, _: object) -> None:
        buffer = self.text.get_buffer()
        words = buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)
        (self.folder / (self.name.get_text() or "untitled.txt")).write_text(words)
        self.message.set_text("saved")

    def ask(self, _: object) -> None:
        dialog = Gtk.Dialog(title="Sign in", transient_for=self)
        user, password = Gtk.Entry(), Gtk.Entry(visibility=False)
        shown = Gtk.CheckButton(label="Show password")
        shown.connect("toggled", lambda box: password.set_visibility(box.get_active()))
        for label, entry in (("User", user), ("Password", password)):
            words = Gtk.Label(label=label)
            words.set_mnemonic_widget(entry)
            dialog.get_content_area().add(words)
            dialog.get_content_area().add(entry)
        dialog.get_content_area().add(shown)
        done = dialog.add_button("OK", Gtk.ResponseType.OK)
        password.connect("activate", lambda _: done.clicked())
        dialog.connect("response", lambda *_: self.signed_in(dialog, user, password))
        dialog.show_all()

    def signed_in(self, dialog: Gtk.Dialog, user: Gtk.Entry, password: Gtk.Entry) -> None:
        (self.folder / "signed-in").write_text(f"{user.get_text()} {password.get_text()}")
        dialog.destroy()
        self.message.set_text("signed in")


Editor(Path(sys.argv[1])).show_all()
print("ready", flush=True)
Gtk.main()
