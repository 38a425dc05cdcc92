"""Reads from the store how an attempt went: its verdict, its lesson, in which way it failed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import msgspec

from courtside_bridges.client.attempt import Attempt
from courtside_bridges.client.control_api import call, call_for
from courtside_bridges.client.daemon_start import find_daemon, why_not
from courtside_bridges.client.earlier_lessons import wait_judged
from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_refine.irreversible_steps import irreversible_step
from courtside_refine.lessons.blame import describe_failure
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.reading import Reader
from courtside_store.records import Reflection, Step, StepVerdict
from courtside_store.summaries import RunHistory
from courtside_store.thresholds import load_thresholds
from courtside_store.wire.http_answers import LessonMade

from .retry_records import AttemptResult

REQUESTED_LESSON_S = 35.0
"""How long a requested lesson is waited for, beside a judge's time: a model may write it."""
MAX_REASON_CHARS = 10_000
LOST = "nothing was stored, since the daemon is not running{}; `courtside up` starts it"
NOT_RECORDED = (
    "nothing was recorded: open a run inside the agent, e.g. `with courtside.watch(page) as run:`, "
    "or let `courtside retry --cdp URL` watch its browser"
)


def _crashed(attempt: Attempt, why: str, took_s: float) -> AttemptResult:
    """Of an attempt whose agent or surroundings failed."""
    return AttemptResult(
        number=attempt.number,
        run=attempt.runs[-1] if attempt.runs else "",
        status="environment-error",
        explanation=why,
        took_s=took_s,
        tokens=attempt.tokens,
    )


def _end_crashed(config: Config, run: str, why: str) -> None:
    """Ends a run whose agent can no longer do it, and keeps why. One that has ended stays as it
    is."""
    running = read_running(config)
    if run and running:
        with contextlib.suppress(OSError):  # it never reached the daemon
            call(config, running, "POST", f"/v1/runs/{run}/crashed", {"reason": _sent(why)})


def _sent(why: str) -> str:
    """As much as is taken; without half characters, which JSON cannot hold."""
    return why[:MAX_REASON_CHARS].encode(errors="replace").decode()


def unless_lost(config: Config, result: AttemptResult) -> AttemptResult:
    """The result; of a run that no daemon has taken, or will take, it says so and names no run.
    Blocks."""
    if not result.run or _is_stored(config, result.run) or find_daemon(config):
        return result
    reason = f" ({why})" if (why := why_not(config)) else ""
    before = f"{result.explanation}; " if result.explanation else ""
    return msgspec.structs.replace(
        result, run="", status="environment-error", explanation=before + LOST.format(reason)
    )


def _is_stored(config: Config, run: str) -> bool:
    try:
        with Reader(config) as reader:
            return reader.summary(run) is not None
    except (OSError, ValueError):
        return False


def keep_crashed(config: Config, attempt: Attempt, why: str, took_s: float) -> AttemptResult:
    """Of an attempt whose agent or surroundings failed: its run ends, and keeps why. One that
    opened no run is kept as one without a step. Blocks."""
    why = attempt.secrets.cut(why)
    if not attempt.runs:
        _record_crashed(config, attempt, why)
    result = _crashed(attempt, why, took_s)
    _end_crashed(config, result.run, why)
    return unless_lost(config, result)


def _record_crashed(config: Config, attempt: Attempt, why: str) -> None:
    link = _link_like(config, attempt.parent_run)
    with attempt.current():
        LinkedRun(link).end("agent-crashed", reason=_sent(why))
    link.close()


def _link_like(config: Config, parent: str | None) -> Link:
    """A session of the parent's source: a run is chained to one of its own source alone."""
    try:
        with Reader(config) as reader:
            before = reader.summary(parent) if parent else None
    except (OSError, ValueError):
        before = None
    if before is None:
        return open_link("retry", config, source="client")
    return open_link(before.name, config, before.source, before.surface)


def read_result(
    config: Config, attempt: Attempt, timeout_s: float, took_s: float, oracle: bool | None
) -> AttemptResult:
    """Waits for the verdict on the attempt's last run. Blocks."""
    if not attempt.runs:
        return keep_crashed(config, attempt, NOT_RECORDED, took_s)
    run = attempt.runs[-1]
    result = AttemptResult(
        number=attempt.number, run=run, took_s=took_s, tokens=attempt.tokens, oracle=oracle
    )
    if not (result := unless_lost(config, result)).run:
        return result
    try:
        with Reader(config) as reader:
            history = wait_judged(reader, run, timeout_s)
            steps = list(reader.steps(run))
            irreversible = _irreversible(reader, attempt.runs)
            step_verdicts = list(reader.verdicts(run).values())
    except (OSError, ValueError) as error:
        return msgspec.structs.replace(result, status="no-verdict", explanation=str(error))
    result = msgspec.structs.replace(result, irreversible=irreversible)
    return _with_verdict(config, result, history, steps, step_verdicts)


def _irreversible(reader: Reader, runs: Sequence[str]) -> str:
    """The first such step of all runs of an attempt: a retry repeats each of them."""
    found = (irreversible_step(list(reader.steps(run))) for run in runs)
    return next(filter(None, found), "")


def _with_verdict(
    config: Config,
    result: AttemptResult,
    history: RunHistory | None,
    steps: Sequence[Step],
    step_verdicts: Sequence[StepVerdict],
) -> AttemptResult:
    verdict = history.verdict if history else None
    if history is None or verdict is None or verdict.status != "ok":
        why = verdict.explanation if verdict else "the judge gave no verdict in time"
        return msgspec.structs.replace(result, status="no-verdict", explanation=why)
    thresholds = load_thresholds(config)
    is_calibrated = thresholds is not None and thresholds.is_of(verdict.judge)
    return msgspec.structs.replace(
        result,
        verdict=verdict.label,
        score=verdict.score,
        explanation=verdict.explanation,
        reflection=history.reflection,
        failure=""
        if verdict.label == "success"
        else describe_failure(verdict, steps, step_verdicts),
        failure_below=thresholds.failure_below if thresholds and is_calibrated else None,
    )


def ask_lesson(config: Config, run: str, warn: Callable[[str], None]) -> Reflection | None:
    """The lesson of a run that its judge does not call a failure; None where none can be made."""
    running = read_running(config)
    if running is None:
        warn("no lesson was made: the daemon is not running; `courtside up` starts it")
        return None
    try:
        path = f"/v1/runs/{run}/lesson"
        timeout_s = REQUESTED_LESSON_S + config.judge_timeout_s
        made = call_for(LessonMade, config, running, "POST", path, {}, timeout_s)
    except (OSError, msgspec.MsgspecError) as error:
        warn(f"no lesson was made: {error}")
        return None
    return made.reflection
