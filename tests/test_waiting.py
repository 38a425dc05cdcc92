"""What the tests wait with."""

from __future__ import annotations

import time

import pytest
from waiting import until, wait_until


async def test_the_first_true_value_comes_back_awaited_or_not() -> None:
    values = [0, "", "third", "fourth"]

    async def look() -> object:
        return values.pop(0)

    assert await until(look) == "third"
    assert wait_until(lambda: values.pop(0)) == "fourth"


@pytest.mark.alone
async def test_what_never_comes_true_says_what_it_was_at_the_end() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError, match=r"still \[\] after 0.1 s"):
        await until(list, 0.1)
    with pytest.raises(TimeoutError, match="still None"):
        wait_until(lambda: None, 0.1)
    assert time.monotonic() - began < 5
