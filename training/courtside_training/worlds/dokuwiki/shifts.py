"""The wiki's tasks that change who is on duty."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand

from .kitchen import (
    DUTIES,
    PEOPLE,
    ROTA,
    STAFF,
    full_name,
)
from .pages import changed, rewrite
from .start_pages import pages


def trade(draw: Draw) -> Errand:
    """Two names change places on one page."""
    day = draw.choice(list(ROTA))
    first, second, third = draw.sample(range(len(DUTIES)), 3)
    page = f"rota:{day.lower()}"
    names = [full_name(login) for login in ROTA[day]]
    text = draw.choice(
        (
            f"{names[first]} and {names[second]} trade what they do on {day}s.",
            f"On {day}s, let {names[first]} do {names[second]}'s work, and the other way round.",
        )
    )
    right, wrong = _swapped(page, names, first, second), _swapped(page, names, first, third)
    asked = f"{pages()[page]}\n\n{names[first]} and {names[second]} trade."
    return Errand(text, (rewrite(draw, page, right, wrong, instead=asked),))


def _swapped(page: str, names: list[str], first: int, second: int) -> str:
    text = pages()[page].replace(names[first], "?").replace(names[second], names[first])
    return text.replace("?", names[second])


def stand_in(draw: Draw) -> Errand:
    day = draw.choice(list(ROTA))
    who = draw.choice(ROTA[day])
    free = [person.name for person in STAFF if person.login not in ROTA[day]]
    new, wrong = draw.sample(free, 2)
    text = draw.choice(
        (
            f"{full_name(who)} is not here on {day}s any more; {new} steps in.",
            f"Let {new} do on {day}s what {full_name(who)} did.",
        )
    )
    page = f"rota:{day.lower()}"
    return Errand(text, (changed(draw, page, full_name(who), new, wrong),))


def leaves(draw: Draw) -> Errand:
    """Wherever a name stands, another does: several pages."""
    who = draw.choice(STAFF)
    days = [day for day in ROTA if who.login in ROTA[day]]
    wrong = draw.choice([each.name for each in STAFF if each != who])
    new = PEOPLE[0].name  # the one who runs the kitchen has no duty on any day
    text = draw.choice(
        (
            f"{who.name} leaves the school. {new} takes over on every day that is affected.",
            f"From now on {new} does all that {who.name} does during the week.",
        )
    )
    legs = (changed(draw, f"rota:{day.lower()}", who.name, new, wrong) for day in days)
    return Errand(text, tuple(legs))


SHIFTS = {
    "trade-duties": trade,
    "stand-in": stand_in,
    "leaves-school": leaves,
}
