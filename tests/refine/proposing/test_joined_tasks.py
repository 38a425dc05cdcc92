"""Tasks of two parts: which pairs are asked for, and in which words."""

from __future__ import annotations

from random import Random

from courtside_refine.proposing.crawled_site import Fact
from courtside_refine.proposing.joined_tasks import (
    FieldSetting,
    ask_for_facts,
    ask_for_settings,
    pairs_of_facts,
    pairs_of_settings,
)

IDA = Fact(subject="Ida Holm", label="Phone", value="555 1001")
IDA_ROLE = Fact(subject="Ida Holm", label="Role", value="Editor")
MAX = Fact(subject="Max Roth", label="Phone", value="555 1002")


def a_setting(field: str, button: str = "") -> FieldSetting:
    sentences = ("{where}set '{field}' to '{value}'{save}.",)
    return FieldSetting(sentences=sentences, field=field, value="x", button=button)


def test_each_setting_is_in_one_pair_at_most() -> None:
    settings = [a_setting(name) for name in "abcde"]
    pairs = pairs_of_settings(settings, Random(0))
    named = [one.field for pair in pairs for one in pair]
    assert len(pairs) == 2 and len(set(named)) == 4


def test_both_fields_are_saved_by_one_press() -> None:
    pair = a_setting("Name", "Save"), a_setting("City", "Save")
    saved = ask_for_settings(pair, "On the page 'Me', ")
    assert saved == "On the page 'Me', set 'Name' to 'x', set 'City' to 'x' and press 'Save'."
    at_once = a_setting("Name"), a_setting("City")
    assert ask_for_settings(at_once, "") == "set 'Name' to 'x' and set 'City' to 'x'."


def test_two_facts_share_their_subject_or_their_label() -> None:
    pairs = {frozenset(pair) for pair in pairs_of_facts([IDA, IDA_ROLE, MAX], Random(0))}
    assert pairs == {frozenset((IDA, IDA_ROLE)), frozenset((IDA, MAX))}
    words = ask_for_facts((IDA, IDA_ROLE), ("phone", "role"), Random(0))
    assert "phone and the role of 'Ida Holm'" in words
    both = ask_for_facts((IDA, MAX), ("phone", "phone"), Random(0))
    assert "'Ida Holm'" in both and "'Max Roth'" in both


def test_a_value_that_is_part_of_the_other_is_not_asked_for_with_it() -> None:
    """The longer answer alone would hold both."""
    short = Fact(subject="Ida Holm", label="Extension", value="1001")
    assert pairs_of_facts([IDA, short], Random(0)) == []
