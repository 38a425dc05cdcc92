"""No task is made of a field that holds a secret."""

from __future__ import annotations

from random import Random

import pytest

from courtside_refine.actors.page_view import FieldType
from courtside_refine.proposing.field_values import is_unfit, value_for


@pytest.mark.parametrize(
    "name", ["Password", "Passphrase", "OTP", "pwd", "PIN", "Card number", "IBAN", "Promo code"]
)
def test_a_secret_a_card_or_a_code_is_no_field_of_a_task(name: str) -> None:
    assert is_unfit(name)


@pytest.mark.parametrize("name", ["Name", "Compass heading", "Country", "Boarding pass"])
def test_other_fields_are(name: str) -> None:
    assert not is_unfit(name)


def test_a_value_is_of_the_type_of_its_field_whatever_its_name_says() -> None:
    def value(name: str, kind: str, least: float | None = None, most: float | None = None) -> str:
        typed = FieldType(type=kind, least=least, most=most)
        return value_for(name, "textbox", typed, Random(0))

    assert value("Days between watering", "number").isdigit()
    assert 5 <= int(value("Rooms", "number", least=4.5, most=6)) <= 6
    assert int(value("Year", "number", least=1900)) >= 1900
    assert int(value("Below", "number", most=-3)) <= -3
    assert value("None", "number", least=3.2, most=3.8) == ""
    assert "@" in value("Contact", "email") and value("Shop", "url").startswith("https://")
    assert not any(value("Start", kind) for kind in ("date", "time", "color", "restricted"))
    assert value("Motto", "text") and value("First name", "text").isalpha()
