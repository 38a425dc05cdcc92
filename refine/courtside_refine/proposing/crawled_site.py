"""What a crawl found: screens, the facts on them, and how each is reached. Looks at nothing."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from courtside_refine.actors.page_view import PageView
from courtside_store.records import Record

from .proposal import NamedControl

_NUMBERS = re.compile(r"\d+")
_IDS = re.compile(r"(?<=[/=_-])(?=[0-9a-z]*\d)[0-9a-z]{6,}(?=[/&?#]|$)", re.I)


class Fact(Record, frozen=True, kw_only=True):
    """One value that a page states."""

    label: str
    value: str
    subject: str = ""
    """Whose value it is; empty where the page itself is meant."""


class ScreenPlace(Record, frozen=True, kw_only=True):
    """Where a screen is: an address, and what is pressed there."""

    url: str
    presses: tuple[NamedControl, ...] = ()


class SiteScreen(Record, frozen=True, kw_only=True):
    """One screen of a site."""

    place: ScreenPlace
    title: str = ""
    heading: str = ""
    facts: tuple[Fact, ...] = ()
    offers: tuple[str, ...] = ()
    """Names of the controls that the last press brought up."""
    is_list: bool = False
    """They are the choices of a list that is drawn by hand."""
    view: PageView


class CrawledSite(Record, frozen=True, kw_only=True):
    """What was seen of a site."""

    name: str
    url: str
    screens: tuple[SiteScreen, ...] = ()
    left_out: dict[str, int] = {}  # noqa: RUF012  msgspec copies it
    """What was not pressed, sent or opened, by reason."""


def signature(screen: SiteScreen) -> tuple[Any, ...]:
    """The same for what is the same screen to a person, whatever its address: what it says and
    what it offers."""
    names = sorted({(row.element.role, row.element.text) for row in screen.view.controls})
    return screen.heading, screen.facts, tuple(names)


def template(url: str) -> str:
    """An address with its numbers and ids taken out: rows of one table look alike."""
    parts = urlsplit(url)
    keys = "&".join(sorted(pair.partition("=")[0] for pair in parts.query.split("&")))
    place = f"{parts.path}?{keys}#{parts.fragment}"
    return _NUMBERS.sub("*", _IDS.sub("*", place))


def same_origin(one: str, other: str) -> bool:
    """Whether two addresses are of one server; what is no address is of none."""
    try:
        a, b = urlsplit(one), urlsplit(other)
    except ValueError:
        return False
    return (a.scheme, a.netloc) == (b.scheme, b.netloc)
