"""What an action hit, and whether what was typed may be kept."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_screen

from courtside_bridges.ios.hits import FocusTracker
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, ActionKind, Element, Observation


def an_element(id: int, text: str, y: float, role: str = "textbox", **more: Any) -> Element:
    return Element(id=id, role=role, text=text, box=Box(0, y, 100, 20), **more)


NAME = an_element(1, "Name", 0)
SECRET = an_element(2, "Password", 30, state=("secret",))
BUTTON = an_element(3, "Sign in", 60, role="button")
KEY = an_element(4, "h", 90, role="key")
CARD = Element(id=5, role="listitem", text="Card", box=Box(0, 0, 200, 200))
FORM = a_screen(NAME, SECRET, BUTTON, KEY, CARD)
PLAIN = a_screen(NAME, BUTTON)


def act(kind: ActionKind, y: float | None = None, **more: Any) -> Action:
    return Action(kind=kind, at_ms=0, point=None if y is None else Point(50, y), **more)


def typed(*actions: Action, look: Observation | None = FORM) -> Action:
    """The last of these actions, as it is kept; one look for each."""
    fields = FocusTracker()
    return [fields.name((one,), look)[0][0] for one in actions][-1]


def test_text_goes_into_the_field_that_was_tapped() -> None:
    kept = typed(act("tap", 10), act("type", text="Ada"))
    assert kept.text == "Ada" and kept.target and kept.target.text == "Name"
    secret = typed(act("tap", 40), act("type", text="hunter2"))
    assert not secret.text and secret.target and secret.target.state == ("secret",)


def test_a_focus_that_is_told_counts_more_than_a_tap() -> None:
    focused = an_element(2, "Password", 30, state=("focused", "secret"))
    kept = typed(act("tap", 10), act("type", text="hunter2"), look=a_screen(NAME, focused))
    assert not kept.text


@pytest.mark.parametrize(
    "before",
    [
        [],
        [act("tap", 10), act("press", text="Enter")],
        [act("tap", 10), act("press", text="Tab")],
        [act("tap", 70)],
        [act("tap", 300)],
    ],
    ids=["nothing tapped", "enter", "tab", "a button", "beside all"],
)
def test_where_the_field_is_not_known_and_one_is_secret_nothing_is_kept(
    before: list[Action],
) -> None:
    assert not typed(*before, act("type", text="hunter2")).text
    assert typed(*before, act("type", text="Ada"), look=PLAIN).text == "Ada"


def test_without_any_look_nothing_is_kept() -> None:
    assert not typed(act("type", text="hunter2"), look=None).text


def test_a_field_that_became_another_is_not_trusted() -> None:
    fields = FocusTracker()
    fields.name((act("tap", 10),), PLAIN)
    moved = a_screen(an_element(1, "Password", 0, state=("secret",)))
    [kept], secrets = fields.name((act("type", text="hunter2"),), moved)
    assert not kept.text and secrets == ("hunter2",)


def test_keys_that_are_tapped_into_a_secret_tell_nothing() -> None:
    kept = typed(act("tap", 40), act("tap", 100, raw={"took_ms": 80}))
    assert (kept.point, kept.raw) == (None, None)
    assert kept.target and not kept.target.text and kept.target.state == ("secret",)
    open_field = typed(act("tap", 10), act("tap", 100))
    assert open_field.target and open_field.target.text == "h"
    still = typed(act("tap", 40), act("tap", 100), act("type", text="hunter2"))
    assert not still.text, "a key does not take the focus away"


def test_a_device_that_tells_nothing_is_not_trusted() -> None:
    blind = a_screen(withheld="the companion gave no UI tree, so nothing could be masked")
    assert not typed(act("type", text="hunter2"), look=blind).text


def test_a_secret_is_known_whole_however_it_was_typed() -> None:
    fields = FocusTracker()
    fields.name((act("tap", 40),), FORM)
    secrets: list[str] = []
    for action in (act("type", text="h"), act("tap", 100), act("type", text="unter2")):
        secrets += fields.name((action,), FORM)[1]
    assert secrets == ["h", "hh", "hhunter2"]
    fields.name((act("tap", 40),), FORM)
    assert fields.name((act("type", text="other"),), FORM)[1] == ("other",)


def test_a_letter_that_option_writes_is_not_told_of_a_secret() -> None:
    kept = typed(act("tap", 40), act("press", text="Option+s", raw={"key": 22}))
    assert kept.text == "Option+(secret)" and kept.raw is None
    assert typed(act("tap", 10), act("press", text="Option+s")).text == "Option+s"
