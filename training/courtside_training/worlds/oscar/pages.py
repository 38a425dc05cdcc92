"""Ways to the shop's pages, as somebody finds them who starts at the head of a page."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

from courtside_training.worlds.errand import Draw, Step, Waypoint, choose, click, fill, link, named

from .shop.catalogue import Product, products

SAVE = click("form button[type=submit]:text-is('Save')", note="I save it.")
ADD = click("#add_to_basket_form button", note="I add it.")
# The basket's own page has no such button: there the click at its heading does nothing.
BASKET = click("button:text-is('View basket'), h1:text-is('Basket')", note="I look at the basket.")
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


def to_product(draw: Draw, product: Product) -> tuple[Waypoint, ...]:
    """Its page; nearly right is the page of the same in another colour."""
    wrong = pod(sibling(draw, product))
    press = click(pod(product), wrong, f"I open the {product.title}.")
    return (search(thing(product)), Waypoint(found(thing(product)), (press,)))


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
