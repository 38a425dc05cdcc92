"""The repairs desk's tasks about its people and their accounts."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Waypoint,
    click,
    fill,
    pick,
)

from .desk.jobs import PEOPLE, STAFF, Person
from .pages import (
    SAVE,
    at_people,
    at_person,
    menu,
    near_person,
    to_person,
)

_FIRMS = ("Northgate Works", "Petrie and Sons", "The Ropery", "Coldharbour Heating")


_NEWCOMERS = (
    ("petra", "Petra Voss", "4082", "Playhouse"),
    ("anton", "Anton Brody", "4028", "Lightwell Ltd"),
    ("selma", "Selma Ruin", "4015", "The Ropery"),
    ("karl", "Karl Benedek", "4093", "Playhouse"),
)


def _user(person: Person, field: str) -> Fact:
    return ("user", person.login, field)


_WAS = {"phone": "phone", "organisation": "firm", "realname": "name"}


def _edit(person: Person, near: Person, field: str, value: str, wrong: str) -> Leg:
    """Another operation is to retire the account, as if the person were another now."""
    form = (fill(f"#{field}", value, wrong), SAVE)
    back = fill(f"#{field}", str(getattr(person, _WAS[field])))
    return Leg(
        (*to_person(person, near), Waypoint(at_person(person), form)),
        {_user(person, field): value},
        undo=(Waypoint("", (back, SAVE)),),
        wrong_operation=_retired(person),
    )


def new_extension(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    tens = draw.choice(range(50, 99))
    number, wrong = f"42{tens}", f"42{str(tens)[::-1]}" if tens % 11 else f"42{tens + 1}"
    text = draw.choice(
        (
            f"{person.name} can now be reached under {number} in the house.",
            f"{person.name} has moved to another room, where {number} rings. Note it.",
        )
    )
    return Errand(text, (_edit(person, near_person(draw, person), "phone", number, wrong),))


def new_firm(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    name, wrong = draw.sample(_FIRMS, 2)
    text = draw.choice(
        (
            f"{person.name} has changed employers and is with {name} now.",
            f"Bills for {person.name}'s work go to {name} from today; note whom that is with.",
        )
    )
    leg = _edit(person, near_person(draw, person), "organisation", name, wrong)
    return Errand(text, (leg,))


def marry(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    first, last = person.name.split(" ", 1)
    new, wrong = draw.sample(("Lindqvist", "Okafor", "Marchetti", "Sommer"), 2)
    text = f"{person.name} has married and is called {first} {last}-{new} from now on."
    name = f"{first} {last}-{new}"
    leg = _edit(person, near_person(draw, person), "realname", name, f"{first} {last}-{wrong}")
    return Errand(text, (leg,))


def exchange(draw: Draw) -> Errand:
    """Two people swap rooms, and so extensions."""
    first, second = draw.sample(STAFF, 2)
    text = f"{first.name} and {second.name} have swapped rooms; each now has the other's telephone."
    legs = tuple(
        _edit(one, near_person(draw, one), "phone", other.phone, f"{other.phone[:2]}99")
        for one, other in ((first, second), (second, first))
    )
    return Errand(text, legs)


def let_in(draw: Draw) -> Errand:
    """A new account."""
    login, name, phone, firm = draw.choice(_NEWCOMERS)
    text = (
        f"{name} of {firm} starts today, as {login} with the password curtain-up-7. "
        f"The telephone is {phone}, mail goes to {login}@playhouse.example."
    )
    address = f"{login}@playhouse.example"
    form = (
        fill("#realname", name, f"{name}s"),
        # Once the name is left, the desk proposes a login: a click there comes before the typing.
        click("#username", note="I go on to the login."),
        fill("#username", login),
        fill("#password", "curtain-up-7"),
        fill("#confirm_password", "curtain-up-7"),
        fill("#phone", phone, f"{phone[:2]}{phone[3]}{phone[2]}"),
        fill("#organisation", firm, draw.choice([each for each in _FIRMS if each != firm])),
        fill("#address", address),
        SAVE,
    )
    way = (menu("Add User"), Waypoint(r"^/desk/user\?@template=item", form))
    gives = {
        ("user", login, "realname"): name,
        ("user", login, "phone"): phone,
        ("user", login, "organisation"): firm,
        ("user", login, "address"): address,
        ("user", login, "roles"): "User",
        ("user", login, "number"): str(len(PEOPLE) + 3),
    }
    return Errand(text, (Leg(way, gives),))


def let_go(draw: Draw) -> Errand:
    """Somebody's account is retired; what it reported and has to do stays."""
    person = draw.choice(STAFF)
    near = near_person(draw, person)
    text = draw.choice(
        (
            f"{person.name} has left us and must not be able to come back in here.",
            f"Do away with {person.name}'s account.",
        )
    )
    left = Waypoint(at_person(person), (fill("#organisation", "no longer here"), SAVE))
    fields = ("realname", "phone", "organisation", "address", "roles", "number")
    gone: dict[Fact, str | None] = {_user(person, field): None for field in fields}
    leg = Leg(_retired(person, near), gone, wrong_operation=(*to_person(person, near), left))
    return Errand(text, (leg,))


def _retired(person: Person, near: Person | None = None) -> tuple[Waypoint, ...]:
    press = pick(_retire(person), _retire(near) if near else "", "That is the one.")
    return (menu("User List"), Waypoint(at_people(), (press,)))


def _retire(person: Person) -> str:
    return f'tr:has(td:nth-child(1) a:text-is("{person.login}")) input[type=submit][value=retire]'


PEOPLE_TASKS = {
    "new-extension": new_extension,
    "new-firm": new_firm,
    "new-name": marry,
    "exchange-telephones": exchange,
    "let-in": let_in,
    "let-go": let_go,
}
