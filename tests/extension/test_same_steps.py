"""The extension makes the same steps as the bridges, whatever happens in whatever order."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import playwright

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import Event, LookRequest

NODE = Path(playwright.__file__).parent / "driver" / "node"
TRACES = 300
PLAY = Path(__file__).parent / "js" / "play.mjs"
VIEWS = ("one", "two")
PAUSES_MS = (0, 0, 1, 20, 50, 300, 700, 2500, 11_000)


def happens(rng: random.Random, at: int, tickets: list[int], number: int) -> dict[str, Any]:
    """One event of any kind, likely or not."""
    view, look = rng.choice(VIEWS), {"at_ms": at, "title": f"seen at {at}"}
    action = {
        "kind": rng.choice(["click", "type", "scroll"]),
        "at_ms": number - rng.randint(0, 1),
        "point": [1, 2],
        "to_point": [3, 4],
        "text": str(number),
        "target": {"text": "A", "box": [1, 2, 3, 4]},
    }
    asked = rng.choice([0, 0, 0, number])
    kinds: list[tuple[int, dict[str, Any]]] = [
        (12, {"type": "view-opened", "opener": rng.choice(["", *VIEWS])}),
        (6, {"type": "window-expected", "url": rng.choice(["", "http://window"])}),
        (14, {"type": "intent", "before": rng.choice([None, look])}),
        (
            20,
            {
                "type": "acted",
                "action": action,
                "still_growing": rng.random() < 0.3,
                "place_number": asked,
            },
        ),
        (5, {"type": "placed", "place_number": number, "offset": rng.choice([None, [10, 20]])}),
        (15, {"type": "looked", "ticket": rng.choice(tickets), "look": look}),
        (4, {"type": "looked", "ticket": rng.choice(tickets), "look": None, "why": "hidden"}),
        (8, {"type": "looked", "ticket": rng.choice(tickets), "look": look, "part": True}),
        (5, {"type": "loading", "on": rng.random() < 0.6}),
        (
            10,
            {
                "type": "navigated",
                "url": f"http://{at}",
                "by": rng.choice(["page", "driver", "refresh"]),
                "at_ms": at,
            },
        ),
        (4, {"type": "gone", "why": "closed"}),
        (3, {"type": "clock"}),
        (2, {"type": "ended", "why": "over"}),
    ]
    [(_, event)] = rng.choices(kinds, [weight for weight, _ in kinds])
    return {"at": at, "view": view, **event}


def trace(seed: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Events, and what Python makes of them."""
    rng, core, at = random.Random(seed), Recording(), 0
    events: list[dict[str, Any]] = []
    steps: list[Any] = []
    looks: list[LookRequest] = []
    for number in range(1, rng.randint(4, 40)):
        at += rng.choice(PAUSES_MS)
        event = happens(rng, at, [look.ticket for look in looks[-3:]] or [1], number)
        events.append(event)
        core.feed(msgspec.convert(event, Event), at)
        steps += core.take_steps()
        looks += core.take_looks()
    return events, {"steps": msgspec.to_builtins(steps), "looks": msgspec.to_builtins(looks)}


def bare(value: Any) -> Any:
    """Without what is left out by one and written as nothing by the other."""
    if isinstance(value, dict):
        return {k: bare(v) for k, v in value.items() if v not in (None, "", [], ())}
    return [bare(one) for one in value] if isinstance(value, list | tuple) else value


def test_javascript_and_python_make_the_same_steps_of_any_events() -> None:
    traces = [trace(seed) for seed in range(TRACES)]
    traces_json = json.dumps([events for events, _ in traces])
    done = subprocess.run(
        [NODE, PLAY], input=traces_json, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    for (events, wanted), found in zip(traces, json.loads(done.stdout), strict=True):
        assert bare(found) == bare(wanted), events
    assert sum(len(wanted["steps"]) for _, wanted in traces) > TRACES
