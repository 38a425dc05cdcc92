"""The shop's tasks about what a customer keeps there: wishes, reviews, addresses, name."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    fill,
    pick,
)

from .pages import ADD, CANCEL, SAVE, WISH, at_product, on_product, to_account
from .shop.catalogue import CUSTOMER, WISH_KEY, WISH_LIST, WISHES, WORK, products

_NAMES = ("Holidays", "For the office", "Wedding", "New flat", "Presents for Emil")
_REVIEWS = (
    ("Very pleased", "It looks even better on the table.", "5 stars"),
    ("Good but small", "I should have read the size.", "3 stars"),
    ("Broken on arrival", "The shop sent another one at once.", "2 stars"),
    ("A nice colour", "It fits the curtains.", "4 stars"),
)
_PEOPLE = (("Norah", "Field"), ("Nora", "Fields"), ("Nora", "Brandt"), ("Eleonora", "Field"))
_STREETS = ("11 Harbour Row", "35 Castle Hill", "8 Orchard Close", "102 Long Lane")
_TOWNS = (("Bath", "BA1 1AA"), ("Exeter", "EX4 3PL"), ("York", "YO1 7HH"))
_LISTS = "^/accounts/wishlists/$"


def wish(draw: Draw) -> Errand:
    product = draw.choice([each for each in products() if each.title not in WISHES])
    text = draw.choice(
        (
            f'Add the {product.title.lower()} to my wish list "{WISH_LIST}".',
            f'Put "{product.title}" on the "{WISH_LIST}" wish list.',
        )
    )
    gives = {("wish", "1", product.title): "1"}
    wished = Waypoint(at_product(product), WISH)
    return Errand(text, (on_product(draw, product, wished, gives=gives, instead=[ADD]),))


def new_wish_list(draw: Draw) -> Errand:
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (f'Make a new wish list called "{name}".', f'Create a wish list "{name}" in my account.')
    )
    leg = Leg(_another(name, wrong), {("wish list", "2"): name}, wrong_operation=_called(name))
    return Errand(text, (leg,))


def _another(name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    return (
        *to_account("Wish Lists"),
        Waypoint(_LISTS, (click("a:text-is('Create a new wish list')"),)),
        Waypoint("^/accounts/wishlists/create/", (fill("#id_name", name, wrong), SAVE)),
    )


def _called(name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    """The list that there is gets another name."""
    edit = f"a.dropdown-item[href='/accounts/wishlists/{WISH_KEY}/update/']"
    row = "tr:has(a[href*='/update/']) button.dropdown-toggle"
    return (
        *to_account("Wish Lists"),
        Waypoint(_LISTS, (click(row, unless=f"{edit}:visible"), click(edit, note="I edit it."))),
        Waypoint(f"^/accounts/wishlists/{WISH_KEY}/update/", (fill("#id_name", name, wrong), SAVE)),
    )


def rename_wish_list(draw: Draw) -> Errand:
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (
            f'Rename my wish list "{WISH_LIST}" to "{name}".',
            f'Call the "{WISH_LIST}" list "{name}".',
        )
    )
    gives = {("wish list", "1"): name}
    leg = Leg(_called(name, wrong), gives, wrong_operation=_another(name))
    return Errand(text, (leg,))


def review(draw: Draw) -> Errand:
    product = draw.choice(products())
    title, body, stars = draw.choice(_REVIEWS)
    wrong = draw.choice([each[2] for each in _REVIEWS if each[2] != stars])
    text = draw.choice(
        (
            f'Review the {product.title.lower()}: {stars}, title "{title}", text "{body}"',
            f'Write a review of "{product.title}" with {stars}. Title: "{title}". Text: "{body}"',
        )
    )
    form = (
        fill("#add_review_form #id_title", title, f"{title}!"),
        click(_star(stars), _star(wrong), f"I give {stars}.", unless=_given(stars)),
        fill("#add_review_form #id_body", body, f"{body[:-1]}, I think."),
        replace(click("#add_review_form button[type=submit]", note="I save it."), cancel=CANCEL),
    )
    leg = on_product(
        draw,
        product,
        Waypoint(at_product(product), (click("#write_review", note="I write a review."),)),
        Waypoint(f"^{product.path}reviews/add/", form),
        gives={("new review", product.title, title, body): stars[0]},
    )
    return Errand(text, (leg,))


def _star(stars: str) -> str:
    return f"#add_review_form .star-rating i >> nth={int(stars[0]) - 1}"


def _given(stars: str) -> str:
    return f"#id_score option[value='{stars[0]}']:checked"


def change_name(draw: Draw) -> Errand:
    first, last = draw.choice(_PEOPLE)
    text = draw.choice(
        (
            f"Change my name to {first} {last}.",
            f'My account should say "{first}" as first name and "{last}" as last name.',
        )
    )
    form = (
        fill("#id_first_name", first, first + "a"),
        fill("#id_last_name", last, last + "e"),
        SAVE,
    )
    way = (
        *to_account("Profile"),
        Waypoint("^/accounts/profile/$", (click("a:text-is('Edit profile')"),)),
        Waypoint("^/accounts/profile/edit/", form),
    )
    wanted = {"first_name": first, "last_name": last}
    now = {"first_name": CUSTOMER.first_name, "last_name": CUSTOMER.last_name}
    gives = {("account", "1", key): value for key, value in wanted.items() if value != now[key]}
    return Errand(text, (Leg(way, gives),))


def _name(street: str, town: str, code: str) -> str:
    return f"{CUSTOMER.first_name} {CUSTOMER.last_name}, {street}, {town}, {code}"


def new_address(draw: Draw) -> Errand:
    street, wrong = draw.sample(_STREETS, 2)
    town, code = draw.choice(_TOWNS)
    who = f"{CUSTOMER.first_name} {CUSTOMER.last_name}"
    text = draw.choice(
        (
            f"Add to my address book: {who}, {street}, {town}, {code}, United Kingdom.",
            f"Save a new address: {who}, {street}, {town} {code}, United Kingdom.",
        )
    )
    form = (
        fill("#id_first_name", CUSTOMER.first_name),
        fill("#id_last_name", CUSTOMER.last_name),
        fill("#id_line1", street, wrong),
        fill("#id_line4", town, draw.choice([each[0] for each in _TOWNS if each[0] != town])),
        fill("#id_postcode", code, f"{code[:-1]}X"),
        choose("#id_country", "United Kingdom", "Portugal"),
        SAVE,
    )
    way = (
        *to_account("Address Book"),
        Waypoint("^/accounts/addresses/$", (click("a:text-is('Add a new address')"),)),
        Waypoint("^/accounts/addresses/add/", form),
    )
    gives = {("new address", CUSTOMER.email, _name(street, town, code)): "GB"}
    edited = (
        *to_account("Address Book"),
        Waypoint("^/accounts/addresses/$", (click(_edit(WORK.street), note="I edit it."),)),
        Waypoint("^/accounts/addresses/2/$", form),
    )
    return Errand(text, (Leg(way, gives, wrong_operation=edited),))


def change_address(draw: Draw) -> Errand:
    """The street of one of two."""
    number, home, away = draw.choice(((1, CUSTOMER.home, WORK), (2, WORK, CUSTOMER.home)))
    street, wrong = draw.sample(_STREETS, 2)
    text = draw.choice(
        (
            f"I moved: the address {home.street} in {home.town} is now {street}, same town.",
            f'Change the first line of my address "{home.street}" to "{street}".',
        )
    )
    edit = pick(_edit(home.street), _edit(away.street), "I edit the address.")
    back = (click(_edit(street)), fill("#id_line1", home.street), SAVE)
    leg = Leg(
        (
            *to_account("Address Book"),
            Waypoint("^/accounts/addresses/$", (edit,)),
            Waypoint(f"^/accounts/addresses/{number}/$", (fill("#id_line1", street, wrong), SAVE)),
        ),
        {("address", str(number), CUSTOMER.email): _name(street, home.town, home.postcode)},
        undo=(*to_account("Address Book"), Waypoint("", back)),
        wrong_operation=(*to_account("Address Book"), Waypoint("", _deleted(home.street))),
    )
    return Errand(text, (leg,))


def _deleted(street: str) -> tuple[Step, ...]:
    """An address is thrown away."""
    row = f"tr:has(address:has-text('{street}'))"
    return (
        click(f"{row} button.dropdown-toggle", unless=f"{row} a:text-is('Delete'):visible"),
        click(f"{row} a:text-is('Delete')", note="I delete it."),
        click("button:text-is('Delete')", note="I am sure."),
    )


def _edit(street: str) -> str:
    return f"tr:has(address:has-text('{street}')) a:text-is('Edit')"


def vote(draw: Draw) -> Errand:
    """For or against the first review of a product."""
    product = draw.choice([each for each in products() if each.reviews])
    helped = draw.random() < 0.5
    text = draw.choice(
        (
            f"Say that the first review of the {product.title.lower()} was "
            f"{'helpful' if helped else 'not helpful'}.",
            f'Vote {"Yes" if helped else "No"} on whether the first review of "{product.title}" '
            "was helpful.",
        )
    )
    yes, no = (f".review button:text-is('{word}')" for word in ("Yes", "No"))
    press = click(*((yes, no) if helped else (no, yes)), "I vote.")
    before = sum(len(each.reviews) for each in products()[: product.number - 1])
    gives = {("vote", str(before + 1), "1"): "1" if helped else "-1"}
    leg = on_product(draw, product, Waypoint(at_product(product), (press,)), gives=gives)
    return Errand(text, (leg,))


ACCOUNT = {
    "add-to-wish-list": wish,
    "new-wish-list": new_wish_list,
    "rename-wish-list": rename_wish_list,
    "write-review": review,
    "vote-on-review": vote,
    "change-name": change_name,
    "new-address": new_address,
    "change-address": change_address,
}
