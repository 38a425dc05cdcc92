"""Fossil's tasks for those who run it: people, their rights, the project's name."""

from __future__ import annotations

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    fill,
    submit,
    tick,
    tick_again,
    untick,
    untick_again,
)

from .pages import other, sub, to_admin, to_person
from .story import PEOPLE, PROJECT, Person

_RIGHTS = {"f": "New Wiki", "b": "Attachments", "5": "Moderate Forum"}
_PLACES = ("Brest", "Ostend", "Cork", "Porto", "Bergen")
_PROJECTS = ("Tidewatch 2", "Tide and Time", "Harbour Clock", "Ebb")
_ABOUT = (
    "Tides for people in small boats.",
    "Water levels, without a network.",
    "High and low water, day by day.",
)
_STAFF = PEOPLE[1:]


def _edit(draw: Draw, person: Person, *moves: Move) -> tuple[Waypoint, ...]:
    number = PEOPLE.index(person) + 5
    form = (*moves, submit("input[name=apply]", cancel="input[name=can]"))
    way = to_person(draw, person, [each.login for each in _STAFF])
    return (*way, Waypoint(f"^/setup_uedit\\?id={number}$", form))


def set_contact(draw: Draw) -> Errand:
    person = draw.choice(_STAFF)
    name = person.contact.split(" <")[0]
    place, wrong = draw.sample(_PLACES, 2)
    text = draw.choice(
        (
            f'Set the contact info of the user {person.login} to "{name}, {place}".',
            f'{person.login} moved: the contact info should be "{name}, {place}".',
        )
    )
    field = fill("textarea[name=info]", f"{name}, {place}", f"{name}, {wrong}")
    gives = {("user", person.login, "contact"): f"{name}, {place}"}
    return Errand(text, (Leg(_edit(draw, person, field), gives),))


def give_right(draw: Draw) -> Errand:
    person = draw.choice(_STAFF)
    letter = draw.choice([each for each in _RIGHTS if each not in person.rights])
    wrong = draw.choice([each for each in "xyz" if each not in person.rights])
    text = draw.choice(
        (
            f'Give the user {person.login} the capability "{_RIGHTS[letter]}".',
            f'Allow {person.login} this: "{_RIGHTS[letter]}". Change nothing else.',
        )
    )
    wrong_box = f"input[name=a{wrong}]"
    boxes = (tick(f"input[name=a{letter}]", wrong_box), untick_again(wrong_box))
    rights = "".join(sorted(person.rights + letter, key=lambda each: (each.isdigit(), each)))
    gives = {("user", person.login, "rights"): rights}
    return Errand(text, (Leg(_edit(draw, person, *boxes), gives),))


def take_right(draw: Draw) -> Errand:
    """Everybody but the one who runs it may post in the forum, and read private posts."""
    person = draw.choice(_STAFF)
    text = draw.choice(
        (
            f'Take the capability "Read Forum" away from the user {person.login}.',
            f'{person.login} should no longer have "Read Forum".',
        )
    )
    boxes = (untick("input[name=a2]", "input[name=ah]"), tick_again("input[name=ah]"))
    gives = {("user", person.login, "rights"): person.rights.replace("2", "")}
    return Errand(text, (Leg(_edit(draw, person, *boxes), gives),))


def new_person(draw: Draw) -> Errand:
    login, name = draw.choice((("petra", "Petra Voss"), ("luis", "Luis Prado"), ("jo", "Jo Reed")))
    text = draw.choice(
        (
            f'Add a user {login} with the contact info "{name}" and the password tide-tables-1.',
            f'Create the account {login} for "{name}" (contact info), password tide-tables-1.',
        )
    )
    form = (
        fill("input[name=login]", login, f"{login}1"),
        fill("textarea[name=info]", name, f"{name} Jr."),
        fill("input[name=pw]", "tide-tables-1"),
        submit("input[name=apply]", cancel="input[name=can]"),
    )
    way = (
        *to_admin("Users"),
        Waypoint("^/setup_ulist$", (sub("Add"),)),
        Waypoint("^/setup_uedit$", form),
    )
    gives = {("user", login, "rights"): "", ("user", login, "contact"): name}
    return Errand(text, (Leg(way, gives),))


def _configure(text: str, where: str, name: str, value: str, wrong: str) -> Errand:
    form = (fill(where, value, wrong), submit("input[name=submit]"))
    way = (*to_admin("Configuration"), Waypoint("^/setup_config", form))
    return Errand(text, (Leg(way, {("setting", name): value}),))


def rename_project(draw: Draw) -> Errand:
    name = draw.choice(_PROJECTS)
    text = draw.choice(
        (f'Change the project name to "{name}".', f'Rename the project {PROJECT} to "{name}".')
    )
    wrong = other(draw, list(_PROJECTS), name)
    return _configure(text, "#pn", "project-name", name, wrong)


def describe_project(draw: Draw) -> Errand:
    description, wrong = draw.sample(_ABOUT, 2)
    text = draw.choice(
        (
            f'Set the project description to "{description}"',
            f'The description of the project should read: "{description}"',
        )
    )
    return _configure(text, "#idpd", "project-description", description, wrong)


RUNNING = {
    "set-contact": set_contact,
    "give-right": give_right,
    "take-right": take_right,
    "new-person": new_person,
    "rename-project": rename_project,
    "describe-project": describe_project,
}
