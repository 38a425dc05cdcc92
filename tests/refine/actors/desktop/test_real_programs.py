"""Real programs, driven by the ids of what was read from their pixels or told by AT-SPI.

The agent is a script that looks ids up by name: this holds that an id reaches the right place of a
real program, not that a model would choose it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from desktops import Screen
from real_programs import PROGRAMS, Program, is_there, started
from waiting import wait_until

import courtside
from courtside_bridges.desktop.tree_process import TreeProcess
from courtside_formats.ui_trees.atspi import WindowContents
from courtside_judge.perception.read_line_splitting import split_read_lines
from courtside_judge.perception.registry import is_installed, load_reader
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.desktop.desk_actions import (
    DeskAction,
    DeskPointer,
    DeskPress,
    DeskStop,
    DeskTurn,
    Write,
)
from courtside_refine.actors.desktop.desktop_attempting import FinishedDesktopAttempt, attempt
from courtside_refine.actors.desktop.desktop_view import DeskView
from courtside_refine.actors.picture_reading import ReadElements, Reading
from courtside_store.config import Config
from courtside_store.geometry import PixelBox
from courtside_store.records import Element

pytestmark = pytest.mark.slow
Written = Callable[[DeskView], Sequence[DeskAction]]


class Script:
    """An agent that takes one turn after the other, and stops."""

    sees = False

    def __init__(self, *turns: Written) -> None:
        self._turns: list[Written] = [*turns, lambda _: (DeskStop(),)]

    def start(self, task: ActorTask) -> Script:
        return self

    async def decide(self, view: DeskView, previous: str) -> DeskTurn:
        assert not previous, previous
        return DeskTurn(actions=tuple(self._turns.pop(0)(view)))


def on(view: DeskView, name: str) -> int:
    """The id of the element that says this."""
    found = [one.id for one in view.elements if one.text == name]
    assert found, f"{name!r} is not among {[one.text for one in view.elements]}"
    return found[0]


def field(view: DeskView) -> int:
    return next(one.id for one in view.elements if one.role == "textbox")


def click(name: str) -> Written:
    return lambda view: (DeskPointer(kind="click", id=on(view, name)),)


@pytest.fixture
def read() -> Iterator[ReadElements]:
    if not is_installed("rapidocr"):
        pytest.skip("reading pixels needs RapidOCR: pip install 'courtside[ocr]'")
    reader = load_reader("rapidocr", Path())

    def elements(image: bytes, region: PixelBox | None) -> tuple[Element, ...]:
        return split_read_lines(image, reader.read(image, region))

    yield elements


async def tried(config: Config, agent: Script, read: ReadElements | None) -> FinishedDesktopAttempt:
    async with courtside.desktop(config=config, trust_keys=True) as desk:
        reading = Reading(read=read) if read else None
        return await attempt(desk, agent, ActorTask(text=""), reading=reading)


def opened(name: str) -> Program:
    program = PROGRAMS[name]
    if not is_there(program):
        pytest.skip(f"{program.words[0]} is not installed (apt-get install {program.words[0]})")
    return program


def until_seen(there: Callable[[WindowContents], bool]) -> None:
    tree = TreeProcess()
    try:
        wait_until(lambda: bool((look := tree.look()) and there(look)), 15.0)
    finally:
        tree.close()


async def test_an_editor_is_written_into_and_saved_by_its_tree(
    config: Config, screen: Screen
) -> None:
    script = Script(
        lambda view: (
            DeskPress(keys="Control+a"),
            Write(text="bread", id=field(view)),
            DeskPress(keys="Control+s"),
        )
    )
    with started(screen, opened("editor")) as folder:
        done = await tried(config, script, None)
        await asyncio.to_thread(
            wait_until, lambda: "bread" in (folder / "note.txt").read_text(), 15.0
        )
    assert [one.kind for one in done.plan] == ["press", "click", "type", "press"]


async def test_a_menu_of_an_editor_is_opened_and_used_by_its_pixels(
    config: Config, screen: Screen, read: ReadElements
) -> None:
    script = Script(
        lambda view: (
            DeskPointer(kind="click", id=on(view, "milk")),
            DeskPress(keys="Control+End"),
            Write(text="bread"),
        ),
        click("File"),
        click("Save"),
    )
    with started(screen, opened("editor")) as folder:
        await tried(config, script, read)
        await asyncio.to_thread(
            wait_until, lambda: "milk\nbread" in (folder / "note.txt").read_text(), 15.0
        )


async def test_a_folder_is_opened_by_its_pixels(
    config: Config, screen: Screen, read: ReadElements
) -> None:
    script = Script(lambda view: (DeskPointer(kind="double_click", id=on(view, "letters")),))
    with started(screen, opened("files")):
        await tried(config, script, read)
        assert await asyncio.to_thread(screen.wait_for, "letters")


async def test_a_cell_of_a_spreadsheet_is_changed_by_its_pixels(
    config: Config, screen: Screen, read: ReadElements
) -> None:
    script = Script(
        lambda view: (
            DeskPointer(kind="click", id=on(view, "Tea")),
            Write(text="Cocoa"),
            DeskPress(keys="Enter"),
        ),
        lambda view: (DeskPointer(kind="click", id=on(view, "Cocoa")),),
    )
    with started(screen, opened("spreadsheet")):
        done = await tried(config, script, read)
    assert (done.end, len(done.plan)) == ("stopped", 4)


async def test_a_box_of_a_settings_dialog_is_ticked_by_its_pixels(
    config: Config, screen: Screen, read: ReadElements
) -> None:
    with started(screen, opened("settings")):
        await tried(config, Script(click("Show line numbers")), read)
        await asyncio.to_thread(
            until_seen,
            lambda look: any(
                one.text == "Show line numbers" and "checked" in one.state for one in look.elements
            ),
        )
