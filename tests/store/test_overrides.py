"""What people say: kept beside the verdict, the newest of each person counted, doubt never."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest
from builders import RUN, SESSION, a_run_verdict, a_step, a_step_verdict

from courtside_formats.exports.training_data import export_runs
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.migrations import MIGRATIONS, mark_disputed
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Override, Session, new_id


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        add_run(store, RUN)
        yield store


@pytest.fixture
def reader(store: Store, config: Config) -> Iterator[Reader]:
    with Reader(config) as reader:
        yield reader


def add_run(store: Store, run: str) -> str:
    seq = store.acked(SESSION)
    messages = (
        wire.RunBegin(seq=seq + 1, run=run, at_ms=1, task='Press "Save"'),
        wire.StepSeen(seq=seq + 2, step=a_step(1, run=run)),
        wire.RunEnd(seq=seq + 3, run=run, at_ms=9),
    )
    assert store.take([(SESSION, m.seq, m) for m in messages]) == [None] * 3
    return run


def say(store: Store, label: Any, who: str = "ann", run: str = RUN, **more: Any) -> None:
    store.add_override(Override(run=run, label=label, who=who, at_ms=1, **more))


def judged(store: Store, label: Any, run: str = RUN, **more: Any) -> None:
    store.add_verdicts([a_run_verdict(run, label=label, **more)])


def test_the_newest_label_of_each_person_counts_and_none_is_lost(
    store: Store, reader: Reader
) -> None:
    for who, label in (("ann", "failure"), ("bob", "success"), ("ann", "unsure")):
        say(store, label, who)
    say(store, None, "cem", note="only a note")
    history = reader.run(RUN)
    assert history is not None and len(history.overrides) == 4
    assert history.summary.people == {"ann": "unsure", "bob": "success"}
    assert history.summary.override == "unsure"
    assert [(one.who, one.label) for one in reader.overrides()] == [
        ("bob", "success"),
        ("ann", "unsure"),
    ]


@pytest.mark.parametrize("label", ["unsure", "environment-error", "unknown"])
@pytest.mark.parametrize("verdict", ["success", "failure"])
def test_a_person_in_doubt_is_no_success_and_no_failure(
    store: Store, reader: Reader, tmp_path: Any, label: str, verdict: str
) -> None:
    judged(store, verdict)
    store.add_verdicts([a_step_verdict()])
    say(store, label)
    assert (reader.counts().agree, reader.counts().overrides) == (0, 0)
    assert not reader.runs("agree:yes") and not reader.runs("agree:no")
    assert len(reader.runs(f"override:{label}")) == 1
    export_runs(reader, store.blobs, tmp_path / "out")
    row = msgspec.json.decode((tmp_path / "out/steps.jsonl").read_bytes())
    assert row["run_reward"] is None  # not the judge's either: a person has doubted it


@pytest.mark.parametrize(
    ("verdict", "more", "person", "counted"),
    [
        ("success", {}, "success", (1, 1)),
        ("success", {}, "failure", (0, 1)),
        ("unknown", {}, "success", (0, 0)),
        ("failure", {"status": "error"}, "failure", (0, 0)),
        ("failure", {"status": "unparsed"}, "failure", (0, 0)),
    ],
)
def test_a_judge_that_could_not_answer_neither_agrees_nor_disagrees(
    store: Store,
    reader: Reader,
    verdict: str,
    more: dict[str, Any],
    person: str,
    counted: tuple[int, int],
) -> None:
    judged(store, verdict, **more)
    say(store, person)
    assert (reader.counts().agree, reader.counts().overrides) == counted
    assert len(reader.runs("agree:yes")) == counted[0]
    assert len(reader.runs("agree:no")) == counted[1] - counted[0]


def test_a_run_that_nobody_labelled_is_neither_agreed_on_nor_not(
    store: Store, reader: Reader
) -> None:
    judged(store, "success")
    assert not reader.runs("agree:yes") and not reader.runs("agree:no")


def test_judges_disagree_where_their_newest_words_do(store: Store, reader: Reader) -> None:
    again, agreed = add_run(store, new_id("run")), add_run(store, new_id("run"))
    for run, *words in (
        (RUN, ("a", "success"), ("b", "failure")),
        (again, ("a", "success"), ("b", "failure"), ("b", "success")),
        (agreed, ("a", "success"), ("b", "unknown")),
    ):
        for name, word in words:
            verdict = a_run_verdict(run, label=word)
            store.add_verdicts([msgspec.structs.replace(verdict, judge=JudgeStamp(name=name))])
    assert reader.disputed() == {RUN}
    store.change_task(RUN, "Print it")
    assert not reader.disputed()


def test_runs_that_were_disputed_before_there_was_a_column_for_it_are(config: Config) -> None:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        for run in (RUN, new_id("run")):
            add_run(store, run)
        for name, word in (("a", "success"), ("b", "failure")):
            verdict = a_run_verdict(label=word)
            store.add_verdicts([msgspec.structs.replace(verdict, judge=JudgeStamp(name=name))])
    with closing(sqlite3.connect(config.database, isolation_level=None)) as old:
        old.execute("drop index run_disputed")
        old.execute("alter table run drop column disputed")
        mark_disputed(old)
    with Reader(config) as reader:
        assert reader.disputed() == {RUN}


def test_which_runs_are_disputed_is_known_without_reading_a_verdict(
    store: Store, config: Config
) -> None:
    with closing(sqlite3.connect(config.database)) as file:
        plan = file.execute("explain query plan select id from run where disputed").fetchall()
    assert ["run_disputed" in row[3] for row in plan] == [True]


def test_labels_of_before_are_read_as_they_were(config: Config) -> None:
    config.data_dir.mkdir()
    with sqlite3.connect(config.database) as old:
        old.executescript(f"{MIGRATIONS[0]}; pragma user_version = 1;")
        old.execute("insert into session values (?,'cdp','web','','me',1,null,0,0,0)", [SESSION])
        old.execute(
            "insert into run(id, session, task, agent, attempt, started_at_ms, last_at_ms, "
            "override) values (?, ?, '', '', 1, 1, 1, 'unknown')",
            [RUN, SESSION],
        )
        for body in ({"label": "unknown", "who": "page"}, {"label": "unknown"}):
            row = msgspec.json.encode({"run": RUN, "at_ms": 1, **body})
            old.execute("insert into override(run, body) values (?, ?)", [RUN, row])
    old.close()
    Store.open(config).close()
    with Reader(config) as reader:
        assert reader.runs()[0].people == {"page": "unknown", "": "unknown"}
        assert [one.label for one in reader.overrides()] == ["unknown", "unknown"]
