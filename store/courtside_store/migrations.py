"""The database's schema as numbered steps. A step that has shipped is never edited."""

from __future__ import annotations

import sqlite3

MIGRATIONS: tuple[str, ...] = (
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
)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the file up to date, one transaction a step.

    Raises ValueError where a newer version of Courtside wrote the file.
    """
    have: int = connection.execute("pragma user_version").fetchone()[0]
    if have > len(MIGRATIONS):
        raise ValueError(
            f"the database has schema {have}, this version knows {len(MIGRATIONS)}: "
            "update Courtside"
        )
    for number, script in enumerate(MIGRATIONS[have:], start=have + 1):
        connection.executescript(
            f"begin immediate; {script}; pragma user_version={number}; commit;"
        )
