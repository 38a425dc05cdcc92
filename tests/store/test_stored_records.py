"""A row that cannot be read says so in its place, and hides none of its neighbours."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from builders import RUN, SESSION, a_run_verdict, a_screen, a_step, a_step_verdict

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.migrations import BOUND_NUMBERS
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Oracle, Override, Reflection, RunVerdict, Session
from courtside_store.stored_records import load_file
from courtside_store.summaries import RunHistory

LARGE = 2**64


@pytest.fixture
def reader(config: Config) -> Iterator[Reader]:
    """A run of three steps; of all that is said of it, each kind has one row beyond the bounds."""
    wide = {1: LARGE}
    screens = [a_screen(text=f"page {n}", width=wide.get(n, 320)) for n in range(4)]
    steps = [a_step(n, before=screens[n - 1], after=screens[n]) for n in (1, 2, 3)]
    messages: list[wire.Sequenced] = [wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Save")]
    messages += [wire.StepSeen(seq=step.index + 1, step=step) for step in steps]
    messages += [wire.RunEnd(seq=5, run=RUN, at_ms=9)]
    messages += [wire.OracleResult(seq=6, oracle=Oracle(run=RUN, success=True, at_ms=LARGE))]
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="client", started_at_ms=1), "me")
        assert store.take([(SESSION, one.seq, one) for one in messages]) == [None] * 6
        store.add_verdicts([a_run_verdict(label="failure"), *map(a_step_verdict, (1, 2, 3))], True)
        store.settle_lesson(RUN, 4, Reflection(run=RUN, text="look first", at_ms=LARGE))
        store.add_verdicts([msgspec.structs.replace(a_run_verdict(), took_ms=-1.0)])
        store.add_verdicts([msgspec.structs.replace(a_step_verdict(3), took_ms=-1.0)])
        for who, at_ms in (("ann", 1), ("bob", LARGE)):
            store.add_override(Override(run=RUN, label="success", who=who, at_ms=at_ms))
            store.add_override(Override(run=RUN, step=2, label="not-sure", who=who, at_ms=at_ms))
    with closing(sqlite3.connect(config.database)) as file, file:
        body = file.execute("select body from step where step = 3").fetchone()[0]
        beyond = msgspec.json.encode(msgspec.json.decode(body) | {"index": LARGE})
        file.execute("update step set body = :body where step = 3", {"body": beyond})
    with Reader(config) as made:
        yield made


def test_steps_with_a_row_that_cannot_be_read_are_all_there(reader: Reader) -> None:
    first, second, third = reader.steps(RUN)
    assert first.before and not first.before.withheld and first.actions
    for look in (first.after, second.before):
        assert look and look.withheld and look.withheld.startswith("it cannot be read: Expected")
    assert second.after and second.after.width == 320
    assert third.index == 3 and "was recorded, and it cannot be read" in third.actions[0].text
    assert third.before and third.before.width == 320


def test_whoever_judges_a_step_is_told_that_it_cannot_be_read(reader: Reader) -> None:
    for number in (1, 2, 3):
        with pytest.raises(ValueError, match="cannot be read"):
            reader.whole_step(RUN, number)
    assert reader.whole_step(RUN, 4) is None


def test_what_was_said_of_a_run_is_all_there(reader: Reader) -> None:
    history = reader.run(RUN)
    assert history is not None and history.oracle and history.oracle.success
    assert [one.status for one in history.verdicts] == ["ok", "error"]
    assert "cannot be read" in history.verdicts[1].explanation
    assert [one.who for one in history.overrides] == ["ann", ""]
    assert history.reflection is not None and "cannot be read" in history.reflection.text
    verdict = reader.run_verdict(RUN)
    assert isinstance(verdict, RunVerdict) and verdict.label == "failure"
    assert [one.status for one in reader.verdicts(RUN).values()] == ["ok"] * 3
    assert len(list(reader.every_verdict(RUN))) == 6
    assert len(reader.overrides()) == 4 and len(reader.notes(RUN)) == 2
    step = reader.step(RUN, 2)
    assert step is not None and len(step.overrides) == 2
    msgspec.json.decode(wire.encode(history), type=RunHistory)


def test_bytes_that_the_disk_has_spoilt_cost_one_screen(reader: Reader, config: Config) -> None:
    with closing(sqlite3.connect(config.database)) as file, file:
        file.execute("update observation set body = :body where id = 1", {"body": b"spoilt"})
        packed = zlib.compress(b"\xff")
        file.execute("update observation set body = :body where id = 2", {"body": packed})
    first, second, _ = reader.steps(RUN)
    assert first.before and first.before.withheld and second.before and second.before.withheld
    assert second.after and not second.after.withheld


def test_times_beyond_the_year_9999_are_cut(config: Config) -> None:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="client", started_at_ms=2**62), "me")
        begin = wire.RunBegin(seq=1, run=RUN, at_ms=2**62, attempt=2**40, parent_run="run_x\n")
        assert store.take([(SESSION, 1, begin)]) == [None]
    with closing(sqlite3.connect(config.database, isolation_level=None)) as older:
        older.executescript(BOUND_NUMBERS)
    with Reader(config) as reader:
        (row,) = reader.runs()
        history = reader.run(RUN)
    assert (row.run.attempt, row.run.parent_run) == (2**31 - 1, None)
    assert row.run.started_at_ms == 253_402_300_799_999
    assert history is not None and history.session.started_at_ms == row.run.started_at_ms


@pytest.mark.parametrize("part", ["version", "identity"])
def test_what_a_judge_learned_is_found_in_the_stamps_of_before(config: Config, part: str) -> None:
    """It stood behind the version, and in a cascade's verdicts behind the identity."""
    old = msgspec.convert({"name": "evidence", part: "13+learned.abc"}, JudgeStamp)
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="client", started_at_ms=1), "me")
        store.take([(SESSION, 1, wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Save"))])
        store.add_verdicts([msgspec.structs.replace(a_run_verdict(), judge=old)])
    with Reader(config) as made:
        verdict = made.run_verdict(RUN)
    assert verdict is not None
    assert getattr(verdict.judge, part) == "13" and verdict.judge.learned == "abc"


def test_a_file_that_is_no_file_is_named_in_plain_words_and_holds_nobody_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kept.json"
    assert load_file(path, Oracle) is None and load_file(path / "below", Oracle) is None
    path.write_bytes(wire.encode(Oracle(run=RUN, success=True, at_ms=1)))
    assert load_file(path, Oracle) == Oracle(run=RUN, success=True, at_ms=1)
    path.write_text("{")
    with pytest.raises(ValueError, match=r"kept\.json: it cannot be read"):
        load_file(path, Oracle)
    path.unlink()
    for kind in ("folder", "pipe"):
        path.mkdir() if kind == "folder" else os.mkfifo(path)
        with pytest.raises(ValueError, match=r"kept\.json: something else is there; expected a f"):
            load_file(path, Oracle)
        (path.rmdir if path.is_dir() else path.unlink)()


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.symlink_to(path)
    with pytest.raises(ValueError, match=r"kept\.json: too many levels") as refused:
        load_file(path, Oracle)
    assert "Errno" not in str(refused.value)
