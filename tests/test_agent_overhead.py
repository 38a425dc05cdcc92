"""The overhead benchmark judges each pass by itself, and says what it leaves out."""

from __future__ import annotations

from benchmarks.agent_overhead import summary
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
