"""The same 40 actions on a real admin site, for every way of watching. Knows no watcher.

The site is startbootstrap-sb-admin-2 (MIT), a template of real weight: `npm install --no-save
startbootstrap-sb-admin-2@4.1.4` puts it where this looks. It is served from loopback.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from benchmarks.pieces import need_file

SITE = Path(__file__).parents[1] / "node_modules" / "startbootstrap-sb-admin-2"
VIEWPORT = {"width": 1280, "height": 720}
COUNT = 40
Act = Callable[[Any], Awaitable[Any]]


def _click(what: str) -> Act:
    return lambda page: page.locator(what).first.click()


def _fill(what: str, text: str) -> Act:
    return lambda page: page.locator(what).first.fill(text)


def _sort(column: str) -> Act:
    return lambda page: page.locator("#dataTable thead th", has_text=column).click()


def _page(number: str) -> Act:
    return lambda page: page.locator("#dataTable_paginate").get_by_text(number, exact=True).click()


ACTIONS: tuple[Act, ...] = (
    _fill(".navbar-search input", "earnings"),
    _click("#alertsDropdown"),
    _click("#messagesDropdown"),
    _click("#userDropdown"),
    _click("#content .h3"),
    _click("#sidebarToggle"),
    _click("#sidebarToggle"),
    _click('a[href="tables.html"]'),
    _fill("#dataTable_filter input", "Tokyo"),
    _sort("Age"),
    _sort("Age"),
    _fill("#dataTable_filter input", ""),
    lambda page: page.locator("#dataTable_length select").select_option("25"),
    _page("2"),
    _page("3"),
    _sort("Salary"),
    _sort("Office"),
    _fill("#dataTable_filter input", "London"),
    _page("1"),
    _click('a[href="charts.html"]'),
    _click("#userDropdown"),
    _click('[data-target="#logoutModal"]'),
    _click("#logoutModal .btn-secondary"),
    _click('[data-target="#collapseTwo"]'),
    _click('a[href="buttons.html"]'),
    _click(".btn-success"),
    _click(".btn-warning"),
    _click(".btn-danger"),
    _click('#collapseTwo a[href="cards.html"]'),
    _click('a[href="#collapseCardExample"]'),
    _click('a[href="#collapseCardExample"]'),
    _click('[data-target="#collapsePages"]'),
    _click('#collapsePages a[href="register.html"]'),
    _fill("#exampleFirstName", "Ada"),
    _fill("#exampleLastName", "Lovelace"),
    _fill("#exampleInputEmail", "ada@example.org"),
    _click('a[href="login.html"]'),
    _fill("#exampleInputEmail", "ada@example.org"),
    _click('label[for="customCheck"]'),
    _click('a[href="forgot-password.html"]'),
)


@asynccontextmanager
async def served() -> AsyncIterator[str]:
    """The site's address. Ends with one line where it is not installed."""
    need_file(SITE / "index.html", "run `npm install --no-save startbootstrap-sb-admin-2@4.1.4`")
    app = web.Application()
    app.router.add_static("/", SITE)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/index.html"
    await runner.cleanup()


async def act(page: Any, think_s: float) -> float:
    """All actions, each after a pause as an agent makes it; seconds inside the actions."""
    acting = 0.0
    for action in ACTIONS:
        await asyncio.sleep(think_s)
        began = time.perf_counter()
        await action(page)
        acting += time.perf_counter() - began
    await asyncio.sleep(think_s)
    return acting
