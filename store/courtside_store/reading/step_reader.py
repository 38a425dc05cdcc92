"""Steps as rows of a list, and whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from courtside_store.records import Observation, Step
from courtside_store.rendering import render_facts
from courtside_store.stored_records import (
    load,
    look_from,
    override_from,
    step_from,
    step_verdict_from,
    unpack,
)
from courtside_store.summaries import StepHistory, StepSummary

from .connection import ReadingConnection

_STEP = "select run, step, at_ms, action, frame, label, score, status, override, note from step "
PAGE = 1_000


class StepReader(ReadingConnection):
    """Reads the steps of runs."""

    def step_summaries(
        self, run: str, start: int = 1, limit: int = PAGE
    ) -> tuple[StepSummary, ...]:
        """Rows of the list of steps, from step `start` on."""
        rows = self._db.execute(
            f"{_STEP} where run = :run and step >= :start order by step limit :limit",
            {"run": run, "start": start, "limit": limit},
        )
        return tuple(_summary(row) for row in rows)

    def every_step_summary(self, run: str, steps: int) -> Iterator[StepSummary]:
        """All rows of a run with so many steps, in order."""
        for start in range(1, steps + 1, PAGE):
            yield from self.step_summaries(run, start)

    def step_summary(self, run: str, step: int) -> StepSummary | None:
        """One row of the list."""
        rows = self.step_summaries(run, step, 1)
        return rows[0] if rows and rows[0].step == step else None

    def step_count(self, run: str) -> int:
        """How many steps a run has; 0 for an unknown one."""
        row = self._db.execute("select steps from run where id = :run", {"run": run}).fetchone()
        return int(row[0]) if row else 0

    def step(self, run: str, step: int) -> StepHistory | None:
        """A step with its verdicts and overrides."""
        steps = list(self.steps(run, step, step))
        if not steps:
            return None
        return StepHistory(
            step=steps[0],
            facts=render_facts(steps[0]),
            verdicts=tuple(
                step_verdict_from(b, run, step) for b in self._bodies("verdict", run, step)
            ),
            overrides=tuple(
                override_from(b, run, step) for b in self._bodies("override", run, step)
            ),
        )

    def steps(self, run: str, first: int = 1, last: int = 1 << 60) -> Iterator[Step]:
        """Steps of a run, in order. What of one cannot be read says so in its place."""
        for number, at_ms, body, before, after in self._step_rows(run, first, last):
            yield msgspec.structs.replace(
                step_from(body, run, number, at_ms),
                before=look_from(before, at_ms),
                after=look_from(after, at_ms),
            )

    def whole_step(self, run: str, number: int) -> Step | None:
        """One step as it was recorded. Raises ValueError where something of it cannot be read."""
        for _, _, body, before, after in self._step_rows(run, number, number):
            return msgspec.structs.replace(
                load(body, Step),
                before=unpack(before, Observation) if before else None,
                after=unpack(after, Observation) if after else None,
            )
        return None

    def _step_rows(self, run: str, first: int, last: int) -> sqlite3.Cursor:
        return self._db.execute(
            "select step.step, at_ms, step.body, before.body, after.body from step "
            "left join observation before on before.id = step.before "
            "left join observation after on after.id = step.after "
            "where step.run = :run and step.step between :first and :last order by step.step",
            {"run": run, "first": first, "last": last},
        )


def _summary(row: Any) -> StepSummary:
    return StepSummary(
        run=row["run"],
        step=row["step"],
        at_ms=row["at_ms"],
        action=row["action"],
        frame=row["frame"],
        label=row["label"],
        score=row["score"],
        status=row["status"],
        override=row["override"],
        note=bool(row["note"]),
    )
