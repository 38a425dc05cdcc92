"""The shop's tasks that ask something: prices, sizes, orders, the cheapest of its sort."""

from __future__ import annotations

from decimal import Decimal

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, entry_link

from .pages import at_product, found_in_order, on_product, search, sibling, sort, thing, to_account
from .shop.catalogue import CUSTOMER, ORDERS, SIZES, Ordered, Product, products

OWN = [ordered for ordered in ORDERS if ordered.by == CUSTOMER.email]
STATES = ("Pending", "Being processed", "Complete", "Cancelled")


def _about(draw: Draw, product: Product, texts: tuple[str, ...], answer: Answer) -> Errand:
    return Errand(
        draw.choice(texts),
        (on_product(draw, product),),
        reads_at=at_product(product),
        answer=answer,
    )


def price(draw: Draw) -> Errand:
    product = draw.choice(products())
    name = product.title.lower()
    texts = (f"How much is the {name}?", f'What does "{product.title}" cost in this shop?')
    return _about(
        draw, product, texts, Answer(f"£{product.price}", f"£{sibling(draw, product).price}")
    )


def number_left(draw: Draw) -> Errand:
    product = draw.choice(products())
    texts = (
        f'How many "{product.title}" are available?',
        f"Look up how many pieces of the {product.title.lower()} are left in stock.",
    )
    return _about(draw, product, texts, Answer(str(product.left), str(product.left + 1)))


def size(draw: Draw) -> Errand:
    product = draw.choice(products())
    texts = (
        f"Which size is the {product.title.lower()}?",
        f'What is the size of the "{product.title}"?',
    )
    near = draw.choice([each for each in SIZES if each != product.size])
    return _about(draw, product, texts, Answer(product.size, near))


def article_number(draw: Draw) -> Errand:
    product = draw.choice(products())
    texts = (
        f'What is the UPC of "{product.title}"?',
        f"Find the UPC under which the {product.title.lower()} is sold.",
    )
    return _about(draw, product, texts, Answer(product.upc, sibling(draw, product).upc))


def number_of_reviews(draw: Draw) -> Errand:
    product = draw.choice(products())
    count = len(product.reviews)
    texts = (
        f'How many reviews does "{product.title}" have?',
        f"Count the customer reviews of the {product.title.lower()}.",
    )
    return _about(draw, product, texts, Answer(str(count), str(count + 1)))


def _extreme(draw: Draw, label: str, wrong: str, texts: tuple[str, ...], best: int) -> Errand:
    name = thing(draw.choice(products()))
    ranked = sorted((p for p in products() if thing(p) == name), key=lambda p: Decimal(p.price))
    order = {"Price low to high": "price-asc", "Price high to low": "price-desc"}[label]
    return Errand(
        draw.choice(texts).format(name),
        (Leg((search(name), sort(name, label, wrong))),),
        reads_at=found_in_order(name, order),
        answer=Answer(ranked[best].title, ranked[best - 1 if best else 1].title),
    )


def cheapest(draw: Draw) -> Errand:
    texts = ("Which {} is the cheapest?", "Search for the cheapest {} and name it.")
    return _extreme(draw, "Price low to high", "Title A to Z", texts, 0)


def dearest(draw: Draw) -> Errand:
    texts = ("Which {} is the most expensive?", "Find the {} with the highest price.")
    return _extreme(draw, "Price high to low", "Price low to high", texts, -1)


def order_status(draw: Draw) -> Errand:
    ordered = draw.choice(OWN)
    text = draw.choice(
        (
            f"What is the status of my order {ordered.number}?",
            f"Look at my order history: which status does number {ordered.number} have?",
        )
    )
    near = draw.choice([each for each in STATES if each != ordered.status])
    return Errand(
        text,
        (Leg(to_order(draw, ordered)),),
        reads_at=f"^/accounts/orders/{ordered.number}/",
        answer=Answer(ordered.status, near),
    )


def to_order(draw: Draw, ordered: Ordered) -> tuple[Waypoint, ...]:
    """The page of one of the customer's own."""
    wrong = draw.choice([each.number for each in OWN if each != ordered])
    row = entry_link(ordered.number, "table", wrong)
    return (*to_account("Order History"), Waypoint("^/accounts/orders/$", (row,)))


def order_content(draw: Draw) -> Errand:
    ordered = draw.choice([each for each in OWN if len(each.lines) == 1])
    ((title, _),) = ordered.lines
    text = draw.choice(
        (
            f"What did I buy with order {ordered.number}?",
            f"Open my order {ordered.number} and tell me what I ordered.",
        )
    )
    near = draw.choice([each.title for each in products() if each.title != title])
    return Errand(
        text,
        (Leg(to_order(draw, ordered)),),
        reads_at=f"^/accounts/orders/{ordered.number}/",
        answer=Answer(title, near),
    )


READING = {
    "read-price": price,
    "read-number-left": number_left,
    "read-size": size,
    "read-article-number": article_number,
    "read-number-of-reviews": number_of_reviews,
    "read-cheapest": cheapest,
    "read-dearest": dearest,
    "read-order-status": order_status,
    "read-order-content": order_content,
}
