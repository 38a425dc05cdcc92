"""Walks through a site, one origin, within limits. Sends nothing that may change anything there.

Each screen is reached in a fresh browser context: what a press left behind in one is not seen in
the next. Requests other than GET are stopped in the browser.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from courtside_refine.actors.actor_actions import Click
from courtside_refine.actors.chromium import fresh_context
from courtside_refine.actors.page_errors import why_not_opened
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.actors.playwright_driver import PlaywrightDriver
from courtside_store.records import Record
from courtside_store.rendering import counted
from courtside_store.safe_methods import is_safe

from .crawled_site import (
    CrawledSite,
    Fact,
    ScreenPlace,
    SiteScreen,
    same_origin,
    signature,
    template,
)
from .proposal import NamedControl
from .safe_presses import (
    find_press,
    is_row,
    may_press,
    might_change_something,
    opens_list,
    press_of,
)

VIEWPORT = {"width": 1280, "height": 800}
TIMEOUT_MS = 10_000
QUIET_S = 0.25
MAX_OF_TEMPLATE = 3
"""Screens of one address but for its numbers: rows of a table look alike."""
MAX_OF_NAME = 2
"""Controls of one role and name."""
MAX_OF_MARKUP = 8
MAX_PRESSES = 3
"""No screen that takes more presses from its address is looked for."""
LEAST_WALK_S, SCREEN_S = 180.0, 7.0
"""A walk may take so long, and where more screens are wanted, so long for each of them."""


class CrawlLimits(Record, frozen=True, kw_only=True):
    """Where a crawl ends, however large or endless the site is."""

    max_screens: int = 25
    max_visits: int = 80
    max_visit_s: float = 45.0
    """Of one screen: a page whose script never ends answers nothing that it is asked."""

    @property
    def max_walk_s(self) -> float:
        """Of the whole walk."""
        return max(LEAST_WALK_S, SCREEN_S * self.max_screens)

    def reached(self, screens: int, visits: int, took_s: float) -> str:
        """Which limit ends a walk that got so far, in words; empty where it goes on."""
        if screens >= self.max_screens:
            return f"the limit of {counted(self.max_screens, 'screen')} was reached"
        if visits >= self.max_visits:
            return f"the limit of {counted(self.max_visits, 'visit')} was reached"
        if took_s > self.max_walk_s:
            return f"the limit of {self.max_walk_s:g} s was reached"
        return ""


class Crawler:
    """One crawl of one site by a Chromium."""

    def __init__(
        self,
        browser: Any,
        url: str,
        name: str,
        limits: CrawlLimits | None = None,
        on_screen: Callable[[int, int], None] = lambda found, most: None,
    ) -> None:
        """`on_screen` is told of each new screen: how many there are now, and of how many at
        most."""
        self._browser = browser
        self._on_screen = on_screen
        self._url = url
        self._name = name
        self._limits = limits or CrawlLimits()
        self._left_out: Counter[str] = Counter()
        self._pressed: Counter[tuple[str, ...]] = Counter()
        self._templates: Counter[str] = Counter()
        self._queue: deque[ScreenPlace] = deque()
        self._lists: set[NamedControl] = set()
        """What opens a list of choices: none of them is pressed."""

    async def walk(self) -> CrawledSite:
        """The site, as far as the limits go. Raises ConnectionError where it does not answer."""
        began = time.monotonic()
        found: dict[Any, SiteScreen] = {}
        self._queue.append(ScreenPlace(url=self._url))
        visits = 0
        while self._queue:
            if limit := self._limits.reached(len(found), visits, time.monotonic() - began):
                self._left_out[limit] += len(self._queue)
                break
            visits += 1
            screen = await self._visit(self._queue.popleft())
            if screen is not None and self._is_new(screen, found):
                found[signature(screen)] = screen
                self._on_screen(len(found), self._limits.max_screens)
                self._queue_from(screen)
        return CrawledSite(
            name=self._name,
            url=self._url,
            screens=tuple(found.values()),
            left_out=dict(self._left_out),
        )

    def _is_new(self, screen: SiteScreen, found: dict[Any, SiteScreen]) -> bool:
        if signature(screen) in found:
            return False
        key = f"{template(screen.place.url)} {[one.name for one in screen.place.presses]}"
        self._templates[key] += 1
        return self._templates[key] <= MAX_OF_TEMPLATE

    def _queue_from(self, screen: SiteScreen) -> None:
        if screen.is_list or len(screen.place.presses) >= MAX_PRESSES:
            return
        for row in screen.view.controls:
            if not may_press(row):
                self._left_out["might change something"] += might_change_something(row.element.text)
                continue
            if self._is_enough(row):
                continue
            place, press = screen.place, press_of(row)
            if opens_list(row):
                self._lists.add(press)
            self._queue.append(ScreenPlace(url=place.url, presses=(*place.presses, press)))

    def _is_enough(self, row: ViewRow) -> bool:
        name = (row.element.role, row.element.text or row.hint)
        markup = ("markup", row.element.role, row.hint)
        self._pressed[name] += 1
        self._pressed[markup] += bool(row.hint)
        most = MAX_OF_TEMPLATE if is_row(row) else MAX_OF_MARKUP
        return self._pressed[name] > MAX_OF_NAME or self._pressed[markup] > most

    async def _visit(self, place: ScreenPlace) -> SiteScreen | None:
        """None where the way there has gone, leads out of the site, or takes too long."""
        from playwright.async_api import Error

        most_s = self._limits.max_visit_s
        try:
            async with asyncio.timeout(most_s), self._page() as page:
                return await self._arrive(page, place)
        except (Error, TimeoutError) as error:
            if self._is_start(place):
                why = (
                    why_not_opened(error.message)
                    if isinstance(error, Error)
                    else f"its page is not ready within {most_s:g} s"
                )
                raise ConnectionError(f"{self._url} does not answer: {why}") from error
            self._left_out["could not be opened"] += 1
            return None

    def _is_start(self, place: ScreenPlace) -> bool:
        return place == ScreenPlace(url=self._url)

    async def _arrive(self, page: Any, place: ScreenPlace) -> SiteScreen | None:
        answer = await page.goto(place.url, timeout=TIMEOUT_MS)
        if answer is not None and answer.status >= 400:
            self._refuse(place, answer.status)
            return None
        driver = PlaywrightDriver(page, QUIET_S)
        try:
            before = await arrive(driver, place.presses[:-1])
            view = before and await arrive(driver, place.presses[-1:], before)
        finally:
            driver.leave()
        if view and self._is_start(place) and not same_origin(view.url, self._url):
            raise ConnectionError(
                f"{self._url} leads to {view.url}: give that address, if you mean it"
            )
        if view is None or not same_origin(view.url, self._url):
            self._left_out["led elsewhere" if view else "has gone"] += 1
            return None
        facts = await driver.page.evaluate(facts_script())
        presses = place.presses if view.url == place.url else ()
        return SiteScreen(
            place=ScreenPlace(url=view.url, presses=presses),
            title=view.title,
            heading=facts["heading"],
            facts=msgspec.convert(facts["facts"], tuple[Fact, ...]),
            offers=_new_names(before, view) if presses else (),
            is_list=bool(presses) and presses[-1] in self._lists,
            view=view,
        )

    def _refuse(self, place: ScreenPlace, status: int) -> None:
        if self._is_start(place):
            raise ConnectionError(f"{self._url} answers with status {status}; expected a page")
        self._left_out["answered with an error"] += 1

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[Any]:
        options = {"viewport": VIEWPORT, "accept_downloads": False}
        async with fresh_context(self._browser, **options) as context:
            context.set_default_timeout(TIMEOUT_MS)
            await context.route("**/*", self._let_through)
            yield await context.new_page()

    async def _let_through(self, route: Any) -> None:
        request = route.request
        if not is_safe(request.method):
            self._left_out["request stopped"] += 1
            await route.abort()
        elif request.is_navigation_request() and not same_origin(request.url, self._url):
            self._left_out["led elsewhere"] += 1
            await route.abort()
        else:
            await route.continue_()


def _new_names(before: PageView | None, after: PageView) -> tuple[str, ...]:
    """Of the controls that were not there before."""
    known = {row.element.text for row in before.rows} if before else set()
    names = (row.element.text for row in after.controls if not row.is_field)
    return tuple(dict.fromkeys(name for name in names if name and name not in known))


async def arrive(
    driver: PlaywrightDriver, presses: tuple[NamedControl, ...], view: PageView | None = None
) -> PageView | None:
    """The page after these presses; None where one of them is not there any more. `view`: the look
    at it before the first of them, where there was one."""
    view = view or await driver.look()
    for press in presses:
        row = find_press(view, press)
        if row is None or await driver.act(Click(id=row.id)):
            return None
        view = await driver.look()
    return view


@cache
def facts_script() -> str:
    """Runs in a page, and says its heading and facts."""
    return (files(__package__) / "page_facts.js").read_text("utf-8")
