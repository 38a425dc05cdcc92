"""What the shop sells and to whom, drawn from one seed. Data only: needs no Django."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

SEED = 20261121
COLOURS = ("Blue", "Green", "Red", "White", "Yellow")
SIZES = ("small", "medium", "large")
SHELVES = {
    "Kitchen": ("mug", "bowl", "teapot", "apron"),
    "Living room": ("cushion", "lamp", "blanket", "vase"),
    "Desk": ("notebook", "pencil case", "calendar", "desk mat"),
}
"""Things by category; each is there in each colour."""
_PRAISE = ("Just right", "Better than the picture", "A fine present", "Sturdy", "Does its job")
_BLAME = ("Smaller than I thought", "The colour fades", "It came late", "Not worth it")


@dataclass(frozen=True)
class Address:
    street: str
    town: str
    postcode: str


@dataclass(frozen=True)
class Account:
    first_name: str
    last_name: str
    email: str
    home: Address
    is_staff: bool = False

    @property
    def session(self) -> str:
        """Key of the session that this account is signed in with from the start."""
        return f"signed-in-as-{self.first_name.lower()}".ljust(32, "0")


@dataclass(frozen=True)
class Ordered:
    number: str
    by: str
    """Email of an account."""
    status: str
    lines: tuple[tuple[str, int], ...]
    """(title, how many)."""

    @property
    def account(self) -> Account:
        return next(account for account in ACCOUNTS if account.email == self.by)


@dataclass(frozen=True)
class Review:
    by: str
    """Email of an account."""
    title: str
    stars: int
    """One to five."""


@dataclass(frozen=True)
class Product:
    number: int
    """Its row, from 1; the end of its address."""
    title: str
    category: str
    colour: str
    size: str
    price: str
    """In pounds, without tax."""
    stock: int
    reviews: tuple[Review, ...]

    @property
    def upc(self) -> str:
        return f"TW{self.number:04}"

    @property
    def left(self) -> int:
        """In stock, less what the orders took."""
        taken = sum(n for ordered in ORDERS for title, n in ordered.lines if title == self.title)
        return self.stock - taken

    @property
    def slug(self) -> str:
        return self.title.lower().replace(" ", "-")

    @property
    def path(self) -> str:
        return f"/catalogue/{self.slug}_{self.number}/"


PASSWORD = "harbour-lights-9"
CUSTOMER = Account(
    "Nora", "Field", "nora@example.com", Address("4 Quay Street", "Bristol", "BS1 4QA")
)
OTHER = Account("Emil", "Brandt", "emil@example.com", Address("17 Mill Lane", "Bristol", "BS1 4QA"))
STAFF = Account(
    "Ines", "Costa", "ines@example.com", Address("2 Dock Road", "Bristol", "BS1 4QA"), is_staff=True
)
ACCOUNTS = (CUSTOMER, OTHER, STAFF)
ORDERS = (
    Ordered("100101", CUSTOMER.email, "Complete", (("Blue mug", 2), ("Red bowl", 1))),
    Ordered("100102", OTHER.email, "Pending", (("Green lamp", 1),)),
    Ordered("100103", CUSTOMER.email, "Being processed", (("Yellow blanket", 1),)),
    Ordered("100104", OTHER.email, "Pending", (("White vase", 3), ("White mug", 2))),
    Ordered("100105", CUSTOMER.email, "Pending", (("Green notebook", 3),)),
    Ordered("100106", OTHER.email, "Being processed", (("Red calendar", 1),)),
)
WORK = Address("9 Station Road", "Leeds", "LS1 4DY")
"""The customer's second one."""
BASKET = (("Green mug", 2), ("White lamp", 1), ("Red notebook", 3))
"""What lies in the other account's basket, with how many."""
WISH_LIST, WISH_KEY = "Birthday", "bday42"
WISHES = ("Blue lamp", "Red teapot", "Yellow cushion")
"""Titles on the customer's wish list "Birthday"."""


@cache
def products() -> tuple[Product, ...]:
    """All of them, the same each time."""
    draw = Random(SEED)
    things = [(shelf, thing) for shelf, kinds in SHELVES.items() for thing in kinds]
    kinds = [(colour, *thing) for thing in things for colour in COLOURS]
    return tuple(_product(draw, number, *kind) for number, kind in enumerate(kinds, 1))


def _product(draw: Random, number: int, colour: str, shelf: str, thing: str) -> Product:
    return Product(
        number,
        f"{colour} {thing}",
        shelf,
        colour.lower(),
        draw.choice(SIZES),
        f"{draw.randrange(400, 9000) / 100:.2f}",
        draw.randrange(3, 60),
        tuple(_review(draw, account) for account in (OTHER, STAFF) if draw.random() < 0.4),
    )


def _review(draw: Random, by: Account) -> Review:
    stars = draw.randint(1, 5)
    return Review(by.email, draw.choice(_PRAISE if stars > 2 else _BLAME), stars)
