"""Keeps the lessons of failures, and which are still owed."""

from __future__ import annotations

import msgspec

from courtside_store import wire
from courtside_store.records import Reflection, Verdict

from .verdicts import VerdictWriter


class LessonWriter(VerdictWriter):
    """A lesson is made once, also where the daemon ends in between."""

    def begin_lesson(self, run: str, revision: int) -> int | None:
        """How often a failure's lesson was begun before; None where none is owed any more."""
        rows = self._db.execute(
            "update lesson_owed set tries = tries + 1 where run = :run and revision = :revision "
            "returning tries - 1",
            {"run": run, "revision": revision},
        ).fetchall()
        return rows[0][0] if rows else None

    def settle_lesson(self, run: str, revision: int, lesson: Reflection | Verdict | None) -> bool:
        """Keeps the lesson, or the note why there is none; False where none is owed any more."""
        with self._transaction():
            owed = self._db.execute(
                "delete from lesson_owed where run = :run and revision = :revision",
                {"run": run, "revision": revision},
            )
            if not owed.rowcount:
                return False
            if isinstance(lesson, Reflection):
                self._keep_lesson(msgspec.structs.replace(lesson, revision=revision))
            elif lesson is not None:
                self._add_verdict(lesson)
            return True

    def secrets_of(self, run: str) -> tuple[str, ...]:
        """What secret fields of a run that was recorded lately held or got, as far as its source
        sent it."""
        return self._secrets.of(run)

    def add_lesson(self, lesson: Reflection) -> bool:
        """Keeps a lesson that was asked for; False where its run is gone."""
        with self._transaction():
            if self._run(lesson.run) is None:
                return False
            self._keep_lesson(lesson)
            return True

    def _keep_lesson(self, lesson: Reflection) -> None:
        self._db.execute(
            "insert into reflection(run, body) values (:run, :body)",
            {"run": lesson.run, "body": wire.encode(lesson)},
        )
