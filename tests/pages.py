"""The page, opened in a real Chromium that reaches nothing but the daemon; stores to show on it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import psutil
from builders import (
    SESSION,
    a_jpeg,
    a_run_verdict,
    a_screen,
    a_step,
    a_step_verdict,
    an_action,
    an_element,
)
from processes import children_with
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.client.linked_run import open_link
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.records import Observation, Session, Step, new_id, now_ms

EVIL = "<img src=x onerror=document.title='hacked'><b>bold</b>"
"""Text of a watched page that would run if it ever became markup."""


async def becomes_true(page: Any, script: str, arg: Any = None) -> None:
    """Waits until a script of the page says so. Playwright's own waiting looks again by `eval`,
    which the page forbids."""
    await until(lambda: page.evaluate(script, arg))


async def open_page(chromium: Any, config: Config, daemon: Running, **context: Any) -> Any:
    """A logged-in page. What it asks of anybody else stands in `page.outside`.

    Requests are listened to and not intercepted: a page has fifty, each of which would wait for us.
    """
    link = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/viewer", {}))["url"]
    fields = {"viewport": {"width": 1280, "height": 800}, **context}
    opened = await chromium.new_context(**fields)
    page = await opened.new_page()
    page.outside = []

    def note_outside(request: Any) -> None:
        if not request.url.startswith((daemon.url + "/", "data:", "blob:")):
            page.outside.append(request.url)

    opened.on("request", note_outside)
    page.on("pageerror", lambda error: page.outside.append(f"error: {error}"))
    await page.goto(link)
    return page


def seed(config: Config, runs: int, steps: int = 1) -> list[str]:
    """Ended and judged runs in the store, every third a failure; the oldest first."""
    ids = [new_id("run") for _ in range(runs)]
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", name="seed", started_at_ms=1), "me")
        seq = 0
        batch: list[wire.Sequenced] = []
        for number, run in enumerate(ids):
            frame = store.add_blob(a_jpeg(number % 7, (640, 400)))
            look = a_screen(an_element(1, EVIL), text=EVIL, title=EVIL, frame=frame)
            batch.append(
                wire.RunBegin(
                    seq=(seq := seq + 1), run=run, at_ms=number + 1, task=f"{EVIL} task {number}"
                )
            )
            batch.extend(
                wire.StepSeen(seq=seq + index, step=a_step(index, run=run, before=look, after=look))
                for index in range(1, steps + 1)
            )
            seq += steps
            batch.append(wire.RunEnd(seq=(seq := seq + 1), run=run, at_ms=now_ms()))
        store.take([(SESSION, m.seq, m) for m in batch])
        store.add_verdicts(a_step_verdict(i, run) for run in ids for i in range(1, steps + 1))
        store.add_verdicts(
            a_run_verdict(run, label="failure" if n % 3 == 0 else "success")
            for n, run in enumerate(ids)
        )
    return ids


class Agent:
    """A live source with one run at a time, by the socket that all sources use."""

    def __init__(self, config: Config, name: str = "agent") -> None:
        self.link = open_link(name, config)
        self.run = ""

    def begin(self, task: str = 'Press "Save".', **more: Any) -> str:
        """A new run; its id."""
        self.run = new_id("run")
        begun = wire.RunBegin(seq=1, run=self.run, at_ms=now_ms(), task=task, **more)
        self.link.send(lambda seq: msgspec.structs.replace(begun, seq=seq))
        return self.run

    def step(self, step: Step, *images: bytes) -> None:
        """A step, after the images that it names."""
        for image in images:
            self.link.frame(image)
        mine = msgspec.structs.replace(step, run=self.run)
        self.link.send(lambda seq: wire.StepSeen(seq=seq, step=mine))

    def look(self, image: bytes, *elements: Any, **more: Any) -> Observation:
        """A screen with this image."""
        found = elements or (an_element(),)
        return a_screen(*found, frame=self.link.frame(image), **more)

    def end(self, **more: Any) -> None:
        """The run ends."""
        run = self.run
        self.link.send(lambda seq: wire.RunEnd(seq=seq, run=run, at_ms=now_ms(), **more))

    async def close(self) -> None:
        """The source leaves."""
        await asyncio.to_thread(self.link.close)


def judge_process() -> psutil.Process:
    """The process of the daemon's judge, once it has been asked something."""
    return children_with("courtside_judge.process.server")[0]


SIZES = {1440: 900, 800: 900, 390: 844}
"""Of a desk, a tablet and a phone: width to height."""
THOUGHT = "The form asks for a name, so I type the one that the task names."
LONG = "Ada Lovelace, " * 12


async def a_page_with_one_step(config: Config, daemon: Running, chromium: Any, width: int) -> Any:
    """The page beside an agent that has done one step."""
    viewport = {"width": width, "height": SIZES[width]}
    page = await open_page(chromium, config, daemon, viewport=viewport)
    agent = Agent(config, "the ticket agent")
    agent.begin()
    image = a_jpeg(1, (1280, 800))
    before = agent.look(image, at_ms=1_700_000_000_000, url="http://127.0.0.1/form")
    after = agent.look(image, at_ms=1_700_000_002_300, url="http://127.0.0.1/done")
    action = an_action("type", "Name", LONG)
    step = a_step(1, action, before=before, after=after, thought=THOUGHT)
    agent.step(step, image)
    await page.wait_for_selector("#screen[data-step='1']")
    await page.wait_for_selector("#card .label")
    await agent.close()
    return page
