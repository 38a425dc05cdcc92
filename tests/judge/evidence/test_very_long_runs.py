"""A run of many thousand steps takes no more memory than one of some hundred."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence import story
from courtside_judge.evidence.comparisons import vanished_values
from courtside_judge.evidence.facts import seen_screens, step_tally
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.records import Observation, Step

TASK = 'Open every ticket of "Ada" and enter "done" into its note.'
BOUND = 100
"""Of what the product keeps thousands of."""


@pytest.fixture(autouse=True)
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_screens, "MANY", BOUND)
    monkeypatch.setattr(step_tally, "MANY", BOUND)
    monkeypatch.setattr(vanished_values, "_MAX_PAGES", BOUND)
    monkeypatch.setattr(story, "_MAX_LINES", BOUND)


def ticket(number: int) -> Observation:
    """A page of its own, with words that no other has."""
    field = an_element(1, f"note {number}", tag="input", role="textbox", value=f"was{number}")
    words = an_element(2, f"ticket{number} of Ada asks for thing{number}")
    return a_screen(field, words, url=f"http://desk.test/{number}", title=f"Ticket {number}")


def steps(first: int, last: int) -> Iterator[Step]:
    """Types into an ordinary field and into a secret one in turn, and presses."""
    for number in range(first, last + 1):
        acts = (
            an_action("type", f"note {number}", text=f"text{number}"),
            an_action("type", f"PIN {number}", state=("secret",)),
            an_action("click", f"Save {number}"),
        )
        act = acts[number % len(acts)]
        yield a_step(number, act, before=ticket(number), after=ticket(number + 1))


def objects_in(one: object, seen: set[int]) -> int:
    """How many objects it keeps."""
    if id(one) in seen or isinstance(one, int | type) or callable(one):
        return 0
    seen.add(id(one))
    inside: list[object] = []
    match one:
        case dict():
            inside = [*one.keys(), *one.values()]
        case list() | tuple() | set() | frozenset():
            inside = [*one]
        case msgspec.Struct():
            inside = [getattr(one, name) for name in one.__struct_fields__]
        case _:
            inside = [*getattr(one, "__dict__", {}).values()]
    return 1 + sum(objects_in(each, seen) for each in inside)


def test_what_is_kept_of_a_run_does_not_grow_with_its_steps() -> None:
    run = Tracker(read_goal(TASK))
    kept = []
    for first in range(1, 1000, 333):
        for step in steps(first, first + 332):
            run.follow(step)
        kept.append(objects_in(vars(run), set()))
    assert kept[0] > BOUND and max(kept) - min(kept) < 20, kept


def test_beyond_its_bounds_a_run_is_told_by_its_newest_steps() -> None:
    run = Tracker(read_goal(TASK))
    for step in steps(1, 3 * BOUND):
        run.follow(step)
    newest = 3 * BOUND + 1
    assert {f"thing{newest}", f"was{newest}"} <= run.screens.words
    assert "thing1" not in run.screens.words and len(run.screens.words) == BOUND
    assert len(run.story.lines) == 3 * BOUND, "a line's place is the number of its step"
    first, last = run.story.lines[0], run.story.lines[-1]
    assert first.is_idle and not first.new and last.new
    assert len(run.entries.hidden) == len(run.entries.typed) == 60
