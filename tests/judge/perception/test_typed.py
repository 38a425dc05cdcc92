"""A text that nobody says where it was typed is in the field in which it stands afterwards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from courtside_judge.perception.typed import name_typed
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation, Target


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


def typed(text: str, before: Observation | None, after: Observation | None) -> Target | None:
    return name_typed(Action(kind="type", at_ms=0, text=text), before, after).target


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
    known = Action(kind="type", at_ms=0, text="Emil", target=Target(role="textbox", text="Nick"))
    after = a_look(*FORM, ("Emil", 200.0, 80.0))
    assert name_typed(known, BEFORE, after) == known
    told = replace(after, elements=tuple(replace(one, source="dom") for one in after.elements))
    assert typed("Emil", BEFORE, told) is None
    assert typed("Emil", None, after)
    press = Action(kind="press", at_ms=0, text="Emil")
    assert name_typed(press, BEFORE, after) == press
