"""Steps of the schema that do more than SQL can."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from builders import a_run_verdict
from labels import store_run

from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.migrations import MIGRATIONS, NO_DAEMON_STOPPED, name_failure_kinds
from courtside_store.reading import Reader
from courtside_store.records import FailureKind


def test_a_run_judged_before_kinds_of_failure_had_a_column_has_its_newest(config: Config) -> None:
    kinds: tuple[FailureKind, ...] = ("environment", "low-level-skill")
    with Store.open(config) as store:
        judged, pending = (store_run(store, [], task=f"Do {n}") for n in range(2))
        store.add_verdicts(
            a_run_verdict(judged, label="failure", failure_kind=kind) for kind in kinds
        )
    with closing(sqlite3.connect(config.database, isolation_level=None)) as old:
        later = "select name from sqlite_master where type = 'index' and sql like '%failure_kind%'"
        for (name,) in old.execute(later).fetchall():
            old.execute(f"drop index {name}")
        old.execute("alter table run drop column failure_kind")
        name_failure_kinds(old)
    with Reader(config) as reader:
        found = {one.run.id: one.failure_kind for one in reader.runs()}
    assert found == {judged: "low-level-skill", pending: None}


def test_an_end_that_no_version_knows_any_more_is_told_as_one_that_it_knows(config: Config) -> None:
    with Store.open(config) as store:
        run = store_run(store, [])
    with closing(sqlite3.connect(config.database, isolation_level=None)) as old:
        old.execute("update run set ended_by = 'daemon-stopped'")
        old.execute("alter table run drop column end_reason")
        old.execute(f"pragma user_version={MIGRATIONS.index(NO_DAEMON_STOPPED)}")
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary and summary.run.ended_by == "session-gone"
