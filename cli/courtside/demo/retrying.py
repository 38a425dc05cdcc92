"""The demo's second attempts: by the explorer, which has the lesson and knows no solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.attempting import attempt
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_store.records import Reflection

from .agent import Claim
from .miniwob import is_over


async def second_attempt(
    page: Any, task: str, lesson: Reflection, think: Callable[[str], None], pause_s: float
) -> Claim:
    """One attempt from the start, by who knows the task's words, the page and the lesson."""
    finished = await attempt(
        page,
        Explorer(),
        ActorTask(text=task, lessons=(lesson,)),
        quiet_s=pause_s,
        think=think,
        is_over=lambda: is_over(page),
    )
    return Claim(finished.answer, finished.claims_success, finished.truncated)
