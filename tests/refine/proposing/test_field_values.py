"""No task is made of a field that holds a secret."""

from __future__ import annotations

import pytest

from courtside_refine.proposing.field_values import is_unfit


@pytest.mark.parametrize(
    "name", ["Password", "Passphrase", "OTP", "pwd", "PIN", "Card number", "IBAN", "Promo code"]
)
def test_a_secret_a_card_or_a_code_is_no_field_of_a_task(name: str) -> None:
    assert is_unfit(name)


@pytest.mark.parametrize("name", ["Name", "Compass heading", "Country", "Boarding pass"])
def test_other_fields_are(name: str) -> None:
    assert not is_unfit(name)
