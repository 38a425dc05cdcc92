"""No secret is left in an address, and nothing else of it is changed."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from courtside_store.addresses import MARK, clean_address, clean_step, clean_text
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, ActionKind, Step, Target, target_of
from courtside_store.secret_names import has_secret_field, is_secret_field, is_secret_name

TABLE = json.loads((Path(__file__).parent / "addresses.json").read_text())
FIELDS = json.loads((Path(__file__).parent / "field_names.json").read_text())
SECRET = "Zebra-Quartz-417"
PLAIN = some.text("abcxyz019-._~", min_size=1, max_size=8)


@pytest.mark.parametrize(("address", "cut"), TABLE["cut"])
def test_secrets_are_cut_from_an_address(address: str, cut: str) -> None:
    assert clean_address(address) == cut
    assert clean_address(cut) == cut, "what is cut once stays as it is"


@pytest.mark.parametrize("address", TABLE["kept"])
def test_an_address_without_secrets_is_kept_byte_for_byte(address: str) -> None:
    assert clean_address(address) == address


@pytest.mark.parametrize("name", TABLE["secret_names"])
def test_a_name_that_says_secret_is_one_however_it_is_written(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", TABLE["plain_names"])
def test_a_name_that_only_looks_like_a_secret_is_none(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize("name", FIELDS["secret"])
def test_a_field_that_is_called_so_takes_a_secret(name: str) -> None:
    assert is_secret_field(name)


@pytest.mark.parametrize("name", FIELDS["plain"])
def test_a_field_whose_name_only_holds_such_letters_takes_none(name: str) -> None:
    assert not is_secret_field(name)


@given(some.text(max_size=80))
def test_any_text_is_taken_for_an_address_and_cut_once(text: str) -> None:
    cut = clean_address(text)
    assert clean_address(cut) == cut


@given(some.lists(some.tuples(PLAIN, PLAIN)), some.sampled_from("?#"), some.integers(0, 3))
def test_a_token_is_cut_wherever_it_stands_and_its_neighbours_stay(
    pairs: list[tuple[str, str]], sign: str, depth: int
) -> None:
    fields = [f"{n}-x={v}" for n, v in pairs if not is_secret_name(f"{n}-x")]
    inner = "&".join([*fields, f"token={SECRET}", *fields])
    for _ in range(depth):
        inner = quote("b?" + inner, safe="")
    address = f"https://a.example/{sign}{inner if not depth else 'to=' + inner}"
    assert clean_address(address) == address.replace(SECRET, MARK)


def test_every_address_of_a_step_is_cut_and_typed_text_is_not() -> None:
    address = f"https://ann:{SECRET}@a.example/?token={SECRET}"
    look = a_screen(url=address, title=address)
    target = Target(tag="button", frame_url=address)
    actions = (
        Action(kind="navigate", at_ms=1, text=f"a.example/?key={SECRET}", raw={"args": [address]}),
        Action(kind="navigate", at_ms=1, text=f'https:/a.example/?state={{"token": "{SECRET}"}}'),
        Action(kind="other", at_ms=1, text=f'goto("{address}") now'),
        Action(kind="click", at_ms=1, target=target, raw={"url": address, "all": [[address]]}),
        Action(kind="type", at_ms=1, text="https://a.example/?code=AT", raw={"page": address}),
    )
    recorded = a_step(1, *actions, before=look, after=look)
    step = clean_step(replace(recorded, thought=f"I open {address} now"))
    assert SECRET not in repr(step)
    assert step.actions[2].text == 'goto("https://***@a.example/?token=***") now'
    assert step.actions[4].text == actions[4].text


@pytest.mark.parametrize("kind", ["type", "select", "press", "check", "upload"])
def test_what_goes_into_a_secret_field_is_dropped_whoever_recorded_it(kind: ActionKind) -> None:
    hidden, enter = an_action(kind, "PIN", SECRET, state=("secret",)), an_action("press", "PIN")
    enter = replace(enter, text="Enter", target=hidden.target)
    field = an_element(1, "PIN", role="textbox", value=SECRET, state=("secret", "focused"))
    look = a_screen(field, an_element(2, "Name", role="textbox", value="Ada"))
    step = clean_step(a_step(1, hidden, enter, before=look, after=look))
    assert SECRET not in repr(step)
    assert [action.text for action in step.actions] == ["", "Enter"]
    assert step.after and [one.value for one in step.after.elements] == ["", "Ada"]


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ({"fill": SECRET}, None),
        ({"moved": [0, -40], "keys": list(SECRET)}, {"moved": [0, -40]}),
        ({"moved": [SECRET, 0]}, None),
        ({"moved": [4, 7, 1, 1]}, None),
        ({"moved": SECRET}, None),
        (None, None),
    ],
)
def test_the_source_s_own_form_of_what_goes_into_a_secret_field_is_dropped(
    raw: dict[str, Any] | None, kept: dict[str, Any] | None
) -> None:
    """Where the page scrolled, actions are drawn by `moved`."""
    typed = replace(an_action("type", "PIN", state=("secret",)), raw=raw)
    (action,) = clean_step(a_step(1, typed)).actions
    assert action.raw == kept
    plain = replace(an_action("type", "Name"), raw=raw)
    assert clean_step(a_step(1, plain)).actions == (plain,)


BOX = Box(10, 10, 100, 20)
NAMED = Target(role="textbox", text="PIN")


@pytest.mark.parametrize(
    ("target", "point"),
    [
        (replace(NAMED, box=BOX), None),
        (NAMED, None),
        (replace(NAMED, role=""), None),
        (Target(box=Box(12, 11, 90, 20)), None),
        (Target(tag="body", box=Box(0, 0, 320, 240)), Point(50, 20)),
        (None, Point(50, 20)),
        (None, None),
    ],
)
def test_a_target_on_a_secret_field_of_its_screen_is_secret_where_its_source_does_not_say_so(
    target: Target | None, point: Point | None
) -> None:
    field = an_element(1, "PIN", role="textbox", box=BOX, state=("secret", "focused"))
    look = a_screen(field, an_element(2, "Form", box=Box(0, 0, 300, 200)))
    typed = Action(kind="type", at_ms=1, target=target, point=point, text=SECRET)
    for step in (a_step(1, typed, before=look), a_step(1, typed, after=look)):
        (action,) = clean_step(step).actions
        assert not action.text and action.target and "secret" in action.target.state


def test_a_secret_field_that_came_up_during_a_step_gets_nothing_that_is_kept() -> None:
    opened = an_action("click", "Log in")
    typed = Action(kind="type", at_ms=1, target=NAMED, text=SECRET)
    pin = an_element(1, "PIN", role="textbox", state=("secret",))
    step = a_step(1, opened, typed, before=a_screen(an_element(1, "Log in")), after=a_screen(pin))
    assert SECRET not in repr(clean_step(step))


def test_what_is_typed_without_a_place_goes_where_the_action_before_it_went() -> None:
    pin, name = (an_element(n, text, role="textbox") for n, text in enumerate(("PIN", "Name"), 1))
    look = a_screen(replace(pin, state=("secret",)), name)
    clicks = [an_action("click", one.text, role="textbox") for one in (pin, name)]
    typed, words = (Action(kind="type", at_ms=1, text=text) for text in (SECRET, "Ada"))
    tab = Action(kind="press", at_ms=1, text="Tab")
    recorded = a_step(1, clicks[0], typed, tab, words, clicks[1], words, before=look)
    step = clean_step(recorded)
    assert clean_step(step) == step
    texts = [action.text for action in step.actions]
    assert texts == ["", "", "Tab", "Ada", "", "Ada"]


def test_a_target_beside_a_secret_field_stays_as_it_is() -> None:
    name = an_element(2, "PIN", role="textbox", box=Box(10, 50, 100, 20))
    show = an_element(3, "Show", box=Box(90, 12, 16, 16))
    pin = an_element(1, "PIN", role="textbox", box=BOX, state=("secret",))
    actions = (
        Action(kind="type", at_ms=1, target=target_of(name), point=Point(60, 60), text="Ada"),
        Action(kind="click", at_ms=1, target=target_of(show), point=Point(98, 20)),
        Action(kind="type", at_ms=1, text="Ada"),
        Action(kind="type", at_ms=1, target=Target(role="textbox", text="Name"), text="Ada"),
    )
    assert clean_step(a_step(1, *actions, before=a_screen(pin, name, show))).actions == actions


def test_a_step_at_its_limits_stays_within_them() -> None:
    address = "https://a.example/?" + "pin=1&" * 3_330
    look = a_screen(url=address[:20_000], title=address[:500])
    action = Action(kind="navigate", at_ms=1, text=address[:20_000])
    step = clean_step(a_step(1, action, after=look))
    assert msgspec.json.decode(msgspec.json.encode(step), type=Step) == step


def test_an_address_within_a_text_is_cut_and_the_text_is_kept() -> None:
    assert clean_text("see https://a.example/?sig=1 or ask") == (
        "see https://a.example/?sig=*** or ask"
    )
    assert clean_text('see https:/ann:pw@a.example/?s={"token":"1"} or ask') == (
        "see https:/***@a.example/?s=*** or ask"
    )


@pytest.mark.parametrize(
    "part", ["{", "={", "%25", "a=%", "http:/{", "@", "{token:", "http:", "%2F%2F", "a", "//@"]
)
def test_a_long_hostile_address_takes_no_long_time(part: str) -> None:
    text = "https://a.example/?" + part * (20_000 // len(part))
    began_s = process_time()
    clean_text(text)
    assert process_time() - began_s < 2


@pytest.mark.parametrize("text", ["x: " + "a" * 200_000, "https://a.example/@" + "http:" * 40_000])
def test_the_time_for_a_text_of_a_source_s_own_form_grows_with_its_length_only(text: str) -> None:
    began_s = process_time()
    assert clean_text(text) == text
    assert process_time() - began_s < 2


def test_the_time_for_json_with_many_names_grows_with_its_length_only() -> None:
    """Eight times the names may take twenty times as long; it was forty times."""
    assert time_for_names(600_000) < 20 * time_for_names(75_000)


def time_for_names(number: int) -> float:
    """Of CPU, as others may load the machine."""
    text = "{a:" * number
    began_s = process_time()
    assert not has_secret_field(text)
    return process_time() - began_s
