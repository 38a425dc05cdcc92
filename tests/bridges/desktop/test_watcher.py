"""What is told when, decided without a screen: pictures and events come from the test."""

from __future__ import annotations

import time
from typing import cast

import pytest
from desktops import Messages

from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import LinkedRun
from courtside_bridges.desktop.camera import Camera
from courtside_bridges.desktop.input_events import MouseButton
from courtside_bridges.desktop.watched_area import KEEP_S, WatchedArea
from courtside_bridges.desktop.watcher import OnState, Watcher
from courtside_bridges.desktop.windows import Window
from courtside_bridges.recording.view import NO_LOOK
from courtside_store import wire
from courtside_store.geometry import PixelBox, PixelSize, Point
from courtside_store.records import Observation, Step

from .test_recorder import NoWindows

REGION = PixelBox(0, 0, 100, 100)


class Steps(list[Step]):
    """Where a link would send them."""

    def send(self, make: object) -> None:
        message = make(1)  # type: ignore[operator]
        if isinstance(message, wire.StepSeen):
            self.append(message.step)

    def frame(self, data: bytes) -> str:
        return f"{len(data)} bytes"


class Watched:
    """A watcher whose camera takes a picture when the test says so."""

    def __init__(self, on_state: OnState | None = None, windows: NoWindows | None = None) -> None:
        self.steps, self.messages = Steps(), Messages()
        only = 1 if windows else None
        watched_area = WatchedArea(windows or NoWindows(), None, REGION, only)
        self.camera = Camera(watched_area.region)
        recorded = LinkedRun(cast("Link", self.steps))
        self.watcher = Watcher(
            recorded, self.camera, watched_area, on_state=on_state or self.messages.append
        )
        self.see()
        self.watcher.start()

    def click(self, x: float) -> None:
        self.press(x, down=True)
        self.press(x, down=False)

    def see(self) -> None:
        now = time.monotonic()
        self.camera.shots.add(bytes(40_000), PixelSize(100, 100), REGION, now - 1, now - 1)

    def press(self, x: float, *, down: bool) -> None:
        at_s = time.monotonic()
        self.watcher.on_event(MouseButton(at_s=at_s, point=Point(x, 50), button="left", down=down))


def withheld(look: Observation | None) -> str | None:
    assert look
    return look.withheld


def test_an_action_after_which_no_picture_comes_is_told_without_one() -> None:
    watched = Watched()
    watched.click(20)
    watched.messages.step(1)
    watched.watcher.stop()
    (step,) = watched.steps
    assert withheld(step.before) is None and withheld(step.after) == NO_LOOK


def test_what_was_done_is_told_although_the_end_comes_while_a_button_is_down() -> None:
    watched = Watched()
    watched.click(20)
    watched.press(80, down=True)
    watched.watcher.stop()
    (step,) = watched.steps
    assert step.actions[0].point == (20, 50)


def test_a_listener_that_fails_is_told_no_more_and_the_recording_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    words = []

    def say(word: str) -> None:
        words.append(word)
        raise BrokenPipeError("nobody reads it")

    watched = Watched(say)
    watched.click(20)
    watched.press(80, down=True)
    watched.press(20, down=False)
    watched.click(80)
    watched.watcher.stop()
    assert (len(watched.steps), words, watched.watcher.problem) == (3, ["step 1"], "")
    assert "nobody reads it" in caplog.text


class Broken(NoWindows):
    """A desktop that answers with an error that nobody knows."""

    def list(self) -> tuple[Window, ...]:
        raise RuntimeError("what is this?")


def test_an_error_of_ours_is_said_and_not_taken_for_a_quiet_desktop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    watched = Watched(windows=Broken())
    watched.click(20)
    watched.watcher.stop()
    assert "what is this?" in watched.watcher.problem and "\n" not in watched.watcher.problem
    assert "what is this?" in caplog.text


class OneWindow(NoWindows):
    """A desktop with one window, until it is closed."""

    def __init__(self) -> None:
        self.box: PixelBox | None = REGION

    def list(self) -> tuple[Window, ...]:
        return (Window(id=1, title="Editor", box=self.box),) if self.box else ()


def test_a_press_in_a_window_that_has_just_moved_lies_where_its_picture_shows_it() -> None:
    windows = OneWindow()
    watched = Watched(windows=windows)
    windows.box = PixelBox(40, 0, 60, 100)
    watched.click(70)
    watched.messages.step(1)
    watched.watcher.stop()
    (step,) = watched.steps
    assert step.actions[0].point == (30, 50)


def test_a_press_that_closes_its_window_is_told() -> None:
    windows = OneWindow()
    watched = Watched(windows=windows)
    windows.box = None
    time.sleep(2 * KEEP_S)  # so that the windows are listed again
    watched.click(20)
    watched.messages.step(1)
    watched.watcher.stop()
    (step,) = watched.steps
    assert step.actions[0].point == (20, 50)
