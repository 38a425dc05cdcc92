"""The shop's tasks for those who run it: orders, categories, pages."""

from __future__ import annotations

from random import Random

from courtside_training.world import Answer
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    entry_link,
    fill,
    submit,
)

from .pages import SAVE, tab, to_dashboard
from .products import SAVE_PART, by_staff
from .shop.catalogue import ACCOUNTS, ORDERS, SHELVES, STAFF

_NEXT = {"Pending": ("Being processed", "Cancelled"), "Being processed": ("Complete", "Cancelled")}
_NOTES = (
    "Customer called, send it on Friday.",
    "Gift wrap, please.",
    "Check the address first.",
    "Second delivery attempt.",
)
_CATEGORIES = ("Garden", "Bathroom", "Nursery", "Hallway")
_PAGES = (("Opening hours", "/hours/"), ("Returns", "/returns/"), ("About us", "/about/"))
_PARTNERS = ("Mill & Sons", "North Pier Ltd", "Lock Brothers")


def _to_order(draw: Draw, number: str) -> tuple[Waypoint, ...]:
    wrong = draw.choice([each.number for each in ORDERS if each.number != number])
    return (
        *to_dashboard("Fulfilment", "/dashboard/orders/"),
        Waypoint("^/dashboard/orders/$", (entry_link(number, "td", wrong),)),
    )


def move_order(draw: Draw) -> Errand:
    """To its next status."""
    ordered = draw.choice([each for each in ORDERS if each.status in _NEXT])
    status, wrong = draw.sample(_NEXT[ordered.status], 2)
    text = draw.choice(
        (
            f'Set the status of order {ordered.number} to "{status}".',
            f"Order {ordered.number} is {status.lower()} now, change its status.",
        )
    )
    form = (
        choose("#order_status_form select", status, wrong),
        submit("#order_status_form button"),
    )
    to, at = _to_order(draw, ordered.number), f"^/dashboard/orders/{ordered.number}/"
    gives = {("order", ordered.number, "status"): status}
    noted = Waypoint(at, _noted(status))
    return by_staff(text, (*to, Waypoint(at, form)), gives, (*to, noted))


def _noted(words: str, wrong: str = "") -> tuple[Step, ...]:
    written = fill("#id_message", words, wrong)
    return (tab("notes"), written, submit("#order_note_form input.btn"))


def note_on_order(draw: Draw) -> Errand:
    ordered = draw.choice(ORDERS)
    number = ordered.number
    note, wrong = draw.sample(_NOTES, 2)
    text = draw.choice(
        (f'Add the note "{note}" to order {number}.', f'Note on order {number}: "{note}"')
    )
    to, at = _to_order(draw, number), f"^/dashboard/orders/{number}/"
    moved = (
        choose("#order_status_form select", "Cancelled"),
        submit("#order_status_form button"),
    )
    astray = (*to, Waypoint(at, moved)) if ordered.status in _NEXT else ()
    way = (*to, Waypoint(at, _noted(note, wrong)))
    return by_staff(text, way, {("order note", number, note): ""}, astray)


def open_order(draw: Draw) -> Errand:
    number = draw.choice(ORDERS).number
    text = draw.choice(
        (f"Open order {number} in the dashboard.", f"Show me the details of order {number}.")
    )
    return Errand(
        text,
        (Leg(_to_order(draw, number)),),
        ends_at=f"^/dashboard/orders/{number}/",
        account=STAFF.email,
    )


def whose_order(draw: Draw) -> Errand:
    ordered = draw.choice(ORDERS)
    near = draw.choice([each.email for each in ACCOUNTS if each.email != ordered.by])
    text = draw.choice(
        (
            f"Who placed order {ordered.number}? Give the email address.",
            f"What is the email address of the customer of order {ordered.number}?",
        )
    )
    return Errand(
        text,
        (Leg(_to_order(draw, ordered.number)),),
        reads_at=f"^/dashboard/orders/{ordered.number}/",
        answer=Answer(ordered.by, near),
        account=STAFF.email,
    )


def new_category(draw: Draw) -> Errand:
    name, wrong = draw.sample(_CATEGORIES, 2)
    text = draw.choice(
        (f'Create a category "{name}".', f"The shop needs a category {name}, add it.")
    )
    gives = {("category", "4", "name"): name, ("category", "4", "is_public"): "1"}
    old, near = Random(name).sample(list(SHELVES), 2)
    return by_staff(text, _created(name, wrong), gives, _renamed(old, near, name))


def _created(name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    return (
        *to_dashboard("Catalogue", "/dashboard/catalogue/categories/"),
        Waypoint(
            "^/dashboard/catalogue/categories/$",
            (click("a:has-text('Create new category')"),),
        ),
        Waypoint(
            "^/dashboard/catalogue/categories/create/", (fill("#id_name", name, wrong), SAVE_PART)
        ),
    )


def _renamed(old: str, near: str, name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    number = list(SHELVES).index(old) + 1
    return (
        *to_dashboard("Catalogue", "/dashboard/catalogue/categories/"),
        Waypoint("^/dashboard/catalogue/categories/$", (entry_link(old, "td", near),)),
        Waypoint(
            f"^/dashboard/catalogue/categories/{number}/update/",
            (fill("#id_name", name, wrong), SAVE_PART),
        ),
    )


def rename_category(draw: Draw) -> Errand:
    old, other = draw.sample(list(SHELVES), 2)
    name, wrong = draw.sample(_CATEGORIES, 2)
    number = list(SHELVES).index(old) + 1
    text = draw.choice(
        (f'Rename the category "{old}" to "{name}".', f'Call the category {old} "{name}" instead.')
    )
    gives = {("category", str(number), "name"): name}
    return by_staff(text, _renamed(old, other, name, wrong), gives, _created(name))


def new_page(draw: Draw) -> Errand:
    (title, url), (wrong, _) = draw.sample(_PAGES, 2)
    text = draw.choice(
        (
            f'Make a page "{title}" at the address {url} (it may stay empty).',
            f'Create an empty page with the title "{title}" and the URL {url}',
        )
    )
    form = (fill("#id_title", title, wrong), fill("#id_url", url, f"{url}new/"), SAVE)
    way = (
        *to_dashboard("Content", "/dashboard/pages/"),
        Waypoint("^/dashboard/pages/$", (click("a:has-text('Create new page')"),)),
        Waypoint("^/dashboard/pages/create/", form),
    )
    return by_staff(text, way, {("page", url): title})


def new_partner(draw: Draw) -> Errand:
    name, wrong = draw.sample(_PARTNERS, 2)
    text = draw.choice(
        (f'Add the partner "{name}".', f'Create a fulfilment partner named "{name}".')
    )
    way = (
        *to_dashboard("Fulfilment", "/dashboard/partners/"),
        Waypoint("^/dashboard/partners/$", (click("a:has-text('Create new partner')"),)),
        Waypoint("^/dashboard/partners/create/", (fill("#id_name", name, wrong), SAVE)),
    )
    return by_staff(text, way, {("partner", "2"): name})


DASHBOARD = {
    "move-order": move_order,
    "note-on-order": note_on_order,
    "open-dashboard-order": open_order,
    "read-order-customer": whose_order,
    "new-category": new_category,
    "rename-category": rename_category,
    "new-page": new_page,
    "new-partner": new_partner,
}
