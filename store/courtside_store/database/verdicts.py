"""Appends verdicts, and keeps in the rows of runs and steps the one that counts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from courtside_store.lifecycle import is_current, is_disputed, owes_lesson
from courtside_store.records import Run, RunVerdict, StepVerdict, Verdict
from courtside_store.stored_records import pack, run_verdict_from

from .connection import WritingConnection

_NOT_WORSE = "(:status = 'ok' or status is null or status <> 'ok')"
"""A judge's failure is kept beside an answer, never over it."""


class VerdictWriter(WritingConnection):
    """Writes the verdicts of judges."""

    def add_verdicts(self, verdicts: Iterable[Verdict], teach: bool = False) -> list[bool]:
        """Appends verdicts; which of them count: those on what their run was before it changed are
        kept and do not. None is kept on a run that is gone.

        `teach`: a failure is owed a lesson from now on; see `begin_lesson`.
        """
        with self._transaction():
            counts = []
            for verdict in verdicts:
                counts.append(self._add_verdict(verdict))
                counted = teach and counts[-1]
                if counted and isinstance(verdict, RunVerdict) and owes_lesson(verdict):
                    self._owe_lesson(verdict.run)
            return counts

    def _add_verdict(self, verdict: Verdict) -> bool:
        run = self._run(verdict.run)
        if run is None:
            return False
        if not verdict.revision:
            verdict = msgspec.structs.replace(verdict, revision=run.revision)
        step = verdict.step if isinstance(verdict, StepVerdict) else None
        self._db.execute(
            "insert into verdict(run, step, revision, body) values (:run, :step, :revision, :body)",
            {
                "run": run.id,
                "step": step,
                "revision": verdict.revision,
                "body": pack(verdict),
            },
        )
        for sha in (verdict.prompt, verdict.raw):
            if sha and self.blobs.has(sha):  # a start sweeps what no row names yet
                self._use(run.id, sha)
        self._add_passage(run.id, step, "explanation", verdict.explanation)
        if not is_current(verdict, run):
            return False
        self._write_to_row(verdict)
        if isinstance(verdict, RunVerdict):
            self._mark_disputed(run)
        return True

    def _mark_disputed(self, run: Run) -> None:
        rows = self._db.execute(
            "select body from verdict where run = :run and step is null and revision = :revision "
            "order by id",
            {"run": run.id, "revision": run.revision},
        ).fetchall()
        if len(rows) > 1:
            disputed = is_disputed(run_verdict_from(body, run.id) for (body,) in rows)
            self._db.execute(
                "update run set disputed = :disputed where id = :run and disputed <> :disputed",
                {"disputed": disputed, "run": run.id},
            )

    def _write_to_row(self, verdict: Verdict) -> None:
        values = {
            "run": verdict.run,
            "label": verdict.label,
            "score": verdict.score,
            "status": verdict.status,
        }
        if isinstance(verdict, RunVerdict):
            values["flags"] = msgspec.json.encode(verdict.flags).decode()
            values["kind"] = verdict.failure_kind
            self._db.execute(
                "update run set verdict = :label, score = :score, status = :status, "
                f"flags = :flags, failure_kind = :kind where id = :run and {_NOT_WORSE}",
                values,
            )
            return
        values["step"] = verdict.step
        self._db.execute(
            "update run set judged = judged + 1 where id = :run and exists (select 1 from step "
            "where run = :run and step = :step and status is null)",
            values,
        )
        self._db.execute(
            "update step set label = :label, score = :score, status = :status "
            f"where run = :run and step = :step and {_NOT_WORSE}",
            values,
        )

    def _owe_lesson(self, run: str) -> None:
        self._db.execute(
            "insert or replace into lesson_owed(run, revision) "
            "select id, revision from run where id = :run",
            {"run": run},
        )
