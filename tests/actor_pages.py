"""Pages for actors: a real Chromium shows them, nothing is served."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import ChosenAction, NoAction
from courtside_refine.actors.page_view import PageView
from courtside_refine.actors.webarena_grammar import read_webarena_action

FORM = """<title>Guests</title><h1>Guests</h1>
<label>Name <input id=guest></label>
<label>City <select id=city><option>Bern</option><option>Oslo</option></select></label>
<button onclick="said.textContent = `${guest.value} of ${city.value} is saved`">Save</button>
<button disabled>Send</button><p id=said></p>"""


@asynccontextmanager
async def a_page(blank_page: Any, html: str) -> AsyncIterator[Any]:
    """The page with this in it; the windows that it opens are closed at the end."""
    await blank_page.set_viewport_size({"width": 800, "height": 600})
    await blank_page.set_content(html)
    try:
        yield blank_page
    finally:
        for page in blank_page.context.pages:
            if page is not blank_page:
                await page.close()


class Scripted:
    """An actor that says what it was told to say; `seen` is what it was shown."""

    name = "scripted"
    sees = False

    def __init__(self, *written: str) -> None:
        self._written = list(written)
        self.seen: list[tuple[PageView, str]] = []
        self.task: ActorTask | None = None

    def start(self, task: ActorTask) -> Scripted:
        self.task = task
        return self

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        self.seen.append((view, previous))
        written = self._written.pop(0)
        if written == "?":
            raise NoAction("'?' is no action")
        return ChosenAction(action=read_webarena_action(written), thought=f"so I {written}")
