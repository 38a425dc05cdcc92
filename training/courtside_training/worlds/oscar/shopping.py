"""The shop's tasks about what lies in a basket."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from courtside.demo.moves import Move
from courtside_training.worlds.errand import Draw, Errand, Leg, Step, Waypoint, fill, pick

from .pages import ADD, BASKET, UPDATE, WISH, at_product, basket_row, on_product
from .shop.catalogue import BASKET as OTHERS
from .shop.catalogue import CUSTOMER, OTHER, Product, products


def some(draw: Draw) -> Product:
    return draw.choice(products())


def in_basket(title: str, email: str = CUSTOMER.email) -> tuple[str, ...]:
    return ("basket", email, title)


def set_quantity(title: str, number: int) -> tuple[Step, ...]:
    """In the basket's page."""
    field = basket_row(title, "input[name$=quantity]")
    return (fill(field, str(number), str(number + 1)), UPDATE)


def mend_basket(title: str, email: str, now: str | None, right: str | None) -> Leg:
    """Puts right how many of something lie in the basket."""
    gives = {in_basket(title, email): right}
    if now is None:
        product = next(each for each in products() if each.title == title)
        return replace(_adding(Random(title), product, int(right or 0)), gives=gives)
    moves = set_quantity(title, int(right)) if right else _remove(title)
    return Leg((Waypoint("", (BASKET,)), _basket(title, moves)), gives)


def _basket(title: str, moves: tuple[Move, ...]) -> Waypoint:
    """The basket's page, where that lies in it."""
    return Waypoint("^/basket/$", moves, basket_row(title, "input"))


def _remove(title: str, wrong: str = "") -> tuple[Step, ...]:
    row = "a:text-is('Remove')"
    bad = basket_row(wrong, row) if wrong else ""
    return (pick(basket_row(title, row), bad, "I take it out."),)


def _adding(draw: Draw, product: Product, number: int = 1) -> Leg:
    """Another operation is to put it on the wish list."""
    stops = [Waypoint(at_product(product), (ADD,) if number == 1 else (ADD, BASKET))]
    if number > 1:
        stops.append(_basket(product.title, set_quantity(product.title, number)))
    return on_product(
        draw,
        product,
        *stops,
        gives={in_basket(product.title): str(number)},
        instead=WISH,
        undo=(Waypoint("", (BASKET,)), _basket(product.title, _remove(product.title))),
    )


def add_one(draw: Draw) -> Errand:
    product = some(draw)
    text = draw.choice(
        (
            f"Add the {product.title.lower()} to the basket.",
            f'Put one "{product.title}" in my basket.',
            f"I would like a {product.title.lower()}, put it in the basket please.",
        )
    )
    return Errand(text, (_adding(draw, product),))


def add_several(draw: Draw) -> Errand:
    product, number = some(draw), draw.randint(2, 3)
    count = ("two", "three")[number - 2]
    text = draw.choice(
        (
            f"Add {count} of the {product.title.lower()} to the basket.",
            f'Put {number} "{product.title}" in my basket.',
        )
    )
    return Errand(text, (_adding(draw, product, number),))


def add_two_things(draw: Draw) -> Errand:
    first = some(draw)
    second = draw.choice([each for each in products() if each.category != first.category])
    text = draw.choice(
        (
            f'Put "{first.title}" and "{second.title}" in my basket, one of each.',
            f"I need a {first.title.lower()} and a {second.title.lower()}: add both to the basket.",
        )
    )
    return Errand(text, (_adding(draw, first), _adding(draw, second)))


def change_quantity(draw: Draw) -> Errand:
    title, now = draw.choice(OTHERS)
    number = draw.choice([each for each in range(1, 6) if abs(each - now) > 1])
    text = draw.choice(
        (
            f'Change the number of "{title}" in my basket to {number}.',
            f'My basket should hold {number} of "{title}", correct that.',
        )
    )
    stops = (Waypoint("", (BASKET,)), _basket(title, set_quantity(title, number)))
    leg = Leg(
        stops,
        {in_basket(title, OTHER.email): str(number)},
        undo=(_basket(title, set_quantity(title, now)),),
        wrong_operation=(stops[0], _basket(title, _remove(title))),
    )
    return Errand(text, (leg,), account=OTHER.email)


def take_out(draw: Draw) -> Errand:
    (title, _), (wrong, _) = draw.sample(OTHERS, 2)
    text = draw.choice(
        (
            f'Take "{title}" out of my basket.',
            f"I do not want the {title.lower()} any more, remove it from the basket.",
        )
    )
    stops = (Waypoint("", (BASKET,)), _basket(title, _remove(title, wrong)))
    gives = {in_basket(title, OTHER.email): None}
    more = (stops[0], _basket(title, set_quantity(title, 9)))
    return Errand(text, (Leg(stops, gives, wrong_operation=more),), account=OTHER.email)


SHOPPING = {
    "add-to-basket": add_one,
    "add-several": add_several,
    "add-two-things": add_two_things,
    "change-quantity": change_quantity,
    "take-out-of-basket": take_out,
}
