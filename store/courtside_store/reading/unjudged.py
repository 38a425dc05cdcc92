"""What waits: runs and steps for a verdict of the judge, failures for a lesson."""

from __future__ import annotations

from courtside_store.summaries import ToJudge

from .runs import RunReader


class JudgingReader(RunReader):
    """The work of the judge and of who makes lessons, which survives a restart of the daemon."""

    def unjudged(self) -> list[str]:
        """Runs with steps, or an end, that wait for a verdict; oldest first."""
        rows = self._db.execute(
            "select id from run where judged < steps or (ended_at_ms is not null "
            "and status is null) order by started_at_ms"
        )
        return [row[0] for row in rows]

    def lessons_owed(self) -> list[str]:
        """Runs whose failure waits for its lesson, oldest first."""
        rows = self._db.execute(
            "select id from run join lesson_owed on run.id = lesson_owed.run order by started_at_ms"
        )
        return [row[0] for row in rows]

    def to_judge(self, run: str) -> ToJudge | None:
        """A run and what of it waits for a verdict; None where it is gone."""
        with self._snapshot():
            if (summary := self.summary(run)) is None:
                return None
            rows = self._db.execute(
                "select step from step where run = :run and status is null order by step",
                {"run": run},
            )
            steps = tuple(row[0] for row in rows)
            session = {"session": summary.run.session}
            acked = self._db.execute("select acked from session where id = :session", session)
            return ToJudge(
                summary=summary,
                steps=steps,
                lesson=self._is_lesson_owed(run),
                seq=acked.fetchone()[0],
            )
