"""What a card's windows are filled in with: its fields, its place on the board."""

from __future__ import annotations

from dataclasses import replace

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Waypoint,
    choose,
    click,
    fill,
    press,
)

from .board.cards import PEOPLE, Card
from .pages import SAVE, WINDOW, action, at_card, page, window

_LABELS = {"to": "Unassigned", "category": "No category"}
_BOXES = {
    "title": "#form-title",
    "description": "textarea[name=description]",
    "hours": "#form-time_estimated",
    "points": "#form-score",
    "reference": "#form-reference",
}
_LISTS = {
    "to": "#form-owner_id",
    "category": "#form-category_id",
    "priority": "#form-priority",
    "column": "#form-column_id",
    "lane": "#form-swimlane_id",
}


def name_of(login: str) -> str:
    return next(person.name for person in PEOPLE if person.login == login)


def entry(field: str, value: str, wrong: str = "") -> tuple[Move, ...]:
    """One field of a card's form, from what the database holds."""
    if field in _BOXES:
        return (fill(f"{WINDOW} {_BOXES[field]}", value, wrong),)
    if field in _LISTS:
        bad = _label(field, wrong) if wrong else ""
        return (choose(f"{WINDOW} {_LISTS[field]}", _label(field, value), bad),)
    if field == "due":
        return _day(f"{WINDOW} #form-date_due", value, wrong)
    if field == "colour":
        return _colour(value, wrong)
    raise ValueError(f"field is {field!r}; expected one of {sorted({*_BOXES, *_LISTS})}")


def _label(field: str, value: str) -> str:
    if field == "to" and value:
        return name_of(value)
    return value or _LABELS.get(field, "")


def _day(where: str, value: str, wrong: str) -> tuple[Move, ...]:
    """The calendar listens to keys alone: a value that is set without any is lost again."""
    day, bad = (f"{each} 00:00" if each else "" for each in (value, wrong))
    return (fill(where, day, bad), press(where, "End Tab"))


def _colour(value: str, wrong: str) -> tuple[Move, ...]:
    done = f"{WINDOW} #form-color_id:has(option[value='{value}']:checked)"
    opened = click(
        f"{WINDOW} .select2-selection--single",
        note="I open the list of colours.",
        unless=f".select2-container--open, {done}",
    )
    choice = click(_option(value), _option(wrong) if wrong else "", f"I choose {value}.")
    return (opened, replace(choice, unless=done, flaw="value"))


def _option(colour: str) -> str:
    return f".select2-results__option:has(.color-{colour})"


def form_of(card: Card) -> str:
    return f"form[action*='/task/{card.number}/update']"


def in_form(card: Card, *moves: Move) -> tuple[Waypoint, ...]:
    """From a card's page: its form opened, the moves made, saved."""
    return (
        page(at_card(card), action("Edit the task", "Duplicate")),
        window(at_card(card), form_of(card), *moves, SAVE),
    )


def moved(card: Card, column: str = "", lane: str = "", wrong: str = "") -> tuple[Waypoint, ...]:
    """From a card's page: to another column or another lane; `wrong` is nearly that."""
    moves: list[Move] = []
    if lane:
        moves.append(choose(f"{WINDOW} #form-swimlanes", lane, "" if column else wrong))
        column = column or card.column
    moves.append(choose(f"{WINDOW} #form-columns", column, "" if lane else wrong))
    return (
        page(at_card(card), action("Move position", "Move to project")),
        window(at_card(card), "#form-columns", *moves, SAVE),
    )
