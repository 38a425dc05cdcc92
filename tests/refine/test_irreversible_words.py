"""What the words on a control say: sent away, destroyed, out of reach, or only changed."""

from __future__ import annotations

import pytest

from courtside_refine.irreversible_words import alters_anything, is_irreversible, takes_away


@pytest.mark.parametrize("label", ["Pay now", "Submit", "Deleted items", "Erase all"])
def test_what_is_sent_or_destroyed_is_irreversible(label: str) -> None:
    assert is_irreversible(label)


@pytest.mark.parametrize("label", ["Archive", "Log out", "Save", "Next", "Repay"])
def test_what_can_be_brought_back_or_only_changes_something_is_not(label: str) -> None:
    assert not is_irreversible(label)


def test_what_is_destroyed_or_moved_away_is_gone_and_what_is_sent_is_not() -> None:
    assert takes_away("Erase all") and takes_away("Archive") and not takes_away("Send")


def test_a_sentence_takes_nothing_away() -> None:
    assert not takes_away("Here you can read how to archive a board")


@pytest.mark.parametrize("label", ["Pay now", "Erase all", "Archived", "Save", "Log out of this"])
def test_all_of_it_alters_something(label: str) -> None:
    assert alters_anything(label)


@pytest.mark.parametrize("label", ["Next", "Reports", "Marketing", "Details"])
def test_what_only_looks_around_alters_nothing(label: str) -> None:
    assert not alters_anything(label)
