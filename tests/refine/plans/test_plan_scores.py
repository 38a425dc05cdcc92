"""Recorded plans beside an agent's."""

from msgspec.structs import replace

from courtside_refine.plans.compared_plan import ComparedPlan
from courtside_refine.plans.plan_scores import is_hit, score_plans
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Target

SAVE = Target(role="button", text="Save", box=Box(10.0, 10.0, 40.0, 20.0))
WANTED = (
    Action(kind="click", at_ms=0, target=SAVE, point=Point(30.0, 20.0)),
    Action(kind="type", at_ms=0, text="a.txt"),
    Action(kind="press", at_ms=0, text="Control+s"),
    Action(kind="scroll", at_ms=0, to_point=Point(0.0, 300.0)),
)


def scores(*given: Action) -> tuple[float | None, float | None]:
    found = score_plans([ComparedPlan(wanted=WANTED, given=given)])
    return found.sequence, found.action


def test_the_same_plan_has_both_scores_whole() -> None:
    elsewhere = replace(WANTED[0], target=None, point=Point(12.0, 28.0), kind="tap")
    assert scores(*WANTED) == (100.0, 100.0)
    assert scores(elsewhere, *WANTED[1:]) == (100.0, 100.0)


def test_a_missed_target_a_wrong_text_and_the_other_way_each_cost_their_part() -> None:
    missed = replace(WANTED[0], point=Point(80.0, 20.0))
    assert scores(missed, *WANTED[1:]) == (100.0, 75.0)
    other = replace(WANTED[1], text="b.txt")
    up = replace(WANTED[3], to_point=Point(0.0, -100.0))
    assert scores(missed, other, WANTED[2], up) == (100.0, 25.0)


def test_another_order_or_length_or_kind_has_neither() -> None:
    assert scores(*WANTED[:3]) == (0.0, 0.0)
    assert scores(*reversed(WANTED)) == (0.0, 0.0)
    assert scores(*WANTED[:2], replace(WANTED[2], text="Enter"), WANTED[3]) == (0.0, 0.0)


def test_without_a_box_the_point_decides() -> None:
    wanted = Action(kind="click", at_ms=0, point=Point(100.0, 100.0))
    near, far = (replace(wanted, point=Point(x, 100.0)) for x in (110.0, 130.0))
    plans = [ComparedPlan(wanted=(wanted,), given=(given,)) for given in (near, far)]
    assert score_plans(plans).action == 50.0


def test_another_option_of_the_same_list_misses() -> None:
    large = Action(kind="select", at_ms=0, text="Large", target=SAVE, point=Point(30.0, 20.0))
    assert is_hit(large, replace(large, text=" Large ", point=Point(12.0, 12.0)))
    assert not is_hit(large, replace(large, text="Small"))
    assert not is_hit(large, replace(large, point=Point(80.0, 20.0)))


def test_the_same_text_in_another_field_misses_and_keys_alone_are_at_no_field() -> None:
    ada = Action(kind="type", at_ms=0, text="Ada", target=SAVE)
    assert is_hit(ada, replace(ada, point=Point(30.0, 20.0)))
    assert not is_hit(ada, replace(ada, point=Point(500.0, 500.0)))
    assert is_hit(ada, Action(kind="type", at_ms=0, text="Ada")), "as OmniACT writes"
    unplaced = replace(ada, target=None, point=Point(30.0, 20.0))
    assert is_hit(unplaced, replace(ada, point=Point(500.0, 500.0))), "its box is not known"


def test_what_is_done_at_no_place_is_right_by_its_words() -> None:
    for wanted in (
        Action(kind="navigate", at_ms=0, text="http://a/"),
        Action(kind="answer", at_ms=0, text="42"),
        Action(kind="launch-app", at_ms=0, text="org.notes"),
    ):
        assert is_hit(wanted, replace(wanted, text=f"{wanted.text} "))
        assert not is_hit(wanted, replace(wanted, text="other"))
    for done in (Action(kind="back", at_ms=0), Action(kind="wait", at_ms=0, text="2")):
        assert is_hit(done, replace(done, at_ms=9))


def test_a_target_without_a_place_is_hit_by_its_name() -> None:
    named = Action(kind="click", at_ms=0, target=replace(SAVE, box=None))
    other = replace(named, target=Target(role="button", text="Cancel"))
    for wanted in (WANTED[0], named):
        assert is_hit(wanted, named) and not is_hit(wanted, other)
    assert is_hit(named, WANTED[0])
    assert not is_hit(WANTED[0], Action(kind="click", at_ms=0))


def test_a_target_with_a_box_alone_is_hit_in_its_middle() -> None:
    assert is_hit(WANTED[0], Action(kind="click", at_ms=0, target=SAVE))
    away = replace(SAVE, box=Box(300.0, 10.0, 40.0, 20.0))
    assert not is_hit(WANTED[0], Action(kind="click", at_ms=0, target=away))


def test_no_plans_have_no_scores() -> None:
    assert (score_plans([]).sequence, score_plans([]).action) == (None, None)
