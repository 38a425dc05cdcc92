"""The action-matching score, a baseline where somebody showed how it is done."""

from __future__ import annotations

import msgspec
import pytest
from labels import a_labelled_run
from screens import RUN, a_screen, a_typing

from courtside_judge.agreement.compare import judge_run
from courtside_judge.agreement.matching import ActionMatching, demonstrations, is_match
from courtside_store.geometry import Box, Point, Size
from courtside_store.records import Action, Step, Target

SCREEN = msgspec.structs.replace(a_screen(), width=100, height=200)
SIZE = Size(100.0, 200.0)


def a_tap(x: float, y: float, **more: object) -> Action:
    return Action(kind="tap", at_ms=0, point=Point(x, y), **more)  # type: ignore[arg-type]


def a_swipe(*to: float) -> Action:
    return Action(kind="swipe", at_ms=0, point=Point(50, 100), to_point=Point(to[0], to[1]))


def steps_of(*actions: Action) -> list[Step]:
    return [
        Step(run=RUN, index=n, before=SCREEN, actions=(action,))
        for n, action in enumerate(actions, 1)
    ]


def test_taps_match_by_nearness_or_element_and_swipes_by_axis() -> None:
    assert is_match(a_tap(50, 100), a_tap(60, 110), SIZE)
    assert not is_match(a_tap(50, 100), a_tap(70, 100), SIZE)
    box = Target(box=Box(0.0, 90.0, 100.0, 20.0))
    assert is_match(a_tap(5, 100, target=box), a_tap(95, 100, target=box), SIZE)
    assert is_match(a_swipe(50, 10), a_swipe(55, 190), SIZE)
    assert not is_match(a_swipe(50, 10), a_swipe(5, 100), SIZE)
    assert is_match(a_typing("a", "Name"), a_typing("b", "Name"), SIZE)
    assert not is_match(a_typing("a", "Name"), a_tap(1, 1), SIZE)


def test_the_score_is_the_share_of_the_demonstration_and_success_is_all_of_it() -> None:
    shown = steps_of(a_tap(10, 10), a_swipe(50, 10), a_tap(90, 190))
    runs = [
        a_labelled_run(agent="human", run=RUN, steps=shown),
        a_labelled_run(agent="two thirds", run=RUN, steps=[*shown[:2], *steps_of(a_tap(0, 0))]),
        a_labelled_run(agent="goes on", run=RUN, steps=[*shown, *shown[:1]]),
        a_labelled_run(agent="x", run=RUN, task="Something else", steps=shown),
    ]
    judge = ActionMatching(demonstrations(runs, "human"))
    verdicts = [judge_run(judge, run).verdict for run in runs]
    assert [(v.label, v.score and round(v.score, 2)) for v in verdicts] == [
        ("success", 1.0),
        ("failure", 0.67),
        ("failure", 1.0),
        ("unknown", None),
    ]


def test_a_reference_that_nobody_is_names_the_agents() -> None:
    with pytest.raises(ValueError, match=r"'human'; expected one of \['one'\]"):
        demonstrations([a_labelled_run()], "human")
