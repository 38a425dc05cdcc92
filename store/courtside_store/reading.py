"""Reads what the store holds, over a read-only connection. Writes nothing."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from . import wire
from .config import Config
from .database import RUN_COLUMNS, read_run
from .filters import Places, parse_filter, quote_words
from .kept import (
    load,
    look_from,
    oracle_from,
    override_from,
    reflection_from,
    run_verdict_from,
    step_from,
    step_verdict_from,
    unpack,
)
from .lifecycle import newest
from .migrations import MIGRATIONS, migrate, version_of
from .records import (
    Millis,
    Observation,
    Override,
    Record,
    Run,
    RunVerdict,
    Session,
    Source,
    Step,
    StepVerdict,
    Verdict,
)

_RUN = """
    select run.*, session.source, session.surface, session.name as session_name, (
        select json_group_object(who, label) from (
            select who, label, max(id) from override
            where override.run = run.id and step is null and label is not null group by who
        )
    ) as people
    from run join session on session.id = run.session
"""
CACHE_KIB = 40_000
"""Pages of the file that each connection keeps in memory."""
RANKED = 1_000
"""A search ranks what it finds where none of its words stands in so many places."""
NEWEST = 20_000
"""So many places of a word are looked through to tell in which runs it stands."""
_STEP = "select run, step, at_ms, action, frame, label, score, status, override, note from step "
_CURSOR = re.compile("[0-9]{1,15}-run_[0-9a-z]{16,40}")


class Counts(Record, frozen=True, kw_only=True):
    """Totals for the status line."""

    runs: int
    steps: int
    dropped_frames: int
    dropped_steps: int
    agree: int
    overrides: int
    disk_bytes: int
    """What database and blobs take."""


class Weight(Record, frozen=True, kw_only=True):
    """How much some runs are."""

    runs: int
    steps: int
    bytes: int
    """Of the files that no other run uses."""


class ToJudge(Record, frozen=True, kw_only=True):
    """One run, and what of it waits for a verdict."""

    summary: wire.RunSummary
    steps: tuple[int, ...]
    """Numbers of the steps without one."""
    lesson: bool
    """Whether the failure in force is owed a lesson."""
    seq: int
    """The last message of its source that is in it."""


class OpenRun(NamedTuple):
    """A run that has not ended."""

    run: Run
    source: Source
    last_at_ms: Millis
    """Its last sign of life."""


class Reader:
    """Read-only connections: each thread that asks has one of its own."""

    def __init__(self, config: Config) -> None:
        """Brings an older file up to date first.

        Raises FileNotFoundError where nothing has been recorded yet, ValueError where a newer
        version of Courtside wrote the file.
        """
        if not config.database.is_file():
            raise FileNotFoundError(f"nothing is recorded yet in {config.data_dir}")
        self._uri = config.database.as_uri()
        self._of_thread = threading.local()
        self._open: list[sqlite3.Connection] = []
        if version_of(self._db) != len(MIGRATIONS):
            with closing(sqlite3.connect(config.database, isolation_level=None)) as writing:
                migrate(writing)

    @property
    def _db(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._of_thread, "db", None)
        if found is None:
            found = sqlite3.connect(
                f"{self._uri}?mode=ro", uri=True, check_same_thread=False, timeout=10
            )
            found.row_factory = sqlite3.Row
            found.execute(f"pragma cache_size=-{CACHE_KIB}")
            self._of_thread.db = found
            self._open.append(found)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file."""
        for connection in self._open:
            connection.close()

    # --- runs

    def runs(self, filter: str = "", limit: int = 100, before: str | None = None) -> wire.RunPage:
        """Newest first. `before` is the `next` of the page before.

        Raises ValueError on a filter or cursor that it does not understand.
        """
        where, values = parse_filter(filter, self._places)
        if before is not None:
            at, _, run = before.partition("-")
            if not _CURSOR.fullmatch(before):
                raise ValueError(f"before is {before!r}; pass the `next` of the last page")
            where += " and (run.started_at_ms, run.id) < (:before_at, :before_run)"
            values |= {"before_at": int(at), "before_run": run}
        rows = self._db.execute(
            f"{_RUN} where {where} order by run.started_at_ms desc, run.id desc limit :limit",
            {**values, "limit": limit + 1},
        ).fetchall()
        runs = tuple(_summary(row) for row in rows[:limit])
        more = len(rows) > limit
        return wire.RunPage(
            runs=runs, next=f"{runs[-1].run.started_at_ms}-{runs[-1].run.id}" if more else None
        )

    def every_run(self, filter: str = "") -> Iterator[wire.RunSummary]:
        """All that match, newest first. Raises ValueError as `runs` does."""
        page = self.runs(filter)
        yield from page.runs
        while page.next:
            page = self.runs(filter, before=page.next)
            yield from page.runs

    def summary(self, run: str) -> wire.RunSummary | None:
        """One row of the list."""
        row = self._db.execute(f"{_RUN} where run.id = :run", {"run": run}).fetchone()
        return _summary(row) if row else None

    def weigh(self, filter: str = "") -> Weight:
        """How much is deleted with the runs that match. Raises ValueError as `runs` does."""
        where, values = parse_filter(filter, self._places)
        row = self._db.execute(
            "with gone as materialized (select run.id, steps from run "
            f"join session on session.id = run.session where {where}) "
            "select (select count(*) from gone), (select coalesce(sum(steps), 0) from gone), "
            "(select coalesce(sum(bytes), 0) from blob where "
            "sha256 in (select sha256 from used where run in (select id from gone)) "
            "and not exists (select 1 from used where used.sha256 = blob.sha256 "
            "and used.run not in (select id from gone)))",
            values,
        ).fetchone()
        return Weight(runs=row[0], steps=row[1], bytes=row[2])

    def ids(self, start: str, limit: int) -> list[str]:
        """Ids of runs that begin so, the newest first."""
        rows = self._db.execute(
            "select id from run where id >= :low and id < :high order by id desc limit :limit",
            {"low": start, "high": start + "\U0010ffff", "limit": limit},
        )
        return [row[0] for row in rows]

    def run(self, run: str) -> wire.RunDetail | None:
        """A run with its verdicts, overrides, lesson and the other attempts."""
        summary = self.summary(run)
        if summary is None:
            return None
        row = self._db.execute(
            "select * from session where id = :id", {"id": summary.run.session}
        ).fetchone()
        oracle = self._bodies("oracle", run)
        revision = summary.run.revision
        told = [reflection_from(body, run, revision) for body in self._bodies("reflection", run)]
        lessons = [lesson for lesson in told if lesson.revision == revision]
        return wire.RunDetail(
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
            reflection=lessons[-1] if lessons else None,
            attempts=self._attempts(run),
        )

    def _bodies(self, table: str, run: str, step: int | str | None = "any") -> list[bytes]:
        where = "" if step == "any" else " and step is :step"
        if table == "oracle":
            rows = self._db.execute("select body from oracle where run = :run", {"run": run})
        else:
            rows = self._db.execute(
                f"select body from {table} where run = :run{where} order by id",
                {"run": run, "step": step},
            )
        return [row[0] for row in rows]

    def _attempts(self, run: str) -> tuple[wire.RunSummary, ...]:
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

    def unjudged(self) -> list[str]:
        """Runs with steps, or an end, that wait for a verdict or a lesson; oldest first."""
        rows = self._db.execute(
            "select id from run where judged < steps or (ended_at_ms is not null "
            "and status is null) or id in (select run from lesson_owed) order by started_at_ms"
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
            owed = self._db.execute("select 1 from lesson_owed where run = :run", {"run": run})
            return ToJudge(
                summary=summary,
                steps=steps,
                lesson=owed.fetchone() is not None,
                seq=acked.fetchone()[0],
            )

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Several readings of one state, whatever is written meanwhile."""
        self._db.execute("begin")
        try:
            yield
        finally:
            self._db.execute("rollback")

    # --- steps

    def strip(self, run: str, start: int = 1, limit: int = 1000) -> wire.StripPage:
        """Cells of the film strip, from step `start` on."""
        rows = self._db.execute(
            f"{_STEP} where run = :run and step >= :start order by step limit :limit",
            {"run": run, "start": start, "limit": limit},
        )
        total = self._db.execute("select steps from run where id = :run", {"run": run}).fetchone()
        return wire.StripPage(
            steps=tuple(_cell(row) for row in rows), total=total[0] if total else 0
        )

    def every_cell(self, run: str, steps: int) -> Iterator[wire.StepSummary]:
        """All cells of a run with so many steps, in order."""
        for start in range(1, steps + 1, 1000):
            yield from self.strip(run, start).steps

    def cell(self, run: str, step: int) -> wire.StepSummary | None:
        """One cell of the film strip."""
        cells = self.strip(run, step, 1).steps
        return cells[0] if cells and cells[0].step == step else None

    def step(self, run: str, step: int) -> wire.StepDetail | None:
        """A step with everything said about it."""
        found = list(self.steps(run, step, step))
        if not found:
            return None
        return wire.StepDetail(
            step=found[0],
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

    def verdicts(self, run: str) -> dict[int, StepVerdict]:
        """The verdict in force on each judged step, by number."""
        rows = self._db.execute(
            "select step, body from verdict where run = :run and step is not null and revision >= "
            "(select task_revision from run where id = :run) order by id",
            {"run": run},
        )
        said: dict[int, list[StepVerdict]] = {}
        for step, body in rows:
            said.setdefault(step, []).append(step_verdict_from(body, run, step))
        return {step: one for step, all in said.items() if (one := newest(all))}

    def every_verdict(self, run: str) -> Iterator[Verdict]:
        """All that judges said of a run and its steps as they are now, oldest first."""
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
        """The verdict in force on the run itself; None while it is pending."""
        found = self._db.execute(
            "select body from verdict where run = :run and step is null and revision = "
            "(select revision from run where id = :run) order by id",
            {"run": run},
        )
        return newest([run_verdict_from(body, run) for (body,) in found])

    def notes(self, run: str) -> list[str]:
        """What people wrote about the run itself, oldest first."""
        said = self._bodies("override", run, None)
        return [override_from(body, run, None).note for body in said]

    # --- people

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

    # --- words and numbers

    def search(self, q: str, limit: int = 50) -> wire.SearchPage:
        """Best matches first, over tasks, actions, pages, explanations, answers and notes.

        With a word that stands in `RANKED` places or more the newest come first: a rank counts all.
        """
        if not q.strip():
            return wire.SearchPage()
        order = "rank" if all(map(self._is_rare, q.split())) else "passage_words.rowid desc"
        rows = self._db.execute(
            "select passage.run, step, place, task, "
            "snippet(passage_words, 0, char(0x2068), char(0x2069), '…', 12) as words "
            "from passage_words join passage on passage.id = passage_words.rowid "
            "join run on run.id = passage.run "
            f"where passage_words match :q order by {order} limit :limit",
            {"q": quote_words(q), "limit": limit},
        )
        return wire.SearchPage(
            hits=tuple(
                wire.SearchHit(
                    run=row["run"],
                    step=row["step"],
                    where=row["place"],
                    snippet=row["words"],
                    task=row["task"],
                )
                for row in rows
            )
        )

    def _is_rare(self, word: str) -> bool:
        row = self._db.execute(
            "select count(*) from (select 1 from passage_words where passage_words match :q "
            "limit :most)",
            {"q": quote_words(word), "most": RANKED},
        ).fetchone()
        return bool(row[0] < RANKED)

    def _places(self, words: str) -> Places:
        """Where words in FTS5's form stand; runs of their newest places where those are many."""
        count, oldest, runs = self._db.execute(
            "select count(*), min(number), json_group_array(distinct number) from ("
            "select rowid >> 24 as number from passage_words where passage_words match :words "
            "order by rowid desc limit :most)",
            {"words": words, "most": NEWEST},
        ).fetchone()
        return Places(runs, oldest if count == NEWEST else -1)

    def counts(self) -> Counts:
        """Totals, kept by triggers. Who cannot tell, person or judge, neither agrees nor not."""
        row = self._db.execute(
            "select total.*, (page_count - freelist_count) * page_size as file_bytes from total, "
            "pragma_page_count, pragma_freelist_count, pragma_page_size"
        ).fetchone()
        return Counts(
            runs=row["runs"],
            steps=row["steps"],
            dropped_frames=row["dropped_frames"],
            dropped_steps=row["dropped_steps"],
            agree=row["agree"],
            overrides=row["overrides"],
            disk_bytes=row["blob_bytes"] + row["file_bytes"],
        )


def _run(row: Any) -> Run:
    return read_run([row[name] for name in RUN_COLUMNS])


def _summary(row: Any) -> wire.RunSummary:
    return wire.RunSummary(
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


def _cell(row: Any) -> wire.StepSummary:
    return wire.StepSummary(
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
