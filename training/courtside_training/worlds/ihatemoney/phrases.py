"""How people speak of days, sums, groups, projects and bills. Draws words; knows no page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from courtside_training.worlds.errand import Draw

from .server.household import BILLS, Bill, bills, names, project

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def month(key: str) -> str:
    """`2026-05` as somebody says it."""
    return f"{_MONTHS[int(key[5:]) - 1]} {key[:4]}"


def spoken_day(draw: Draw, day: str) -> str:
    """`2026-05-03` as somebody says it."""
    when = date.fromisoformat(day)
    name = _MONTHS[when.month - 1]
    forms = (f"{when.day} {name} {when.year}", f"{name} {when.day}, {when.year}")
    return draw.choice(forms)


def spoken_sum(draw: Draw, amount: str) -> str:
    """`23.40` as somebody says it."""
    euros, _, cents = amount.partition(".")
    whole = cents in {"", "00"}
    forms = (
        f"{euros} euros" if whole else f"{euros} euros {cents}",
        f"€{euros if whole else amount}",
    )
    return draw.choice(forms)


def listed(words: Sequence[str]) -> str:
    """`Ann, Bob and Cid`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def place(draw: Draw, key: str) -> str:
    """A project, by one of the ways to speak of it."""
    return draw.choice(project(key).spoken)


def group(draw: Draw, key: str, who: tuple[str, ...]) -> str:
    """Who shares something."""
    without = [name for name in names(key) if name not in who]
    if not without:
        return draw.choice(("everybody", "all of us"))
    if len(without) == 1:
        return draw.choice((f"everybody except {without[0]}", f"all of us but {without[0]}"))
    return f"only {listed(who)}"


def known(key: str = "") -> list[Bill]:
    """Bills that can be spoken of without their own words."""
    return [each for each in (bills(key) if key else BILLS) if each.spoken]
