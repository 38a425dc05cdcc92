"""What people's labels say of each judge's stored verdicts."""

from __future__ import annotations

from typing import Any

import msgspec
from builders import a_run_verdict, a_step, a_step_verdict
from labels import store_run

from courtside_judge.agreement.with_people import Tally, agreement_of, agreement_with_people
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Override, Verdict

TEST, OTHER = JudgeStamp(name="test"), JudgeStamp(name="test", version="2")


def by_other(verdict: Verdict) -> Verdict:
    """The same by a later version of the judge."""
    return msgspec.structs.replace(verdict, judge=OTHER)


def test_each_judge_is_held_against_the_labels_of_what_it_judged(config: Config) -> None:
    with Store.open(config) as store:
        run = store_run(store, [a_step(n) for n in (1, 2, 3)])
        store.add_verdicts(
            [
                a_run_verdict(run, label="failure"),
                a_run_verdict(run),  # the newest counts
                a_step_verdict(1, run, label="not-sure"),
                a_step_verdict(2, run, label="goal-reached"),
                a_step_verdict(3, run, status="error"),
                by_other(a_run_verdict(run, label="unknown")),
                by_other(a_step_verdict(2, run, label="not-sure")),
            ]
        )
        say: list[dict[str, Any]] = [
            {"label": "success", "who": "ann"},
            {"label": "failure", "who": "bob"},
            {"label": "unsure", "who": "cid"},
            {"step": 1, "label": "away-from-the-goal"},
            {"step": 2, "label": "away-from-the-goal"},
            {"step": 3, "label": "goal-reached"},
        ]
        for label in say:
            store.add_override(Override(run=run, at_ms=1, **label))
    with Reader(config) as reader:
        all = agreement_with_people(reader)
    test, other = agreement_of(all, TEST), agreement_of(all, OTHER)
    assert test and (test.runs, test.steps) == (Tally(same=1, of=2), Tally(same=1, of=2))
    assert test.share == 0.5
    assert other and (other.runs, other.steps) == (Tally(), Tally(same=1, of=1))
    assert agreement_of(all, JudgeStamp(name="nobody")) is None
