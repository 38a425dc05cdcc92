"""Parts of tasks that change one card: the two ways to it, what is done there, what undoes that."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Fact, Leg, Waypoint

from .board.cards import COLUMNS, Card, Comment, Subtask, cards
from .forms import entry, in_form, moved
from .pages import routes
from .set_back import closed, undone


def on_card(
    draw: Draw,
    card: Card,
    stops: tuple[Waypoint, ...],
    gives: dict[Fact, str | None],
    wrong: Card | None = None,
) -> Leg:
    """From anywhere to the card, by one way or the other, and on. Another operation is to close
    it, to open it again or to move it: what is not asked, and one card in two the one of them."""
    way, other = routes(draw, card, wrong)
    again = (*other, *stops) if other != way else ()
    moves = of(card, "open") in gives or (card.is_open and card.number % 2)
    if moves and of(card, "column") not in gives:
        astray = moved(card, column=_next(card))
    else:
        astray = closed(card, not card.is_open)
    return Leg(
        (*way, *stops),
        gives,
        other=again,
        undo=undone(gives),
        wrong_operation=(*way, *astray),
    )


def _next(card: Card) -> str:
    return COLUMNS[(COLUMNS.index(card.column) + 1) % len(COLUMNS)]


def of(card: Card, field: str) -> Fact:
    return ("card", str(card.number), field)


def set_field(
    draw: Draw, card: Card, field: str, value: str, wrong: str = "", near: Card | None = None
) -> Leg:
    """One field of one card is another."""
    stops = in_form(card, *entry(field, value, wrong))
    return on_card(draw, card, stops, {of(card, field): value}, near)


def capital(words: str) -> str:
    return words[0].upper() + words[1:]


def number_of(card: Card, step: Subtask) -> str:
    before = sum(len(each.subtasks) for each in cards()[: card.number - 1])
    return str(before + card.subtasks.index(step) + 1)


def comment_number(card: Card, comment: Comment) -> str:
    before = sum(len(each.comments) for each in cards()[: card.number - 1])
    return str(before + card.comments.index(comment) + 1)


def closes(card: Card) -> dict[Fact, str | None]:
    """What comes of closing a card: Kanboard ticks off all its steps."""
    ticked = [number_of(card, each) for each in card.subtasks if each.status != 2]
    return {of(card, "open"): "0", **{("subtask", each, "status"): "2" for each in ticked}}
