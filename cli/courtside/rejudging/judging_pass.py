"""Judges stored runs again, and keeps the verdicts. Does not know how the work is spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, Self, assert_never

import msgspec
from msgspec.structs import replace

from courtside.rejudging.rejudged_runs import JudgingReport
from courtside_bridges.client.control_api import call
from courtside_judge.claims import effective_verdict
from courtside_judge.pending import FindJudged, Pending, find_pending, target_of
from courtside_judge.perception.read_before import (
    actions_read,
    press_name_errors_logged,
    read_before,
)
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import RunVerdict, Verdict
from courtside_store.summaries import RunSummary
from courtside_store.thresholds import load_thresholds

MAX_FAILED_RUNS = 5
"""After so many runs in a row without a verdict the judge is down, not the runs odd."""


Take = Callable[[Verdict], None]
"""Takes in a verdict. Called by one thread at a time."""


class JudgingEngine(Protocol):
    """Spreads the work of judging over processes or machines."""

    def judge(self, config: Config, pending: Iterator[Pending], take: Take) -> None:
        """Has the judge that the configuration names give every verdict that is wanted.

        Ctrl-C and whatever `take` raises end it.
        """


class Rejudging:
    """One pass in which one judge judges stored runs."""

    def __init__(
        self,
        config: Config,
        done: FindJudged,
        store: bool,
        on_progress: Callable[[JudgingReport], None],
        outcomes_only: bool = False,
    ) -> None:
        """`on_progress` is called after each step and each run, judged now or before.

        `outcomes_only`: the judge gives no verdicts on steps.
        """
        self._outcomes_only = outcomes_only
        self._config = config
        self._done = done
        self._on_progress = on_progress
        self._thresholds = load_thresholds(config)
        self._read = read_before(config)
        self._reader = Reader(config)
        # Opened before anything is judged: it sweeps away files that no row names yet.
        self._store = None if read_running(config) or not store else Store.open(config)
        self._under_way: dict[str, Pending] = {}
        self._labels: dict[str, str | None] = {}
        self._answers: Counter[str] = Counter()
        self._failed_runs = 0
        self._counts: dict[str, Counter[str]] = {"labels": Counter(), "changed": Counter()}
        self.report = JudgingReport(judge=config.judge, stored=store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()
        if self._store:
            self._store.close()

    def run(self, engine: JudgingEngine, runs: Sequence[RunSummary]) -> JudgingReport:
        """All of them, by the engine.

        Raises RuntimeError where the judge fails on one run after the other.
        """
        engine.judge(self._config, self._find(runs), self._take)
        return self.report

    def _find(self, runs: Sequence[RunSummary]) -> Iterator[Pending]:
        """Those of which something is left; read when their turn comes."""
        for summary in runs:
            pending = find_pending(self._reader, summary, self._done, self._outcomes_only)
            for _ in range(len(pending.steps) + 1 - len(pending.wanted)):
                self._on_progress(self.report)
            if not pending.wanted:
                self._count(already=1)
                continue
            self._under_way[pending.case.run] = replace(pending, steps=())
            self._labels[pending.case.run] = summary.verdict if summary.status == "ok" else None
            yield pending

    def _take(self, verdict: Verdict) -> None:
        pending, target = self._under_way.get(verdict.run), target_of(verdict)
        if pending is None or target not in pending.wanted:
            return  # the second answer of a worker that was started again
        verdict = replace(verdict, revision=pending.revision)
        if isinstance(verdict, RunVerdict):
            limit = self._config.max_false_success
            verdict = effective_verdict(verdict, pending.ending, limit, self._thresholds)
        came = verdict.status == "ok"
        if self.report.stored and (came or target not in pending.answered):
            self._keep(verdict)
        ended = isinstance(verdict, RunVerdict)  # the last: a step without a verdict gets none
        left = replace(pending, wanted=frozenset() if ended else pending.wanted - {target})
        self._under_way[verdict.run] = left
        self._answers[verdict.run] += came
        self._count_status(verdict)
        if isinstance(verdict, RunVerdict):
            self._count_label(verdict)
        self._on_progress(self.report)
        if not left.wanted:
            self._end(verdict)

    def _keep(self, verdict: Verdict) -> None:
        """Through the daemon, where one runs by now: it owns the store and updates the page."""
        if running := read_running(self._config):
            body = {"verdicts": [msgspec.to_builtins(verdict)]}
            call(self._config, running, "POST", "/v1/verdicts", body)
            return
        self._store = self._store or Store.open(self._config)
        if isinstance(verdict, RunVerdict):  # all its screens have been read
            with press_name_errors_logged():
                words = actions_read(self._reader.steps(verdict.run), self._read)
                self._store.name_actions(verdict.run, words)
        self._store.add_verdicts([verdict])

    def _end(self, last: Verdict) -> None:
        del self._under_way[last.run]
        self._count(runs=1)
        self._failed_runs = 0 if self._answers.pop(last.run) else self._failed_runs + 1
        if self._failed_runs == MAX_FAILED_RUNS:
            raise RuntimeError(
                f"{self._config.judge} failed on {MAX_FAILED_RUNS} runs in a row: "
                f"{last.explanation}"
            )

    def _count_status(self, verdict: Verdict) -> None:
        match verdict.status:
            case "ok":
                self._count(steps=target_of(verdict) is not None)
            case "error":
                self._count(failed=1)
                self.report = replace(self.report, why=verdict.explanation)
            case "unparsed":
                first = self.report.first_unparsed or verdict.explanation
                self._count(unparsed=1)
                self.report = replace(self.report, first_unparsed=first)
            case _:
                assert_never(verdict.status)

    def _count_label(self, verdict: RunVerdict) -> None:
        before, now = self._labels[verdict.run], verdict.label
        label = now if verdict.status == "ok" else verdict.status
        self._counts["labels"][label] += 1
        if verdict.status == "ok" and before and before != now:
            self._counts["changed"][f"{before} to {now}"] += 1
        self.report = replace(
            self.report, **{name: dict(counted) for name, counted in self._counts.items()}
        )

    def _count(self, **more: int) -> None:
        counts = {name: getattr(self.report, name) + int(count) for name, count in more.items()}
        self.report = replace(self.report, **counts)
