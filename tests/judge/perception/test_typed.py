"""A text is in the field in which it stands afterwards, where no source names the field."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from builders import RUN
from msgspec.structs import replace

from courtside_judge.perception.registry import is_installed, load_reader
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
        ((), (("Emil", 200.0, 80.0), ("Name", 80.0, 110.0), ("Ada", 260.0, 110.0)), ""),
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
        "beside another column",
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


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (
            (),
            (("Name", 40.0, 60.0), ("Ada", 160.0, 60.0), ("City", 40.0, 80.0)),
            "City",
        ),
        ((), (("City", 40.0, 80.0), ("Zip", 40.0, 100.0), ("0150", 160.0, 100.0)), "City"),
        ((), (("Name", 150.0, 44.0), ("Ada", 160.0, 62.0)), ""),
        ((("City", 160.0, 80.0),), (("Ada", 160.0, 60.0),), "City"),
        ((("e.g. Oslo", 160.0, 80.0),), (("City", 154.0, 64.0),), "City"),
        ((), (("City", 160.0, 68.0),), "City"),
        ((("Zip", 160.0, 93.0),), (("Zip", 160.0, 93.0),), ""),
    ],
    ids=[
        "in a column of labels, below a filled field",
        "in a column of labels, above a filled field",
        "below a filled field that has a label of its own",
        "below a filled field, in place of its hint",
        "below its label, in place of a hint",
        "below a label whose box touches it",
        "above a line whose box touches it",
    ],
)
def test_what_another_field_holds_names_no_field(
    before: tuple[tuple[str, float, float], ...],
    after: tuple[tuple[str, float, float], ...],
    name: str,
) -> None:
    found = typed("Emil", a_look(*before), a_look(*after, ("Emil", 160.0, 80.0)))
    assert found and found.text == name


DRAWN = """<!doctype html><style>body{{margin:24px;font:16px sans-serif}}h3{{margin:0 0 40px}}
input{{font:inherit;width:260px;height:28px;padding:0 8px;border:1px solid #777;margin-bottom:2px;
box-sizing:border-box}}span{{display:inline-block;width:120px}}</style><h3>Guest</h3>{}"""
FORMS = {
    "labels on the left": (
        "<div><span>Company</span><input value='Acme Ltd'></div>"
        "<div><span>City</span><input id=it></div>"
        "<div><span>Phone</span><input></div>",
        "City",
    ),
    "labels above": (
        "<div>Company<br><input value='Acme Ltd'></div><div>City<br><input id=it></div>",
        "City",
    ),
    "a field without a label": (
        "<div>Company<br><input value='Acme Ltd'></div><div><input id=it></div>",
        "",
    ),
}


@pytest.mark.chrome
@pytest.mark.parametrize("kind", list(FORMS))
async def test_a_form_that_was_drawn_and_read_has_the_names_that_a_person_would_say(
    chromium: Any, kind: str
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    form, name = FORMS[kind]
    reader = load_reader("rapidocr", Path())
    page = await chromium.new_page(viewport={"width": 460, "height": 260})
    await page.set_content(DRAWN.format(form))
    looks = []
    for text in ("", "Oslo"):
        await page.fill("#it", text)
        read = reader.read(await page.screenshot(caret="hide"))
        looks.append(Observation(at_ms=0, elements=read))
    await page.close()
    before, after = looks
    found = typed("Oslo", before, after)
    assert found and found.text == name


def test_a_text_that_moved_is_a_new_one_and_one_that_stayed_is_none() -> None:
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 40.0, 124.0))) is None
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 40.0, 140.0)))
    assert typed("Save", BEFORE, a_look(*FORM[:3], ("Save", 60.0, 120.0)))


def test_a_screen_of_thousands_of_lines_costs_little() -> None:
    lines = [(f"line {n} " * 20, 8.0 * (n % 90), float(n)) for n in range(1000)]
    lines += [(f"line {n}", 90.0 * (n % 2), 9.0 * n) for n in range(1000)]
    begin = time.process_time()
    typed("a", a_look(*lines), a_look(*lines, ("a", 90.0, 4000.0)))
    assert time.process_time() - begin < 1
