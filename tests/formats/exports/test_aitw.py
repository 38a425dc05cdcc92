"""Judged runs in Android in the Wild's form: written, and read again by the importer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import RUN, SESSION, a_jpeg, a_screen, a_step, a_step_verdict, an_element, sha

from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.training_data import Exported, export_runs
from courtside_formats.importers import load_runs
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Box, Point
from courtside_store.reading import Reader
from courtside_store.records import Action, EndedBy, Override, Session

SCREENS = [
    a_screen(
        an_element(1, "General", box=Box(0, 120, 320, 60)),
        an_element(2, "nowhere"),
        frame=sha(a_jpeg(n, (320, 240))),
    )
    for n in range(5)
]
ACTIONS = [
    Action(kind="tap", at_ms=1, point=Point(160, 60)),
    Action(kind="long-press", at_ms=2, point=Point(80, 24), raw={"took_ms": 900}),
    Action(kind="launch-app", at_ms=3, text="com.apple.Maps"),
    Action(kind="type", at_ms=4, text="tea"),
]


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        session = Session(id=SESSION, source="idb", surface="ios", started_at_ms=1)
        store.begin_session(session, "me")
        yield store


def record(store: Store, ended_by: EndedBy = "finish", claims: bool | None = None) -> None:
    """A judged run on a phone."""
    for n in range(5):
        store.add_blob(a_jpeg(n, (320, 240)))
    looks = pairwise(SCREENS)
    steps = [
        a_step(n, action, before=before, after=after)
        for n, (action, (before, after)) in enumerate(zip(ACTIONS, looks, strict=True), 1)
    ]
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Find tea"),
        *(wire.StepSeen(seq=1 + step.index, step=step) for step in steps),
        wire.RunEnd(seq=6, run=RUN, at_ms=9, ended_by=ended_by, claims_success=claims),
    ]
    assert not any(store.take([(SESSION, m.seq, m) for m in messages]))
    store.add_verdicts([a_step_verdict(n) for n in range(1, 5)])


def export(config: Config, store: Store, out: Path) -> tuple[Exported, list[dict[str, Any]]]:
    with Reader(config) as reader:
        done = export_runs(reader, store.blobs, out, format=AITW)
    rows = [msgspec.json.decode(line) for line in (out / "aitw.jsonl").read_bytes().splitlines()]
    return done, rows


def test_what_is_written_is_read_again(config: Config, store: Store, tmp_path: Path) -> None:
    record(store)
    done, rows = export(config, store, tmp_path / "out")
    assert (done.rows, done.runs, done.images) == (5, 1, 5)
    assert [row["results/action_name"] for row in rows] == [
        *("DUAL_POINT", "DUAL_POINT", "UNUSED_0", "TYPE", "STATUS_TASK_COMPLETE")
    ]
    assert [row["step_id"] for row in rows] == [0, 1, 2, 3, 4]
    assert rows[0]["image/ui_annotations_positions"] == [[0.5, 0, 0.25, 1]]
    [run] = load_runs(tmp_path / "out")
    assert (run.task, run.claims_success) == ("Find tea", True)
    read = [step.actions[0] for step in run.steps]
    assert [(a.kind, a.point, a.text) for a in read[:4]] == [
        (a.kind, a.point, a.text) for a in ACTIONS
    ]
    assert read[1].raw and read[1].raw["took_ms"] == 900
    look = run.steps[0].before
    assert look and look.frame == sha(a_jpeg(0, (320, 240)))
    assert look.elements[0].box == (0, 120, 320, 60)


def test_the_actions_of_a_step_stay_together(config: Config, store: Store, tmp_path: Path) -> None:
    for n in range(5):
        store.add_blob(a_jpeg(n, (320, 240)))
    answer = Action(kind="answer", at_ms=5, text="4 €")
    steps = [
        a_step(1, *ACTIONS, before=SCREENS[0], after=SCREENS[1]),
        a_step(2, answer, before=SCREENS[1], after=SCREENS[2]),
    ]
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Find tea", agent="mine"),
        *(wire.StepSeen(seq=1 + step.index, step=step) for step in steps),
        wire.RunEnd(seq=4, run=RUN, at_ms=9),
    ]
    assert not any(store.take([(SESSION, m.seq, m) for m in messages]))
    store.add_verdicts([a_step_verdict(n) for n in (1, 2)])
    export(config, store, tmp_path / "out")
    [run] = load_runs(tmp_path / "out")
    assert [[one.kind for one in step.actions] for step in run.steps] == [
        [one.kind for one in ACTIONS],
        ["answer"],
    ]
    after = run.steps[0].after
    assert after and after.frame == SCREENS[1].frame
    assert (run.answer, run.agent) == ("4 €", ""), "who showed it was no person"


def test_a_step_below_the_reward_is_left_out_and_a_person_s_word_counts(
    config: Config, store: Store, tmp_path: Path
) -> None:
    record(store)
    store.add_override(Override(run=RUN, step=2, label="away-from-the-goal", at_ms=1))
    done, rows = export(config, store, tmp_path / "out")
    assert done.below_reward == 1 and [row["courtside/step"] for row in rows] == [1, 3, 4, 4]
    assert [row["step_id"] for row in rows] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("ended_by", "claims", "person", "status"),
    [
        ("finish", False, None, "STATUS_TASK_IMPOSSIBLE"),
        ("finish", True, "success", "STATUS_TASK_COMPLETE"),
        ("finish", True, "failure", None),
        ("session-gone", None, None, None),
    ],
)
def test_a_status_is_what_the_agent_said_unless_it_failed(
    config: Config,
    store: Store,
    tmp_path: Path,
    ended_by: Any,
    claims: Any,
    person: Any,
    status: Any,
) -> None:
    record(store, ended_by, claims)
    if person:
        store.add_override(Override(run=RUN, label=person, at_ms=1))
    _, rows = export(config, store, tmp_path / "out")
    last = rows[-1]["results/action_name"]
    assert last == (status or "TYPE")


def test_a_gesture_without_a_screen_is_counted_and_left_out(
    config: Config, store: Store, tmp_path: Path
) -> None:
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=1, run=RUN, at_ms=1),
        wire.StepSeen(seq=2, step=a_step(1, ACTIONS[0])),
    ]
    store.take([(SESSION, m.seq, m) for m in messages])
    store.add_verdicts([a_step_verdict()])
    done, rows = export(config, store, tmp_path / "out")
    assert (done.without_form, done.rows, rows) == (1, 0, [])


def test_a_press_below_the_picture_is_counted_and_left_out(
    config: Config, store: Store, tmp_path: Path
) -> None:
    look = a_screen(an_element(1, "General"))
    below = Action(kind="tap", at_ms=1, point=Point(20, look.height + 200))
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=1, run=RUN, at_ms=1),
        wire.StepSeen(seq=2, step=a_step(1, below, before=look)),
    ]
    store.take([(SESSION, m.seq, m) for m in messages])
    store.add_verdicts([a_step_verdict()])
    done, rows = export(config, store, tmp_path / "out")
    assert (done.without_form, done.rows, rows) == (1, 0, [])
