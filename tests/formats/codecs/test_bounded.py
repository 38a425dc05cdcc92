"""Foreign JSON as it is read: within bounds, and whole texts only."""

from __future__ import annotations

from typing import Any

import pytest

from courtside_formats.codecs.bounded import parse_json


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (rb'{"cut": ["so far \ud83d", "\udc00."]}', {"cut": ["so far \ufffd", "\ufffd."]}),
        (rb'{"\ud83d": null}', {"\ufffd": None}),
        (b'["\xed\xa0\xbd"]', ["\ufffd"]),
        (rb'["\ud83d\ude00", "\\ud83d", 1]', ["\U0001f600", r"\ud83d", 1]),
        ('["\ud83d"]', ["\ufffd"]),
    ],
    ids=["escaped", "a name", "encoded", "whole", "text"],
)
def test_half_a_character_is_replaced_and_a_whole_one_stays(data: bytes | str, read: Any) -> None:
    assert parse_json(data, "a.json") == read


def test_halves_below_too_many_levels_are_refused_in_words() -> None:
    deep = b"[" * 100_000 + rb'"\ud83d"' + b"]" * 100_000
    with pytest.raises(ValueError, match=r"a\.json: nested too deep"):
        parse_json(deep, "a.json")
