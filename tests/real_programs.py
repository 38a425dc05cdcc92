"""Real programs on a test desktop: an editor, a file manager, a spreadsheet, a settings dialog."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from desktops import Screen, running
from waiting import wait_until

from courtside_bridges.desktop.tree_process import TreeProcess

START_S = 20.0


@dataclass(frozen=True)
class Program:
    """How one is started. `{folder}` in its words is a folder of the test."""

    name: str
    words: tuple[str, ...]
    title: str
    """What its window's title holds."""
    files: tuple[tuple[str, str], ...] = ()
    """Paths in the folder and what they hold."""


PROGRAMS = {
    one.name: one
    for one in (
        Program(
            "editor",
            ("mousepad", "--disable-server", "{folder}/note.txt"),
            "note.txt",
            (("note.txt", "Shopping list\nmilk\n"),),
        ),
        Program(
            "files",
            ("thunar", "{folder}/office"),
            "office",
            (("office/letters/one.txt", "1"), ("office/invoices/two.txt", "2")),
        ),
        Program(
            "spreadsheet",
            ("gnumeric", "{folder}/prices.csv"),
            "prices",
            (("prices.csv", "Item,Price\nTea,4\nCoffee,9\n"),),
        ),
        Program("settings", ("mousepad", "--disable-server", "--preferences"), "Preferences"),
    )
}


def is_there(program: Program) -> bool:
    """Is it installed?"""
    return shutil.which(program.words[0]) is not None


@contextmanager
def started(screen: Screen, program: Program) -> Iterator[Path]:
    """The program in front, 1000x640, once its tree can be read; the folder of its files."""
    folder = screen.folder / program.name
    for name, text in program.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    words = [word.format(folder=folder) for word in program.words]
    with running(*words, environ={**screen.environ, **home}):
        window = screen.wait_for(program.title)
        screen.do("windowactivate", "--sync", window)
        screen.do("windowsize", window, "1000", "640")
        screen.do("windowmove", window, "60", "40")
        tree = TreeProcess()
        try:
            wait_until(lambda: bool((look := tree.look()) and look.elements), START_S)
        finally:
            tree.close()
        yield folder
