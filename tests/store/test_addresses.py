"""No secret is left in an address, and nothing else of it is changed."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from urllib.parse import quote

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from courtside_store.addresses import MARK, clean_address, clean_step, clean_text
from courtside_store.records import Action, ActionKind, Step, Target
from courtside_store.secret_names import has_secret_field, is_secret_name

TABLE = json.loads((Path(__file__).parent / "addresses.json").read_text())
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
