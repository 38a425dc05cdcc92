"""A policy scores choices; its weights are a file that says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import an_element
from pressing_tasks import pressing_examples

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from safetensors.torch import save_file

from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.policy_training.policy import Policy
from courtside_refine.policy_training.policy_inputs import PolicyInputs

ONE = pressing_examples(1)[0]


def test_weights_that_were_saved_choose_the_same(tmp_path: Path) -> None:
    policy = Policy(seed=5)
    policy.save(tmp_path / "one.safetensors")
    again = Policy.load(tmp_path / "one.safetensors")
    assert again.fingerprint() == policy.fingerprint() != Policy(seed=6).fingerprint()
    assert again.choose(ONE.task, ONE.elements) == policy.choose(ONE.task, ONE.elements)


def test_choices_are_sorted_and_name_what_is_there() -> None:
    choices = Policy().choose(ONE.task, ONE.elements)
    likely = [one.probability for one in choices]
    assert likely == sorted(likely, reverse=True) and 0.9 < sum(likely) <= 1.001
    assert {one.element for one in choices} == {None, *(one.id for one in ONE.elements)}
    assert {one.text for one in choices if one.kind == "type"} <= {ONE.choice.text, *_names()}


def _names() -> set[str]:
    return {one.text for one in ONE.elements}


def test_a_disabled_button_and_an_option_are_never_pressed_and_an_empty_page_is_a_stop() -> None:
    off = an_element(1, "Save", state=("disabled",))
    option = an_element(2, "Oslo", tag="option", role="option")
    assert {one.kind for one in Policy().choose("Press Save.", [off, option])} == {"stop"}
    assert [one.kind for one in Policy().choose("Press Save.", [])] == ["stop"]


def test_an_option_of_a_list_is_chosen_from_what_it_offers() -> None:
    city = an_element(1, "City", tag="select", role="combobox")
    options = [an_element(n, t, tag="option", role="option") for n, t in ((2, "Bern"), (3, "Oslo"))]
    choices = Policy().choose("Select Oslo.", [city, *options])
    assert {(one.kind, one.text) for one in choices if one.element} == {
        ("select", "Bern"),
        ("select", "Oslo"),
    }


def test_before_training_each_field_gets_the_value_that_the_explorer_would_type() -> None:
    fields = [an_element(n, name, role="textbox", tag="input") for n, name in FIELDS.items()]
    view = PageView(url="u", rows=tuple(ViewRow(element=one) for one in fields))
    shown = PolicyInputs('Enter the city "Oslo" and the name "Ada".').see(view)
    for seed in range(4):
        choices = Policy(seed=seed).choose(shown.task, shown.elements, (), shown.outlook)
        typed = {FIELDS[one.element]: one.text for one in reversed(choices) if one.element}
        assert typed == {"Name": "Ada", "City": "Oslo"}


FIELDS = {1: "Name", 2: "City"}


def test_what_is_no_policy_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no policy in"):
        Policy.load(tmp_path)
    (tmp_path / "text.safetensors").write_text("hello")
    with pytest.raises(ValueError, match="holds no weights"):
        Policy.load(tmp_path / "text.safetensors")
    save_file(Policy().network.state_dict(), tmp_path / "other.safetensors")
    with pytest.raises(ValueError, match="another version"):
        Policy.load(tmp_path / "other.safetensors")
