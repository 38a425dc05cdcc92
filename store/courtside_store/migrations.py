"""The database's schema as numbered steps. A step that has shipped is never edited."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress

Migration = str | Callable[[sqlite3.Connection], None]
"""SQL, or a function where SQL alone cannot; both run within one transaction."""


def name_failure_kinds(connection: sqlite3.Connection) -> None:
    """From the verdict that counts on each run, whose compressed body SQL cannot read."""
    connection.execute("alter table run add column failure_kind text")
    if not connection.execute("select 1 from verdict limit 1").fetchone():
        return  # a new file does not wait for the import
    from sqlite_utils import Database

    db = Database(connection, recursive_triggers=False, execute_plugins=False)

    db.register_function(_failure_kind, name="failure_kind", deterministic=True)
    db.execute(
        "update run set failure_kind = (select failure_kind(body) from verdict "
        "where verdict.run = run.id and step is null order by verdict.id desc limit 1)"
    )


def _failure_kind(body: bytes) -> str | None:
    kind: str | None = json.loads(zlib.decompress(body)).get("failure_kind")
    return kind


def mark_disputed(connection: sqlite3.Connection) -> None:
    """Runs that one judge calls a success and another a failure, by each one's newest word."""
    connection.execute("alter table run add column disputed integer not null default 0")
    connection.execute("create index run_disputed on run(id) where disputed")
    rows = connection.execute(
        "select run, body from verdict join run on run.id = verdict.run "
        "where step is null and verdict.revision = run.revision and run in "
        "(select run from verdict where step is null group by run having count(*) > 1) "
        "order by verdict.id"
    )
    labels: dict[str, dict[str, str]] = {}
    for run, body in rows:
        with suppress(zlib.error, ValueError, KeyError):
            verdict = json.loads(zlib.decompress(body))
            if verdict.get("status", "ok") == "ok":
                labels.setdefault(run, {})[verdict["judge"]["name"]] = verdict.get(
                    "label", "unknown"
                )
    connection.executemany(
        "update run set disputed = 1 where id = ?",
        [(run,) for run, words in labels.items() if {"success", "failure"} <= {*words.values()}],
    )


BOUND_NUMBERS = """
update run set started_at_ms = min(max(started_at_ms, 0), 253402300799999)
    where started_at_ms not between 0 and 253402300799999;
update run set ended_at_ms = min(max(ended_at_ms, 0), 253402300799999)
    where ended_at_ms not between 0 and 253402300799999;
update run set attempt = min(max(attempt, 1), 2147483647)
    where attempt not between 1 and 2147483647;
update run set parent_run = null where parent_run glob '*[^0-9a-z_]*'
    or parent_run not glob 'run_*';
update session set started_at_ms = min(max(started_at_ms, 0), 253402300799999)
    where started_at_ms not between 0 and 253402300799999;
update session set ended_at_ms = min(max(ended_at_ms, 0), 253402300799999)
    where ended_at_ms not between 0 and 253402300799999;
update session set dropped_frames = min(max(dropped_frames, 0), 1000000000)
    where dropped_frames not between 0 and 1000000000;
update total set dropped_frames = (select coalesce(sum(dropped_frames), 0) from session);
update step set at_ms = min(max(at_ms, 0), 253402300799999)
    where at_ms not between 0 and 253402300799999;
"""
"""Cuts numbers from before there were bounds: a time in the year 12000 cannot be printed."""

NO_DAEMON_STOPPED = """
update run set ended_by = 'session-gone' where ended_by = 'daemon-stopped';
"""
"""No daemon has ever ended a run so; a source could say it."""

MIGRATIONS: tuple[Migration, ...] = (
    """
    create table session (
        id text primary key, source text not null, surface text not null, name text not null,
        owner text not null, started_at_ms integer not null, ended_at_ms integer,
        acked integer not null default 0, dropped_frames integer not null default 0,
        dropped_steps integer not null default 0
    ) strict;
    create table run (
        id text primary key, session text not null references session(id),
        task text not null, agent text not null, attempt integer not null, parent_run text,
        started_at_ms integer not null, ended_at_ms integer, ended_by text,
        answer text not null default '', claims_success integer,
        pinned integer not null default 0, steps integer not null default 0,
        judged integer not null default 0, last_at_ms integer not null,
        verdict text, score real, status text, flags text not null default '[]',
        override text, oracle integer, frame text
    ) strict;
    create index run_by_time on run(started_at_ms desc, id desc);
    create index run_by_session on run(session);
    create index run_by_parent on run(parent_run) where parent_run is not null;
    create index run_open on run(last_at_ms) where ended_at_ms is null;
    create table observation (
        id integer primary key, run text not null, hash blob not null, body blob not null
    ) strict;
    create unique index observation_once on observation(run, hash);
    create table step (
        id integer primary key, run text not null references run(id), step integer not null,
        at_ms integer not null, action text not null, frame text,
        before integer references observation(id), after integer references observation(id),
        body blob not null, label text, score real, status text, override text,
        note integer not null default 0
    ) strict;
    create unique index step_in_run on step(run, step);
    create index step_pending on step(run, step) where status is null;
    create table verdict (
        id integer primary key, run text not null, step integer, body blob not null
    ) strict;
    create index verdict_of on verdict(run, step);
    create table override (
        id integer primary key, run text not null, step integer, body blob not null
    ) strict;
    create index override_of on override(run, step);
    create table oracle (run text primary key, body blob not null) strict;
    create table reflection (
        id integer primary key, run text not null, body blob not null
    ) strict;
    create index reflection_of on reflection(run);
    create table blob (
        sha256 text primary key, bytes integer not null, at_ms integer not null
    ) strict;
    create table used (
        run text not null, sha256 text not null, primary key (run, sha256)
    ) strict, without rowid;
    create index used_by on used(sha256);
    create table passage (
        id integer primary key, run text not null, step integer, place text not null,
        words text not null
    ) strict;
    create index passage_of on passage(run);
    create virtual table passage_words using fts5(
        words, content='passage', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
    );
    create trigger passage_added after insert on passage begin
        insert into passage_words(rowid, words) values (new.id, new.words);
    end;
    create trigger passage_gone after delete on passage begin
        insert into passage_words(passage_words, rowid, words)
        values ('delete', old.id, old.words);
    end;
    create trigger verdict_is_final before update on verdict begin
        select raise(abort, 'verdicts are appended, never edited');
    end;
    create trigger override_is_final before update on override begin
        select raise(abort, 'overrides are appended, never edited');
    end;
    """,
    """
    alter table override add column who text generated always as
        (coalesce(json_extract(cast(body as text), '$.who'), '')) virtual;
    alter table override add column label text generated always as
        (json_extract(cast(body as text), '$.label')) virtual;
    """,
    """
    alter table run add column revision integer not null default 0;
    alter table run add column task_revision integer not null default 0;
    alter table verdict add column revision integer not null default 0;
    """,
    # Totals that the status reads as one row; no sum of what sources claim overflows.
    """
    alter table run add column decided integer generated always as (coalesce(
        override in ('success', 'failure') and verdict in ('success', 'failure')
        and status = 'ok', 0)) virtual;
    alter table run add column agrees integer generated always as
        (coalesce(decided and override = verdict, 0)) virtual;
    alter table step add column decided integer generated always as (coalesce(
        override <> 'not-sure' and label <> 'not-sure' and status = 'ok', 0)) virtual;
    alter table step add column agrees integer generated always as
        (coalesce(decided and override = label, 0)) virtual;
    create table total (
        id integer primary key check (id = 1), runs integer not null, steps integer not null,
        dropped_frames integer not null, dropped_steps integer not null,
        agree integer not null, overrides integer not null, blob_bytes integer not null
    ) strict;
    insert into total select 1, (select count(*) from run),
        (select coalesce(sum(steps), 0) from run),
        (select cast(min(total(dropped_frames), 1e15) as integer) from session),
        (select cast(min(total(dropped_steps), 1e15) as integer) from session),
        (select coalesce(sum(agrees), 0) from run) + (select coalesce(sum(agrees), 0) from step),
        (select coalesce(sum(decided), 0) from run) + (select coalesce(sum(decided), 0) from step),
        (select coalesce(sum(bytes), 0) from blob);
    create trigger run_counted after insert on run begin
        update total set runs = runs + 1, steps = steps + new.steps,
            agree = agree + new.agrees, overrides = overrides + new.decided;
    end;
    create trigger run_recounted after update of steps, verdict, status, override on run
    when (new.steps, new.agrees, new.decided) <> (old.steps, old.agrees, old.decided) begin
        update total set steps = steps + new.steps - old.steps,
            agree = agree + new.agrees - old.agrees,
            overrides = overrides + new.decided - old.decided;
    end;
    create trigger run_uncounted after delete on run begin
        update total set runs = runs - 1, steps = steps - old.steps,
            agree = agree - old.agrees, overrides = overrides - old.decided;
    end;
    create trigger step_recounted after update of label, status, override on step
    when (new.agrees, new.decided) <> (old.agrees, old.decided) begin
        update total set agree = agree + new.agrees - old.agrees,
            overrides = overrides + new.decided - old.decided;
    end;
    create trigger step_uncounted after delete on step when old.decided begin
        update total set agree = agree - old.agrees, overrides = overrides - 1;
    end;
    create trigger session_recounted after update of dropped_frames, dropped_steps on session
    when (new.dropped_frames, new.dropped_steps) <> (old.dropped_frames, old.dropped_steps) begin
        update total set
            dropped_frames = min(dropped_frames + new.dropped_frames - old.dropped_frames, 1 << 60),
            dropped_steps = min(dropped_steps + new.dropped_steps - old.dropped_steps, 1 << 60);
    end;
    create trigger session_uncounted after delete on session
    when old.dropped_frames or old.dropped_steps begin
        update total set dropped_frames = max(dropped_frames - old.dropped_frames, 0),
            dropped_steps = max(dropped_steps - old.dropped_steps, 0);
    end;
    create trigger blob_counted after insert on blob begin
        update total set blob_bytes = blob_bytes + new.bytes;
    end;
    create trigger blob_recounted after update of bytes on blob begin
        update total set blob_bytes = blob_bytes + new.bytes - old.bytes;
    end;
    create trigger blob_uncounted after delete on blob begin
        update total set blob_bytes = blob_bytes - old.bytes;
    end;
    """,
    # A run's passages stand together in the index: words can be looked for run by run.
    """
    alter table run add column number integer;
    update run set number = rowid;
    create unique index run_number on run(number);
    create table passage_by_run (
        id integer primary key, run text not null, step integer, place text not null,
        words text not null
    ) strict;
    insert into passage_by_run
        select (run.number << 24) + row_number() over (partition by run.number order by passage.id),
            run, step, place, words
        from passage join run on run.id = passage.run order by 1;
    drop table passage;
    alter table passage_by_run rename to passage;
    create trigger passage_added after insert on passage begin
        insert into passage_words(rowid, words) values (new.id, new.words);
    end;
    create trigger passage_gone after delete on passage begin
        insert into passage_words(passage_words, rowid, words)
        values ('delete', old.id, old.words);
    end;
    insert into passage_words(passage_words) values ('rebuild');
    create index verdict_of_run on verdict(run) where step is null;
    """,
    name_failure_kinds,
    # The list's own order, with all that a filter asks for: what is left out is never looked up.
    """
    drop index run_by_time;
    create index run_by_time on run(
        started_at_ms desc, id desc, number, session, verdict, status, override, oracle, pinned,
        ended_at_ms, ended_by, steps, score, attempt, failure_kind, agent, flags
    );
    """,
    # A failure that still has no lesson, so that a daemon that dies meanwhile knows it again.
    """
    create table lesson_owed (
        run text primary key, revision integer not null, tries integer not null default 0
    ) strict;
    """,
    BOUND_NUMBERS,
    mark_disputed,
    NO_DAEMON_STOPPED,
    "alter table run add column end_reason text not null default '';",
)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the file up to date, one transaction a step; several processes may try at once.

    Raises ValueError where a newer version of Courtside wrote the file.
    """
    while (have := version_of(connection)) < len(MIGRATIONS):
        connection.execute("begin immediate")
        try:
            if version_of(connection) == have:  # or somebody else has just done it
                _take(MIGRATIONS[have], connection)
                connection.execute(f"pragma user_version={have + 1}")
        except BaseException:
            connection.execute("rollback")
            raise
        connection.execute("commit")
    if have > len(MIGRATIONS):
        raise ValueError(
            f"the database has schema {have}, this version knows {len(MIGRATIONS)}: "
            "update Courtside"
        )


def version_of(connection: sqlite3.Connection) -> int:
    """How many of the steps the file has seen."""
    return int(connection.execute("pragma user_version").fetchone()[0])


def _take(step: Migration, connection: sqlite3.Connection) -> None:
    if not isinstance(step, str):
        return step(connection)
    for statement in _statements(step):
        connection.execute(statement)
    return None


def _statements(script: str) -> Iterator[str]:
    """A script in single statements, as `executescript` would commit between them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
