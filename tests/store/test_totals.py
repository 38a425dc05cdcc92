"""What the status counts is counted as it happens, and an older file when it is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from builders import RUN, SESSION, a_run_verdict, a_step, a_step_verdict
from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.migrations import MIGRATIONS, version_of
from courtside_store.reading import Reader
from courtside_store.records import Override, PersonLabel, Session, StepLabel, new_id
from courtside_store.summaries import Counts

RECOUNT = """
    select (select count(*) from run), (select coalesce(sum(steps), 0) from run),
        (select coalesce(sum(dropped_frames), 0) from session),
        (select coalesce(sum(dropped_steps), 0) from session),
        (select count(*) from run where {run} and override = verdict)
            + (select count(*) from step where {step} and override = label),
        (select count(*) from run where {run}) + (select count(*) from step where {step}),
        (select coalesce(sum(bytes), 0) from blob)
""".format(
    run=(
        "override in ('success', 'failure') and verdict in ('success', 'failure') and status = 'ok'"
    ),
    step="override <> 'not-sure' and label <> 'not-sure' and status = 'ok'",
)
KEPT = "select runs, steps, dropped_frames, dropped_steps, agree, overrides, blob_bytes from total"
ACTS = ("run", "step", "judge", "judge-error", "judge-run", "say", "say-run", "purge", "bye")


@settings(max_examples=25)
@given(acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 7)), max_size=30))
def test_totals_are_what_counting_all_rows_gives(
    tmp_path_factory: object, acts: list[tuple[str, int]]
) -> None:
    config = Config(data_dir=tmp_path_factory.mktemp("data"))  # type: ignore[attr-defined]
    with Store.open(config) as store, closing(sqlite3.connect(config.database)) as other:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        runs: dict[str, int] = {}
        for kind, number in acts:
            act(store, runs, kind, number)
            assert other.execute(KEPT).fetchone() == other.execute(RECOUNT).fetchone(), kind


LABELS: list[tuple[PersonLabel, StepLabel]] = [
    ("success", "goal-reached"),
    ("failure", "not-sure"),
    ("unsure", "away-from-the-goal"),
]


def act(store: Store, runs: dict[str, int], kind: str, number: int) -> None:
    """One thing that may happen, to the run that the number picks."""
    seq = store.acked(SESSION) + 1
    if kind == "run" or not runs:
        run = new_id("run")
        runs[run] = 0
        store.take([(SESSION, seq, wire.RunBegin(seq=seq, run=run, at_ms=1))])
        return
    run = sorted(runs)[number % len(runs)]
    step = max(1, min(runs[run], number))
    label, of_step = LABELS[number % 3]
    match kind:
        case "step":
            wrong = number == 7  # refused for good: a dropped step
            runs[run] += not wrong
            seen = a_step(runs[run] + 9 * wrong, run=run)
            store.take([(SESSION, seq, wire.StepSeen(seq=seq, step=seen))])
        case "judge" | "judge-error" if runs[run]:
            status = "error" if kind == "judge-error" else "ok"
            store.add_verdicts([a_step_verdict(step, run, label=of_step, status=status)])
        case "judge-run":
            store.add_verdicts([a_run_verdict(run, label=("success", "failure")[number % 2])])
        case "say" if runs[run]:
            store.add_override(Override(run=run, step=step, label=of_step, at_ms=1))
        case "say-run":
            store.add_override(Override(run=run, label=label, at_ms=1))
        case "purge":
            store.purge([run])  # with its session, where that has ended
            del runs[run]
            store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        case "bye":
            bye = wire.SessionEnd(seq=seq, at_ms=1, dropped_frames=number)
            store.take([(SESSION, seq, bye)])


OLD = """
    insert into session values ('s', 'cdp', 'web', '', 'me', 1, null, 9, 4, 2);
    insert into run(id, session, task, agent, attempt, started_at_ms, last_at_ms, steps, judged,
        verdict, status, override)
    values ('run_b', 's', 'buy milk', '', 1, 5, 5, 2, 2, 'success', 'ok', 'failure'),
        ('run_a', 's', 'buy bread', '', 1, 7, 7, 0, 0, null, null, null);
    insert into step(run, step, at_ms, action, body, label, status, override)
    values ('run_b', 1, 5, 'click', x'7b7d', 'goal-reached', 'ok', 'goal-reached'),
        ('run_b', 2, 5, 'click', x'7b7d', 'goal-reached', 'ok', null);
    insert into passage(run, step, place, words)
    values ('run_b', null, 'task', 'buy milk'), ('run_a', null, 'task', 'buy bread'),
        ('run_b', 1, 'page', 'the dairy');
    insert into blob values ('aa', 1000, 5);
"""


def test_an_older_file_is_brought_up_to_date_with_right_totals_and_findable_words(
    config: Config,
) -> None:
    config.data_dir.mkdir(parents=True)
    with closing(sqlite3.connect(config.database)) as old:
        old.executescript(f"{MIGRATIONS[0]}{MIGRATIONS[1]}{OLD}; pragma user_version = 2;")
    with Reader(config) as reader:  # no daemon has opened it since
        counts = reader.counts()
        assert counts == Counts(
            runs=2,
            steps=2,
            dropped_frames=4,
            dropped_steps=2,
            agree=1,
            overrides=2,
            disk_bytes=counts.disk_bytes,
        )
        assert counts.disk_bytes > 1000
        found = [(hit.run, hit.step) for hit in reader.search("dairy")]
        assert found == [("run_b", 1)]
        assert [row[0] for row in reader._db.execute("select id from run order by number")] == [
            "run_b",
            "run_a",
        ]
    with closing(sqlite3.connect(config.database)) as new:
        assert version_of(new) == len(MIGRATIONS)
    with Store.open(config) as store:
        store._add_passage("run_a", 1, "page", "the bakery")
        assert store.purge(["run_b"])[0] == ("run_b",)
    with Reader(config) as reader:
        assert [hit.run for hit in reader.search("the")] == ["run_a"]
        assert reader.counts().agree == 0


def test_a_claim_of_dropped_frames_without_end_overflows_no_total(config: Config) -> None:
    with Store.open(config) as store:
        for number in range(3):
            session = SESSION[:-1] + str(number)
            store.begin_session(Session(id=session, source="cdp", started_at_ms=1), "me")
            store._db.execute("update session set dropped_frames = 9223372036854775807")
    with Reader(config) as reader:
        assert reader.counts().dropped_frames >= 1 << 53


def test_a_run_begun_in_an_up_to_date_file_is_counted_once(config: Config) -> None:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        store.take([(SESSION, 1, wire.RunBegin(seq=1, run=RUN, at_ms=1))] * 2)
    with Reader(config) as reader:
        assert reader.counts().runs == 1
