"""The golden traces: events in, steps out. The extension's recording is held to the same files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import Event, Late, Recorded
from courtside_store.geometry import Point
from courtside_store.records import Action, Effects, Observation

TRACES = sorted((Path(__file__).parents[2] / "wire" / "recording").glob("*.json"))


def as_json(step: Recorded) -> dict[str, Any]:
    return {
        "before": named(step.before),
        "actions": [action.text for action in step.actions],
        "after": named(step.after),
        **({} if step.effects is None else {"effects": plain(step.effects)}),
    }


def plain(record: Effects | Late) -> Any:
    return json.loads(msgspec.json.encode(record))


def named(look: Observation | None) -> str:
    assert look is not None
    return f"withheld: {look.withheld}" if look.withheld else look.title


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_gives_its_steps(path: Path) -> None:
    trace = json.loads(path.read_text())
    sees = trace.get("sees")
    core = Recording(sees=None if sees is None else msgspec.convert(sees, Effects))
    steps: list[Recorded] = []
    late: list[Late] = []
    for event in trace["events"]:
        core.feed(msgspec.convert(event, Event), event["at"])
        core.take_looks()
        steps += core.take_steps()
        late += core.take_late()
    assert [as_json(step) for step in steps] == trace["steps"]
    urls = [step.after.url for step in steps if step.after]
    assert urls == trace.get("urls", urls)
    assert [plain(one) for one in late] == trace.get("late", [])
    assert not core.pending


def test_a_place_moves_the_points_of_its_action() -> None:
    core = Recording()
    for at, event in enumerate(
        [
            {"type": "view-opened", "view": "page"},
            {
                "type": "acted",
                "view": "page",
                "place_number": 1,
                "action": {
                    "kind": "drag",
                    "at_ms": 1,
                    "point": [1, 2],
                    "to_point": [3, 4],
                    "target": {"box": [0, 0, 5, 5]},
                },
            },
            {"type": "placed", "place_number": 1, "offset": [10, 20]},
            {"type": "ended"},
        ]
    ):
        core.feed(msgspec.convert(event, Event), at)
    (step,) = core.take_steps()
    (action,) = step.actions
    assert (action.point, action.to_point) == ((11, 22), (13, 24))
    assert action.target is not None and action.target.box == (10, 20, 5, 5)


def test_a_place_that_nobody_knows_leaves_no_wrong_points() -> None:
    core = Recording()
    action = Action(kind="click", at_ms=1, point=Point(1, 2))
    for event in (
        {"type": "view-opened", "view": "page"},
        {"type": "acted", "view": "page", "place_number": 1, "action": msgspec.to_builtins(action)},
        {"type": "placed", "place_number": 1},
        {"type": "ended"},
    ):
        core.feed(msgspec.convert(event, Event), 1)
    (step,) = core.take_steps()
    assert step.actions[0].point is None
