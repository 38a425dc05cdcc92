"""Plays one way of an app in a browser, watched by the observer that ships."""

from __future__ import annotations

from typing import Any

from courtside_store.records import Step
from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.watchers import DebuggedChromium

from .app import RIGHT, VIEWPORT, Task, Way
from .site import Site

PAUSE_MS = 150
SILENT = 3
"""Every third way says nothing of its success."""


async def play(site: Site, browser: DebuggedChromium, task: Task, way: Way) -> Episode:
    """One run, with what its app says of it. Raises ValueError where a way that was meant to be
    right is wrong, or the other way round."""
    app, is_silent = site.app, task.ways.index(way) % SILENT == SILENT - 1
    state, steps = await _made(site, browser, task, way)
    is_right = app.is_right(task, way, state)
    if is_right != (way.name in RIGHT):
        raise ValueError(f"{app.name}, {task.text!r}, {way.name}: right is {is_right}")
    return Episode(
        world=app.name,
        kind=task.text,
        seed=0,
        behaviour=way.name,
        task=task.text,
        steps=steps,
        answer=way.answer or ("" if is_silent else "Done."),
        claims_success=None if is_silent else True,
        oracle=is_right,
    )


async def _made(
    site: Site, browser: DebuggedChromium, task: Task, way: Way
) -> tuple[Any, tuple[Step, ...]]:
    """The state at the end, and the steps that were seen."""
    site.reset()
    async with browser.page(VIEWPORT) as page:
        await page.goto(site.address)
        async with browser.watching(page, task.text, "inside") as kept:
            for name, *given in way.moves:
                await page.wait_for_timeout(PAUSE_MS)
                await getattr(page, name)(*given)
            await page.wait_for_timeout(PAUSE_MS)
        state = await page.evaluate("state") if site.app.in_page else site.state
    return state, tuple(kept.steps)
