"""A store of judged runs to export, and how an export is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from builders import a_jpeg, a_run_verdict, a_screen, a_step, a_step_verdict, an_element
from labels import SESSION

from courtside_formats.exports.export_format import ExportFormat
from courtside_formats.exports.judged import Selection
from courtside_formats.exports.layout import Layout
from courtside_formats.exports.training_data import Exported, export_runs
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import (
    Action,
    EndedBy,
    Observation,
    RunLabel,
    Session,
    Step,
    StepLabel,
    Target,
    new_id,
)

TASK = 'Enter "Ada" and press Save.'
SAVE = Target(tag="button", role="button", text="Save")
CANCEL = Target(tag="button", role="button", text="Cancel")
NAME = Target(tag="input", role="textbox", text="Name")


def a_form(store: Store, seed: int, value: str = "", text: str = "Order") -> Observation:
    """A screen with a field and two buttons."""
    return a_screen(
        an_element(1, "Name", tag="input", role="textbox", value=value),
        an_element(2, "Save"),
        an_element(3, "Cancel"),
        text=text,
        at_ms=1,
        url="http://shop.test/form?user=7",
        frame=store.add_blob(a_jpeg(seed, (64, 48))),
    )


def on(kind: Any, target: Target, text: str = "") -> Action:
    """An action that hit something."""
    return Action(kind=kind, at_ms=5, target=target, text=text, raw={"how": 1, "why": ["x"]})


def add_run(
    store: Store,
    steps: list[Step],
    labels: dict[int, StepLabel],
    outcome: RunLabel | None = "success",
    task: str = TASK,
    answer: str = "Saved.",
    claims: bool | None = None,
    ended_by: EndedBy = "finish",
) -> str:
    """A run, by default one that its agent finished, and its verdicts."""
    run = new_id("run")
    store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
    seq = store.acked(SESSION)
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=seq + 1, run=run, at_ms=1, task=task, agent="mine"),
        *(
            wire.StepSeen(seq=seq + 1 + n, step=msgspec.structs.replace(step, run=run))
            for n, step in enumerate(steps, 1)
        ),
        wire.RunEnd(
            seq=seq + 2 + len(steps),
            run=run,
            at_ms=9,
            answer=answer,
            claims_success=claims,
            ended_by=ended_by,
        ),
    ]
    assert not any(store.take([(SESSION, message.seq, message) for message in messages]))
    store.add_verdicts([a_step_verdict(n, run, label=label) for n, label in labels.items()])
    if outcome:
        store.add_verdicts([a_run_verdict(run, label=outcome)])
    return run


def two_attempts(store: Store) -> tuple[str, str]:
    """A success that types and saves, and a failure that types and cancels."""
    empty, filled = a_form(store, 1), a_form(store, 2, "Ada")
    saved, gone = a_form(store, 3, "Ada", "Saved Ada"), a_form(store, 4)
    types = a_step(
        1, on("type", NAME, "Ada"), before=empty, after=filled, thought="The name first."
    )
    good = [types, a_step(2, on("click", SAVE), before=filled, after=saved)]
    bad = [types, a_step(2, on("click", CANCEL), before=filled, after=gone)]
    return (
        add_run(store, good, {1: "towards-the-goal", 2: "goal-reached"}),
        add_run(store, bad, {1: "towards-the-goal", 2: "away-from-the-goal"}, "failure"),
    )


def export(
    config: Config,
    out: Path,
    format: ExportFormat,
    selection: Selection | None = None,
    **layout: Any,
) -> tuple[Exported, list[dict[str, Any]]]:
    """What was counted, and the rows of the one file of JSON lines."""
    with Store.open(config) as store, Reader(config) as reader:
        done = export_runs(reader, store.blobs, out, selection, format, Layout(**layout))
    files = sorted(out.glob("*.jsonl"))
    rows = [msgspec.json.decode(line) for file in files for line in file.read_bytes().splitlines()]
    return done, rows
