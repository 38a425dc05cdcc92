"""The wiki's tasks that change what a page says."""

from __future__ import annotations

import re
from dataclasses import replace

from courtside_training.worlds.errand import Draw, Errand, Leg, fill, tick

from .kitchen import (
    DISHES,
    MACHINES,
    PEOPLE,
    SUPPLIERS,
    Dish,
    Supplier,
    full_name,
    name_of,
)
from .pages import changed

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


_EXTRAS = ("leeks, finely cut", "a bunch of parsley", "two bay leaves", "the juice of a lemon")


_NOTES = ("asked for by the parents", "after the tasting", "see the last meeting", "by telephone")


def new_portions(draw: Draw) -> Errand:
    dish = draw.choice(DISHES)
    number = dish.portions + draw.choice((2, 4, 6, 8))
    text = draw.choice(
        (
            f"{dish.about.capitalize()} feeds {number} people these days. Have it say so.",
            f"We now reckon {dish.title.lower()} for {number} plates.",
        )
    )
    new, wrong = f"For {number} portions", f"For {number + 10} portions"
    return Errand(text, (changed(draw, dish.id, f"For {dish.portions} portions", new, wrong),))


def longer(draw: Draw) -> Errand:
    """The value is reckoned from the one that is there."""
    dish = draw.choice(DISHES)
    more = draw.choice((5, 10, 15))
    text = draw.choice(
        (
            f"{dish.about.capitalize()} takes {more} minutes longer than we say.",
            f"Add {more} minutes to what we allow for {dish.title.lower()} as a whole.",
        )
    )
    new, wrong = (f"Takes {dish.minutes + each} minutes" for each in (more, -more))
    return Errand(text, (changed(draw, dish.id, f"Takes {dish.minutes} minutes", new, wrong),))


def cooler(draw: Draw) -> Errand:
    dish = draw.choice([dish for dish in DISHES if "degrees" in dish.method])
    found = re.search(r"(\d+) degrees", dish.method)
    assert found
    less = draw.choice((5, 10, 15))
    text = draw.choice(
        (
            f"The oven must be {less} degrees cooler for {dish.about} than we wrote.",
            f"{dish.title} gets burnt. Take {less} degrees off.",
        )
    )
    new, wrong = (f"{int(found[1]) + each} degrees" for each in (-less, less))
    return Errand(text, (changed(draw, dish.id, found[0], new, wrong),))


def warn(draw: Draw) -> Errand:
    dish = draw.choice([dish for dish in DISHES if dish.contains])
    new, wrong = draw.sample(("soya", "sesame", "lupins", "nuts"), 2)
    text = draw.choice(
        (
            f"There is {new} in {dish.about} now, and no {dish.contains} any more.",
            f"What one must warn of with {dish.title.lower()} is {new}, not {dish.contains}.",
        )
    )
    old = f"Contains {dish.contains}."
    leg = changed(draw, dish.id, old, f"Contains {new}.", f"Contains {wrong}.")
    return Errand(text, (leg,))


def new_number(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    number = f"555 02{draw.randrange(10, 99)}"
    text = draw.choice(
        (
            f"{supplier.contact} can only be called on {number} now.",
            f"{supplier.about.capitalize()} has a new line: {number}.",
        )
    )
    wrong = f"555 20{number[-2:]}"
    return Errand(text, (changed(draw, supplier.id, supplier.phone, number, wrong),))


def other_day(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    new, wrong = draw.sample([day for day in _DAYS if day != supplier.day], 2)
    text = draw.choice(
        (
            f"The van of {supplier.about} comes on {new}s from now on.",
            f"{supplier.contact} will be here every {new} instead.",
        )
    )
    leg = changed(draw, supplier.id, f"on {supplier.day}s", f"on {new}s", f"on {wrong}s")
    return Errand(text, (leg,))


def dearer(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    goods, price = draw.choice(supplier.prices)
    cents = draw.choice((5, 10, 20, 25))
    text = draw.choice(
        (
            f"{supplier.about.capitalize()} wants {cents} cents more for {goods} than before.",
            f"A kilo of {goods} from {supplier.about} has gone up by {cents} cents.",
        )
    )
    old = f"| {goods} | {price} |"
    new, wrong = (f"| {goods} | {float(price) + each / 100:.2f} |" for each in (cents, cents * 10))
    return Errand(text, (changed(draw, supplier.id, old, new, wrong),))


def new_keeper(draw: Draw) -> Errand:
    machine = draw.choice(MACHINES)
    new, wrong = draw.sample([each.name for each in PEOPLE if each.login != machine.keeper], 2)
    text = draw.choice(
        (
            f"{new} looks after {machine.about} from today.",
            f"If {machine.about} breaks down, one should call {new} from now on.",
        )
    )
    old = f"Kept by {full_name(machine.keeper)}"
    return Errand(text, (changed(draw, machine.id, old, f"Kept by {new}", f"Kept by {wrong}"),))


def mechanic(draw: Draw) -> Errand:
    machine = draw.choice(MACHINES)
    day, wrong = draw.sample(("3 October", "13 October", "30 October", "3 November"), 2)
    text = draw.choice(
        (
            f"The mechanic saw to {machine.about} on {day}.",
            f"Note that {machine.about} was overhauled on {day}.",
        )
    )
    return Errand(text, (changed(draw, machine.id, machine.serviced, day, wrong),))


def buy_elsewhere(draw: Draw) -> Errand:
    """All dishes for which one supplier is named."""
    old = draw.choice([each for each in SUPPLIERS if 0 < len(_from(each)) <= 3])
    dishes = _from(old)
    new, wrong = draw.sample([each for each in SUPPLIERS if each != old], 2)
    text = draw.choice(
        (
            f"What we cook with goods from {old.about} is bought at {new.title} from now on. "
            "Change it wherever dishes say so, with links as before.",
            f"Each dish that names {old.title} should link to {new.title} instead.",
        )
    )
    return Errand(text, tuple(_bought(draw, dish, new.title, wrong.title) for dish in dishes))


def _from(supplier: Supplier) -> list[Dish]:
    return [dish for dish in DISHES if dish.supplier == supplier.title]


def _bought(draw: Draw, dish: Dish, new: str, wrong: str) -> Leg:
    old, right, near = (
        f"[[suppliers:{name_of(title)}|{title}]]" for title in (dish.supplier, new, wrong)
    )
    return changed(draw, dish.id, old, right, near)


def two_dishes(draw: Draw) -> Errand:
    first, second = draw.sample(DISHES, 2)
    more = draw.choice((2, 4, 10))
    text = f"We expect guests: reckon {first.about} and {second.about} for {more} people more each."
    return Errand(text, (_enlarged(draw, first, more), _enlarged(draw, second, more)))


def _enlarged(draw: Draw, dish: Dish, more: int) -> Leg:
    old, new, wrong = (f"For {dish.portions + each} portions" for each in (0, more, more + 1))
    return changed(draw, dish.id, old, new, wrong)


def smallest(draw: Draw) -> Errand:
    """The dish is named by what it is the least or the most of."""
    sort = draw.choice(("soup", "cake", "pudding", "salad"))
    dishes = sorted((d for d in DISHES if sort in d.title.lower()), key=lambda d: d.portions)
    which, dish = draw.choice((("fewest", dishes[0]), ("most", dishes[-1])))
    more = draw.choice((3, 5, 7))
    text = f"Of every {sort} that we make, let the one for the {which} people feed {more} more."
    return Errand(text, (_enlarged(draw, dish, more),))


def put_in(draw: Draw) -> Errand:
    dish = draw.choice(DISHES)
    new, wrong = draw.sample(_EXTRAS, 2)
    text = draw.choice(
        (
            f'Put "{new}" at the end of the list of what goes into {dish.about}.',
            f'{dish.about.capitalize()} needs one thing more, last in its list: "{new}".',
        )
    )
    last = "  * whatever is in season"
    leg = changed(draw, dish.id, last, f"{last}\n  * {new}", f"{last}\n  * {wrong}")
    return Errand(text, (leg,))


def with_reason(draw: Draw) -> Errand:
    """A change and what is noted of it."""
    dish = draw.choice(DISHES)
    number = dish.portions + draw.choice((1, 3, 5))
    reason, wrong = draw.sample(_NOTES, 2)
    text = f'Make {dish.about} enough for {number}, and give as the reason "{reason}".'
    noted = fill("#edit__summary", reason, wrong)
    old, new, near = (f"For {each} portions" for each in (dish.portions, number, number + 1))
    leg = changed(draw, dish.id, old, new, near, noted)
    return Errand(text, (replace(leg, gives={**leg.gives, ("note", dish.id): reason}),))


def hardly_worth(draw: Draw) -> Errand:
    """A change that is marked as a small one."""
    machine = draw.choice(MACHINES)
    new, wrong = draw.sample(("next to the stairs", "opposite the hatch", "in the yard"), 2)
    text = (
        f"{machine.about.capitalize()} now stands {new}. It is hardly worth mentioning, so mark "
        "the change as such."
    )
    old, right, near = (f"Stands {place}." for place in (machine.place, new, wrong))
    leg = changed(draw, machine.id, old, right, near, tick("#edit__minoredit"))
    return Errand(text, (replace(leg, gives={**leg.gives, ("small change", machine.id): "yes"}),))


CHANGING = {
    "new-portions": new_portions,
    "takes-longer": longer,
    "cooler-oven": cooler,
    "new-warning": warn,
    "new-number": new_number,
    "other-day": other_day,
    "dearer": dearer,
    "new-keeper": new_keeper,
    "mechanic-was-here": mechanic,
    "buy-elsewhere": buy_elsewhere,
    "two-dishes": two_dishes,
    "by-size": smallest,
    "put-in": put_in,
    "with-reason": with_reason,
    "hardly-worth-it": hardly_worth,
}
