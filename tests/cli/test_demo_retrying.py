"""The demo's second attempts use the lesson, and nothing else that would help."""

from __future__ import annotations

from typing import Any

import pytest
from builders import RUN

from courtside.demo.miniwob import begin, served
from courtside.demo.retrying import second_attempt
from courtside_store.records import Reflection, now_ms

pytestmark = pytest.mark.chrome
KIND = "click-option"


async def _tried(page: Any, address: str, lesson: Reflection) -> list[str]:
    task = await begin(page, address, KIND, 3)
    thoughts: list[str] = []
    await second_attempt(page, task, lesson, thoughts.append, 0.05)
    return thoughts


def _lesson(**fields: object) -> Reflection:
    return Reflection(**{"run": RUN, "text": "", "at_ms": now_ms(), **fields})  # type: ignore[arg-type]


async def test_a_lesson_that_says_nothing_does_not_help(chromium: Any) -> None:
    pytest.importorskip("miniwob")
    page = await chromium.new_page()
    with served() as address:
        empty = await _tried(page, address, _lesson())
        again = await _tried(page, address, _lesson(text="The attempt was a failure."))
    await page.close()
    assert empty
    assert again == empty
