"""A desktop of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desktops import Screen, a_current_screen


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """1280x800; programs that the test starts are on it."""
    with a_current_screen(tmp_path, monkeypatch) as screen:
        yield screen
