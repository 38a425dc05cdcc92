"""A text that is too long is cut to the limit and says so."""

from __future__ import annotations

import pytest

from courtside_store.shortened_text import shortened


@pytest.mark.parametrize(
    ("text", "expected"), [("", ""), ("12345", "12345"), ("123456", "1234…"), ("x" * 99, "xxxx…")]
)
def test_what_fits_stays_and_what_does_not_ends_in_a_mark(text: str, expected: str) -> None:
    assert shortened(text, 5) == expected
