"""The museum's tasks that move cards over the board, close them, take them away."""

from __future__ import annotations

from dataclasses import replace

from courtside_store.geometry import Point
from courtside_training.worlds.errand import Draw, Errand, Leg, Step

from .board.cards import COLUMNS, PROJECTS, Card, cards, open_cards
from .facts import CARD_FIELDS
from .forms import moved, name_of
from .legs import capital, closes, of, on_card
from .pages import (
    SAVE,
    YES,
    action,
    at_board,
    at_card,
    column_of,
    menu,
    page,
    project_of,
    ready,
    to_board,
    window,
)
from .set_back import closed
from .steps import remark

_PLACES = {
    "Ideas": (
        "{} is no more than a thought again. Put it back where thoughts are.",
        "We are not even sure that we want {}. Let the board say so.",
    ),
    "Ready": (
        "Nothing is in the way of {} any more: somebody may begin. Show that on the board.",
        "Whoever is free can start on {}, but nobody has. Move it there.",
    ),
    "In progress": (
        "Work on {} has begun this morning. Let the board show it.",
        "Somebody is busy with {} now; its card stands in the wrong place.",
    ),
    "Review": (
        "{} only needs somebody's second look. Move it there.",
        "The work on {} is made, and now it has to be checked. Show that on the board.",
    ),
    "Done": (
        "{} is through. Put it at the far right, but leave it open.",
        "There is nothing left to do for {}: to the last column with it, without closing it.",
    ),
}
_DRAG_X, _DRAG_Y = 120, 12
"""Where a card is taken hold of."""
_COLUMN_PX = 251
"""From one column to the next, in a page of 1280 pixels."""


def _to_column(draw: Draw) -> tuple[Card, str, str, str]:
    """A card, the words, where it goes, and nearly that."""
    card = draw.choice(open_cards())
    column = draw.choice([each for each in COLUMNS if each != card.column])
    wrong = draw.choice([each for each in COLUMNS if each not in (column, card.column)])
    text = capital(draw.choice(_PLACES[column]).format(card.about))
    return card, text, column, wrong


def move_on(draw: Draw) -> Errand:
    card, text, column, wrong = _to_column(draw)
    stops = moved(card, column=column, wrong=wrong)
    return Errand(text, (on_card(draw, card, stops, {of(card, "column"): column}),))


def drag_on(draw: Draw) -> Errand:
    """With the mouse, on the board itself. A second lane would be where the mouse lets go."""
    card, text, column, wrong = _to_column(draw)
    while len(project_of(card).lanes) > 1:
        card, text, column, wrong = _to_column(draw)
    project = project_of(card)
    starts = [each for each in COLUMNS if each not in (card.column, column)]
    first = _dragged(card, card.column, column)
    drag = replace(
        first,
        wrong=_dragged(card, card.column, wrong),
        only_if="",
        unless=f"#board .board-task-list:not({_list(card, card.column)}) {_tile(card)}",
    )
    again = (_dragged(card, start, column) for start in starts)
    way = (*to_board(project), page(at_board(project), drag, *again))
    return Errand(text, (Leg(way, {of(card, "column"): column}),))


def _dragged(card: Card, start: str, column: str) -> Step:
    """From one column to the other, if it is there."""
    away = COLUMNS.index(column) - COLUMNS.index(start)
    where = ready(f"#board {_list(card, start)} {_tile(card)}")
    way = (Point(_DRAG_X, _DRAG_Y), Point(_DRAG_X + away * _COLUMN_PX, _DRAG_Y))
    return Step("drag", where, at=way, only_if=where, note=f"I drag it to {column}.")


def _list(card: Card, column: str) -> str:
    return f".board-task-list[data-column-id='{column_of(project_of(card), column)}']"


def _tile(card: Card) -> str:
    return f".task-board[data-task-id='{card.number}']"


def next_column(draw: Draw) -> Errand:
    """The place is reckoned from the one where it stands."""
    card = draw.choice([each for each in open_cards() if each.column != "Done"])
    at = COLUMNS.index(card.column)
    column, wrong = COLUMNS[at + 1], COLUMNS[at - 1 if at else 2]
    text = draw.choice(
        (
            f"Push {card.about} one column further.",
            f"{capital(card.about)} has made a step: move its card on by one column.",
        )
    )
    stops = moved(card, column=column, wrong=wrong)
    return Errand(text, (on_card(draw, card, stops, {of(card, "column"): column}),))


def other_floor(draw: Draw) -> Errand:
    project = PROJECTS[1]
    card = draw.choice(open_cards(project=project.number))
    (lane,) = [each for each in project.lanes if each != card.lane]
    words = {"Ground floor": "downstairs", "Upper floor": "upstairs"}
    text = draw.choice(
        (
            f"{capital(card.about)} belongs {words[lane]}, not {words[card.lane]}.",
            f"We have decided that {card.about} happens {words[lane]}. Put the card there.",
        )
    )
    stops = moved(card, lane=lane)
    return Errand(text, (on_card(draw, card, stops, {of(card, "lane"): lane}),))


def all_checked(draw: Draw) -> Errand:
    """Whatever somebody has in one column moves on: one card or several."""
    spots = sorted({(e.project, e.to) for e in open_cards(column="Review") if e.to})
    project, login = draw.choice(spots)
    held = open_cards(project=project, column="Review", to=login)
    text = draw.choice(
        (
            f"I have checked all that {name_of(login)} wanted checked for"
            f" {PROJECTS[project - 1].about}. It is fine; let it stand under what is done.",
            f"Whatever {name_of(login)} has in Review for"
            f" {PROJECTS[project - 1].about} can go to the last column.",
        )
    )
    legs = (
        on_card(draw, each, moved(each, "Done", wrong="Ready"), {of(each, "column"): "Done"})
        for each in held
    )
    return Errand(text, tuple(legs))


def through_with_word(draw: Draw) -> Errand:
    """A place and a remark."""
    card = draw.choice([each for each in open_cards() if each.column != "Done"])
    words, wrong = draw.sample(("All went well.", "It took longer than it should.",
                                "The bill is in the office."), 2)  # fmt: skip
    text = (
        f'Put {card.about} into the last column and leave a word there: "{words}" Do not close it.'
    )
    move = moved(card, "Done", wrong="Review" if card.column != "Review" else "Ready")
    first = on_card(draw, card, move, {of(card, "column"): "Done"})
    second = on_card(
        draw, card, remark(card, words, wrong), {("new comment", str(card.number), words): "maud"}
    )
    return Errand(text, (first, second))


def close(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    text = draw.choice(
        (
            f"We are through with {card.about}: take it off the board, but keep it.",
            f"Close the matter of {card.about}.",
            f"{capital(card.about)} need not be shown among what is open any longer.",
        )
    )
    return Errand(text, (on_card(draw, card, closed(card), closes(card)),))


def close_late(draw: Draw) -> Errand:
    """The card is named by what it is like: its tag, its column, its project."""
    spots = sorted(
        {
            (card.project, card.column, tag)
            for card in open_cards()
            for tag in card.tags
            if len(_tagged(card.project, card.column, tag)) == 1
        }
    )
    project, column, tag = draw.choice(spots)
    (card,) = _tagged(project, column, tag)
    text = (
        f'On the board for {PROJECTS[project - 1].about}, one card under "{column}" is marked'
        f' "{tag}". That one is settled: close it.'
    )
    near = [each for each in open_cards(project=project, column=column) if each != card]
    leg = on_card(draw, card, closed(card), closes(card), draw.choice(near) if near else None)
    return Errand(text, (leg,))


def _tagged(project: int, column: str, tag: str) -> list[Card]:
    return [each for each in open_cards(project=project, column=column) if tag in each.tags]


def reopen(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if not each.is_open])
    text = draw.choice(
        (
            f"We closed {card.about} too early. Bring it back among what is open.",
            f"{capital(card.about)} is not over after all: open it again.",
        )
    )
    stops = closed(card, open_again=True)
    return Errand(text, (on_card(draw, card, stops, {of(card, "open"): "1"}),))


def clear_column(draw: Draw) -> Errand:
    """All cards of one column at once, by the menu at its head."""
    spots = [
        e for e in PROJECTS if len(e.lanes) == 1 and open_cards(project=e.number, column="Done")
    ]
    project = draw.choice(spots)
    text = draw.choice(
        (
            f"Everything in the last column for {project.about} can be closed.",
            f"Tidy up the board for {project.about}: close whatever is under Done.",
        )
    )  # fmt: skip
    head = f".board-column-header-{column_of(project, 'Done')}"
    choice = menu(head, "Close all tasks in this column and this swimlane", "Create tasks in bulk")
    done = open_cards(project=project.number, column="Done")
    gives = {fact: value for each in done for fact, value in closes(each).items()}
    way = (
        *to_board(project),
        page(at_board(project), *choice),
        window(at_board(project), "form[action*='closeColumnTasks']", SAVE),
    )
    return Errand(text, (Leg(way, dict(gives)),))


def take_away(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if not each.blocks])
    if any(each.blocks == card.number for each in cards()):
        card = draw.choice([e for e in open_cards() if not e.blocks
                            and not any(o.blocks == e.number for o in cards())])  # fmt: skip
    text = draw.choice(
        (
            f"The card about {card.about} was a mistake. It should not exist at all, not even"
            " among what is closed.",
            f"Delete {card.about} for good.",
        )
    )
    stops = (
        page(at_card(card), action("Remove", "Close this task")),
        window(at_card(card), 'h2:text-is("Remove a task")', YES),
    )
    return Errand(text, (on_card(draw, card, stops, _without(card)),))


def _without(card: Card) -> dict[tuple[str, ...], str | None]:
    """The difference that its removal makes."""
    before = sum(len(each.subtasks) for each in cards()[: card.number - 1])
    earlier = sum(len(each.comments) for each in cards()[: card.number - 1])
    number = str(card.number)
    gone: list[tuple[str, ...]] = [("card", number, field) for field in CARD_FIELDS]
    gone += [("tag", number, tag) for tag in card.tags]
    for at, _ in enumerate(card.subtasks, start=before + 1):
        gone += [("subtask", str(at), field) for field in ("title", "status", "user_id")]
    for at, _ in enumerate(card.comments, start=earlier + 1):
        gone += [("comment", str(at), "comment")]
    return dict.fromkeys(gone)


MOVING = {
    "move-on": move_on,
    "drag-on": drag_on,
    "next-column": next_column,
    "other-floor": other_floor,
    "all-checked": all_checked,
    "through-with-word": through_with_word,
    "close": close,
    "close-marked": close_late,
    "reopen": reopen,
    "clear-column": clear_column,
    "take-away": take_away,
}
