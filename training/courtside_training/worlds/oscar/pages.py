"""Ways to the shop's pages, as somebody finds them who starts at the head of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import quote_plus

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Facts,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    fill,
    link,
    named,
    pick,
)

from .shop.catalogue import SHELVES, WISH_LIST, Product, products

CANCEL = Step("click", "a:text-is('cancel'), a:text-is('Cancel')")
SAVE = replace(click("form button[type=submit]:text-is('Save')", note="I save it."), cancel=CANCEL)
ADD = click("#add_to_basket_form button", note="I add it.")
# The basket's own page has no such button: there the click at its heading does nothing.
BASKET = click("button:text-is('View basket'), h1:text-is('Basket')", note="I look at the basket.")
_ITEM = f"a.dropdown-item:has-text(\"Add to '{WISH_LIST}'\")"
WISH = (
    click("a.dropdown-toggle:has-text('Add to wish list')", unless=f"{_ITEM}:visible"),
    click(_ITEM, "a.dropdown-item:has-text('Create a new wishlist')", "I choose the list."),
)
UPDATE = click("button:text-is('Update')", note="I update the basket.")


def thing(product: Product) -> str:
    """What it is, without its colour."""
    return product.title.split(" ", 1)[1]


def sibling(draw: Draw, product: Product) -> Product:
    """The same in another colour."""
    others = [each for each in products() if thing(each) == thing(product) and each != product]
    return draw.choice(others)


def search(words: str, wrong: str = "") -> Waypoint:
    """From anywhere."""
    go = click("form[action='/search/'] button", note="I search.")
    return Waypoint("", (fill("form[action='/search/'] input[name=q]", words, wrong), go))


def found(words: str) -> str:
    """The address of what was found."""
    return rf"^/search/\?(.*&)?q={re.escape(quote_plus(words))}(&|$)"


def found_in_order(words: str, order: str) -> str:
    """The address of what was found, once it was sorted."""
    return rf"^/search/\?(?=(.*&)?q={re.escape(quote_plus(words))}(&|$))(.*&)?sort_by={order}(&|$)"


def sort(words: str, label: str, wrong: str = "") -> Waypoint:
    """What was found, in another order."""
    return Waypoint(found(words), (choose("#id_sort_by", label, wrong),))


def _routes(draw: Draw, product: Product) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """By the search; and by its category. Nearly right is the same in another colour."""
    near = sibling(draw, product)
    press = pick(pod(product), pod(near), f"I open the {product.title}.")
    searched = (search(thing(product)), Waypoint(found(thing(product)), (press,)))
    number = list(SHELVES).index(product.category) + 1
    shelf = Waypoint(f"^/catalogue/category/.*_{number}/", (press,))
    return searched, (to_category(product.category), shelf)


def to_category(name: str, wrong: str = "") -> Waypoint:
    """From anywhere, by the menu of all."""
    menu = "#navbarDropdown"
    opened = click(menu, note="I open the menu.", unless=f"{menu}[aria-expanded=true]")
    return Waypoint("", (opened, link(name, ".dropdown-menu", wrong)))


def on_product(
    draw: Draw,
    product: Product,
    *stops: Waypoint,
    gives: Facts = MappingProxyType({}),
    instead: Sequence[Move] = (),
    undo: tuple[Waypoint, ...] = (),
) -> Leg:
    """To its page by one way or the other, and on. `instead`: another operation there."""
    way, other = _routes(draw, product)
    astray = Waypoint(at_product(product), tuple(instead))
    return Leg(
        (*way, *stops),
        gives,
        other=(*other, *stops),
        undo=undo,
        wrong_operation=(*way, astray) if instead else (),
    )


def pod(product: Product) -> str:
    return f"article.product_pod h3 a[href='{product.path}']"


def at_product(product: Product) -> str:
    return f"^{re.escape(product.path)}$"


def basket_row(title: str, what: str) -> str:
    """Something in a product's line of the basket."""
    return f".basket-items:has({named('a', title)}) {what}"


def to_account(*names: str) -> tuple[Waypoint, ...]:
    """A page of the account's own, by the list at its left."""
    head = click("a.nav-link[href='/accounts/']", note="I open my account.")
    return (
        Waypoint("", (head,)),
        Waypoint("^/accounts/", tuple(link(name, "aside") for name in names)),
    )


def to_dashboard(menu: str, path: str) -> tuple[Waypoint, ...]:
    """A page of the dashboard by its menu; from the shop, by the link to the dashboard first."""
    item = f"a.dropdown-item[href='{path}']"
    shown = f"{item}:visible"
    opened = click(f"a.dropdown-toggle:has-text('{menu}')", note=f"I open {menu}.", unless=shown)
    return (
        Waypoint("", (click("a[href='/dashboard/']:visible", note="I open the dashboard."),)),
        Waypoint("^/dashboard/", (opened, click(item, note="I choose the page."))),
    )


def tab(name: str) -> Step:
    """A part of the form about a product."""
    return click(f"a[href='#{name}']", note="I open that part.", unless=f"#{name}.active")
