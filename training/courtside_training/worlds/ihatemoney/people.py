"""The budget's tasks about who belongs to a project, and about squaring up."""

from __future__ import annotations

from dataclasses import replace

from courtside.demo.moves import Move
from courtside_training.worlds.errand import Draw, Errand, Facts, Leg, Step, Waypoint, fill, submit

from .pages import at_list, member, member_row, other, to_list, to_page
from .phrases import place
from .server.household import FLAT, MEMBERS, PROJECTS, names, number
from .sums import transfers

_NEW = ("Rui", "Sofia", "Agnes", "Malik", "Ruth")
_KEYS = [each.id for each in PROJECTS]
_SAVE = submit("button:text-is('Save')", cancel="a:text-is('Cancel')")


def _add(key: str, name: str, wrong: str) -> tuple[Waypoint, ...]:
    form = "#add-member-form"
    send = submit(f"{form} button")
    return (*to_list(key), Waypoint(at_list(key), (fill(f"{form} #name", name, wrong), send)))


def newcomer(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    name, wrong = draw.sample(_NEW, 2)
    where = place(draw, key)
    text = draw.choice(
        (
            f"{name} joins us in {where} from today on. Make it possible to share costs with"
            f" {name}.",
            f"Somebody called {name} takes part in {where} now. Enter {name}.",
        )
    )
    return Errand(text, (Leg(_add(key, name, wrong), {("new member", key, name): "1"}),))


def newcomer_with_child(draw: Draw) -> Errand:
    """Added first; how much they count is said afterwards."""
    key = draw.choice(_KEYS)
    name, wrong = draw.sample(_NEW, 2)
    heads, near = draw.choice((("2", "1.2"), ("1.5", "15"), ("3", "2")))
    where = place(draw, key)
    text = draw.choice(
        (
            f"{name} joins {where} with family and counts as {heads} persons. Set that up.",
            f"Add {name} to {where}, who has to bear {heads} shares of everything.",
        )
    )
    row = f"table.balance tr:has(td:has-text('{name}'))"
    edit = f"^/{key}/members/{len(MEMBERS) + 1}/edit"
    way = (
        *_add(key, name, wrong),
        Waypoint(at_list(key), member(key, row, "edit").moves, row),
        Waypoint(edit, (fill("#weight", heads, near), _SAVE)),
    )
    return Errand(text, (Leg(way, {("new member", key, name): heads}),))


def _editing(draw: Draw, key: str, name: str, *moves: Move) -> tuple[Waypoint, ...]:
    wrong = member_row(key, other(draw, list(names(key)), name))
    return (
        *to_list(key),
        member(key, member_row(key, name), "edit", wrong),
        Waypoint(f"^/{key}/members/{number(key, name)}/edit", (*moves, _SAVE)),
    )


def new_name(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    name = draw.choice(names(key))
    surname, wrong = draw.sample(("Alves", "Berg", "Castro", "Dahl"), 2)
    where = place(draw, key)
    text = draw.choice(
        (
            f'To avoid mix-ups {name} should appear as "{name} {surname}" in {where}.',
            f'{name} wants to be listed in {where} with the surname too: "{name} {surname}".',
        )
    )
    gives = {("member", str(number(key, name)), "name"): f"{name} {surname}"}
    form = fill("#name", f"{name} {surname}", f"{name} {wrong}")
    return Errand(text, (Leg(_editing(draw, key, name, form), gives),))


def new_weight(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    name = draw.choice(names(key))
    heads, near = draw.choice((("1.5", "15"), ("2.5", "2"), ("3", "2.5"), ("0.5", "5")))
    where = place(draw, key)
    text = draw.choice(
        (
            f"{name} has to bear {heads} shares of each cost in {where} from now on.",
            f"Let {name} count {heads} times when costs of {where} are divided.",
        )
    )
    gives = {("member", str(number(key, name)), "weight"): heads}
    return Errand(text, (Leg(_editing(draw, key, name, fill("#weight", heads, near)), gives),))


def moved_out(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    name = draw.choice(names(key))
    wrong = member_row(key, other(draw, list(names(key)), name))
    where = place(draw, key)
    text = draw.choice(
        (
            f"{name} quits {where}. Nobody should be able to charge {name} with anything new.",
            f"{name} is not with us any more in {where}: take {name} off the list of those who"
            " share.",
        )
    )
    way = (*to_list(key), member(key, member_row(key, name), "delete", wrong))
    return Errand(text, (Leg(way, {("member", str(number(key, name)), "active"): "0"}),))


def _bruno_back() -> Leg:
    row = member_row(FLAT, "Bruno")
    gives: Facts = {("member", str(number(FLAT, "Bruno")), "active"): "1"}
    return Leg((*to_list(FLAT), member(FLAT, row, "reactivate")), gives)


def came_back(draw: Draw) -> Errand:
    text = draw.choice(
        (
            "Bruno moves into the flat again. Let him take part as before.",
            "The former flatmate in Rose Street returns. Make him count again.",
            "Somebody in our flat had left and is back now. Arrange that the costs can be shared"
            " with him.",
        )
    )
    return Errand(text, (_bruno_back(),))


def change_of_tenants(draw: Draw) -> Errand:
    """One goes, one comes back."""
    name = draw.choice(names(FLAT))
    wrong = member_row(FLAT, other(draw, list(names(FLAT)), name))
    text = draw.choice(
        (
            f"Bruno takes over the room of {name} in Rose Street: he is in again, {name} is out.",
            f"Exchange {name} for Bruno in the flat; only those who live there should share.",
        )
    )
    way = (*to_list(FLAT), member(FLAT, member_row(FLAT, name), "delete", wrong))
    leg = Leg(way, {("member", str(number(FLAT, name)), "active"): "0"})
    return Errand(text, (leg, _bruno_back()), start=f"/{FLAT}/")


def _row(who: str, whom: str) -> str:
    cells = f"td:nth-child(1):text-is('{who}')", f"td:nth-child(2):text-is('{whom}')"
    return f"#bill_table tr:has({cells[0]}):has({cells[1]}) button"


def _squared(draw: Draw, key: str, one: tuple[str, str, str]) -> Leg:
    who, whom, amount = one
    wrong = draw.choice([each for each in transfers(key) if each != one])
    press = replace(submit(_row(who, whom)), wrong=Step("click", _row(*wrong[:2])))
    way = (*to_page(key, "Settle"), Waypoint(f"^/{key}/settle_bills$", (press,)))
    amount = f"{float(amount):.2f}"
    fact = ("new bill", key, "Settlement", amount, "today", who, whom, "REIMBURSEMENT", "")
    return Leg(way, {fact: "1"})


def squared_up(draw: Draw) -> Errand:
    key = draw.choice([key for key in _KEYS if len(transfers(key)) > 1])
    one = draw.choice(transfers(key))
    where = place(draw, key)
    text = draw.choice(
        (
            f"{one[0]} has just sent {one[1]} what the app proposes for {where}. Register that.",
            f"{one[1]} got the open sum from {one[0]} ({where}), exactly as worked out. Book it.",
        )
    )
    return Errand(text, (_squared(draw, key, one),))


def largest_squared_up(draw: Draw) -> Errand:
    """Which one has to be looked up."""
    key = draw.choice([key for key in _KEYS if len(transfers(key)) > 1])
    one = max(transfers(key), key=lambda each: float(each[2]))
    where = place(draw, key)
    text = draw.choice(
        (
            f"The largest of the outstanding transfers in {where} was made this morning. Book it.",
            f"Whoever has to send the most to a single person in {where} has done so. Register it.",
        )
    )
    return Errand(text, (_squared(draw, key, one),))


PEOPLE = {
    "newcomer": newcomer,
    "newcomer-with-family": newcomer_with_child,
    "new-name": new_name,
    "new-weight": new_weight,
    "moved-out": moved_out,
    "came-back": came_back,
    "change-of-tenants": change_of_tenants,
    "squared-up": squared_up,
    "largest-squared-up": largest_squared_up,
}
