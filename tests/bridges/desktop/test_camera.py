"""Which pictures the camera keeps when it is paused in the middle of one."""

from __future__ import annotations

import threading
import time
from typing import Any

import mss
import pytest
from desktops import Screen

from courtside_bridges.desktop.camera import Camera
from courtside_store.geometry import PixelBox


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_picture_that_was_asked_for_before_a_pause_is_not_kept(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, goes_on: bool
) -> None:
    camera = Camera(lambda: PixelBox(0, 0, 200, 100))
    camera.start()
    assert camera.shots.latest
    grab, taken = mss.MSS.grab, threading.Event()

    def fail(self: mss.MSS, where: Any) -> Any:
        raise mss.ScreenShotError("no further picture")

    def turn_meanwhile(self: mss.MSS, where: Any) -> Any:
        picture = grab(self, where)
        monkeypatch.setattr(mss.MSS, "grab", fail)
        camera.pause(True)
        if goes_on:
            camera.pause(False)
        taken.set()
        return picture

    monkeypatch.setattr(mss.MSS, "grab", turn_meanwhile)
    assert taken.wait(10)
    time.sleep(0.3)
    assert camera.shots.latest is None
