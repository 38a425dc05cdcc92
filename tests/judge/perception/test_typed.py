"""A text is in the field in which it stands afterwards, where no source names the field."""

from __future__ import annotations

import time

import pytest
from builders import RUN
from msgspec.structs import replace

from courtside_judge.perception.typed import name_typed
from courtside_store.geometry import Box
from courtside_store.records import Action, ActionKind, Element, Observation, Step, Target


def a_look(*texts: tuple[str, float, float]) -> Observation:
    """Words that were read, each with the left upper corner of its line."""
    return Observation(
        at_ms=0,
        elements=tuple(
            Element(
                id=n,
                role="text",
                text=text,
                box=Box(x, y, 8.0 * len(text), 14),
                source="ocr",
                interactable=False,
            )
            for n, (text, x, y) in enumerate(texts, 1)
        ),
    )


def a_typing(text: str, *then: Action, target: Target | None = None) -> tuple[Action, ...]:
    return (Action(kind="type", at_ms=0, text=text, target=target), *then)


def typed(
    text: str, before: Observation | None, after: Observation | None, *then: Action
) -> Target | None:
    step = Step(run=RUN, index=1, actions=a_typing(text, *then), before=before, after=after)
    return name_typed(step).actions[0].target


FORM = (
    ("Name", 40.0, 20.0),
    ("e.g. Ada", 46.0, 42.0),
    ("City:", 40.0, 80.0),
    ("Save", 40.0, 120.0),
)
BEFORE = a_look(*FORM, ("Search", 600.0, 20.0))


@pytest.mark.parametrize(
    ("after", "name"),
    [
        (a_look(FORM[0], ("Emil", 46.0, 42.0), *FORM[2:]), "Name"),
        (a_look(*FORM, ("Emil", 200.0, 80.0)), "City:"),
        (a_look(*FORM, ("Emil", 600.0, 21.0)), "Search"),
        (a_look(*FORM, ("Emil", 600.0, 400.0)), ""),
        (a_look(*FORM, ("Emil", 600.0, 21.0), ("Emil Ek", 600.0, 60.0)), "Search"),
    ],
    ids=[
        "the words above it before the placeholder",
        "a label with a colon on its left",
        "what stood there before",
        "nothing near it",
        "what was looked up stands below its field",
    ],
)
def test_the_field_is_named_by_what_stands_round_the_text(after: Observation, name: str) -> None:
    found = typed("Emil", BEFORE, after)
    assert found and (found.role, found.text) == ("textbox", name)


def test_lost_spaces_and_further_lines_do_not_hide_a_text() -> None:
    after = a_look(("Notes", 40.0, 20.0), ("Bring  thesoup", 46.0, 42.0), ("on Friday", 46.0, 60.0))
    found = typed("\nBring the soup on Friday\nand bread", a_look(("Notes", 40.0, 20.0)), after)
    assert found and found.text == "Notes"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Emil", BEFORE),
        ("Save", a_look(*FORM)),
        ("", a_look(*FORM, ("Emil", 200.0, 80.0))),
        (" \n ", a_look(*FORM, ("Emil", 200.0, 80.0))),
        ("Emil", None),
    ],
    ids=["not seen", "stood there before", "secret", "blank", "no screen after it"],
)
def test_a_text_that_no_screen_shows_stays_without_a_field(
    text: str, after: Observation | None
) -> None:
    assert typed(text, BEFORE, after) is None


def test_what_the_source_says_stays_and_a_tree_is_not_searched() -> None:
    after = a_look(*FORM, ("Emil", 200.0, 80.0))
    known = a_typing("Emil", target=Target(role="textbox", text="Nick"))
    step = Step(run=RUN, index=1, actions=known, before=BEFORE, after=after)
    assert name_typed(step) == step
    told = replace(after, elements=tuple(replace(one, source="dom") for one in after.elements))
    assert typed("Emil", BEFORE, told) is None
    assert typed("Emil", None, after)


@pytest.mark.parametrize(
    ("then", "is_there"),
    [("press", False), ("click", False), ("navigate", False), ("scroll", True)],
)
def test_a_text_after_which_something_was_done_may_stand_elsewhere(
    then: ActionKind, is_there: bool
) -> None:
    after = a_look(*FORM, ("Emil", 200.0, 80.0))
    assert bool(typed("Emil", BEFORE, after, Action(kind=then, at_ms=1, text="Enter"))) is is_there


@pytest.mark.parametrize(
    ("text", "new", "is_found"),
    [
        ("1", "14:31", False),
        ("1", "1", True),
        ("Emil", "Emil Ek", True),
        ("a quick brown fox", "a quick br", True),
        ("a quick brown fox", "a quick b", False),
        ("EMIL", "Emil", True),
    ],
)
def test_short_texts_stand_alone_and_long_ones_may_be_parted(
    text: str, new: str, is_found: bool
) -> None:
    assert bool(typed(text, BEFORE, a_look(*FORM, (new, 200.0, 80.0)))) is is_found


def test_alone_comes_before_within_another_text() -> None:
    after = a_look(("Results for Emil", 300.0, 10.0), ("Emil", 300.0, 90.0))
    found = typed("Emil", a_look(), after)
    assert found and found.box and found.box.y == 90.0


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ((("Em", 200.0, 80.0),), (("Emil", 200.0, 80.0),), ""),
        ((("Ann", 200.0, 80.0),), (("Emil", 200.0, 80.0),), "Ann"),
        ((), (("City", 40.0, 80.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("City:", 40.0, 80.0), ("Emil", 500.0, 80.0)), ""),
        ((), (("City:", 340.0, 80.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("城市：", 100.0, 80.0), ("Emil", 200.0, 80.0)), "城市："),
        ((), (("City", 200.0, 20.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("City", 100.0, 62.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("City", 240.0, 62.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("*", 200.0, 62.0), ("Emil", 200.0, 80.0)), ""),
        ((), (("City " * 20, 200.0, 62.0), ("Emil", 200.0, 80.0)), ""),
    ],
    ids=[
        "a value that was only changed",
        "what stood there",
        "no colon",
        "a label too far left",
        "a label on the right",
        "a colon of Chinese",
        "too far above",
        "above, too far left",
        "above, on the right",
        "a sign alone",
        "a sentence",
    ],
)
def test_what_is_no_name_of_a_field(
    before: tuple[tuple[str, float, float], ...],
    after: tuple[tuple[str, float, float], ...],
    name: str,
) -> None:
    found = typed("Emil", a_look(*before), a_look(*after))
    assert found and found.text == name


def test_a_text_that_moved_is_a_new_one_and_one_that_stayed_is_none() -> None:
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 40.0, 124.0))) is None
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 40.0, 140.0)))
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 60.0, 120.0)))


def test_a_screen_of_thousands_of_lines_costs_little() -> None:
    lines = [(f"line {n} " * 20, 8.0 * (n % 90), float(n)) for n in range(2000)]
    begin = time.process_time()
    typed("a", a_look(*lines), a_look(*lines, ("a", 9.0, 9.0)))
    assert time.process_time() - begin < 1
