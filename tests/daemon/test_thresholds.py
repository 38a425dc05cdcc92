"""The daemon counts verdicts by what was calibrated, and teaches nothing from what it doubts."""

from __future__ import annotations

import asyncio
import threading

import msgspec
import pytest

from courtside.demo.recorded import ReplayOutcome, replay
from courtside_bridges.client.control_api import call_for
from courtside_daemon.app import running
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_refine.lessons.reflection import reflect
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.thresholds import Thresholds, save_thresholds
from courtside_store.wire import Status

STAMP = EvidenceJudge().stamp()
LIMITS = Thresholds(
    judge=STAMP.name,
    version=STAMP.version,
    model_sha256=STAMP.model_sha256,
    runs="some",
    n=9,
    at_ms=1,
)


async def replayed(config: Config, thresholds: Thresholds | None) -> list[ReplayOutcome]:
    config.data_dir.mkdir(exist_ok=True)
    if thresholds:
        save_thresholds(config, thresholds)
    async with running(config, reflect):
        return await asyncio.to_thread(replay, config, threading.Event())


@pytest.mark.parametrize(("success_from", "label"), [(0.5, "success"), (None, "unknown")])
async def test_a_success_counts_only_from_the_calibrated_score_on(
    config: Config, success_from: float | None, label: str
) -> None:
    limited = msgspec.structs.replace(config, max_false_success=0.05)
    limits = msgspec.structs.replace(LIMITS, max_false_success=0.05, success_from=success_from)
    runs = await replayed(limited, limits)
    assert {run.verdict for run in runs if run.oracle} == {label}
    assert {run.verdict for run in runs if not run.oracle} == {"failure"}


@pytest.mark.parametrize(("limit", "label"), [(0.3, "success"), (0.05, "unknown")])
async def test_without_calibration_the_limits_that_ship_decide(
    config: Config, limit: float, label: str
) -> None:
    runs = await replayed(msgspec.structs.replace(config, max_false_success=limit), None)
    right = [run for run in runs if run.oracle]
    assert {run.verdict for run in right} == {label}
    assert all(f"at most {limit:.0%} of successes may be false" in run.why for run in right)
    assert all("limits that were measured on families of apps left out" in run.why for run in right)
    assert {run.verdict for run in runs if not run.oracle} == {"failure"}


async def test_a_judge_without_limits_of_its_own_calls_nothing_a_success_until_it_is_calibrated(
    config: Config,
) -> None:
    other = msgspec.structs.replace(config, judge="rubric:evidence", max_false_success=0.3)
    runs = await replayed(other, None)
    assert "success" not in {run.verdict for run in runs}


async def test_the_page_is_told_what_a_limit_rests_on(config: Config) -> None:
    for limit, words in ((None, ""), (0.15, "measured on families of apps left out")):
        limited = msgspec.structs.replace(config, max_false_success=limit)
        async with running(limited) as (daemon, _):
            status = await asyncio.to_thread(call_for, Status, config, daemon, "GET", "/v1/status")
        assert words in status.false_success and bool(words) == bool(status.false_success)


async def test_a_damaged_file_is_named_to_who_looks_at_the_page(config: Config) -> None:
    async with running(config) as (daemon, _):
        before = await asyncio.to_thread(call_for, Status, config, daemon, "GET", "/v1/status")
        config.thresholds_file.write_bytes(b"\xff")
        after = await asyncio.to_thread(call_for, Status, config, daemon, "GET", "/v1/status")
    assert before.thresholds_trouble == ""
    assert "calibrated thresholds are not applied" in after.thresholds_trouble


async def test_retry_reads_the_limit_by_costs(config: Config) -> None:
    runs = await replayed(config, msgspec.structs.replace(LIMITS, failure_below=0.0))
    assert {run.verdict for run in runs} == {"success"}
    with Reader(config) as reader:
        details = [reader.run(run.run) for run in runs]
    assert all(detail and detail.reflection is None for detail in details)


async def test_thresholds_that_nobody_can_read_are_not_applied(config: Config) -> None:
    config.data_dir.mkdir()
    config.thresholds_file.write_text("{")
    runs = await replayed(config, None)
    assert {run.verdict for run in runs} == {"success", "failure"}
