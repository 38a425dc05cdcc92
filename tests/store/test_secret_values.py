"""Values that a source knows to be secret are in no address, whatever they are called there."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_store.records import Action, Observation, Step, Target
from courtside_store.run_secrets import KnownSecrets
from courtside_store.secret_values import (
    MIN_PART_CHARS,
    MIN_SUBSTRING_CHARS,
    MIN_WORD_CHARS,
    cut_step,
    cut_values,
    cut_words,
)

TABLE = json.loads((Path(__file__).parent / "addresses.json").read_text())
SITE = "https://a.example"
values = st.text(st.characters(codec="utf-8"), min_size=MIN_PART_CHARS)


@pytest.mark.parametrize(("address", "values", "cut"), TABLE["known"])
def test_a_known_value_is_cut_once(address: str, values: list[str], cut: str) -> None:
    assert cut_values(address, values) == cut
    assert cut_values(cut, values) == cut


def test_a_value_with_half_a_character_costs_no_step() -> None:
    assert cut_values(f"{SITE}/?p=1", ["half \ud800 of one"]) == f"{SITE}/?p=1"


@given(values)
def test_what_a_form_submits_is_cut(value: str) -> None:
    assert cut_values(f"{SITE}/?{urlencode({'p': value})}", [value]) == f"{SITE}/?p=***"


@given(values.filter(lambda value: len(value) >= MIN_SUBSTRING_CHARS))
def test_what_a_script_puts_in_a_path_is_cut(value: str) -> None:
    assert quote(value, safe="") not in cut_values(f"{SITE}/a-{quote(value, safe='')}", [value])


def test_every_address_of_a_step_is_cut_and_its_other_texts_are_kept() -> None:
    look = Observation(at_ms=1, url=f"{SITE}/?p=4711", title=f"{SITE}/?p=4711", text="4711 pieces")
    typed = Action(kind="type", at_ms=1, text="4711", target=Target(frame_url=f"{SITE}/?x=4711"))
    goes = Action(kind="navigate", at_ms=1, text=f"{SITE}/4711")
    step = Step(run="run_1", index=1, before=look, actions=(typed, goes), after=look)
    cut = cut_step(step, ["4711"])
    assert cut.before and (cut.before.url, cut.before.title) == (f"{SITE}/?p=***",) * 2
    assert cut.before.text == "4711 pieces" and cut.after == cut.before
    assert cut.actions[0].text == "4711" and cut.actions[0].target
    assert cut.actions[0].target.frame_url == f"{SITE}/?x=***"
    assert cut.actions[1].text == f"{SITE}/***"


def test_a_known_value_is_cut_out_of_what_the_agent_thinks_and_does_as_a_word_only() -> None:
    says = Action(kind="other", at_ms=1, text="fill('admin1')", raw={"code": "fill('admin1')"})
    step = Step(run="run_1", index=1, actions=(says,), thought="admin1, not badmin123")
    cut = cut_step(step, ["admin1"])
    assert cut.thought == "***, not badmin123"
    assert (cut.actions[0].text, cut.actions[0].raw) == ("fill('***')", {"code": "fill('***')"})
    assert cut_step(cut, ["admin1"]) == cut


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("The PIN is 4321.", "The PIN is ***."),
        ("PIN:4321, (4321) or '4321'?", "PIN:***, (***) or '***'?"),
        ("Order 14321 of room 4321b", "Order 14321 of room 4321b"),
        ("It costs 4321.50 or 1,4321, on 4321-11-30", "It costs 4321.50 or 1,4321, on 4321-11-30"),
        ("at 4321:12 or 3/4321, v1.4321", "at 4321:12 or 3/4321, v1.4321"),
    ],
)
def test_a_short_value_is_cut_as_a_whole_word_only(text: str, cut: str) -> None:
    assert cut_words(text, ["4321"], MIN_WORD_CHARS) == cut
    assert cut_words(text, ["4321"]) == text


@pytest.mark.parametrize("value", ["blue", "admin", "1", "999", "----"])
def test_a_short_value_that_may_be_any_word_is_not_looked_for(value: str) -> None:
    known = KnownSecrets()
    known.add([value])
    text = "admin put 999 blue cups and 1 pot on shelf ----"
    assert known.cut(text) == text
