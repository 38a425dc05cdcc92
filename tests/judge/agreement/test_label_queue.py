"""The order in which runs are offered to a person."""

from __future__ import annotations

from typing import Any

from courtside_judge.agreement.label_queue import in_order
from courtside_store.records import Run
from courtside_store.summaries import RunSummary

SESSION = "ses_" + "0" * 20


def a_summary(name: str, at_ms: int = 1, ended: bool = True, **more: Any) -> RunSummary:
    """A judged run, sure of its success unless said otherwise."""
    run = Run(
        id=f"run_{name:0>20}",
        session=SESSION,
        started_at_ms=at_ms,
        ended_at_ms=9 if ended else None,
    )
    fields = {"verdict": "success", "score": 0.99, "status": "ok", "steps": 1, **more}
    return RunSummary(run=run, source="cdp", surface="web", **fields)


def names(runs: list[RunSummary]) -> str:
    return " ".join(one.run.id[4:].lstrip("0") for one in runs)


def test_what_teaches_most_comes_first() -> None:
    runs = [
        a_summary("done", score=0.5, people={"me": "success"}),
        a_summary("sure", at_ms=5),
        a_summary("surenew", at_ms=6),
        a_summary("broken", status="error", score=None),
        a_summary("near", score=0.55),
        a_summary("nearer", score=0.48),
        a_summary("others", score=0.6, people={"ann": "success"}),
        a_summary("disputed", score=0.9),
        a_summary("empty", score=0.5, steps=0),
        a_summary("going", ended=False),
    ]
    order = in_order(runs, {f"run_{'disputed':0>20}"}, "me")
    assert names(order) == "disputed nearer near others surenew sure broken empty done"
