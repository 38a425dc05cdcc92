"""What people ask of the board and it cannot do: who or what is not there, what is lost for good.

No state fulfils such a task. The plan is where somebody would look who tries all the same.
"""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Fact, Leg

from .board.cards import PROJECTS, open_cards
from .forms import form_of
from .legs import capital
from .pages import (
    DASHBOARD,
    HOME,
    action,
    at_board,
    at_card,
    page,
    routes,
    sought,
    to_board,
    window,
)

NEVER: dict[Fact, str | None] = {("never",): "1"}
"""What the database will not differ by."""


def no_person(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    who = draw.choice(("Ursula Brandt", "Ferdinand Okoye", "Yusuf Demir"))
    text = draw.choice(
        (
            f"{who}, who has an account here already, takes over {card.about}.",
            f"Give {card.about} to {who}. Do not add anybody, just choose from those there are.",
        )
    )
    way, other = routes(draw, card)
    stops = (
        page(at_card(card), action("Edit the task")),
        window(at_card(card), form_of(card)),
    )
    return Errand(text, (Leg((*way, *stops), NEVER, other=(*other, *stops)),))


def no_card(draw: Draw) -> Errand:
    thing, word = draw.choice(
        (
            ("the card about the submarine", "Submarine"),
            ("the card about the new lift", "Lift"),
            ("the card about the whale bones", "Whale"),
            ("the card about the ice cream stand", "Ice"),
        )
    )
    text = draw.choice(
        (
            f"Close {thing}; it is on one of our boards.",
            f"Make {thing} more pressing than everything else.",
        )
    )
    return Errand(text, (Leg(sought(word), NEVER),))


def no_column(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    name = draw.choice(("On hold", "Waiting for parts", "Rejected"))
    text = (
        f'{capital(card.about)} belongs into the column "{name}", which the board has. Move it; do'
        " not make any new column."
    )
    way, other = routes(draw, card)
    stops = (
        page(at_card(card), action("Move position")),
        window(at_card(card), "#form-columns"),
    )
    return Errand(text, (Leg((*way, *stops), NEVER, other=(*other, *stops)),))


def no_return(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    what = draw.choice(("the tide clock", "the gangway", "the ship's cat"))
    text = draw.choice(
        (
            f"Last week somebody deleted the card about {what} for {project.about}. Get it back as"
            " it was, with its remarks.",
            f"Undo yesterday's deletion of the card about {what} ({project.about}).",
        )
    )
    way = (*to_board(project), page(at_board(project)), HOME, page(DASHBOARD))
    return Errand(text, (Leg(way[:-2], NEVER),))


IMPOSSIBLE = {
    "impossible-person": no_person,
    "impossible-card": no_card,
    "impossible-column": no_column,
    "impossible-restore": no_return,
}
