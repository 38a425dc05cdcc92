"""Checks on the site whether a proposed task was done. Trains no agent.

It is the second opinion beside the judge, for tasks that were made from a site itself.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from courtside_judge.evidence.text_forms import normal
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.actors.playwright_driver import PlaywrightDriver

from .crawl import QUIET_S, TIMEOUT_MS, arrive, facts_script
from .crawled_site import template
from .proposal import (
    AllHold,
    HoldsValue,
    NamedControl,
    OpensPage,
    SaysAnswer,
    ShowsTexts,
    TaskCheck,
)
from .visible_names import visible_name, visible_text


async def passes(check: TaskCheck, page: Any, answer: str) -> bool:
    """Whether it passes. The page is shown elsewhere afterwards. Raises Playwright's errors."""
    match check:
        case AllHold(parts=parts):
            ordered = sorted(parts, key=lambda one: not isinstance(one, OpensPage))
            return all([await passes(one, page, answer) for one in ordered])
        case OpensPage(url=url, heading=heading):
            facts = await page.evaluate(facts_script())
            return _same_page(page.url, url) and normal(facts["heading"]) == normal(heading)
        case SaysAnswer(answer=wanted):
            return normal(wanted) in normal(answer)
        case HoldsValue(url=url, presses=presses, field=field, value=value):
            view = await _open(page, url, presses)
            return view is not None and shows_value(view, field, value)
        case ShowsTexts(url=url, texts=texts):
            view = await _open(page, url, ())
            shown = normal(" ".join(_texts(view))) if view else ""
            return bool(shown) and all(normal(text) in shown for text in texts)


async def _open(page: Any, url: str, presses: tuple[NamedControl, ...]) -> PageView | None:
    await page.goto("about:blank")
    await page.goto(url, timeout=TIMEOUT_MS)
    driver = PlaywrightDriver(page, QUIET_S)
    try:
        return await arrive(driver, presses)
    finally:
        driver.leave()


def _same_page(one: str, other: str) -> bool:
    a, b = urlsplit(one), urlsplit(other)
    return a.netloc == b.netloc and template(one) == template(other) and a.path == b.path


def shows_value(view: PageView, field: str, value: str) -> bool:
    """Whether the field of that name holds it; one without a name of its own is known by the words
    that its row begins with."""
    field = visible_name(field)
    named = [row for row in view.controls if visible_name(row.element.text) == field]
    rows = [row for row in named if row.is_field or row.is_toggle] or [
        row for row in view.controls if visible_name(row.near).startswith(field)
    ]
    return any(_is_value(row, value) for row in rows)


def _is_value(row: ViewRow, value: str) -> bool:
    """A list that is drawn by hand says its value as its name."""
    if row.is_toggle and value in ("on", "off"):
        return row.is_on == (value == "on")
    shown = row.element.value if row.is_field else row.element.text
    return normal(visible_text(shown)) == normal(visible_text(value))


def _texts(view: PageView) -> list[str]:
    return [f"{row.element.text} {row.element.value}" for row in view.rows]
