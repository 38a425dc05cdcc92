"""The overhead benchmark judges each pass by itself, and says what it leaves out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from benchmarks import agent_overhead
from benchmarks.agent_overhead import measure, summary
from benchmarks.forty_actions import COUNT
from benchmarks.watching import Took


def took(way: str, acting_s: float, frames: int = 2 * COUNT, actions: int = COUNT) -> Took:
    return Took(
        way=way, total_s=20 + acting_s, acting_s=acting_s, actions=actions, frames=frames, bytes=0
    )


def once(cdp: Took, extension: Took, none: Took | None = None) -> dict[str, Took]:
    return {"none": none or took("none", 2.0, 0), "cdp": cdp, "extension": extension}


def test_a_pass_that_misses_frames_costs_only_its_own_ratio() -> None:
    rounds = [
        once(took("cdp", 2.2), took("extension", 9.0, frames=70)),
        once(took("cdp", 2.4), took("extension", 2.1)),
    ]
    numbers = summary(rounds)
    assert numbers["acting"] == {"none": 1.0, "cdp": 1.15, "extension": 1.05}
    left_out = {"none": [], "cdp": [], "extension": ["repeat 1: 40 of 40 actions, 70 frames"]}
    assert numbers["left_out"] == left_out
    assert numbers["frames"]["extension"] == 70 and numbers["valid"]


def test_a_way_that_is_left_with_less_than_half_of_its_passes_makes_the_run_invalid() -> None:
    rounds = [once(took("cdp", 2.2), took("extension", 2.1, actions=39)) for _ in range(2)]
    numbers = summary(rounds)
    assert numbers["acting"]["extension"] is None and numbers["acting"]["cdp"] == 1.1
    assert not numbers["valid"]


def test_a_repeat_without_a_valid_unwatched_pass_has_no_ratios() -> None:
    cut_short = took("none", 1.0, 0, actions=20)
    rounds = [
        once(took("cdp", 2.2), took("extension", 2.1), cut_short),
        once(took("cdp", 2.4), took("extension", 2.2)),
    ]
    numbers = summary(rounds)
    assert numbers["acting"]["cdp"] == 1.2
    assert numbers["left_out"]["none"] == ["repeat 1: 20 of 40 actions, 0 frames"]


def test_the_quick_one_takes_each_way_once_and_pauses_in_no_other_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passes: list[tuple[str, float]] = []

    async def take(playwright: Any, browser: Any, way: str, url: str, think: float) -> Took:
        passes.append((way, think))
        return took(way, 1.0)

    @asynccontextmanager
    async def nothing() -> AsyncIterator[str]:
        yield ""

    monkeypatch.setattr(agent_overhead, "take", take)
    monkeypatch.setattr(agent_overhead, "served", nothing)
    monkeypatch.setattr(agent_overhead, "async_playwright", nothing)
    monkeypatch.setattr(agent_overhead, "need_browser", lambda extensions: None)
    ways = ["none", "cdp", "extension"]
    asyncio.run(measure(1, 0.6, ways, quick=True))
    assert passes[0] == ("none", 0.0) and sorted(passes[1:]) == sorted((w, 0.6) for w in ways)
    passes.clear()
    asyncio.run(measure(1, 0.6, ways, quick=False))
    assert len(passes) == 6 and {think for _, think in passes} == {0.6}
