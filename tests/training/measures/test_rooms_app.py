"""Runs in an app that no weight was fitted on: what was wrong in each is found, and in a right one
nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest
from rooms_app import ROOMS_APP

from courtside_judge.evidence.catalogue import AGAINST
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_store.records import RunVerdict
from courtside_training.collecting.episodes import read
from courtside_training.measures.retold_verdicts import verdict
from courtside_training.measures.small_apps.halves import play_missing

FOUND = {
    "wrong row": "extreme-wrong",
    "wrong row in a sentence": "extreme-wrong",
    "wrong room": "field-otherwise",
    "wrong day": "field-otherwise",
    "wrong name": "field-otherwise",
    "wrong number": "field-otherwise",
    "wrong soup": "field-otherwise",
    "sent again": "sent-again",
    "not saved": "left-edited",
}
NEW = {*FOUND.values(), "made-twice", "lookalike-pressed"}
pytestmark = [pytest.mark.chrome, pytest.mark.slow]


async def test_what_is_wrong_in_each_run_is_found_and_nothing_in_a_right_one(
    tmp_path: Path,
) -> None:
    path, judge = tmp_path / "runs.jsonl", EvidenceJudge()
    await play_missing([ROOMS_APP], path)
    runs = [(one, verdict(judge, one)) for one in read(path)]
    assert len(runs) == sum(len(task.ways) for task in ROOMS_APP.tasks)
    for run, judged in runs:
        name, found = f"{run.task} {run.behaviour}: {judged.explanation}", kinds(judged)
        if run.oracle:
            assert not found & NEW & AGAINST and judged.label != "failure", name
        else:
            told = {FOUND[run.behaviour], "lookalike-pressed"}  # of two days of a calendar
            assert found & told and judged.label != "success", name


def kinds(verdict: RunVerdict) -> set[str]:
    return {one.kind for one in verdict.evidence}
