"""The wiki's tasks that ask something."""

from __future__ import annotations

import re

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint

from .kitchen import (
    DISHES,
    DUTIES,
    MACHINES,
    ROTA,
    SUPPLIERS,
    Supplier,
    full_name,
)
from .pages import at_found, at_page, goto, leg_on, seek

_RULES = (
    ("rules:hygiene", "For how many seconds do I scrub my fingers?", "thirty", "forty"),
    ("rules:allergies", "Whom do I ask if a child must not eat something?", "Marit", "Mats"),
    ("rules:keys", "Where does the spare key of the cellar lie?", "red tin", "behind the clock"),
    ("rules:gas", "Where can the gas be shut off?", "third window", "first window"),
    ("rules:waste", "On which day does somebody empty the bin for peelings?", "Friday", "Monday"),
    ("rules:fire", "Where is the blanket for burning pans?", "back door", "third window"),
)


def on_page(draw: Draw, page: str, text: str, right: str, near: str) -> Errand:
    return Errand(text, (leg_on(draw, page),), reads_at=at_page(page), answer=Answer(right, near))


def another(draw: Draw, values: list[str], than: str) -> str:
    return draw.choice([each for each in values if each != than])


def portions(draw: Draw) -> Errand:
    dish = draw.choice(DISHES)
    text = draw.choice(
        (
            f"How many people can we feed with one batch of {dish.title.lower()}?",
            f"For how many plates is {dish.about} reckoned?",
        )
    )
    near = another(draw, [str(each.portions) for each in DISHES], str(dish.portions))
    return on_page(draw, dish.id, text, str(dish.portions), near)


def how_long(draw: Draw) -> Errand:
    dish = draw.choice(DISHES)
    text = draw.choice(
        (
            f"I have to know how long I am busy with {dish.about}. Minutes are enough.",
            f"How much time should I allow for {dish.title.lower()}?",
        )
    )
    near = another(draw, [str(each.minutes) for each in DISHES], str(dish.minutes))
    return on_page(draw, dish.id, text, str(dish.minutes), near)


def heat(draw: Draw) -> Errand:
    baked = {
        dish: match[1] for dish in DISHES if (match := re.search(r"at (\d+) deg", dish.method))
    }
    dish = draw.choice(list(baked))
    text = draw.choice(
        (
            f"How hot must the oven be for {dish.about}?",
            f"To what do I set the oven before {dish.title.lower()} goes in?",
        )
    )
    return on_page(
        draw, dish.id, text, baked[dish], another(draw, list(baked.values()), baked[dish])
    )


def warns_of(draw: Draw) -> Errand:
    dish = draw.choice([dish for dish in DISHES if dish.contains])
    text = draw.choice(
        (
            f"A child reacts badly to some things. What must I warn of with {dish.about}?",
            f"Which of the things that some cannot eat is in {dish.about}?",
        )
    )
    near = another(draw, [each.contains for each in DISHES if each.contains], dish.contains)
    return on_page(draw, dish.id, text, dish.contains, near)


def ring(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    text = draw.choice(
        (
            f"I have to talk to {supplier.about}. What do I dial?",
            f"Under which number do I get hold of {supplier.contact}?",
        )
    )
    near = another(draw, [each.phone for each in SUPPLIERS], supplier.phone)
    return on_page(draw, supplier.id, text, supplier.phone, near)


def comes_on(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    text = draw.choice(
        (
            f"On which weekday does the van of {supplier.about} come?",
            f"When does {supplier.contact} bring what we ordered?",
        )
    )
    near = another(draw, [each.day for each in SUPPLIERS], supplier.day)
    return on_page(draw, supplier.id, text, supplier.day, near)


def smallest_order(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    text = f"For how much must I buy so that {supplier.about} drives out at all?"
    near = another(draw, [str(each.least) for each in SUPPLIERS], str(supplier.least))
    return on_page(draw, supplier.id, text, str(supplier.least), near)


def price(draw: Draw) -> Errand:
    supplier = draw.choice(SUPPLIERS)
    goods, right = draw.choice(supplier.prices)
    text = draw.choice(
        (
            f"What does {supplier.about} charge for {goods}?",
            f"I want a kilo of {goods} from {supplier.about}. How much is that?",
        )
    )
    near = draw.choice([each for _, each in supplier.prices if each != right])
    return on_page(draw, supplier.id, text, right, near)


def cheaper(draw: Draw) -> Errand:
    """Two suppliers have it: both pages have to be read."""
    goods = draw.choice(["carrots", "potatoes", "onions", "apples", "milk", "butter"])
    sold = [
        (float(dict(each.prices)[goods]), each) for each in SUPPLIERS if goods in dict(each.prices)
    ]
    (_, best), (_, other) = sorted(sold, key=lambda row: row[0])
    text = draw.choice(
        (
            f"Who sells {goods} for the least? Give the name.",
            f"We need {goods} and have to save money. Whose are the cheapest?",
        )
    )
    first, last = draw.sample((best, other), 2)
    return Errand(
        text,
        (Leg(_both(goods, first, last)),),
        reads_at=at_page(last.id),
        answer=Answer(best.title, other.title, shown=False),
    )


def _both(goods: str, first: Supplier, last: Supplier) -> tuple[Waypoint, ...]:
    return (
        seek(goods),
        Waypoint(at_found(goods), (goto(first.id),)),
        seek(goods, at=at_page(first.id)),
        Waypoint(at_found(goods), (goto(last.id),)),
    )


def keeper(draw: Draw) -> Errand:
    machine = draw.choice(MACHINES)
    text = draw.choice(
        (
            f"Whom do I call when {machine.about} breaks down?",
            f"Who looks after {machine.about}?",
        )
    )
    right = full_name(machine.keeper)
    near = another(draw, [full_name(each.keeper) for each in MACHINES], right)
    return on_page(draw, machine.id, text, right, near)


def serviced(draw: Draw) -> Errand:
    machine = draw.choice(MACHINES)
    text = f"When did the mechanic last see to {machine.about}?"
    near = another(draw, [each.serviced for each in MACHINES], machine.serviced)
    return on_page(draw, machine.id, text, machine.serviced, near)


def on_duty(draw: Draw) -> Errand:
    day = draw.choice(list(ROTA))
    number = draw.randrange(len(DUTIES))
    asks = (
        "Who stands at the stove on {}s?",
        "Who is at the hatch on {}s?",
        "Who does the dishes on {}s?",
        "Who goes out for what is missing on {}s?",
    )
    right = full_name(ROTA[day][number])
    near = full_name(another(draw, list(ROTA[day]), ROTA[day][number]))
    return on_page(draw, f"rota:{day.lower()}", asks[number].format(day), right, near)


def rule(draw: Draw) -> Errand:
    page, asks, right, near = draw.choice(_RULES)
    return on_page(draw, page, asks, right, near)


READING = {
    "read-portions": portions,
    "read-time": how_long,
    "read-heat": heat,
    "read-warning": warns_of,
    "read-telephone": ring,
    "read-delivery": comes_on,
    "read-least-order": smallest_order,
    "read-price": price,
    "cheaper-supplier": cheaper,
    "read-keeper": keeper,
    "read-service": serviced,
    "read-duty": on_duty,
    "read-rule": rule,
}
