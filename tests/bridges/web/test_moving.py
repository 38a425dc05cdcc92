"""A screen whose transition still runs is looked at when it has ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from processes import children_with

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step

pytestmark = pytest.mark.chrome
LONGER_THAN_TRANSITION_S = 0.6
MENU = """<title>Menu</title><style>#menu{height:20px;transition:height .5s}
#spinner{width:9px;height:9px;animation:turn .5s infinite}
@keyframes turn{to{transform:rotate(1turn)}}</style><div id=spinner></div>
<button id=open onclick="menu.style.height='90px'">Open</button><button id=other>Other</button>
<div id=menu></div><script>menu.ontransitionend=()=>{menu.textContent='All of it'}</script>"""
"""It is whole once its transition has ended; its spinner never ends."""


async def watched(page: Any, config: Config, *clicked: str) -> list[Step]:
    """The steps of an agent that lets each screen come to rest."""
    await page.set_content(MENU)
    async with watch(page, config=config) as run:
        for name in clicked:
            await page.click(name)
            await run.settled()
        await run.finish()
    with Reader(config) as reader:
        return list(reader.steps(run.run))


async def test_the_screen_after_an_action_is_that_at_the_end_of_its_transition(
    config: Config, daemon: Running, chromium: Any
) -> None:
    click, other = await watched(await chromium.new_page(), config, "#open", "#other")
    assert click.after and "All of it" in click.after.text and click.after.frame
    assert other.before and other.before.frame == click.after.frame


@pytest.mark.alone
async def test_a_transition_has_ended_once_its_page_was_told_so(
    config: Config, daemon: Running, chromium: Any
) -> None:
    """The browser tells it with a frame, and on a busy machine frames come late."""
    page = await chromium.new_page()
    await page.set_content(MENU)
    async with watch(page, config=config) as run:
        await page.click("#open")
        await page.wait_for_function("menu.offsetHeight > 30")
        with no_frames():
            # The page has no clock of its own while nothing is drawn.
            await asyncio.sleep(LONGER_THAN_TRANSITION_S)
        await run.settled()
        await run.finish()
    with Reader(config) as reader:
        (step,) = reader.steps(run.run)
    assert step.after and "All of it" in step.after.text


@contextlib.contextmanager
def no_frames() -> Iterator[None]:
    """The process that makes them stands still."""
    makers = children_with("--type=gpu-process", recursive=True)
    assert makers
    for one in makers:
        one.suspend()
    try:
        yield
    finally:
        for one in makers:
            one.resume()


@pytest.mark.alone
async def test_a_spinner_that_never_ends_holds_up_no_screen_and_no_picture(
    config: Config, daemon: Running, chromium: Any
) -> None:
    [step] = await watched(await chromium.new_page(), config, "#other")
    assert step.before and step.before.frame and step.after and step.after.frame
    assert step.after.at_ms - step.actions[0].at_ms < 1000
