"""A file of tasks is read whole, or its first line that is none is named."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from courtside_formats.exports.output_errors import CannotWrite
from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals


@pytest.mark.parametrize("line", [b"{}", b'{"web_name":"\xff"}', b"\xff"])
def test_a_line_that_is_no_task_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "tasks.jsonl"
    write_proposals(path, [Proposal(web_name="shop", id="1", ques="Buy tea.", web="http://a.test")])
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(ValueError, match=r"tasks\.jsonl:2 is no task"):
        read_proposals(path)


def test_a_full_disk_names_the_file_and_what_to_do_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("courtside_store.private_files.os.fsync", full)
    path = tmp_path / "new" / "tasks.jsonl"
    task = Proposal(web_name="shop", id="1", ques="Buy tea.", web="http://a.test")
    with pytest.raises(CannotWrite) as refused:
        write_proposals(path, [task])
    how = "its disk is full; free some space there, or choose another --out"
    assert str(refused.value) == f"cannot write {path}: {how}"
    assert not list(tmp_path.iterdir())
