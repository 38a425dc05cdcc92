"""The budget's tasks about a project as a whole: its name, address, past, and what is shown."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    submit,
    untick,
)

from .pages import at_list, other, settings, to_list, to_menu
from .phrases import place
from .server.household import PROJECTS, names, number

_KEYS = [each.id for each in PROJECTS]
_TITLES = {
    "rose-street": ("Rose Street 41", "Rose Street, top floor", "Our home"),
    "azores-2026": ("Azores, second time", "Pico and Faial 2026", "Islands 2026"),
    "azores-2025": ("Azores, first time", "Pico and Faial 2025", "Islands 2025"),
    "brass-band": ("Brass band Nord", "The trumpeters", "Band and friends"),
}
_MAILS = ("costs@example.org", "cost@example.org", "purse@example.org", "money@example.org")


def _code(key: str) -> str:
    code = next(each.code for each in PROJECTS if each.id == key)
    return f"The private code is {code}."


def new_title(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    title, wrong = draw.sample(_TITLES[key], 2)
    text = draw.choice(
        (
            f'From now on {place(draw, key)} should go by the name of "{title}". {_code(key)}',
            f'We want to see "{title}" at the top of {place(draw, key)}. {_code(key)}',
        )
    )
    way = settings(key, fill("#edit-project #name", title, wrong))
    return Errand(text, (Leg(way, {("project", key, "name"): title}),))


def new_mail(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    mail, wrong = draw.sample(_MAILS, 2)
    text = draw.choice(
        (
            f"Letters about {place(draw, key)} should reach {mail}. {_code(key)}",
            f"{mail} is to be the contact for {place(draw, key)}. {_code(key)}",
        )
    )
    way = settings(key, fill("#edit-project #contact_email", mail, wrong))
    return Errand(text, (Leg(way, {("project", key, "email"): mail}),))


def title_and_mail(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    title, wrong = draw.sample(_TITLES[key], 2)
    mail, bad = draw.sample(_MAILS, 2)
    text = (
        f'{place(draw, key)[0].upper()}{place(draw, key)[1:]} gets a new name, "{title}", and'
        f" {mail} as its address. {_code(key)}"
    )
    way = settings(
        key,
        fill("#edit-project #name", title, wrong),
        fill("#edit-project #contact_email", mail, bad),
    )
    gives = {("project", key, "name"): title, ("project", key, "email"): mail}
    return Errand(text, (Leg(way, gives),))


def no_record(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    text = draw.choice(
        (
            f"Nobody should be able to follow who changed what in {place(draw, key)} from now on;"
            f" leave what is there. {_code(key)}",
            f"Stop keeping track of the changes in {place(draw, key)}. {_code(key)}",
        )
    )
    way = settings(key, untick("#edit-project #project_history"))
    return Errand(text, (Leg(way, {("project", key, "history"): "DISABLED"}),))


def forget(draw: Draw) -> Errand:
    """Asks for the code as well, in a window of its own."""
    key = draw.choice(_KEYS)
    text = draw.choice(
        (
            f"Wipe the record of past changes of {place(draw, key)}. {_code(key)}",
            f"What was changed when in {place(draw, key)} is nobody's business: erase all of it."
            f" {_code(key)}",
        )
    )
    window = "#confirm-erase"
    code = next(each.code for each in PROJECTS if each.id == key)
    moves = (
        click("a.btn-outline-danger", unless="body.modal-open"),
        fill(f"{window} #password", code, f"{code}1"),
        submit(f"{window} button[type=submit]", cancel=f"{window} button:text-is('Close')"),
    )
    way = (*to_menu(key, "History"), Waypoint(f"^/{key}/history$", moves))
    return Errand(text, (Leg(way, {("past", key): None}),))


def _filtered(draw: Draw, key: str, *fields: str) -> tuple[Waypoint, ...]:
    shown = {"payer": choose, "search": fill, "date_from": fill, "date_to": fill}
    box = "#filterCollapse"
    moves = [click("#toggle-filters", unless="#search:visible", note="I open the filters.")]
    for field in fields:
        name, _, pair = field.partition("=")
        value, _, wrong = pair.partition("~")
        act = shown.get(name, fill)
        moves.append(act(f"{box} #{name}", value, wrong))
    moves.append(click(f"{box} button[type=submit]", note="I filter."))
    return (*to_list(key), Waypoint(at_list(key), tuple(moves)))


def only_one_payer(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    name = draw.choice(names(key))
    wrong = other(draw, list(names(key)), name)
    text = draw.choice(
        (
            f"Show me nothing but what {name} paid in {place(draw, key)}.",
            f"Narrow the entries of {place(draw, key)} down to those that {name} advanced.",
        )
    )
    end = (
        rf"^/{key}/\?search=&payer={number(key, name)}&date_from=&date_to=&amount_min=&amount_max=$"
    )
    return Errand(text, (Leg(_filtered(draw, key, f"payer={name}~{wrong}")),), ends_at=end)


def only_above(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    low, wrong = draw.sample(("50", "60", "100", "150", "200"), 2)
    text = draw.choice(
        (
            f"Hide everything in {place(draw, key)} that cost less than {low} euros.",
            f"I am only interested in entries of {low} euros or more in {place(draw, key)}. Limit"
            " the list.",
        )
    )
    end = rf"^/{key}/\?search=&payer=&date_from=&date_to=&amount_min={low}&amount_max=$"
    return Errand(text, (Leg(_filtered(draw, key, f"amount_min={low}~{wrong}")),), ends_at=end)


def only_one_month(draw: Draw) -> Errand:
    name, first, last, near = draw.choice(
        (
            ("April", "2026-04-01", "2026-04-30", "2026-04-03"),
            ("May", "2026-05-01", "2026-05-31", "2026-05-13"),
            ("June", "2026-06-01", "2026-06-30", "2026-06-03"),
            ("July", "2026-07-01", "2026-07-31", "2026-07-13"),
        )
    )
    key = draw.choice(("rose-street", "brass-band"))
    text = draw.choice(
        (
            f"Let me see only what fell into {name} 2026 in {place(draw, key)}.",
            f"Restrict the entries of {place(draw, key)} to {name} 2026, from its first to its"
            " last day.",
        )
    )
    end = rf"^/{key}/\?search=&payer=&date_from={first}&date_to={last}&amount_min=&amount_max=$"
    way = _filtered(draw, key, f"date_from={first}~{near}", f"date_to={last}~{near}")
    return Errand(text, (Leg(way),), ends_at=end)


PROJECT_WIDE = {
    "new-title": new_title,
    "new-contact": new_mail,
    "new-title-and-contact": title_and_mail,
    "keep-no-record": no_record,
    "forget-the-past": forget,
    "show-one-payer": only_one_payer,
    "show-large-sums": only_above,
    "show-one-month": only_one_month,
}
