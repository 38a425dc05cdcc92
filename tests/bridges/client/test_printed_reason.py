"""Why a command of ours ended is the last reason that it printed, whatever stands round it."""

from __future__ import annotations

import pytest

from courtside_bridges.client.printed_reason import printed_reason


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("courtside: port 80 is taken\n", "port 80 is taken"),
        ("courtside: first\ncourtside: last\nbye\n\n", "last"),
        ("Traceback ...\nOSError: no", ""),
        ("", ""),
    ],
)
def test_the_last_reason_is_found(printed: str, reason: str) -> None:
    assert printed_reason(printed) == reason
