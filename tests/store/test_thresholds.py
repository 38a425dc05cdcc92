"""Verdicts count by thresholds that were calibrated for the very judge, or not at all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from builders import a_run_verdict, a_step, a_step_verdict
from labels import store_run

from courtside_formats.exports.judged import Selection
from courtside_formats.exports.training_data import export_runs
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, RunLabel, RunVerdict
from courtside_store.thresholds import (
    Thresholds,
    apply_thresholds,
    load_thresholds,
    render_limits,
    save_thresholds,
)

SAFE = Thresholds(
    judge="test",
    version="",
    runs="some",
    n=300,
    at_ms=1,
    max_false_success=0.05,
    success_from=0.8,
    confidence=0.9,
)
DEAR = msgspec.structs.replace(SAFE, success_from=None, max_false_success=None, failure_below=0.3)


def a_verdict(label: RunLabel, score: float | None, **more: Any) -> RunVerdict:
    return a_run_verdict(label=label, score=score, **more)


@pytest.mark.parametrize(
    ("label", "score", "limit", "thresholds", "counts"),
    [
        ("success", 0.9, 0.05, SAFE, "success"),
        ("success", 0.7, 0.05, SAFE, "unknown"),
        ("success", None, 0.05, SAFE, "unknown"),
        ("failure", 0.2, 0.05, SAFE, "failure"),
        ("success", 0.7, None, SAFE, "success"),
        ("success", 0.99, 0.05, None, "unknown"),
        ("success", 0.99, 0.01, SAFE, "unknown"),
        ("failure", 0.4, None, DEAR, "success"),
        ("success", 0.2, None, DEAR, "failure"),
        ("unknown", 0.9, None, DEAR, "unknown"),
        ("success", None, None, DEAR, "success"),
    ],
)
def test_what_a_verdict_counts_as(
    label: RunLabel,
    score: float | None,
    limit: float | None,
    thresholds: Thresholds | None,
    counts: str,
) -> None:
    assert apply_thresholds(a_verdict(label, score), limit, thresholds).label == counts


@pytest.mark.parametrize(
    ("limit", "thresholds", "words"),
    [
        (None, None, ""),
        (None, SAFE, ""),
        (
            0.05,
            SAFE,
            "; at most 5% of successes may be false; that holds from 0.80 on, with 90% confidence"
            "; calibrated on 300 labelled runs on 1970-01-01",
        ),
        (
            None,
            DEAR,
            "; a run that it decides is a failure below 0.3, and a success from there on"
            "; calibrated on 300 labelled runs on 1970-01-01",
        ),
        (
            0.05,
            msgspec.structs.replace(SAFE, judge="another"),
            "; at most 5% of successes may be false; nothing is calibrated for that: the limits "
            "that the judge ships with count; a judge without such limits calls no run a success",
        ),
        (
            0.2,
            SAFE,
            "; at most 20% of successes may be false; nothing is calibrated for that: the limits "
            "that the judge ships with count; a judge without such limits calls no run a success",
        ),
        (
            0.2,
            msgspec.structs.replace(SAFE, failure_below=0.3),
            "; a run that it decides is a failure below 0.3, and a success from there on"
            "; calibrated on 300 labelled runs on 1970-01-01"
            "; at most 20% of successes may be false; nothing is calibrated for that: the limits "
            "that the judge ships with count; a judge without such limits calls no run a success",
        ),
    ],
)
def test_the_limits_in_force_are_said(
    limit: float | None, thresholds: Thresholds | None, words: str
) -> None:
    assert render_limits(a_verdict("success", 0.9).judge, limit, thresholds) == words


@pytest.mark.parametrize(
    ("label", "least", "limit", "thresholds", "counts"),
    [
        ("success", 0.15, 0.15, None, "success"),
        ("success", 0.15, 0.12, None, "unknown"),
        ("unknown", 0.2, 0.25, None, "success"),
        ("unknown", 0.2, 0.15, None, "unknown"),
        ("unknown", 0.2, None, None, "unknown"),
        ("success", 0.3, None, None, "success"),
        ("failure", 0.1, 0.3, None, "failure"),
        ("success", 0.01, 0.05, SAFE, "unknown"),
        ("unknown", 0.01, 0.05, SAFE, "unknown"),
        ("success", 0.1, 0.1, SAFE, "success"),
        ("success", 0.01, 0.05, msgspec.structs.replace(SAFE, judge="other"), "success"),
    ],
)
def test_limits_that_ship_count_where_nothing_is_calibrated_for_judge_and_share(
    label: RunLabel,
    least: float,
    limit: float | None,
    thresholds: Thresholds | None,
    counts: str,
) -> None:
    """The score of 0.7 is below the calibrated one, which goes before them."""
    verdict = a_verdict(label, 0.7, least_false_success=least)
    assert apply_thresholds(verdict, limit, thresholds).label == counts


def test_a_verdict_says_what_a_limit_on_false_successes_rests_on() -> None:
    own = apply_thresholds(a_verdict("success", 0.9, least_false_success=0.2), 0.05, SAFE)
    assert own.explanation.endswith(
        "(at most 5% of successes may be false, which holds from a score of 0.80 on by your "
        "labelled runs)"
    )
    shipped = "limits that were measured on families of apps left out of training"
    sure = a_verdict("success", 0.9, least_false_success=0.15, explanation="it is there")
    kept = apply_thresholds(sure, 0.15, SAFE)
    assert kept.explanation == (
        f"it is there (at most 15% of successes may be false, by {shipped}; on strangers' "
        "apps more are false)"
    )
    assert kept.judge == sure.judge
    withdrawn = apply_thresholds(sure, 0.1, None)
    assert withdrawn.explanation.endswith(f"by {shipped} it is a success only where 15% may be)")
    raised = apply_thresholds(a_verdict("unknown", 0.6, least_false_success=0.2), 0.2, None)
    assert "(called a success: at most 20% of successes" in raised.explanation
    assert raised.judge.settings == {"own_label": "unknown"}
    for one, limit in ((kept, 0.15), (withdrawn, 0.1), (raised, 0.2)):
        assert apply_thresholds(one, limit, None) == one


def test_a_long_explanation_is_cut_so_that_what_was_decided_can_be_stored_with_it() -> None:
    long = a_verdict("success", 0.9, least_false_success=0.15, explanation="x" * 20_000)
    for limit in (0.15, 0.1):
        kept = apply_thresholds(long, limit, None)
        assert msgspec.json.decode(msgspec.json.encode(kept), type=RunVerdict) == kept
        assert "at most" in kept.explanation and apply_thresholds(kept, limit, None) == kept


def test_a_run_that_no_limit_calls_a_success_is_not_said_to_lack_a_calibration() -> None:
    """Its judge may have such limits: those of no share hold for it."""
    verdict = apply_thresholds(a_verdict("success", 0.6), 0.3, None)
    assert verdict.label == "unknown" and verdict.explanation.endswith(
        "neither your labelled runs nor limits that ship with this judge call this one a success)"
    )


def test_what_the_judge_itself_said_stays_in_its_stamp_and_the_reason_is_told() -> None:
    verdict = apply_thresholds(a_verdict("success", 0.7), 0.05, SAFE)
    assert verdict.judge.settings == {"own_label": "success"}
    assert "at most 5% of successes may be false" in verdict.explanation
    assert apply_thresholds(verdict, 0.05, SAFE) == verdict


def test_a_success_by_its_costs_is_not_explained_by_failing() -> None:
    verdict = apply_thresholds(a_verdict("failure", 0.45), None, DEAR)
    assert verdict.explanation.endswith(
        "(called a success: its score 0.45 is not below 0.3, the calibrated limit)"
    )


def test_an_error_stays_an_error() -> None:
    failed = a_verdict("unknown", None, status="error")
    assert apply_thresholds(failed, 0.05, DEAR) is failed


def test_another_version_or_model_of_the_judge_is_not_calibrated() -> None:
    for stamp in (
        JudgeStamp(name="test", version="2"),
        JudgeStamp(name="test", model_sha256="0" * 64),
        JudgeStamp(name="other"),
        JudgeStamp(name="test", learned="abc"),
    ):
        newer = msgspec.structs.replace(a_verdict("success", 0.2), judge=stamp)
        assert apply_thresholds(newer, None, DEAR) is newer
        assert apply_thresholds(newer, 0.05, SAFE).label == "unknown"


def test_the_file_comes_back_as_it_was_and_a_broken_one_is_named(config: Config) -> None:
    assert load_thresholds(config) is None
    config.data_dir.mkdir()
    save_thresholds(config, SAFE)
    assert load_thresholds(config) == SAFE
    for broken in (b'{"judge": 3}', b'{"judge": "\xff"}', b'{"judge": ' + b"[" * 100_000):
        config.thresholds_file.write_bytes(broken)
        with pytest.raises(ValueError, match=r"thresholds\.json: .*calibrate"):
            load_thresholds(config)


def test_an_export_counts_older_verdicts_as_they_count_now(config: Config) -> None:
    with Store.open(config) as store, Reader(config) as reader:
        run = store_run(store, [a_step(1)])
        store.add_verdicts([a_step_verdict(1, run), a_run_verdict(run, score=0.7)])
        for name, effective in (
            ("own", lambda verdict, _: verdict),
            ("safe", lambda verdict, _: apply_thresholds(verdict, 0.05, SAFE)),
        ):
            out = config.data_dir / name
            export_runs(reader, store.blobs, out, Selection(effective=effective))
            row = msgspec.json.decode((out / "steps.jsonl").read_bytes())
            assert row["run_reward"] == (1 if name == "own" else None)
            assert row["reward"] == 0.5
