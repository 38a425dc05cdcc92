"""An agent that drives a real editor with xdotool is watched: steps, text and file agree."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from courtside_bridges.desktop.desk import Desk
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.records import Element, Observation, Step
from courtside_store.rendering import render_step

from .conftest import Screen


def find(look: Observation | None, role: str, text: str = "") -> Element:
    """The element of that role and name."""
    assert look
    (found,) = [e for e in look.elements if e.role == role and e.text == text]
    return found


def middle(element: Element) -> tuple[float, float]:
    """Where to click it."""
    assert element.box
    x, y, width, height = element.box
    return x + width / 2, y + height / 2


def steps_of(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


async def test_a_text_that_an_agent_writes_and_saves_is_told_step_by_step(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    def drive(desk: Desk) -> None:
        look = desk.look()
        screen.click(*middle(find(look, "textbox", "File name")))
        time.sleep(0.6)
        screen.do("type", "note.txt")
        time.sleep(1.2)
        screen.click(*middle(find(look, "textbox")))
        time.sleep(0.6)
        screen.do("type", "Milk, eggs & bread")
        screen.do("key", "Return")
        screen.do("type", "Regards")
        time.sleep(1.2)
        screen.click(*middle(find(look, "button", "Save")))
        time.sleep(0.6)

    def watch() -> str:
        with Desk("Save a note with the shopping", "xdotool", config=config) as desk:
            drive(desk)
            desk.finish("saved", timeout_s=20)
            return desk.run

    run = await asyncio.to_thread(watch)
    steps = steps_of(config, run)
    assert (editor / "note.txt").read_text() == "Milk, eggs & bread\nRegards"
    assert [render_step(step) for step in steps] == [
        'click textbox "File name"',
        'type "note.txt" into textbox "File name"',
        "click textbox",
        'type "Milk, eggs & bread" into textbox',
        "press Enter in textbox",
        'type "Regards" into textbox',
        'click button "Save"',
    ]
    last = steps[-1].after
    assert last and "saved" in last.text and last.title == "Plain editor"
    assert steps[1].after and steps[2].before and steps[1].after.frame
