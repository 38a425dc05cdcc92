"""Walks through a site whose address a person gives. Knows no task."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from courtside_refine.actors.chromium import opened_chromium
from courtside_refine.proposing.crawl import Crawler, CrawlLimits
from courtside_refine.proposing.crawled_site import CrawledSite


def check_address(url: str) -> None:
    """Raises ValueError where it is none of a page."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"URL is {url!r}; expected the address of a page, as http://127.0.0.1:80/")


async def walk(
    url: str,
    name: str,
    max_screens: int,
    on_screen: Callable[[int, int], None] = lambda found, most: None,
) -> CrawledSite:
    """The site, by a Chromium of its own; `on_screen` as for `Crawler`."""
    limits = CrawlLimits(max_screens=max_screens, max_visits=3 * max_screens + 5)
    async with opened_chromium() as browser:
        return await Crawler(browser, url, name, limits, on_screen).walk()
