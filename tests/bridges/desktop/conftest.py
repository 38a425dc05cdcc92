"""A desktop of its own for each test, and an editor on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desktops import Screen, a_screen, an_editor, missing


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """1280x800; programs that the test starts are on it."""
    if gone := missing():
        pytest.skip(f"no desktop to test on ({gone}); `make test` installs it")
    with a_screen(tmp_path) as screen:
        for name, value in screen.environ.items():
            monkeypatch.setenv(name, value)
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(name, raising=False)
        yield screen


@pytest.fixture
def editor(screen: Screen) -> Iterator[Path]:
    """A text editor; the folder that it saves into."""
    with an_editor(screen) as folder:
        yield folder
