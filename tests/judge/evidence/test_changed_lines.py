"""What was sent changed a line of a list: the one that the task names, or another."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box
from courtside_store.records import ActionKind, Effects, Observation, Request, Step

TASK = "Sign out of 'Safari on iPhone'."
SENT = Effects(requests=(Request(method="PUT", path="/s", at_ms=1, status=200),), announced=())
DEVICES = ("Chrome on Linux", "Safari on iPad", "Safari on iPhone", "Edge on Windows")


def a_list(*names: str) -> Observation:
    return a_screen(
        *(
            an_element(n, name, tag="span", role="text", box=Box(40, 30.0 * n, 90 + n, 20))
            for n, name in enumerate(names, 1)
        )
    )


def sending(*screens: Observation, effects: Effects | None = SENT) -> list[Step]:
    """A step from each screen to the next."""
    return [
        a_step(n, an_action(), before=before, after=after, effects=effects)
        for n, (before, after) in enumerate(itertools.pairwise(screens), 1)
    ]


def without(*names: str) -> Observation:
    return a_list(*(name for name in DEVICES if name not in names))


def found(*steps: Step, task: str = TASK) -> Mapping[str, tuple[str, str]]:
    """Each kind of finding about a list: what changed, and what stayed."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    findings = run_findings(run)
    return {f.kind: (f.what, f.where) for f in findings if f.kind.startswith("list-")}


def test_the_line_that_the_task_names_changed() -> None:
    assert not found(*sending(without(), without("Safari on iPhone")))


def test_another_line_changed_and_the_one_of_the_task_stayed() -> None:
    assert found(*sending(without(), without("Safari on iPad"))) == {
        "list-other-changed": ("Safari on iPad", "Safari on iPhone")
    }


def test_what_the_task_names_besides_may_change_in_another_step() -> None:
    both = "Sign out of 'Safari on iPhone' and 'Chrome on Linux'."
    screens = without(), without("Chrome on Linux"), without("Chrome on Linux", "Safari on iPhone")
    assert not found(*sending(*screens), task=both)


def test_a_line_that_stayed_and_has_no_name_of_the_task_tells_nothing() -> None:
    screens = a_list("Badge", "Sounds", "Spell check"), a_list("Badge", "Spell check")
    assert not found(*sending(*screens), task="Turn the spell check on.")


def test_a_list_that_was_exchanged_tells_nothing() -> None:
    other = a_list("Safari on iPad", "Passkeys", "Codes", "Mail", "Telephone")
    assert not found(*sending(without(), other))


def test_what_changed_without_being_sent_tells_nothing() -> None:
    assert not found(*sending(without(), without("Safari on iPad"), effects=None))


def typing_twice(*names: str) -> list[Step]:
    """The same is typed and sent, and again; the list ends with these names."""
    screens = [a_list(*DEVICES), a_list(*DEVICES), a_list(*DEVICES), a_list(*names)]
    kinds: tuple[ActionKind, ...] = ("type", "click", "type", "click")
    looks = [*screens, screens[-1]]
    return [
        a_step(
            n,
            an_action(kind, "Name", "Firefox" if kind == "type" else ""),
            before=before,
            after=after,
            effects=SENT if kind == "click" else None,
        )
        for n, (kind, (before, after)) in enumerate(
            zip(kinds, itertools.pairwise(looks), strict=True), 1
        )
    ]


@pytest.mark.parametrize(
    ("names", "task", "is_found"),
    [
        ((*DEVICES, "Firefox", "Firefox"), "Add Firefox", True),
        ((*DEVICES, "Firefox"), "Add Firefox", False),
        ((*DEVICES, "Firefox", "Firefox"), "Add Firefox twice", False),
        ((*DEVICES, "Firefox", "Firefox"), "Add Firefox and Chrome, both", True),
        ((*DEVICES, "Firefox for all of us", "Firefox for all of us"), "Firefox for us", True),
    ],
)
def test_what_was_sent_twice_is_there_twice(
    names: tuple[str, ...], task: str, is_found: bool
) -> None:
    run = Tracker(read_goal(task))
    for step in typing_twice(*names):
        run.follow(step)
    assert ("made-twice" in {f.kind for f in run_findings(run)}) is is_found
