"""A file of tasks is read whole, or its first line that is none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals


@pytest.mark.parametrize("line", [b"{}", b'{"web_name":"\xff"}', b"\xff"])
def test_a_line_that_is_no_task_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "tasks.jsonl"
    write_proposals(path, [Proposal(web_name="shop", id="1", ques="Buy tea.", web="http://a.test")])
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(ValueError, match=r"tasks\.jsonl:2 is no task"):
        read_proposals(path)
