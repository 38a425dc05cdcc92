"""Fills the shop's empty database from the catalogue: things, people, orders, wishes.

Runs in the shop's own environment, with DJANGO_SETTINGS_MODULE and SHOP_FOLDER set.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import django

django.setup()

from catalogue import (  # noqa: E402
    ACCOUNTS,
    BASKET,
    CUSTOMER,
    ORDERS,
    OTHER,
    PASSWORD,
    SHELVES,
    WISH_KEY,
    WISH_LIST,
    WISHES,
    WORK,
    Account,
    Address,
    Ordered,
    Product,
    products,
)
from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.apps.checkout.calculators import OrderTotalCalculator  # noqa: E402
from oscar.apps.order.utils import OrderCreator  # noqa: E402
from oscar.apps.partner.strategy import Default  # noqa: E402
from oscar.apps.shipping.methods import Free  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402

FIRST = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
COUNTRIES = {"GB": "United Kingdom", "FR": "France", "PT": "Portugal"}


def fill() -> None:
    """Everything, in the order in which one thing needs the other."""
    Site.objects.update(domain="127.0.0.1", name="Lantern Lane")
    for code, name in COUNTRIES.items():
        get_model("address", "Country").objects.create(
            iso_3166_1_a2=code, name=name, printable_name=name, is_shipping_country=True
        )
    users = {account.email: _user(account) for account in ACCOUNTS}
    kind = _kind()
    partner = get_model("partner", "Partner").objects.create(name="Wharf", code="wharf")
    shelves = {name: create_from_breadcrumbs(name) for name in SHELVES}
    rows = {}
    for product in products():
        rows[product.title] = _product(product, kind, partner, shelves[product.category], users)
    for number, ordered in enumerate(ORDERS):
        _order(ordered, number, users[ordered.by], rows)
    wishes = get_model("wishlists", "WishList").objects.create(
        owner=users[CUSTOMER.email], name=WISH_LIST
    )
    type(wishes).objects.filter(pk=wishes.pk).update(key=WISH_KEY)
    for title in WISHES:
        wishes.add(rows[title])
    _basket(users[OTHER.email], BASKET, rows)


def _user(account: Account) -> Any:
    user = get_user_model().objects.create_user(
        account.email,
        account.email,
        PASSWORD,
        first_name=account.first_name,
        last_name=account.last_name,
        is_staff=account.is_staff,
        is_superuser=account.is_staff,
    )
    addresses = get_model("address", "UserAddress").objects
    addresses.create(user=user, is_default_for_shipping=True, **_lives(account, account.home))
    if account is CUSTOMER:
        addresses.create(user=user, **_lives(account, WORK))
    signed_in = {
        "_auth_user_id": str(user.pk),
        "_auth_user_backend": "oscar.apps.customer.auth_backends.EmailBackend",
        "_auth_user_hash": user.get_session_auth_hash(),
    }
    Session.objects.create(
        session_key=account.session,
        session_data=SessionStore().encode(signed_in),
        expire_date=datetime(2046, 1, 1, tzinfo=UTC),
    )
    return user


def _lives(account: Account, address: Address) -> dict[str, Any]:
    country = get_model("address", "Country").objects.get(iso_3166_1_a2="GB")
    return {
        "first_name": account.first_name,
        "last_name": account.last_name,
        "line1": address.street,
        "line4": address.town,
        "postcode": address.postcode,
        "country": country,
    }


def _kind() -> Any:
    kind = get_model("catalogue", "ProductClass").objects.create(name="Thing")
    for code in ("colour", "size"):
        kind.attributes.create(name=code.capitalize(), code=code, type="text")
    return kind


def _product(product: Product, kind: Any, partner: Any, shelf: Any, users: dict[str, Any]) -> Any:
    row = get_model("catalogue", "Product")(
        pk=product.number,
        title=product.title,
        upc=product.upc,
        product_class=kind,
        description=f"A {product.size} {product.title.lower()} for the {product.category.lower()}.",
    )
    row.attr.colour = product.colour
    row.attr.size = product.size
    row.save()
    row.categories.add(shelf)
    row.stockrecords.create(
        partner=partner,
        partner_sku=product.upc,
        price=product.price,
        price_currency="GBP",
        num_in_stock=product.stock,
    )
    for review in product.reviews:
        written = row.reviews.create(
            user=users[review.by],
            title=review.title,
            body=f"{review.title}, I would say.",
            score=review.stars,
            status=1,
        )
        type(written).objects.filter(pk=written.pk).update(date_created=FIRST)
    return row


def _basket(user: Any, lines: tuple[tuple[str, int], ...], rows: dict[str, Any]) -> Any:
    basket = get_model("basket", "Basket").objects.create(owner=user)
    basket.strategy = Default()
    for title, quantity in lines:
        basket.add_product(rows[title], quantity=quantity)
    return basket


def _order(ordered: Ordered, number: int, user: Any, rows: dict[str, Any]) -> None:
    basket = _basket(user, ordered.lines, rows)
    method = Free()
    charge = method.calculate(basket)
    address = get_model("order", "ShippingAddress").objects.create(
        **_lives(ordered.account, ordered.account.home)
    )
    order = OrderCreator().place_order(
        basket=basket,
        total=OrderTotalCalculator().calculate(basket, charge),
        shipping_method=method,
        shipping_charge=charge,
        shipping_address=address,
        user=user,
        order_number=ordered.number,
        status=ordered.status,
    )
    basket.submit()
    type(order).objects.filter(pk=order.pk).update(
        date_placed=FIRST + number * timedelta(days=3, hours=5)
    )


if __name__ == "__main__":
    fill()
