"""The shop's tasks for those who run it: what it says about a product, and sells it for."""

from __future__ import annotations

from collections.abc import Sequence

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Facts,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    pick,
    submit,
    tick_again,
    untick,
)

from .pages import sibling, tab, thing, to_dashboard
from .shop.catalogue import SHELVES, STAFF, Product, products

SAVE_PART = submit("button[name=action][value=save]", cancel="a:text-is('Cancel')")
_WORDS = ("Classic", "Handmade", "Little", "Sturdy")


def by_staff(
    text: str, way: tuple[Waypoint, ...], gives: Facts, instead: tuple[Waypoint, ...] = ()
) -> Errand:
    """One leg, done by somebody who runs the shop. `instead`: another operation."""
    return Errand(text, (Leg(way, gives, wrong_operation=instead),), account=STAFF.email)


def _to_product(draw: Draw, product: Product) -> tuple[Waypoint, ...]:
    """The form about it, by a search for the thing."""
    words = thing(product)
    wrong = f"td a[href^='/dashboard/catalogue/products/{sibling(draw, product).number}/']"
    right = f"td a[href^='/dashboard/catalogue/products/{product.number}/']"
    seek = (fill("#search_product_form #id_title", words), click("#search_product_form button"))
    return (
        *to_dashboard("Catalogue", "/dashboard/catalogue/"),
        Waypoint("^/dashboard/catalogue/(\\?.*)?$", seek),
        Waypoint(
            f"^/dashboard/catalogue/\\?.*title={words.replace(' ', '.')}",
            (pick(right, wrong, f"I open the {product.title}."),),
        ),
    )


def _by_number(product: Product) -> tuple[Waypoint, ...]:
    """The form about it, by a search for its number."""
    seek = (
        fill("#search_product_form #id_upc", product.upc),
        click("#search_product_form button"),
        click(f"td a[href^='/dashboard/catalogue/products/{product.number}/']"),
    )
    head = to_dashboard("Catalogue", "/dashboard/catalogue/")
    return (*head, Waypoint("^/dashboard/catalogue/(\\?.*)?$", seek))


def _changed(
    text: str,
    draw: Draw,
    product: Product,
    gives: Facts,
    *moves: Move,
    instead: Sequence[Move] = (untick("#id_is_public"),),
) -> Errand:
    """The moves made in the form about it. Another operation is to hide it, or `instead`."""
    at = f"^/dashboard/catalogue/products/{product.number}/"
    way, form = _to_product(draw, product), Waypoint(at, (*moves, SAVE_PART))
    leg = Leg(
        (*way, form),
        gives,
        other=(*_by_number(product), form),
        wrong_operation=(*way, Waypoint(at, (*instead, SAVE_PART))),
    )
    return Errand(text, (leg,), account=STAFF.email)


def set_price(draw: Draw) -> Errand:
    product = draw.choice(products())
    price = f"{draw.randrange(500, 9900) / 100:.2f}"
    text = draw.choice(
        (
            f'Set the price of "{product.title}" to {price} pounds.',
            f"The {product.title.lower()} should cost £{price} from now on.",
        )
    )
    field = fill("#id_stockrecords-0-price", price, f"{float(price) + 1:.2f}")
    gives = {("stock", str(product.number), "price"): price}
    return _changed(text, draw, product, gives, tab("product_stock"), field)


def set_stock(draw: Draw) -> Errand:
    product = draw.choice(products())
    number = str(draw.randrange(61, 200))
    text = draw.choice(
        (
            f'We now have {number} of "{product.title}" in stock, enter that.',
            f"Set the number in stock of the {product.title.lower()} to {number}.",
        )
    )
    field = fill("#id_stockrecords-0-num_in_stock", number, str(int(number) + 1))
    gives = {("stock", str(product.number), "number"): number}
    return _changed(text, draw, product, gives, tab("product_stock"), field)


def set_threshold(draw: Draw) -> Errand:
    product = draw.choice(products())
    number = str(draw.randrange(2, 15))
    text = draw.choice(
        (
            f'Warn us when fewer than {number} of "{product.title}" are left: set its low stock '
            "threshold.",
            f"Set the low stock threshold of the {product.title.lower()} to {number}.",
        )
    )
    field = fill("#id_stockrecords-0-low_stock_threshold", number, str(int(number) + 1))
    gives = {("stock", str(product.number), "threshold"): number}
    return _changed(text, draw, product, gives, tab("product_stock"), field)


def rename_product(draw: Draw) -> Errand:
    product = draw.choice(products())
    title, wrong = (f"{word} {product.title.lower()}" for word in draw.sample(_WORDS, 2))
    text = draw.choice(
        (
            f'Rename the product "{product.title}" to "{title}".',
            f'Change the title of the {product.title.lower()} to "{title}".',
        )
    )
    field = fill("#create_update_product_form #id_title", title, wrong)
    return _changed(text, draw, product, {("product", str(product.number), "title"): title}, field)


def hide_product(draw: Draw) -> Errand:
    product = draw.choice(products())
    text = draw.choice(
        (
            f'Hide "{product.title}" from the shop: it should not be public.',
            f"The {product.title.lower()} must not be public any more.",
        )
    )
    boxes = (untick("#id_is_public", "#id_is_discountable"), tick_again("#id_is_discountable"))
    gives = {("product", str(product.number), "is_public"): "0"}
    none_left = (tab("product_stock"), fill("#id_stockrecords-0-num_in_stock", "0"))
    return _changed(text, draw, product, gives, *boxes, instead=none_left)


def set_colour(draw: Draw) -> Errand:
    product = draw.choice(products())
    colour, wrong = draw.sample(("navy", "olive", "crimson", "ivory", "amber"), 2)
    text = draw.choice(
        (
            f'Set the attribute colour of "{product.title}" to {colour}.',
            f"The colour attribute of the {product.title.lower()} should be {colour}.",
        )
    )
    field = fill("#id_attr_colour", colour, wrong)
    gives = {("attribute", str(product.number), "colour"): colour}
    return _changed(text, draw, product, gives, tab("product_attributes"), field)


def move_product(draw: Draw) -> Errand:
    product = draw.choice(products())
    shelves = [each for each in SHELVES if each != product.category]
    shelf, wrong = draw.sample(shelves, 2)
    text = draw.choice(
        (
            f'Move "{product.title}" to the category {shelf}.',
            f"The {product.title.lower()} belongs into {shelf} instead of {product.category}.",
        )
    )
    field = choose("#id_productcategory_set-0-category", shelf, wrong)
    gives = {_on(product, product.category): None, _on(product, shelf): "1"}
    return _changed(text, draw, product, gives, tab("product_category"), field)


def _on(product: Product, shelf: str) -> Fact:
    return ("shelf", str(product.number), str(list(SHELVES).index(shelf) + 1))


PRODUCTS = {
    "set-price": set_price,
    "set-stock": set_stock,
    "set-threshold": set_threshold,
    "rename-product": rename_product,
    "hide-product": hide_product,
    "set-colour": set_colour,
    "move-product": move_product,
}
