"""Which screen each action met and left, where the agent is faster than the looks at its page."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

from builders import a_jpeg

from courtside_bridges.eye import BINDING
from courtside_bridges.observer import Observer
from courtside_store.records import Step


class SlowPage:
    """A page that counts its presses; a look reaches it when the test says so."""

    def __init__(self) -> None:
        self.count = 0
        self.looks: list[asyncio.Future[str]] = []
        self.arrived = 0
        self._handlers: dict[str, list[Callable[[dict[str, Any]], None]]] = {}

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        match method:
            case "Page.getFrameTree":
                return {"frameTree": {"frame": {"id": "f"}}}
            case "Page.createIsolatedWorld":
                return {"executionContextId": 1}
            case "Page.captureScreenshot":
                return {"data": base64.b64encode(a_jpeg()).decode()}
            case "Runtime.evaluate" if params and "settle" in params["expression"]:
                self.looks.append(asyncio.get_running_loop().create_future())
                return {"result": {"value": await self.looks[-1]}}
            case "Runtime.evaluate":
                return {"result": {"value": json.dumps({"secrets": []})}}
        return {}

    async def sleep(self, seconds: float) -> None: ...

    async def detach(self) -> None: ...

    def on(self, event: str, handle: Callable[[dict[str, Any]], None]) -> None:
        self._handlers.setdefault(event, []).append(handle)

    def seen(self) -> dict[str, Any]:
        look = {"at_ms": self.count, "width": 32, "height": 24, "title": str(self.count)}
        return {"look": look, "secrets": []}

    async def answer(self) -> None:
        """The look that has been asked for longest comes to its end."""
        while len(self.looks) <= self.arrived:  # noqa: ASYNC110  it is asked for at once
            await asyncio.sleep(0)
        self.looks[self.arrived].set_result(json.dumps(self.seen()))
        self.arrived += 1

    def press(self, look_waits: bool) -> None:
        """An action; where a look waits in the page, that one says what was met, before it."""
        told = {} if look_waits else self.seen()
        self._emit({"type": "intent", "at_ms": 10 * self.count} | told)
        if look_waits:
            self.looks[self.arrived].set_result(json.dumps(self.seen()))
            self.arrived += 1
        self.count += 1
        self._emit({"type": "action", "action": {"kind": "click", "at_ms": 10 * self.count}})

    def _emit(self, event: dict[str, Any]) -> None:
        for handle in self._handlers["Runtime.bindingCalled"]:
            handle({"name": BINDING, "payload": json.dumps(event)})


async def watched(page: SlowPage, presses: Callable[[], Any]) -> list[tuple[str, str]]:
    """The titles before and after each step."""
    steps: list[Step] = []
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        observer = Observer(lambda _: "0" * 64, steps.append, "run_" + "0" * 20, tasks.create_task)
        adding = tasks.create_task(observer.add_page(page))
        await page.answer()
        await adding
        await presses()
    return [(s.before.title, s.after.title) for s in steps if s.before and s.after]


async def test_an_agent_that_waits_is_seen_step_by_step() -> None:
    page = SlowPage()

    async def presses() -> None:
        for _ in range(3):
            page.press(look_waits=False)
            await page.answer()
            await asyncio.sleep(0.01)

    assert await watched(page, presses) == [("0", "1"), ("1", "2"), ("2", "3")]


async def test_a_press_while_the_page_is_looked_at_ends_that_look() -> None:
    page = SlowPage()

    async def presses() -> None:
        page.press(look_waits=False)
        await asyncio.sleep(0.01)
        page.press(look_waits=True)
        await page.answer()

    assert await watched(page, presses) == [("0", "1"), ("1", "2")]


async def test_a_look_that_comes_after_the_next_press_is_what_the_one_after_it_met() -> None:
    page = SlowPage()

    async def presses() -> None:
        page.press(look_waits=False)
        await asyncio.sleep(0.01)  # a look was asked for, and is on its way
        page.press(look_waits=False)
        page.press(look_waits=True)  # now it is there, and this press ends it
        await page.answer()

    assert await watched(page, presses) == [("0", "1"), ("1", "2"), ("2", "3")]


async def test_a_look_that_comes_after_the_last_press_is_what_it_left() -> None:
    page = SlowPage()

    async def presses() -> None:
        page.press(look_waits=False)
        await asyncio.sleep(0.01)
        page.press(look_waits=False)
        await page.answer()
        await page.answer()

    assert await watched(page, presses) == [("0", "1"), ("1", "2")]
