"""An agent that drives a real editor with xdotool is watched: steps, text and file agree."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from desktops import START_S, Messages, Screen
from waiting import wait_until

import courtside
from courtside_bridges.desktop.run import DesktopRun
from courtside_bridges.desktop.shots import MAX_EVENT_DELAY_S
from courtside_bridges.recording.view import TOO_QUICK
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.images import measure_image
from courtside_store.reading import Reader
from courtside_store.records import Element, Observation, Step
from courtside_store.rendering import render_step


def find(look: Observation | None, role: str, text: str = "") -> Element:
    """The element of that role and name."""
    assert look
    (found,) = [e for e in look.elements if e.role == role and e.text == text]
    return found


def look_for(desk: DesktopRun, role: str, text: str = "") -> Observation:
    """The screen, once it has that element: where others work, the first answers are cut short."""

    def has_it() -> Observation | None:
        look = see(desk)
        return look if any((e.role, e.text) == (role, text) for e in look.elements) else None

    look = wait_until(has_it, START_S)
    assert look
    return look


def see(desk: DesktopRun) -> Observation:
    """The screen now."""
    look = desk.look()
    assert look
    return look


def texts(look: Observation | None) -> list[str]:
    """What stands on the screen."""
    assert look
    return look.text.splitlines()


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
    messages = Messages()

    def watch() -> str:
        with DesktopRun(
            "Save a shopping note", "xdotool", config=config, on_state=messages.append
        ) as desk:
            look = look_for(desk, "button", "Save")
            screen.click(*middle(find(look, "textbox", "File name")))
            messages.step(1)
            screen.do("type", "note.txt")
            messages.step(2)
            screen.click(*middle(find(look, "textbox")))
            messages.step(3)
            screen.do("type", "Milk, eggs & bread")
            screen.do("key", "Return")
            screen.do("type", "Regards")
            messages.step(6)
            assert "not saved" in texts(desk.look()), "it looks before it presses, as agents do"
            screen.click(*middle(find(look, "button", "Save")))
            messages.step(7)
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
    before, after = steps[-1].before, steps[-1].after
    assert before and "not saved" in before.text.splitlines()
    assert after and "saved" in after.text.splitlines() and after.title == "Plain editor"
    assert before.frame and after.frame and before.frame != after.frame
    assert steps[1].after and steps[2].before and steps[1].after.frame


async def test_what_one_quick_action_left_is_what_the_next_one_met_or_nobody_saw_it(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def watch() -> str:
        with courtside.desktop(task="Click twice", config=config, on_state=messages.append) as desk:
            look = look_for(desk.device.watched, "button", "Save")
            for name in ("File name", ""):
                desk.tap(find(look, "textbox", name))
            messages.step(2)
            desk.end("finish")
            return desk.run or ""

    first, second = steps_of(config, await asyncio.to_thread(watch))
    assert first.before and first.after and second.before and second.after
    assert first.before.frame and second.after.frame
    left, next_before = first.after, second.before
    assert (left.withheld, left.frame) == (next_before.withheld, next_before.frame)
    apart_ms = second.actions[0].at_ms - first.actions[0].at_ms
    assert next_before.withheld == TOO_QUICK or apart_ms > MAX_EVENT_DELAY_S * 1000


async def test_a_chosen_window_is_followed_and_what_happens_elsewhere_is_not_told(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def watch() -> str:
        window = screen.wait_for("Plain editor")
        with DesktopRun(
            "Look", config=config, window="plain EDITOR", on_state=messages.append
        ) as desk:
            screen.click(100, 700)
            screen.do("windowmove", "--sync", window, "40", "50")
            screen.click(40 + 300, 50 + 200)
            messages.step(1)
            desk.end("finish")
            return desk.run

    run = await asyncio.to_thread(watch)
    (step,) = steps_of(config, run)
    assert render_step(step) == "click textbox"
    assert step.actions[0].point == (300, 200), "though no picture has it at its new place yet"
    assert step.after and (step.after.width, step.after.height) == (640, 420)
    data = Blobs(config.blobs).read(step.after.frame or "")
    assert data and measure_image(data) == (640, 420)


async def test_nothing_is_heard_or_seen_between_two_presses_of_the_pause_keys(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def watch() -> str:
        with DesktopRun("Write", config=config, on_state=messages.append) as desk:
            screen.click(500, 500)
            messages.step(1)
            screen.do("key", "ctrl+alt+p")
            messages.wait_for("paused")
            screen.do("type", "between you and me")
            screen.click(600, 500)
            assert desk.picture() is None
            screen.do("key", "ctrl+alt+p")
            messages.wait_for("recording")
            screen.do("key", "End")
            messages.step(2)
            desk.end("finish")
            return desk.run

    run = await asyncio.to_thread(watch)
    assert [step.actions[0].kind for step in steps_of(config, run)] == ["click", "press"]
    assert messages == ["step 1", "paused", "recording", "step 2"]


async def test_the_command_watches_until_it_is_told_to_end(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    def watch() -> tuple[str, str]:
        words = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir)]
        words += ["desktop", "--task", "Click", "--window", "Plain editor"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stderr and process.stderr.readline() == "recording\n"
        screen.click(500, 500)
        assert process.stderr.readline() == "step 1\n"
        screen.do("search", "--name", "Plain editor", "windowclose")
        return process.communicate(timeout=30)

    out, _ = await asyncio.to_thread(watch)
    assert "1 step; `courtside show run_" in out
    with Reader(config) as reader:
        (summary,) = reader.runs()
    assert (summary.surface, summary.source, summary.name) == ("desktop", "desktop", "Plain editor")
    assert summary.run.ended_by == "session-gone" and summary.verdict


async def test_the_command_goes_on_when_nobody_reads_its_lines_any_more(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    def watch() -> None:
        words = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), "desktop"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr and process.stderr.readline() == b"recording\n"
        process.stderr.close()
        for number in (1, 2):
            screen.click(500, 480 + 10 * number)
            steps_until(config, number)
        process.terminate()
        process.wait(30)

    await asyncio.to_thread(watch)
    with Reader(config) as reader:
        (summary,) = reader.runs()
    assert (summary.steps, summary.run.ended_by) == (2, "stop")


def steps_until(config: Config, number: int) -> None:
    """Returns once the daemon has so many steps."""
    with Reader(config) as reader:
        wait_until(lambda: sum(one.steps for one in reader.runs()) >= number, START_S)


async def test_a_screen_that_dies_ends_the_run_and_keeps_its_steps(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def watch() -> str:
        with DesktopRun("Click", config=config, on_state=messages.append) as desk:
            screen.click(500, 500)
            messages.step(1)
            screen.server.kill()
            wait_until(lambda: desk.gone)
            assert "\n" not in desk.problem
            desk.end("session-gone")
            return desk.run

    run = await asyncio.to_thread(watch)
    assert len(steps_of(config, run)) == 1
