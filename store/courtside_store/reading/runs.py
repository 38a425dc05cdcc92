"""Runs as rows of a list, one by one, and with their verdicts and labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from courtside_store.filters import parse_filter
from courtside_store.records import Millis, Reflection, Run, RunId, Session
from courtside_store.stored_records import (
    RUN_COLUMNS,
    oracle_from,
    override_from,
    read_run,
    reflection_from,
    run_verdict_from,
)
from courtside_store.summaries import OpenRun, RunHistory, RunSummary

from .verdicts import VerdictReader
from .word_matches import find_matches

_RUN = """
    select run.*, session.source, session.surface, session.name as session_name, (
        select json_group_object(who, label) from (
            select who, label, max(id) from override
            where override.run = run.id and step is null and label is not null group by who
        )
    ) as people
    from run join session on session.id = run.session
"""
PAGE = 100
Cursor = tuple[Millis, RunId]
"""The place after which a list of runs goes on: when a run began, and which it is."""


def cursor_at(last: RunSummary) -> Cursor:
    """The cursor for the page after the one that ends with this run."""
    return last.run.started_at_ms, last.run.id


class RunReader(VerdictReader):
    """Reads runs."""

    def runs(
        self, filter: str = "", limit: int = PAGE, before: Cursor | None = None
    ) -> tuple[RunSummary, ...]:
        """Newest first, from after the cursor on. Raises ValueError on a filter that it does not
        understand.
        """
        where, values = parse_filter(filter, partial(find_matches, self._db))
        if before is not None:
            where += " and (run.started_at_ms, run.id) < (:before_at, :before_run)"
            values |= {"before_at": before[0], "before_run": before[1]}
        rows = self._db.execute(
            f"{_RUN} where {where} order by run.started_at_ms desc, run.id desc limit :limit",
            {**values, "limit": limit},
        )
        return tuple(_summary(row) for row in rows)

    def every_run(self, filter: str = "") -> Iterator[RunSummary]:
        """All that match, newest first. Raises ValueError as `runs` does."""
        page = self.runs(filter, PAGE)
        yield from page
        while len(page) == PAGE:
            page = self.runs(filter, PAGE, cursor_at(page[-1]))
            yield from page

    def labelled_runs(self, agent: str = "") -> Iterator[RunSummary]:
        """Ended runs that a person or an oracle calls a success or a failure, newest first; of one
        agent where it is named. What people said of them may be more than that: see `people`.
        """
        rows = self._db.execute(
            f"{_RUN} where run.ended_at_ms is not null and (run.oracle is not null or exists ("
            "select 1 from override where override.run = run.id and step is null "
            "and label in ('success', 'failure'))) and :agent in ('', run.agent) "
            "order by run.started_at_ms desc, run.id desc",
            {"agent": agent},
        )
        return map(_summary, rows)

    def has_agent(self, agent: str) -> bool:
        """Whether a run is this agent's; its name is compared whole."""
        rows = self._db.execute("select 1 from run where agent = :agent limit 1", {"agent": agent})
        return rows.fetchone() is not None

    def summary(self, run: str) -> RunSummary | None:
        """One row of the list."""
        row = self._db.execute(f"{_RUN} where run.id = :run", {"run": run}).fetchone()
        return _summary(row) if row else None

    def ids(self, start: str, limit: int) -> list[str]:
        """Ids of runs that begin so, the newest first."""
        rows = self._db.execute(
            "select id from run where id >= :low and id < :high order by id desc limit :limit",
            {"low": start, "high": start + "\U0010ffff", "limit": limit},
        )
        return [row[0] for row in rows]

    def run(self, run: str) -> RunHistory | None:
        """A run with its verdicts, overrides, lesson and the other attempts."""
        summary = self.summary(run)
        if summary is None:
            return None
        row = self._db.execute(
            "select * from session where id = :id", {"id": summary.run.session}
        ).fetchone()
        lesson_owed = self._is_lesson_owed(run)  # before the lesson, which may come meanwhile
        oracle = self._bodies("oracle", run)
        revision = summary.run.revision
        return RunHistory(
            summary=summary,
            session=Session(
                id=row["id"],
                source=row["source"],
                surface=row["surface"],
                name=row["name"],
                started_at_ms=row["started_at_ms"],
                ended_at_ms=row["ended_at_ms"],
            ),
            verdicts=tuple(run_verdict_from(b, run) for b in self._bodies("verdict", run, None)),
            overrides=tuple(
                override_from(b, run, None) for b in self._bodies("override", run, None)
            ),
            oracle=oracle_from(oracle[-1], run, bool(summary.oracle)) if oracle else None,
            lesson_owed=lesson_owed,
            reflection=self._lesson(run, revision),
            lessons=self._earlier_lessons(run),
            attempts=self._attempts(run),
        )

    def with_lesson(self, task: str) -> str | None:
        """The newest run of exactly this task that has a lesson, on the run as it is; None where
        none has."""
        rows = self._db.execute(
            "select id, revision from run where task = :task and exists "
            "(select 1 from reflection where reflection.run = run.id) "
            "order by started_at_ms desc, id desc",
            {"task": task},
        )
        return next((row["id"] for row in rows if self._lesson(row["id"], row["revision"])), None)

    def _is_lesson_owed(self, run: str) -> bool:
        owed = self._db.execute("select 1 from lesson_owed where run = :run", {"run": run})
        return owed.fetchone() is not None

    def _lesson(self, run: str, revision: int) -> Reflection | None:
        """The newest on the run as it is; None where it was judged a success since."""
        kept = [reflection_from(body, run, revision) for body in self._bodies("reflection", run)]
        lessons = [lesson for lesson in kept if lesson.revision == revision]
        if not lessons:
            return None
        now = self.run_verdict(run)
        is_over = now is not None and now.label == "success" and now.at_ms > lessons[-1].at_ms
        return None if is_over else lessons[-1]

    def _earlier_lessons(self, run: str) -> tuple[Reflection, ...]:
        """Those of the runs that this one retries, one of each, also where they go in a circle."""
        rows = self._db.execute(
            """
            with recursive up(id, parent, far) as (
                select id, parent_run, 0 from run where id = :run
                union select run.id, run.parent_run, up.far + 1 from run
                join up on run.id = up.parent where up.far < 100
            )
            select run.id, run.revision from up join run on run.id = up.id
            where up.far > 0 and run.id <> :run group by run.id order by min(up.far) desc
            """,
            {"run": run},
        ).fetchall()
        lessons = [self._lesson(row["id"], row["revision"]) for row in rows]
        return tuple(lesson for lesson in lessons if lesson is not None)

    def _attempts(self, run: str) -> tuple[RunSummary, ...]:
        rows = self._db.execute(
            """
            with recursive up(id, parent) as (
                select id, parent_run from run where id = :run
                union select run.id, run.parent_run from run join up on run.id = up.parent
            ), chain(id) as (
                select id from up
                union select run.id from run join chain on run.parent_run = chain.id
            ) """
            + _RUN
            + " where run.id in (select id from chain) order by run.attempt, run.started_at_ms",
            {"run": run},
        )
        return tuple(_summary(row) for row in rows)

    def open_runs(self) -> list[OpenRun]:
        """Runs that have not ended."""
        rows = self._db.execute(f"{_RUN} where run.ended_at_ms is null")
        return [OpenRun(_run(row), row["source"], row["last_at_ms"]) for row in rows]


def _run(row: Any) -> Run:
    return read_run([row[name] for name in RUN_COLUMNS])


def _summary(row: Any) -> RunSummary:
    return RunSummary(
        run=_run(row),
        source=row["source"],
        surface=row["surface"],
        name=row["session_name"],
        steps=row["steps"],
        pending=row["steps"] - row["judged"],
        verdict=row["verdict"],
        score=row["score"],
        status=row["status"],
        flags=tuple(msgspec.json.decode(row["flags"])),
        failure_kind=row["failure_kind"],
        override=row["override"],
        people=msgspec.json.decode(row["people"]),
        oracle=None if row["oracle"] is None else bool(row["oracle"]),
        pinned=bool(row["pinned"]),
        frame=row["frame"],
    )
