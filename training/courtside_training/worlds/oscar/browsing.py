"""The shop's tasks that lead to a page."""

from __future__ import annotations

import re

from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, link, operate

from .pages import (
    at_product,
    found,
    found_in_order,
    on_product,
    search,
    sort,
    thing,
    to_account,
    to_category,
)
from .reading import OWN, to_order
from .shop.catalogue import SHELVES, WISH_KEY, WISH_LIST, products

_ORDERS = {
    "Title A to Z": ("title-asc", "by title from A to Z"),
    "Title Z to A": ("title-desc", "by title from Z to A"),
    "Price low to high": ("price-asc", "by price, the cheapest first"),
    "Price high to low": ("price-desc", "by price, the most expensive first"),
    "Customer rating": ("rating", "by customer rating"),
}
_ACCOUNT = {
    "Order History": "orders",
    "Address Book": "addresses",
    "Email History": "emails",
    "Product Alerts": "alerts",
    "Notifications": "notifications/inbox",
    "Wish Lists": "wishlists",
}


def open_product(draw: Draw) -> Errand:
    product = draw.choice(products())
    text = draw.choice(
        (
            f'Open the page of the "{product.title}".',
            f"Show me the {product.title.lower()}.",
            f"Go to the product page of the {product.title.lower()}.",
        )
    )
    return Errand(text, (on_product(draw, product),), ends_at=at_product(product))


def open_category(draw: Draw) -> Errand:
    name, wrong = draw.sample(list(SHELVES), 2)
    number = list(SHELVES).index(name) + 1
    text = draw.choice(
        (f'Show everything in the category "{name}".', f"Go to the {name.lower()} section.")
    )
    way = (to_category(name, wrong),)
    slug = name.lower().replace(" ", "-")
    return Errand(text, (Leg(way),), ends_at=f"^/catalogue/category/{slug}_{number}/")


def search_for(draw: Draw) -> Errand:
    words, wrong = draw.sample([thing(each) for each in products()[::5]], 2)
    text = draw.choice((f'Search the shop for "{words}".', f"Look for a {words} with the search."))
    return Errand(text, (Leg((search(words, wrong),)),), ends_at=found(words))


def search_sorted(draw: Draw) -> Errand:
    words = thing(draw.choice(products()))
    label, wrong = draw.sample(list(_ORDERS), 2)
    value, order = _ORDERS[label]
    text = draw.choice(
        (f'Search for "{words}" and sort {order}.', f"List every {words}, sorted {order}.")
    )
    return Errand(
        text,
        (Leg((search(words), sort(words, label, wrong))),),
        ends_at=found_in_order(words, value),
    )


def open_order(draw: Draw) -> Errand:
    ordered = draw.choice(OWN)
    text = draw.choice(
        (f"Show the details of my order {ordered.number}.", f"Open my order {ordered.number}.")
    )
    return Errand(
        text,
        (Leg(to_order(draw, ordered)),),
        ends_at=f"^/accounts/orders/{ordered.number}/",
    )


def open_account_page(draw: Draw) -> Errand:
    name, wrong = draw.sample(list(_ACCOUNT), 2)
    text = draw.choice(
        (f'Open "{name}" in my account.', f"Go to the {name.lower()} of my account.")
    )
    head, page = to_account(name)
    way = (head, Waypoint(page.at, (link(name, "aside", wrong),)))
    return Errand(text, (Leg(way),), ends_at=f"^/accounts/{_ACCOUNT[name]}/$")


def open_wish_list(draw: Draw) -> Errand:
    text = draw.choice((f'Show my wish list "{WISH_LIST}".', f'Open the wish list "{WISH_LIST}".'))
    way = (
        *to_account("Wish Lists"),
        Waypoint("^/accounts/wishlists/$", (link(WISH_LIST, "table"),)),
    )
    return Errand(text, (Leg(way),), ends_at=f"^/accounts/wishlists/{WISH_KEY}/$")


def open_reviews(draw: Draw) -> Errand:
    product = draw.choice([each for each in products() if each.reviews])
    text = draw.choice(
        (
            f'Open the list of all customer reviews of the "{product.title}".',
            f"Show me the page with the reviews of the {product.title.lower()}.",
        )
    )
    reviews = operate(f"a[href='{product.path}reviews/']", "#write_review", "I open the reviews.")
    leg = on_product(draw, product, Waypoint(at_product(product), (reviews,)))
    return Errand(text, (leg,), ends_at=f"^{re.escape(product.path)}reviews/$")


BROWSING = {
    "open-product": open_product,
    "open-category": open_category,
    "search": search_for,
    "search-sorted": search_sorted,
    "open-order": open_order,
    "open-account-page": open_account_page,
    "open-wish-list": open_wish_list,
    "open-reviews": open_reviews,
}
