"""A store that has grown: words are found exactly, and letting go of a run is cheap."""

from __future__ import annotations

import os
import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from builders import SESSION, a_screen, a_step

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.reading.search import MAX_RANKED_PASSAGES
from courtside_store.reading.word_matches import MAX_PASSAGES
from courtside_store.records import Session

OLD, OTHER, NEW = (f"run_{n:020d}" for n in (1, 2, 3))


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        yield store


def begin(store: Store, run: str, task: str = "", at_ms: int = 1) -> None:
    seq = store.acked(SESSION) + 1
    begun = wire.RunBegin(seq=seq, run=run, at_ms=at_ms, task=task)
    assert store.take([(SESSION, seq, begun)]) == [None]


def add_step(store: Store, run: str, index: int, text: str) -> None:
    seq = store.acked(SESSION) + 1
    seen = a_step(index, run=run, after=a_screen(text=f"{text} {run} {index}"))
    assert store.take([(SESSION, seq, wire.StepSeen(seq=seq, step=seen))]) == [None]


def write_often(config: Config, run: str, words: str, times: int) -> None:
    """So many places with the same words, straight into the file."""
    with closing(sqlite3.connect(config.database)) as other, other:
        number = other.execute("select number from run where id = ?", (run,)).fetchone()[0]
        other.executemany(
            "insert into passage(id, run, step, place, words) values (?, ?, 1, 'page', ?)",
            (((number << 24) + 1000 + n, run, words) for n in range(times)),
        )


def test_a_common_word_finds_the_runs_of_before_its_newest_places_too(
    store: Store, config: Config
) -> None:
    begin(store, OLD, "buy milk", at_ms=1)
    begin(store, OTHER, "sell bread", at_ms=2)
    begin(store, NEW, at_ms=3)
    write_often(config, NEW, "buy now", MAX_PASSAGES + 1)
    with Reader(config) as reader:
        found = {words: [r.run.id for r in reader.runs(words)] for words in WANTED}
    assert found == WANTED


WANTED = {
    "buy": [NEW, OLD],
    "milk": [OLD],
    "buy milk": [OLD],
    "buy bread": [],
    "buy surface:web": [NEW, OLD],
    "buy surface:ios": [],
}


def test_of_a_word_that_stands_everywhere_the_newest_places_are_shown(
    store: Store, config: Config
) -> None:
    begin(store, OLD, "buy milk")
    begin(store, NEW)
    write_often(config, NEW, "buy now", MAX_RANKED_PASSAGES)
    with Reader(config) as reader:
        assert {hit.run for hit in reader.search("buy", 10)} == {NEW}
        assert [hit.run for hit in reader.search("milk")] == [OLD]


def test_letting_go_of_a_run_costs_the_same_however_many_there_are(store: Store) -> None:
    costs = []
    for runs in (range(4), range(4, 120)):
        for number in runs:
            begin(store, f"run_{number:020d}")
            for index in (1, 2, 3):
                add_step(store, f"run_{number:020d}", index, "page")
        costs.append(operations(store, f"run_{runs[-1]:020d}"))
    assert costs[1] < 2 * costs[0]


def operations(store: Store, run: str) -> int:
    """What SQLite does to forget a run, in hundreds of its instructions."""
    with counted(store) as done:
        assert store._forget([run])[0] == (run,)
    return done[0]


@contextmanager
def counted(store: Store) -> Iterator[list[int]]:
    """Hundreds of SQLite's instructions in the block."""
    done = [0]

    def count() -> int:
        done[0] += 1
        return 0

    store._db.set_progress_handler(count, 100)
    yield done
    store._db.set_progress_handler(None, 0)


def test_a_task_that_is_changed_costs_the_same_however_many_words_there_are(
    store: Store, config: Config
) -> None:
    begin(store, OLD, "buy milk")
    begin(store, NEW, "buy bread")
    with counted(store) as before:
        store.change_task(NEW, "buy butter")
    write_often(config, OLD, "buy now", 20_000)
    with counted(store) as after:
        store.change_task(NEW, "buy cheese")
    assert after[0] < before[0] + 10
    with Reader(config) as reader:
        assert [hit.run for hit in reader.search("cheese")] == [NEW]
        assert not reader.search("butter")


def test_others_write_while_runs_are_purged(store: Store, config: Config) -> None:
    runs = [f"run_{number:020d}" for number in range(30)]
    for run in runs:
        begin(store, run)
        add_step(store, run, 1, "quixotic")
    begin(store, NEW + "0")
    steps = 0
    for _ in store.purge_in_parts(runs):
        steps += 1
        add_step(store, NEW + "0", steps, "stays")
    assert steps > 3
    with Reader(config) as reader:
        assert [row.run.id for row in reader.runs()] == [NEW + "0"]
        assert reader.counts().steps == steps
        assert not reader.search("quixotic") and reader.search("stays")


def test_one_reader_serves_many_threads_at_once(store: Store, config: Config) -> None:
    begin(store, OLD, "buy milk")
    found: list[int] = []
    with Reader(config) as reader:

        def ask() -> None:
            found.extend(len(reader.runs("milk")) for _ in range(20))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [1] * 80


def test_runs_are_purged_where_no_file_may_grow_though_the_disk_has_room(
    store: Store, config: Config
) -> None:
    runs = [f"run_{number:020d}" for number in range(36)]
    for run in runs:
        begin(store, run)
        for index in range(1, 6):
            add_step(store, run, index, " ".join(f"z{os.urandom(4).hex()}" for _ in range(70)))
    store._shrink()
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = 2 * config.database.stat().st_size  # as `ulimit -f` has it; a quota is like it
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, unlimited[1]))
    try:
        assert len(store.purge(runs)[0]) == len(runs)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
