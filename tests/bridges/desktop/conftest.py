"""A desktop of its own for each test, and an editor on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desktops import Screen, a_current_screen, an_editor


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """1280x800; programs that the test starts are on it."""
    with a_current_screen(tmp_path, monkeypatch) as screen:
        yield screen


@pytest.fixture
def editor(screen: Screen) -> Iterator[Path]:
    """A text editor; the folder that it saves into."""
    with an_editor(screen) as folder:
        yield folder
