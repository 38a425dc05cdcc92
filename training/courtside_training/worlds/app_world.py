"""A real app as a place to train in: reset by copy, judged by what its store differs by."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from courtside.demo.moves import Move
from courtside_training.world import Answer, Part, World, WorldVerdict

from .errand import Errand, Fact, Facts, Kind, Leg, Step, Waypoint
from .traffic import TrafficByPage


class AppWorld(World):
    """What the apps share. A task succeeds where the store differs by what it wants, exactly:
    whatever else the agent changed is a failure."""

    viewport: dict[str, int] = {"width": 1280, "height": 800}  # noqa: RUF012
    starts: Sequence[str] = ("/",)
    """Paths of pages that a task may begin on."""
    lasting: frozenset[str] = frozenset()
    """Names of facts that cannot be taken back: what was posted, ordered, sent."""
    impossible: frozenset[str] = frozenset()
    """Kinds whose goal nothing reaches; their plans are where somebody would try."""

    def __init__(self, url: str, base: Path, live: Path, kinds: Mapping[str, Kind]) -> None:
        """`base` is the store as it was at the start, `live` the one that the app at `url` uses."""
        self._url = url
        self.base = base
        self.live = live
        self._kinds = kinds
        self._before = self.read(base)
        self._traffic = TrafficByPage()

    @abstractmethod
    def read(self, store: Path) -> Facts:
        """What counts in the app's store."""

    @abstractmethod
    def reset(self) -> None:
        """Puts the store back."""

    def cookies(self, account: str) -> Mapping[str, str]:
        """What a browser keeps of somebody who is signed in."""
        return {}

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        """The way to put right what no leg of the errand puts right; None where there is none."""
        return None

    def kinds(self) -> Sequence[str]:
        return list(self._kinds)

    async def begin(self, page: Any, kind: str, seed: int) -> str:
        errand = self._errand(kind, seed)
        await page.context.clear_cookies()
        cookies = self.cookies(errand.account).items()
        await page.context.add_cookies(
            [{"name": name, "value": value, "url": self._url} for name, value in cookies]
        )
        await self.settle(page)
        self.reset()
        await page.goto(self._url + errand.start)
        await page.evaluate("localStorage.clear()")  # Fossil's editor keeps drafts there
        return errand.text

    async def plan(self, page: Any, kind: str, task: str, seed: int) -> list[Move]:
        await self.settle(page)
        errand = self._errand(kind, seed)
        changes = self.changes()
        if self._reached(errand, changes, _place(page)):
            return []
        legs = self._legs(errand, changes) or [errand.legs[-1]]
        return [
            *await _moves(page, legs[0]),
            *_ahead(stop for leg in legs[1:] for stop in leg.stops),
        ]

    async def parts(self, page: Any, kind: str, task: str, seed: int) -> Sequence[Part]:
        first, *rest = self._errand(kind, seed).legs
        own = (
            _part(first, await _moves(page, first)),
            *(_part(leg, _ahead(leg.stops)) for leg in rest),
        )
        return tuple(part for part in own if part.moves)

    def beside(self, kind: str, seed: int) -> Part | None:
        account = self._errand(kind, seed).account
        others = [self._errand(each, seed) for each in self._kinds if each != kind]
        legs = [each.legs[-1] for each in others if each.account == account and each.wants]
        return Part(*_ahead(Random(f"{kind} {seed}").choice(legs).stops)) if legs else None

    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict:
        await self.settle(page)
        errand = self._errand(kind, seed)
        changes = self.changes()
        if errand.answer:
            return WorldVerdict(not changes, is_over=bool(changes))
        reached = self._reached(errand, changes, _place(page))
        return WorldVerdict(reached, is_over=bool(self._lost(errand, changes)))

    def answer(self, kind: str, seed: int) -> Answer | None:
        return self._errand(kind, seed).answer

    async def settle(self, page: Any) -> None:
        """Waits until the page has loaded and sent what the last move set off."""
        await self._traffic.settled(page)

    def changes(self) -> dict[Fact, str | None]:
        """What the store differs by from the start."""
        now = self.read(self.live)
        keys = self._before.keys() | now.keys()
        return {key: now.get(key) for key in keys if now.get(key) != self._before.get(key)}

    def _errand(self, kind: str, seed: int) -> Errand:
        draw = Random(f"{kind} {seed}")
        errand = self._kinds[kind](draw)
        if errand.start:
            return errand
        ends = errand.ends_at or errand.reads_at
        starts = [path for path in self.starts if not (ends and re.search(ends, path))]
        return replace(errand, start=draw.choice(starts))

    def _reached(self, errand: Errand, changes: Facts, place: str) -> bool:
        end = re.search(errand.ends_at or errand.reads_at, place)
        return changes == errand.wants and end is not None

    def _legs(self, errand: Errand, changes: Facts) -> list[Leg]:
        """What is left, in order. Raises ValueError where something cannot be put right."""
        if lost := self._lost(errand, changes):
            raise ValueError(f"{lost[0]} is {changes[lost[0]]!r} and stays so; begin again")
        mends = {fact: self._mend(errand, fact, changes) for fact in _amiss(errand, changes)}
        mended = {fact: leg for fact, leg in mends.items() if leg}
        own = [
            leg for leg in errand.legs if _is_left(leg, changes) and not leg.gives.keys() & mended
        ]
        return [*mended.values(), *own]

    def _mend(self, errand: Errand, fact: Fact, changes: Facts) -> Leg | None:
        return self.mend(fact, changes[fact], errand.wants.get(fact, self._before.get(fact)))

    def _lost(self, errand: Errand, changes: Facts) -> list[Fact]:
        """What was changed for good and should not have been."""
        return [
            fact
            for fact in _amiss(errand, changes)
            if self._mend(errand, fact, changes) is None
            and (fact not in errand.wants or fact[0] in self.lasting)
        ]


def _amiss(errand: Errand, changes: Facts) -> list[Fact]:
    wants = errand.wants
    return [f for f, value in changes.items() if f not in wants or wants[f] != value]


def _is_left(leg: Leg, changes: Facts) -> bool:
    missing = [f for f, value in leg.gives.items() if f not in changes or changes[f] != value]
    return bool(missing) or not leg.gives


def course_parts(errand: Errand) -> tuple[Part, ...]:
    """An errand's parts from pages that it does not begin on."""
    return tuple(_part(leg, _ahead(leg.stops)) for leg in errand.legs)


def _part(leg: Leg, moves: Iterable[Move]) -> Part:
    return Part(
        *moves,
        other=tuple(_ahead(leg.other)),
        undo=tuple(_ahead(leg.undo)),
        wrong_object=tuple(_ahead(leg.wrong_object)),
        wrong_operation=tuple(_ahead(leg.wrong_operation)),
    )


async def _moves(page: Any, leg: Leg) -> list[Move]:
    """What is left of a leg on the page that one is on, and all that comes after."""
    here = 0
    for number, stop in enumerate(leg.stops):
        if number and await _is_at(page, stop):
            here = number
    now = [move for move in leg.stops[here].moves if not await _was_made(page, move)]
    return [*now, *_ahead(leg.stops[here + 1 :])]


def _ahead(stops: Iterable[Waypoint]) -> list[Move]:
    """All moves of pages that one is not on yet; there is no mistake on them so far."""
    moves = [move for stop in stops for move in stop.moves]
    return [move for move in moves if not (isinstance(move, Step) and move.only_if)]


async def _is_at(page: Any, stop: Waypoint) -> bool:
    there = re.search(stop.at, _place(page)) is not None
    return there and (not stop.shows or bool(await page.locator(stop.shows).count()))


async def _was_made(page: Any, move: Move) -> bool:
    """Whether the page shows that it was, or that it need not be."""
    if isinstance(move, Step) and move.only_if:
        return not await page.locator(move.only_if).count()
    if isinstance(move, Step) and move.unless:
        return bool(await page.locator(move.unless).count())
    if move.act not in {"fill", "select"} or not await page.locator(move.where).count():
        return False
    target = page.locator(move.where).first
    if move.act == "fill":
        return bool(await target.input_value() == move.value)
    chosen = "e => [...e.selectedOptions].map(o => o.label.trim()).join('|')"
    return bool(await target.evaluate(chosen) == move.value)


def _place(page: Any) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
