"""Ways to give things on the board the value that they had."""

from __future__ import annotations

from random import Random

from courtside_training.worlds.errand import Fact, Leg, Waypoint

from .board.cards import Card, cards
from .forms import entry, in_form, moved
from .pages import YES, action, at_card, page, routes, window

_FORM = frozenset(
    {
        *("title", "description", "to", "category", "priority", "colour", "due"),
        *("hours", "points", "reference"),
    }
)


def set_back(fact: Fact, right: str) -> Leg | None:
    """The way from anywhere; None where there is none."""
    stops = _on_card(fact, right)
    if not stops:
        return None
    way, _ = routes(Random(0), cards()[int(fact[1]) - 1])
    return Leg((*way, *stops))


def undone(gives: dict[Fact, str | None]) -> tuple[Waypoint, ...]:
    """What takes a card's changes back, from its page; nothing where one of them cannot be."""
    stops = [_on_card(fact, was(fact)) for fact in gives]
    return tuple(stop for each in stops for stop in each) if all(stops) else ()


def was(fact: Fact) -> str:
    """A card's value at the start."""
    if fact[0] != "card":
        return ""
    card = cards()[int(fact[1]) - 1]
    value = {
        "title": card.title,
        "description": card.description,
        "to": card.to,
        "category": card.category,
        "priority": card.priority,
        "colour": card.colour.lower(),
        "due": card.due or "",
        "hours": card.hours,
        "points": card.points,
        "reference": card.reference,
        "column": card.column,
        "lane": card.lane,
        "open": int(card.is_open),
    }.get(fact[2], "")
    return str(value)


def _on_card(fact: Fact, right: str) -> tuple[Waypoint, ...]:
    match fact:
        case ("card", number, field) if field in _FORM:
            card = cards()[int(number) - 1]
            return in_form(card, *entry(field, right))
        case ("card", number, "column" | "lane" as field):
            card = cards()[int(number) - 1]
            return moved(card, **{field: right})
        case ("card", number, "open"):
            return closed(cards()[int(number) - 1], open_again=right == "1")
        case _:
            return ()


def closed(card: Card, open_again: bool = False) -> tuple[Waypoint, ...]:
    name, title = ("Open this task", "Open a task") if open_again else (
        "Close this task",
        "Close a task",
    )  # fmt: skip
    return (
        page(at_card(card), action(name)),
        window(at_card(card), f'h2:text-is("{title}")', YES),
    )
