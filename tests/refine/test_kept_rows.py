"""Rows are there after a kill; a full disk leaves nothing half-written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from courtside_refine.kept_rows import KeptRows
from courtside_store.records import JudgeStamp


def test_a_full_disk_leaves_no_half_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    file = KeptRows(path, JudgeStamp)
    file.add(JudgeStamp(name="one"))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        file.add(JudgeStamp(name="two"))
    assert path.read_bytes() == before and len(file) == 1


@pytest.mark.parametrize("row", [b'{"name":3}', b'{"name":"\xff"}'])
def test_a_row_that_is_none_is_named_by_its_line(tmp_path: Path, row: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"name":"one"}\n' + row + b"\n")
    with pytest.raises(ValueError, match=r"rows\.jsonl:2 cannot be read"):
        KeptRows(path, JudgeStamp)


def test_what_was_cut_off_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"name":"one"}\n{"na')
    file = KeptRows(path, JudgeStamp)
    file.add(JudgeStamp(name="two"))
    assert [one.name for one in KeptRows(path, JudgeStamp)] == ["one", "two"]
