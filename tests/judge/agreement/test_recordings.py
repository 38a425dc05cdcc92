"""How a recorded run ended, as judges are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recordings import lines, write

from courtside_judge.agreement.recordings import find_recorded


@pytest.mark.parametrize(
    ("word", "ended_by"),
    [({}, "stop"), ({"answer": "4711"}, "finish"), ({"agent_claims_success": False}, "finish")],
)
def test_a_recording_that_just_ends_was_stopped(
    word: dict[str, object], ended_by: str, tmp_path: Path
) -> None:
    run = {"id": "a", "task": "Open it", "oracle": True, "steps": [{"action": "opened"}], **word}
    (tmp_path / "runs.jsonl").write_text(json.dumps(run))
    (labelled,) = find_recorded(tmp_path).runs
    assert labelled.ending.ended_by == ended_by


def test_judges_see_no_secret_of_a_recording(tmp_path: Path) -> None:
    field = {"role": "textbox", "text": "Password", "state": ["secret"], "value": "Zebra-417"}
    act = {"kind": "type", "text": "Zebra-418", "raw": {"fill": "Zebra-419"}}
    target = {"role": "textbox", "text": "Password"}
    step = {
        "before": {"url": "http://a/?token=Zebra-420", "elements": [field]},
        "action": {**act, "target": target},
    }
    run = {"id": "a", "task": "Log in", "oracle": True, "steps": [step]}
    (tmp_path / "runs.jsonl").write_text(json.dumps(run))
    (labelled,) = find_recorded(tmp_path).runs
    assert "Zebra" not in repr(labelled.steps())


def test_runs_of_one_task_are_of_one_task_whichever_typed_its_password(tmp_path: Path) -> None:
    target = {"role": "textbox", "text": "Password"}
    typed = {"kind": "type", "target": target, "text": "hunter22-Blue"}
    rows = [
        {"id": id, "task": "Log in: hunter22-Blue", "steps": [{"action": action}], "oracle": True}
        for id, action in (("a", "looked"), ("b", typed), ("c", "looked"))
    ]
    write(tmp_path / "runs.jsonl", lines(*rows))
    assert {one.case.task for one in find_recorded(tmp_path).runs} == {"Log in: ***"}
