"""A code is good once, not for long, and not for guessing."""

from __future__ import annotations

import pytest

from courtside_daemon import codes as codes_module
from courtside_daemon.codes import MAX_TRIES, Codes


class Clock:
    """Time that a test moves."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(codes_module, "time", made)
    return made


def test_a_code_is_good_once_however_it_is_typed() -> None:
    codes = Codes(8, 60)
    code = codes.issue()
    assert codes.redeem(f" {code[:4]}-{code[4:].lower()} ")
    assert not codes.redeem(code)


def test_a_code_is_good_until_its_time_is_over(clock: Clock) -> None:
    codes = Codes(8, 60)
    late, fresh = codes.issue(), codes.issue()
    clock.now += 59.9
    assert codes.redeem(fresh)
    clock.now += 0.1
    assert not codes.redeem(late)


def test_wrong_tries_void_every_code_and_a_new_one_counts_from_zero() -> None:
    codes = Codes(8, 60)
    code = codes.issue()
    for _ in range(MAX_TRIES - 1):
        assert not codes.redeem("WRONG234")
    fresh = codes.issue()
    assert codes.redeem(code)
    for _ in range(MAX_TRIES):
        assert not codes.redeem("WRONG234")
    assert not codes.redeem(fresh)


def test_codes_differ_and_have_no_letters_that_look_alike() -> None:
    codes = Codes(8, 60)
    issued = [codes.issue() for _ in range(200)]
    assert len(set(issued)) == 200
    assert not set("01ILO") & set("".join(issued))


def test_what_is_no_code_at_all_is_refused() -> None:
    codes = Codes(8, 60)
    codes.issue()
    for given in ("", "é" * 8, "\ud800", "A" * 10_000):
        assert not codes.redeem(given)
