"""The museum's tasks that change what a card says: whose it is, until when, how pressing."""

from __future__ import annotations

from datetime import date, timedelta

from courtside_training.worlds.errand import Draw, Errand, operate

from .board.cards import (
    COLOURS,
    PRIORITIES,
    PROJECTS,
    STAFF,
    Card,
    Person,
    cards,
    late_cards,
    open_cards,
)
from .forms import entry, in_form, name_of
from .legs import capital, of, on_card, set_field
from .pages import at_card, page, project_of

_MONTHS = "January February March April May June July August September October November December"
_TITLES = (
    "ask the board again",
    "second attempt",
    "before the summer",
    "with the harbour office",
    "only with two people",
)
_WORDS = (
    "The key lies in the drawer under the till.",
    "Ask the architect before anything is drilled.",
    "Nothing may be glued; screws only.",
    "Two people are needed, one of them tall.",
    "The old papers are in the green box.",
)


def spoken(day: date) -> str:
    return f"{day.day} {_MONTHS.split()[day.month - 1]} {day.year}"


def near_person(draw: Draw, person: Person, project: int) -> Person:
    """One with a name like it, where there is one who works on the project."""
    there = [each for each in STAFF if each.login in PROJECTS[project - 1].members]
    others = [each for each in there if each != person]
    alike = [each for each in others if each.login[:2] == person.login[:2]]
    return draw.choice(alike or others)


def _another(draw: Draw, card: Card) -> tuple[Person, Person]:
    """Somebody who could have the card, and somebody nearly that."""
    members = project_of(card).members
    person = draw.choice([e for e in STAFF if e.login in members and e.login != card.to])
    return person, near_person(draw, person, card.project)


def hand_over(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.to])
    person, near = _another(draw, card)
    text = draw.choice(
        (
            f"{name_of(card.to)} has no time for {card.about}; {person.name} does it instead.",
            f"From today {person.name} is in charge of {card.about}.",
            f"Let {person.name} see to {card.about}.",
        )
    )
    return Errand(text, (set_field(draw, card, "to", person.login, near.login),))


def take_on(draw: Draw) -> Errand:
    """The one who is signed in, by a link on the card."""
    card = draw.choice(open_cards())
    text = draw.choice(
        (
            f"I will see to {card.about} myself. Put me down for it.",
            f"Write my own name on the card about {card.about}.",
        )
    )
    me = operate(
        f"#task-summary a[href*='/task/{card.number}/assign-to-me/']",
        f"#task-summary a[href*='/task/{card.number}/start/']",
        "I assign it to myself.",
    )
    stops = (page(at_card(card), me),)
    return Errand(text, (on_card(draw, card, stops, {of(card, "to"): "maud"}),))


def release(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.to])
    text = draw.choice(
        (
            f"{name_of(card.to)} has dropped {card.about}, and for now nobody else does it.",
            f"Take the name off the card about {card.about}: anybody may have it.",
        )
    )
    return Errand(text, (set_field(draw, card, "to", "", project_of(card).owner),))


_PRESSING = {
    3: (
        "Nothing is more pressing than {}. Rank it so.",
        "Everything else can wait until {} is over; put it as high as it goes.",
    ),
    0: (
        "Nobody will mind if {} never happens. Rank it as low as it goes.",
        "{} has stopped mattering. Show that in how pressing it is.",
    ),
}


def rank(draw: Draw) -> Errand:
    level = draw.choice(tuple(_PRESSING))
    card = draw.choice([each for each in open_cards() if each.priority != level])
    wrong = draw.choice([each for each in PRIORITIES if each not in (level, card.priority)])
    text = capital(draw.choice(_PRESSING[level]).format(card.about))
    return Errand(text, (set_field(draw, card, "priority", str(level), str(wrong)),))


def rank_up(draw: Draw) -> Errand:
    """Reckoned from what is there."""
    card = draw.choice([each for each in open_cards() if each.priority < 3])
    text = draw.choice(
        (
            f"Make {card.about} one degree more pressing than it is.",
            f"{capital(card.about)} should climb by one in priority.",
        )
    )
    level = card.priority + 1
    wrong = level + 1 if level < 3 else 0
    return Errand(text, (set_field(draw, card, "priority", str(level), str(wrong)),))


def due_on(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    day = date(2031, draw.randint(1, 9), draw.randint(1, 28))
    wrong = day + timedelta(days=draw.choice((-1, 1, 10)))
    text = draw.choice(
        (
            f"{capital(card.about)} has to be settled by {spoken(day)}.",
            f"Give us until {spoken(day)} for {card.about}.",
            f"The last day for {card.about} is {spoken(day)}; note it.",
        )
    )
    return Errand(text, (set_field(draw, card, "due", str(day), str(wrong)),))


def put_off(draw: Draw) -> Errand:
    """Reckoned from the day that is there."""
    card = draw.choice([each for each in open_cards() if each.due])
    days, words = draw.choice(((7, "one more week"), (14, "two more weeks"), (1, "one more day")))
    assert card.due
    day, wrong = card.due + timedelta(days=days), card.due - timedelta(days=days)
    text = draw.choice(
        (
            f"Whoever does {card.about} may take {words}.",
            f"Allow {words} for {card.about} than was said.",
        )
    )
    return Errand(text, (set_field(draw, card, "due", str(day), str(wrong)),))


def no_hurry(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.due])
    text = draw.choice(
        (
            f"There is no fixed day any more for {card.about}. Take it off.",
            f"{capital(card.about)} may take as long as it takes: drop the date.",
        )
    )
    return Errand(text, (set_field(draw, card, "due", ""),))


def estimate(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if not each.subtasks])
    hours, wrong = draw.sample([each for each in (3, 5, 8, 12, 20) if each != card.hours], 2)
    text = draw.choice(
        (
            f"We now think that {card.about} will take {hours} hours.",
            f"Reckon with {hours} hours of work for {card.about}.",
        )
    )
    return Errand(text, (set_field(draw, card, "hours", str(hours), str(wrong)),))


def double(draw: Draw) -> Errand:
    """The estimate is reckoned from the one that is there."""
    card = draw.choice([each for each in open_cards() if each.hours])
    text = draw.choice(
        (
            f"{capital(card.about)} will take twice as long as we thought. Correct the estimate.",
            f"Double the hours that are estimated for {card.about}.",
        )
    )
    value, wrong = str(2 * card.hours), str(card.hours + 2)
    if value == wrong:
        wrong = str(card.hours + 3)
    return Errand(text, (set_field(draw, card, "hours", value, wrong),))


def recolour(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    others = [each.lower() for each in COLOURS if each != card.colour]
    colour, wrong = draw.sample(others, 2)
    text = draw.choice(
        (
            f"I want to see at a glance where {card.about} is: make its card {colour}.",
            f"Everybody from the harbour gets a {colour} card. {capital(card.about)} is one of"
            " theirs.",
        )
    )
    return Errand(text, (set_field(draw, card, "colour", colour, wrong),))


def refile(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    names = [each for each in project_of(card).categories if each != card.category]
    name, wrong = draw.sample(names, 2)
    text = draw.choice(
        (
            f"{capital(card.about)} is really a matter of {name.lower()}. File it so.",
            f"Those who look through {name.lower()} should find {card.about} there.",
        )
    )
    return Errand(text, (set_field(draw, card, "category", name, wrong),))


def retitle(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    end, near = draw.sample(_TITLES, 2)
    title, wrong = f"{card.title} ({end})", f"{card.title} ({near})"
    text = f'The name on the card about {card.about} should read "{title}".'
    return Errand(text, (set_field(draw, card, "title", title, wrong),))


def describe(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    words, wrong = draw.sample(_WORDS, 2)
    text = draw.choice(
        (
            f'Whoever opens the card about {card.about} should read this alone: "{words}"',
            f'Replace what is described on the card about {card.about} by "{words}"',
        )
    )
    return Errand(text, (set_field(draw, card, "description", words, wrong),))


def number(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if not each.reference])
    value = f"{project_of(card).code}-{draw.randint(400, 899)}"
    wrong = f"{value[:-2]}{value[-1]}{(int(value[-2]) + 1) % 10}"
    text = draw.choice(
        (
            f"The office files {card.about} under {value}. Note that on its card.",
            f"{capital(card.about)} has a file number now: {value}.",
        )
    )
    return Errand(text, (set_field(draw, card, "reference", value, wrong),))


def three_at_once(draw: Draw) -> Errand:
    """Several fields of one form."""
    card = draw.choice([each for each in open_cards() if each.priority < 3])
    person, near = _another(draw, card)
    day = date(2031, draw.randint(1, 9), draw.randint(1, 28))
    text = draw.choice(
        (
            f"{person.name} does {card.about}, by {spoken(day)}, and nothing is more pressing.",
            f"Three things about {card.about}: it is {person.name}'s, it has to be over by"
            f" {spoken(day)}, and it goes to the very top in priority.",
        )
    )
    moves = (
        *entry("to", person.login, near.login),
        *entry("priority", "3", "0" if card.priority else "1"),
        *entry("due", str(day), str(day + timedelta(days=1))),
    )
    gives = {
        of(card, "to"): person.login,
        of(card, "priority"): "3",
        of(card, "due"): str(day),
    }
    return Errand(text, (on_card(draw, card, in_form(card, *moves), dict(gives)),))


def late_one(draw: Draw) -> Errand:
    """The card is named by being overdue the longest."""
    project = draw.choice([each for each in PROJECTS if late_cards(each.number)])
    card, *others = late_cards(project.number)
    person, near = _another(draw, card)
    text = draw.choice(
        (
            f"{person.name} takes over whatever has been late the longest for {project.about}.",
            f"Find the card for {project.about} that should have been over before all others, and"
            f" give it to {person.name}.",
        )
    )
    leg = set_field(draw, card, "to", person.login, near.login, others[0] if others else None)
    return Errand(text, (leg,))


def late_ones(draw: Draw) -> Errand:
    """Everything that is overdue in one project gets a new day: several cards."""
    project = draw.choice([each for each in PROJECTS if 1 < len(late_cards(each.number)) <= 4])
    day = date(2031, draw.randint(1, 9), draw.randint(1, 28))
    text = (
        f"All that should have been over long ago for {project.about} gets another last day:"
        f" {spoken(day)}."
    )
    wrong = str(day + timedelta(days=1))
    legs = (set_field(draw, card, "due", str(day), wrong) for card in late_cards(project.number))
    return Errand(text, tuple(legs))


def his_in_column(draw: Draw) -> Errand:
    """Whatever somebody has in one column goes to somebody else: one card or several."""
    card = draw.choice([each for each in open_cards() if each.to])
    held = open_cards(project=card.project, column=card.column, to=card.to)
    person, near = _another(draw, card)
    where = project_of(card).about
    text = draw.choice(
        (
            f'Whatever {name_of(card.to)} has under "{card.column}" for {where} is'
            f" {person.name}'s from now on.",
            f"{person.name} takes everything from {name_of(card.to)} that stands under"
            f' "{card.column}" on the board for {where}.',
        )
    )
    legs = tuple(set_field(draw, each, "to", person.login, near.login) for each in held)
    return Errand(text, legs)


def swap_people(draw: Draw) -> Errand:
    one = draw.choice([each for each in open_cards() if each.to])
    members = project_of(one).members
    others = [e for e in open_cards() if e.to and e.to != one.to and e.to in members]
    other = draw.choice([e for e in others if one.to in project_of(e).members])
    text = (
        f"{name_of(one.to)} and {name_of(other.to)} change places: the one does {other.about}, the"
        f" other {one.about}."
    )
    legs = (
        set_field(draw, one, "to", other.to, project_of(one).owner
                  if project_of(one).owner not in (one.to, other.to) else "maud"),
        set_field(draw, other, "to", one.to, "maud"),
    )  # fmt: skip
    return Errand(text, legs)


def free_one(draw: Draw) -> Errand:
    """The card is named by its column and by nobody having it."""
    spots = {
        (card.project, card.column)
        for card in open_cards(to="")
        if len(open_cards(project=card.project, column=card.column, to="")) == 1
    }
    number, column = draw.choice(sorted(spots))
    (card,) = open_cards(project=number, column=column, to="")
    near = [each for each in open_cards(project=number, column=column) if each != card]
    person, wrong = _another(draw, card)
    text = (
        f'The one card under "{column}" for {project_of(card).about} that nobody has goes to'
        f" {person.name}."
    )
    leg = set_field(
        draw, card, "to", person.login, wrong.login, draw.choice(near) if near else None
    )
    return Errand(text, (leg,))


def by_number(draw: Draw) -> Errand:
    """The card is named by its file number."""
    card = draw.choice([each for each in open_cards() if each.reference])
    level = draw.choice([each for each in PRIORITIES if each != card.priority])
    wrong = draw.choice([each for each in PRIORITIES if each not in (level, card.priority)])
    text = f"Set the priority of what the office files under {card.reference} to {level}."
    return Errand(text, (set_field(draw, card, "priority", str(level), str(wrong)),))


def after(draw: Draw) -> Errand:
    """The card is named by the one that it waits for."""
    in_the_way = [each.blocks for each in cards() if each.blocks]
    firsts = [e for e in cards() if in_the_way.count(e.blocks) == 1]
    first = draw.choice([each for each in firsts if cards()[each.blocks - 1].is_open])
    card = cards()[first.blocks - 1]
    person, near = _another(draw, card)
    text = (
        f"Something on the board cannot go on before {first.about} is dealt with. Give that to"
        f" {person.name}."
    )
    leg = set_field(draw, card, "to", person.login, near.login, first)
    return Errand(text, (leg,))


CHANGING = {
    "hand-over": hand_over,
    "take-on": take_on,
    "release": release,
    "rank": rank,
    "rank-up": rank_up,
    "due-on": due_on,
    "put-off": put_off,
    "no-hurry": no_hurry,
    "estimate": estimate,
    "double-estimate": double,
    "recolour": recolour,
    "refile": refile,
    "retitle": retitle,
    "describe": describe,
    "file-number": number,
    "three-at-once": three_at_once,
}
NAMING = {
    "late-one": late_one,
    "late-ones": late_ones,
    "all-in-column": his_in_column,
    "swap-people": swap_people,
    "free-one": free_one,
    "by-number": by_number,
    "after-that": after,
}
