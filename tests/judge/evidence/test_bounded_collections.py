"""A long run costs no more a step, since only the newest is kept."""

from __future__ import annotations

from courtside_judge.evidence.facts.bounded_collections import keep, with_newest


def test_the_oldest_goes_when_there_are_too_many() -> None:
    kept: dict[int, str] = {}
    listed: list[int] = []
    for number in range(100):
        keep(kept, number, "")
        listed = with_newest(listed, number)
    assert list(kept) == listed == [*range(40, 100)]


def test_what_comes_again_is_the_newest() -> None:
    kept = {"a": 1, "b": 2}
    keep(kept, "a", 3)
    assert list(kept.items()) == [("b", 2), ("a", 3)]


def test_nothing_new_adds_nothing_and_no_list_is_changed_in_place() -> None:
    listed = ["a"]
    assert with_newest(listed, None) == ["a"] and with_newest(listed, "b", None) == ["a", "b"]
    assert listed == ["a"]
