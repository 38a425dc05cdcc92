"""Verdicts of judges on runs and steps, and the labels and notes of people."""

from __future__ import annotations

from collections.abc import Iterator

from courtside_store.lifecycle import newest
from courtside_store.records import Override, RunVerdict, StepVerdict, Verdict
from courtside_store.stored_records import override_from, run_verdict_from, step_verdict_from

from .connection import ReadingConnection


class VerdictReader(ReadingConnection):
    """Reads the verdicts of judges and the overrides of people."""

    def verdicts(self, run: str) -> dict[int, StepVerdict]:
        """The verdict that counts on each judged step, by number."""
        rows = self._db.execute(
            "select step, body from verdict where run = :run and step is not null and revision >= "
            "(select task_revision from run where id = :run) order by id",
            {"run": run},
        )
        by_step: dict[int, list[StepVerdict]] = {}
        for step, body in rows:
            by_step.setdefault(step, []).append(step_verdict_from(body, run, step))
        return {step: one for step, all in by_step.items() if (one := newest(all))}

    def every_verdict(self, run: str) -> Iterator[Verdict]:
        """All verdicts on a run and its steps as they are now, oldest first."""
        rows = self._db.execute(
            "select step, body from verdict join run on run.id = verdict.run "
            "where verdict.run = :run and case when step is null then "
            "verdict.revision = run.revision else verdict.revision >= task_revision end "
            "order by verdict.id",
            {"run": run},
        )
        for step, body in rows:
            verdict: Verdict = (
                run_verdict_from(body, run) if step is None else step_verdict_from(body, run, step)
            )
            yield verdict

    def run_verdict(self, run: str) -> RunVerdict | None:
        """The verdict that counts on the run itself; None while it is pending."""
        bodies = self._db.execute(
            "select body from verdict where run = :run and step is null and revision = "
            "(select revision from run where id = :run) order by id",
            {"run": run},
        )
        return newest([run_verdict_from(body, run) for (body,) in bodies])

    def notes(self, run: str) -> list[str]:
        """What people wrote about the run itself, oldest first."""
        bodies = self._bodies("override", run, None)
        return [override_from(body, run, None).note for body in bodies]

    def every_note(self) -> Iterator[str]:
        """What people wrote about any run and any step, oldest first."""
        for row in self._db.execute("select body, run, step from override order by id"):
            if note := override_from(*row).note:
                yield note

    def overrides(self) -> list[Override]:
        """The newest label of each person on each run and step, oldest first."""
        rows = self._db.execute(
            "select body, run, step from override where id in (select max(id) from override "
            "where label is not null group by run, step, who) order by id"
        )
        return [override_from(*row) for row in rows]

    def disputed(self) -> set[str]:
        """Runs that one judge calls a success and another a failure, by each one's newest word."""
        return {row[0] for row in self._db.execute("select id from run where disputed")}
