"""What a password dialog is given stays in it: no row, no file, no pixel, no keystroke."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from desktops import Messages, Screen
from PIL import Image

from courtside_bridges.desktop import watched_area
from courtside_bridges.desktop.run import DesktopRun
from courtside_bridges.desktop.shots import MASK
from courtside_bridges.desktop.tree_process import TreeProcess
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Observation, PageState
from courtside_store.rendering import render_facts, render_step

from .test_watching import find, look_for, middle, steps_of

SECRET = "Zebra-Quartz-417"


async def test_a_password_leaves_no_row_no_file_no_pixel_and_no_keystroke(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def watch() -> str:
        with DesktopRun(
            "Sign in as ann", "xdotool", config=config, on_state=messages.append
        ) as desk:
            screen.click(*middle(find(look_for(desk, "button", "Sign in"), "button", "Sign in")))
            screen.wait_for("Sign in")
            messages.step(1)
            dialog = look_for(desk, "button", "OK")
            screen.click(*middle(find(dialog, "textbox", "User")))
            messages.step(2)
            screen.do("type", "ann")
            screen.do("key", "Tab")
            screen.do("type", SECRET)
            messages.step(5)
            screen.click(*middle(find(dialog, "checkbox", "Show password")))
            messages.step(6)
            screen.click(*middle(find(dialog, "textbox", "Password")))
            messages.step(7)
            screen.do("key", "Return")
            messages.step(8)
            desk.end("finish", f"ann's password is {SECRET}")
            return desk.run

    run = await asyncio.to_thread(watch)
    assert (editor / "signed-in").read_text() == f"ann {SECRET}"
    steps = steps_of(config, run)
    assert [render_step(step) for step in steps] == [
        'click button "Sign in"',
        'click textbox "User"',
        'type "ann" into textbox "User"',
        'press Tab in textbox "User"',
        'type (secret) into textbox "Password"',
        'click checkbox "Show password"',
        'click textbox "Password"',
        'press Enter in textbox "Password"',
    ]
    for path in config.data_dir.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path
    assert steps[4].after and steps[4].after.page == PageState(dialog="Sign in")
    assert steps[7].after and steps[7].after.page == PageState()
    assert render_facts(steps[0])[-1] == "a dialog waits: Sign in"
    shown = steps[5].after
    assert shown and "secret" in find(shown, "textbox", "Password").state
    assert_all_masked(config, [look for step in steps for look in (step.before, step.after)])


def assert_all_masked(config: Config, looks: list[Observation | None]) -> None:
    """Where the password's field was known to be, there is nothing but the mask."""
    blobs, seen = Blobs(config.blobs), 0
    for look in looks:
        fields = [e for e in look.elements if "secret" in e.state] if look else []
        if not look or not look.frame or not fields:
            continue
        data = blobs.read(look.frame)
        assert data
        with Image.open(io.BytesIO(data)) as image:
            for field in fields:
                assert field.box
                x, y, width, height = (round(n) for n in field.box)
                inside = image.convert("RGB").crop((x, y, x + width, y + height))
                colours: Any = zip(inside.getextrema(), MASK, strict=True)
                apart = max(abs(edge - wanted) for edges, wanted in colours for edge in edges)
                assert apart < 40, f"something shows through in {look.frame}"
        seen += 1
    assert seen >= 6


async def test_without_a_tree_no_typing_is_told_unless_a_person_trusts_it(
    config: Config,
    daemon: Running,
    screen: Screen,
    editor: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watched_area, "TreeProcess", lambda: TreeProcess(python="/no/such/python"))

    def watch(trusted: bool) -> str:
        messages = Messages()
        with DesktopRun(
            "Write", config=config, trust_keys=trusted, on_state=messages.append
        ) as desk:
            screen.click(500, 500)
            screen.do("type", "plain words")
            messages.step(2)
            assert desk.problem.startswith("no elements from AT-SPI: ")
            desk.end("finish")
            return desk.run

    for trusted, words in ((False, "type (secret) into textbox"), (True, '"plain words"')):
        run = await asyncio.to_thread(watch, trusted)
        (typed,) = [step for step in steps_of(config, run) if step.actions[0].kind == "type"]
        assert words in render_step(typed)
