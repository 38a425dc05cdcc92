"""The secret of the marks is made once a data folder, and nobody else may read it."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from courtside_store.mark_key import load_mark_key


def test_it_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "mark.key"
    key = load_mark_key(file)
    assert len(key) == 32 and load_mark_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert load_mark_key(tmp_path / "other" / "mark.key") != key


def test_one_that_was_cut_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "mark.key"
    file.write_bytes(b"")
    assert len(load_mark_key(file)) == 32


def test_where_none_can_be_kept_each_call_makes_one(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert len(load_mark_key(blocked / "mark.key")) == 32
    assert load_mark_key(None) != load_mark_key(None)


@pytest.mark.parametrize("held", [None, b"", b"cut"])
def test_all_that_start_together_get_the_same_one(held: bytes | None, tmp_path: Path) -> None:
    start = Barrier(4)

    def load(file: Path) -> bytes:
        start.wait(30)
        return load_mark_key(file)

    with ThreadPoolExecutor(4) as pool:
        for number in range(50):
            file = tmp_path / str(number)
            if held is not None:
                file.write_bytes(held)
            assert len({*pool.map(load, [file] * 4), file.read_bytes()}) == 1
