"""Writes runs, and what events make of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from courtside_store import wire
from courtside_store.lifecycle import check_task, with_presumed_end, with_task
from courtside_store.records import EndedBy, Oracle, Run, now_ms

from .connection import PASSAGE_OF_RUN, WritingConnection


class RunWriter(WritingConnection):
    """Writes the rows of runs, their tasks and their results."""

    def _add_run(self, session: str, message: wire.RunBegin) -> None:
        self._db.execute(
            "insert into run(id, number, session, task, agent, attempt, parent_run, started_at_ms, "
            "last_at_ms) select :run, coalesce(max(number), 0) + 1, :session, :task, :agent, "
            ":attempt, :parent, :at, :now from run",
            {
                "run": message.run,
                "session": session,
                "task": message.task,
                "agent": message.agent,
                "attempt": message.attempt,
                "parent": message.parent_run,
                "at": message.at_ms,
                "now": now_ms(),
            },
        )
        self._add_passage(message.run, None, "task", message.task)

    def _apply_event(self, id: str, event: Callable[[Run], Run]) -> Run | None:
        """Writes what an event makes of a run; None where it is unknown.

        Verdicts on earlier revisions then do not count.
        """
        run = self._run(id)
        if run is None or (now := event(run)) == run:
            return run
        self._db.execute(
            "update run set task = :task, ended_at_ms = :ended_at_ms, ended_by = :ended_by, "
            "end_reason = :end_reason, "
            "answer = :answer, claims_success = :claims_success, revision = :revision, "
            "task_revision = :task_revision, verdict = null, score = null, status = null, "
            "flags = '[]', failure_kind = null, disputed = 0 where id = :id",
            msgspec.structs.asdict(now),
        )
        self._db.execute("delete from lesson_owed where run = :id", {"id": id})
        if now.task_revision != run.task_revision:
            self._db.execute("update run set judged = 0 where id = :id", {"id": id})
            self._db.execute(
                "update step set label = null, score = null, status = null where run = :id",
                {"id": id},
            )
        return now

    def _set_task(self, id: str, task: str) -> Run | None:
        before = self._run(id)
        if before is None or before.task == task:
            return before
        now = self._apply_event(id, partial(with_task, task=task))
        self._db.execute(
            f"delete from passage where place = 'task' and {PASSAGE_OF_RUN}", {"run": id}
        )
        self._add_passage(id, None, "task", task)
        return now

    def change_task(self, run: str, task: str) -> Run:
        """What a person says that the task is. Raises ValueError where the run is unknown, or the
        task is none.
        """
        check_task(task)
        with self._transaction():
            if self._run(run) is None:
                raise ValueError(f"no run {run}")
            changed = self._set_task(run, task)
        assert changed
        return changed

    def presume_ended(self, run: str, by: EndedBy, reason: str = "") -> None:
        """Ends a run on the daemon's own account: idle, session gone. Replaces no end.

        `reason`: of a crash.
        """
        reason = self._secrets.cut(run, reason)
        ended = partial(with_presumed_end, by=by, at_ms=now_ms(), reason=reason)
        with self._transaction():
            self._apply_event(run, ended)

    def _add_oracle(self, oracle: Oracle) -> None:
        self._db.execute(
            "insert or replace into oracle values (:run, :body)",
            {"run": oracle.run, "body": wire.encode(oracle)},
        )
        self._db.execute(
            "update run set oracle = :success where id = :run",
            {"success": oracle.success, "run": oracle.run},
        )

    def pin(self, run: str, pinned: bool) -> bool:
        """Keeps a run out of the budget's reach; False where it is unknown."""
        done = self._db.execute(
            "update run set pinned = :pinned where id = :run", {"pinned": pinned, "run": run}
        )
        return done.rowcount > 0
