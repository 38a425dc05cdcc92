"""The single writer of the SQLite file and the blob folder. Knows nothing of sockets or judges."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Any, Self

import msgspec

from . import wire
from .addresses import clean_effects, clean_step
from .blobs import Blobs
from .config import Config
from .effects import merge_effects
from .kept import load, pack, run_verdict_from
from .lifecycle import (
    is_current,
    is_disputed,
    with_effects,
    with_end,
    with_step,
    with_supposed_end,
    with_task,
)
from .migrations import migrate
from .private import close_to_others, make_private
from .raw import check_raw
from .records import (
    EndedBy,
    Observation,
    Oracle,
    Override,
    Reflection,
    Run,
    RunVerdict,
    Session,
    Step,
    StepVerdict,
    Verdict,
    now_ms,
)
from .rendering import render_step

log = logging.getLogger(__name__)
Item = tuple[str, int, wire.Sequenced | None]
"""Session, sequence number, message; None for one that nobody could read."""


RUNS_A_PART = 10
"""So many runs a purge deletes in one transaction."""
MERGE_PAGES = 200
"""So much of the full-text index is written anew at a time."""
_OF_RUN = (
    "verdict",
    "override",
    "oracle",
    "reflection",
    "lesson_owed",
    "step",
    "observation",
    "used",
)
"""Tables whose rows belong to one run."""
_PASSAGE_OF_RUN = (
    "id between (select number << 24 from run where id = :run) "
    "and (select (number << 24) + 0xffffff from run where id = :run)"
)
"""A run's passages are numbered after it; nothing else finds them without reading all."""

_NOT_WORSE = "(:status = 'ok' or status is null or status <> 'ok')"
"""A judge's failure is kept beside an answer, never over it."""
_DISK = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""Full, locked or damaged. The subclasses of DatabaseError are about the values."""


class Rejected(Exception):
    """A message that cannot be stored, with the reason in one line."""

    def __init__(self, reason: str, missing: tuple[str, ...] = (), retry: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing
        self.retry = retry or bool(missing)
        """The same message may pass later; it has not used up its number."""


RUN_COLUMNS = tuple(field.name for field in msgspec.structs.fields(Run))


def read_run(row: Sequence[Any]) -> Run:
    """A run from a row of RUN_COLUMNS."""
    values = dict(zip(RUN_COLUMNS, row, strict=True))
    claims = values["claims_success"]
    return Run(**{**values, "claims_success": None if claims is None else bool(claims)})


class Store:
    """The one writer. Every method is to be called from one thread; readers are elsewhere."""

    def __init__(self, config: Config, connection: sqlite3.Connection) -> None:
        self._config = config
        self._db = connection
        self.blobs = Blobs(config.blobs, flush=config.synchronous == "full")

    @classmethod
    def open(cls, config: Config) -> Store:
        """Creates what is missing, brings the schema up to date, sweeps orphaned files."""
        make_private(config.data_dir)
        make_private(config.blobs)
        for file in config.private_files:
            close_to_others(file)
        connection = sqlite3.connect(
            config.database, isolation_level=None, check_same_thread=False, timeout=10
        )
        config.database.chmod(0o600)
        for pragma in (
            "auto_vacuum=incremental",
            "journal_mode=wal",
            f"synchronous={config.synchronous}",
            "foreign_keys=on",
            "secure_delete=on",
            "cache_size=-16000",
        ):
            connection.execute(f"pragma {pragma}")
        migrate(connection)
        store = cls(config, connection)
        store._sweep()
        return store

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
        """Folds the write-ahead log into the file, if the disk has room, and lets go of it."""
        with suppress(sqlite3.OperationalError):
            self._db.execute("pragma wal_checkpoint(truncate)")
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("begin immediate")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise
        self._db.execute("commit")

    # --- sources

    def begin_session(self, session: Session, owner: str) -> int:
        """Opens or reopens a session; returns its last durable sequence number.

        Raises ValueError where the session belongs to another credential.
        """
        row = self._db.execute(
            "select owner, acked from session where id = :id", {"id": session.id}
        ).fetchone()
        if row is None:
            self._db.execute(
                "insert into session(id, source, surface, name, owner, started_at_ms) "
                "values (:id, :source, :surface, :name, :owner, :at)",
                {
                    "id": session.id,
                    "source": session.source,
                    "surface": session.surface,
                    "name": session.name,
                    "owner": owner,
                    "at": session.started_at_ms,
                },
            )
            return 0
        if row[0] != owner:
            raise ValueError(f"session {session.id} was opened with another credential")
        return int(row[1])

    def owner_of(self, run: str) -> str | None:
        """Whose run it is: the credential that opened its session."""
        row = self._db.execute(
            "select owner from session join run on run.session = session.id where run.id = :run",
            {"run": run},
        ).fetchone()
        return row[0] if row else None

    def check(self, session: str, message: wire.Sequenced) -> None:
        """Raises Rejected where the message could not be stored."""
        match message:
            case wire.RunBegin():
                if self._run(message.run):
                    raise Rejected(f"run {message.run} began already")
                self._check_parent(session, message.parent_run)
            case wire.StepSeen():
                self._check_step(session, message.step)
            case wire.RunTask():
                self._check_run(session, message.run)
            case wire.EffectsSeen():
                self._check_effects(session, message)
            case wire.RunEnd():
                try:
                    with_end(self._check_run(session, message.run), message)
                except ValueError as error:
                    raise Rejected(str(error)) from error
            case wire.OracleSaid():
                self._check_run(session, message.oracle.run)
            case wire.SessionEnd():
                pass

    def _run(self, run: str) -> Run | None:
        row = self._db.execute(
            f"select {', '.join(RUN_COLUMNS)} from run where id = :run", {"run": run}
        ).fetchone()
        return read_run(row) if row else None

    def _check_run(self, session: str, id: str) -> Run:
        run = self._run(id)
        if run is None or run.session != session:
            raise Rejected(f"run {id} is unknown in session {session}; send run-begin first")
        return run

    def _check_parent(self, session: str, parent: str | None) -> None:
        """A retry is of a run of the same source: by its credential, else by kind and name.

        Older versions gave each connection of the client library a credential of its own.
        """
        if self._db.execute(
            "select 1 from run join session theirs on theirs.id = run.session, session ours "
            "where run.id = :parent and ours.id = :session and theirs.owner <> ours.owner "
            "and (ours.name = '' or (theirs.source, theirs.name) <> (ours.source, ours.name))",
            {"parent": parent, "session": session},
        ).fetchone():
            raise Rejected(f"parent_run {parent} is of another source; leave it out")

    def _check_step(self, session: str, step: Step) -> None:
        self._check_run(session, step.run)
        steps = self._steps_of(step.run)
        if not steps < step.index <= steps + 1 + self._lost(session):
            raise Rejected(f"step.index is {step.index}; run {step.run} expects {steps + 1}")
        for number, action in enumerate(step.actions, 1):
            try:
                check_raw(action.raw or {})
            except ValueError as error:
                raise Rejected(f"action {number} of step {step.index}: {error}") from error
        frames = {look.frame for look in (step.before, step.after) if look and look.frame}
        missing = tuple(sorted(sha for sha in frames if not self._is_whole(sha)))
        if missing:
            raise Rejected(f"{len(missing)} frames of step {step.index} are missing", missing)

    def _check_effects(self, session: str, message: wire.EffectsSeen) -> None:
        """After a step that was refused a source's numbers are not the store's."""
        self._check_run(session, message.run)
        steps = self._steps_of(message.run)
        if message.step > steps or self._lost(session):
            raise Rejected(f"step is {message.step}; run {message.run} has {steps} steps")

    def _steps_of(self, run: str) -> int:
        row = self._db.execute("select steps from run where id = :run", {"run": run})
        return int(row.fetchone()[0])

    def _is_whole(self, sha: str) -> bool:
        row = self._db.execute("select bytes from blob where sha256 = :sha", {"sha": sha})
        known = row.fetchone()
        return self.blobs.has(sha, known[0] if known else None)

    def _lost(self, session: str) -> int:
        """Steps of a session that were refused: its source counts them, the store does not."""
        row = self._db.execute("select dropped_steps from session where id = :id", {"id": session})
        return int(row.fetchone()[0])

    def add_blob(self, data: bytes, sha: str | None = None) -> str:
        """Keeps a file; returns its sha256."""
        return self.blobs.add(data, sha)

    def has_blob(self, sha: str, size: int | None = None) -> bool:
        """Is that file here, whole?"""
        return self.blobs.has(sha, size)

    def take(self, items: Sequence[Item]) -> list[Rejected | None]:
        """One transaction for many messages; None for each that is now stored.

        A message that was stored before is not stored again. One that was refused for good
        uses up its number, so that the source can go on.
        """
        with self._transaction():
            return [self._take(*item) for item in items]

    def _take(self, session: str, seq: int, message: wire.Sequenced | None) -> Rejected | None:
        acked = self.acked(session)
        if seq <= acked:
            return None
        if seq != acked + 1:
            return Rejected(f"out of order: expected seq {acked + 1}, got {seq}", retry=True)
        refusal = self._keep(session, message) if message is not None else None
        if refusal is not None and refusal.retry:
            return refusal
        lost = message is None or (refusal is not None and isinstance(message, wire.StepSeen))
        self._db.execute(
            "update session set acked = :seq, dropped_steps = dropped_steps + :lost where id = :id",
            {"seq": seq, "id": session, "lost": int(lost)},
        )
        return refusal

    def _keep(self, session: str, message: wire.Sequenced) -> Rejected | None:
        """Stores one message in a savepoint of its own, so that it fails alone.

        Raises sqlite3.OperationalError and OSError: the disk, not the message, is at fault.
        """
        self._db.execute("savepoint message")
        try:
            self.check(session, message)
            self._apply(session, message)
            refusal = None
        except Rejected as rejected:
            refusal = rejected
        except Exception as error:
            if isinstance(error, OSError) or type(error) in _DISK:
                raise
            log.error("a message cannot be stored: %s", type(error).__name__)
            refusal = Rejected(f"it cannot be stored: {type(error).__name__}: {error}")
        if refusal is not None:
            self._db.execute("rollback to message")
        self._db.execute("release message")
        return refusal

    def acked(self, session: str) -> int:
        """Last durable sequence number of a session; 0 for an unknown one."""
        row = self._db.execute("select acked from session where id = :id", {"id": session})
        found = row.fetchone()
        return int(found[0]) if found else 0

    def _apply(self, session: str, message: wire.Sequenced) -> None:
        match message:
            case wire.RunBegin():
                self._add_run(session, message)
            case wire.RunTask():
                self._set_task(message.run, message.task)
            case wire.StepSeen():
                steps = self._steps_of(message.step.run)
                self._add_step(msgspec.structs.replace(message.step, index=steps + 1))
            case wire.EffectsSeen():
                self._add_effects(message)
            case wire.RunEnd():
                self._turn(message.run, partial(with_end, end=message))
                self._add_passage(message.run, None, "answer", message.answer)
            case wire.OracleSaid():
                self._add_oracle(message.oracle)
            case wire.SessionEnd():
                self._db.execute(
                    "update session set ended_at_ms = :at, dropped_frames = :lost where id = :id",
                    {"at": message.at_ms, "lost": message.dropped_frames, "id": session},
                )

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

    def _add_step(self, told: Step) -> None:
        step = clean_step(told)
        before = self._add_observation(step, step.before)
        after = self._add_observation(step, step.after)
        look = step.after or step.before
        frames = [seen.frame for seen in (step.after, step.before) if seen and seen.frame]
        action = render_step(step)
        body = msgspec.structs.replace(step, before=None, after=None)
        self._db.execute(
            "insert into step(run, step, at_ms, action, frame, before, after, body) "
            "values (:run, :step, :at, :action, :frame, :before, :after, :body)",
            {
                "run": step.run,
                "step": step.index,
                "at": look.at_ms if look else now_ms(),
                "action": action,
                "frame": frames[0] if frames else None,
                "before": before,
                "after": after,
                "body": wire.encode(body),
            },
        )
        self._db.execute(
            "update run set steps = :step, last_at_ms = :now, frame = coalesce(:frame, frame) "
            "where id = :run",
            {
                "step": step.index,
                "now": now_ms(),
                "frame": frames[0] if frames else None,
                "run": step.run,
            },
        )
        self._add_passage(step.run, step.index, "action", action)
        self._turn(step.run, with_step)

    def _add_effects(self, message: wire.EffectsSeen) -> None:
        """Raises ValueError where the step that is kept cannot be read."""
        key = {"run": message.run, "step": message.step}
        row = self._db.execute("select body from step where run = :run and step = :step", key)
        step = load(row.fetchone()[0], Step)
        effects = merge_effects(step.effects, clean_effects(message.effects))
        if effects == step.effects:
            return
        body = wire.encode(msgspec.structs.replace(step, effects=effects))
        self._db.execute(
            "update step set body = :body where run = :run and step = :step", {**key, "body": body}
        )
        self._turn(message.run, with_effects)

    def _add_observation(self, step: Step, look: Observation | None) -> int | None:
        """A step's after is the next one's before: kept once, with its page text apart."""
        if look is None:
            return None
        encoded = wire.encode(look)
        digest = hashlib.blake2b(encoded, digest_size=16).digest()
        found = self._db.execute(
            "select id from observation where run = :run and hash = :hash",
            {"run": step.run, "hash": digest},
        ).fetchone()
        if found:
            return int(found[0])
        row = self._db.execute(
            "insert into observation(run, hash, body) values (:run, :hash, :body)",
            {
                "run": step.run,
                "hash": digest,
                "body": zlib.compress(encoded, 1),
            },
        )
        if look.frame:
            self._use(step.run, look.frame)
        self._add_passage(step.run, step.index, "page", f"{look.title} {look.text}")
        return row.lastrowid

    def _use(self, run: str, sha: str) -> None:
        size = self.blobs.path(sha).stat().st_size
        self._db.execute(
            "insert or ignore into blob values (:sha, :size, :at)",
            {"sha": sha, "size": size, "at": now_ms()},
        )
        self._db.execute("insert or ignore into used values (:run, :sha)", {"run": run, "sha": sha})

    def _turn(self, id: str, event: Callable[[Run], Run]) -> Run | None:
        """Writes what an event makes of a run; None where it is unknown.

        A verdict on the revision before counts no more.
        """
        run = self._run(id)
        if run is None or (now := event(run)) == run:
            return run
        self._db.execute(
            "update run set task = :task, ended_at_ms = :ended_at_ms, ended_by = :ended_by, "
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
        now = self._turn(id, partial(with_task, task=task))
        self._db.execute(
            f"delete from passage where place = 'task' and {_PASSAGE_OF_RUN}", {"run": id}
        )
        self._add_passage(id, None, "task", task)
        return now

    def change_task(self, run: str, task: str) -> Run:
        """What a person says that the task is. Raises ValueError where the run is unknown."""
        with self._transaction():
            if self._run(run) is None:
                raise ValueError(f"no run {run}")
            changed = self._set_task(run, task)
        assert changed
        return changed

    def suppose_end(self, run: str, by: EndedBy) -> None:
        """Ends a run on the daemon's own account: idle, session gone. Replaces no end."""
        with self._transaction():
            self._turn(run, partial(with_supposed_end, by=by, at_ms=now_ms()))

    def _add_oracle(self, oracle: Oracle) -> None:
        self._db.execute(
            "insert or replace into oracle values (:run, :body)",
            {"run": oracle.run, "body": wire.encode(oracle)},
        )
        self._db.execute(
            "update run set oracle = :success where id = :run",
            {"success": oracle.success, "run": oracle.run},
        )

    def _add_passage(self, run: str, step: int | None, place: str, words: str) -> None:
        if words.strip():
            self._db.execute(
                "insert into passage(id, run, step, place, words) select "
                "coalesce((select max(passage.id) from passage where passage.id "
                "between number << 24 and (number << 24) + 0xffffff), number << 24) + 1, "
                ":run, :step, :place, :words from run where run.id = :run",
                {"run": run, "step": step, "place": place, "words": words},
            )

    # --- verdicts and people

    def add_verdicts(self, verdicts: Iterable[Verdict], teach: bool = False) -> list[bool]:
        """Appends verdicts; which of them are in force now: those on what their run has become
        since are kept, and count no more. None is kept on a run that is gone.

        `teach`: a failure is owed a lesson from now on; see `begin_lesson`.
        """
        with self._transaction():
            in_force = []
            for verdict in verdicts:
                in_force.append(self._add_verdict(verdict))
                if teach and in_force[-1] and verdict.status == "ok" and verdict.label == "failure":
                    self._owe_lesson(verdict.run)
            return in_force

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
        self._put_in_force(verdict)
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

    def _put_in_force(self, verdict: Verdict) -> None:
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

    def add_override(self, override: Override) -> None:
        """Keeps a person's word beside the judge's.

        Raises ValueError where the run or step is unknown.
        """
        with self._transaction():
            found = self._db.execute(
                "select 1 from run where id = :run and coalesce(:step, 1) <= max(steps, 1)",
                {"run": override.run, "step": override.step},
            ).fetchone()
            if not found:
                raise ValueError(f"no run {override.run} with step {override.step}")
            values = {
                "run": override.run,
                "step": override.step,
                "label": override.label,
                "body": wire.encode(override),
                "note": int(bool(override.note)),
            }
            self._db.execute(
                "insert into override(run, step, body) values (:run, :step, :body)", values
            )
            table, key = (
                ("run", "id = :run")
                if override.step is None
                else (
                    "step",
                    "run = :run and step = :step",
                )
            )
            if override.label:
                self._db.execute(f"update {table} set override = :label where {key}", values)
            if override.step is not None:
                self._db.execute(f"update step set note = max(note, :note) where {key}", values)
            self._add_passage(override.run, override.step, "note", override.note)

    def _owe_lesson(self, run: str) -> None:
        self._db.execute(
            "insert or replace into lesson_owed(run, revision) "
            "select id, revision from run where id = :run",
            {"run": run},
        )

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
                lesson = msgspec.structs.replace(lesson, revision=revision)
                self._db.execute(
                    "insert into reflection(run, body) values (:run, :body)",
                    {"run": run, "body": wire.encode(lesson)},
                )
            elif lesson is not None:
                self._add_verdict(lesson)
            return True

    def pin(self, run: str, pinned: bool) -> bool:
        """Keeps a run out of the budget's reach; False where it is unknown."""
        done = self._db.execute(
            "update run set pinned = :pinned where id = :run", {"pinned": pinned, "run": run}
        )
        return done.rowcount > 0

    # --- letting go

    def purge(self, runs: Sequence[str] | None = None) -> tuple[tuple[str, ...], int]:
        """Deletes runs (None: all) with files, rows, index and log; (runs gone, bytes freed)."""
        parts = list(self.purge_in_parts(runs))
        return tuple(run for gone, _ in parts for run in gone), sum(freed for _, freed in parts)

    def purge_in_parts(self, runs: Sequence[str] | None) -> Iterator[tuple[tuple[str, ...], int]]:
        """The same, a little at a time: whoever else wants to write gets in between."""
        if runs is None:
            runs = [row[0] for row in self._db.execute("select id from run")]
        for first in range(0, len(runs), RUNS_A_PART):
            yield self._forget(runs[first : first + RUNS_A_PART])
        for _ in self._erase_words():
            yield (), 0
        # The others count their messages on, also the ones that are away.
        self._db.execute(
            "delete from session where id not in (select session from run) "
            "and ended_at_ms is not null"
        )
        self._shrink()
        yield (), 0

    def _erase_words(self) -> Iterator[None]:
        """Merges the index into one piece: what was deleted is only marked in it until then."""
        pages, changed = -MERGE_PAGES, 2  # a number below zero begins to merge all
        while changed >= 2:  # fewer: nothing was left to merge
            before = self._db.total_changes
            self._db.execute(
                "insert into passage_words(passage_words, rank) values ('merge', :pages)",
                {"pages": pages},
            )
            changed, pages = self._db.total_changes - before, MERGE_PAGES
            yield

    def _forget(self, runs: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """Rows first, in one transaction; a file that is left by a death in between is swept.

        Foreign keys rest meanwhile: for each screen that goes, all steps would be searched.
        """
        loose: list[tuple[str, int]] = []
        self._db.execute("pragma foreign_keys=off")
        try:
            with self._transaction():
                gone = tuple(run for run in dict.fromkeys(runs) if self._run(run))
                for run in gone:
                    loose += self._forget_run(run)
        finally:
            self._db.execute("pragma foreign_keys=on")
        for sha, _ in loose:
            self.blobs.remove(sha)
        return gone, sum(size for _, size in loose)

    def _forget_run(self, run: str) -> list[tuple[str, int]]:
        """Deletes its rows; the files, with their sizes, that no other run uses."""
        at = {"run": run}
        self._db.execute(f"delete from passage where {_PASSAGE_OF_RUN}", at)
        loose = self._db.execute(
            "delete from blob where sha256 in (select sha256 from used where run = :run) and "
            "not exists (select 1 from used where used.sha256 = blob.sha256 and run <> :run) "
            "returning sha256, bytes",
            at,
        ).fetchall()
        for table in _OF_RUN:
            self._db.execute(f"delete from {table} where run = :run", at)
        self._db.execute("delete from run where id = :run", at)
        return loose

    def _shrink(self) -> None:
        self._db.execute("pragma incremental_vacuum").fetchall()
        self._db.execute("pragma wal_checkpoint(truncate)").fetchall()

    def disk_bytes(self) -> int:
        """What blobs and database take now."""
        blobs = self._db.execute("select blob_bytes from total").fetchone()[0]
        pages = self._db.execute(
            "select (page_count - freelist_count) * page_size "
            "from pragma_page_count, pragma_freelist_count, pragma_page_size"
        ).fetchone()[0]
        return int(blobs) + int(pages)

    def evict(self) -> tuple[str, ...]:
        """Enforces the byte budget: oldest passing runs first, then the other judged ones.

        What a person has labelled goes last. Pinned, open and unjudged runs stay, even where
        the budget cannot be met.
        """
        gone: list[str] = []
        rows: list[tuple[str]] = []
        while self.disk_bytes() > self._config.budget_bytes:
            rows = rows or self._may_go()
            if not rows:
                break
            gone += self._forget(rows.pop(0))[0]
        if gone:
            self._shrink()
        return tuple(gone)

    def _may_go(self) -> list[tuple[str]]:
        """The next runs that the budget may take, in order."""
        return self._db.execute(
            "select id from run where pinned = 0 and ended_at_ms is not null "
            "and status is not null order by override is null desc, "
            "verdict = 'success' desc, started_at_ms limit 100"
        ).fetchall()

    def _sweep(self) -> None:
        """Removes files that no row names: the daemon died between file and row."""
        before = time.time() - 1
        for folder, paths in self.blobs.folders():
            rows = self._db.execute(
                "select sha256 from blob where sha256 between :first and :first || 'g'",
                {"first": folder},
            )
            known = {row[0] for row in rows}
            for path in paths:
                sha, _, note = path.name.partition(".")
                stays = sha in known and not note.endswith(".part")
                if not stays and path.stat().st_mtime < before:
                    path.unlink(missing_ok=True)
