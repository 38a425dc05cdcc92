"""The kitchen's wiki as text: every page as it is at the start."""

from __future__ import annotations

from .kitchen import (
    DISHES,
    DUTIES,
    MACHINES,
    MEETINGS,
    PLANNED,
    ROTA,
    RULES,
    SUPPLIERS,
    WIKI,
    Dish,
    Machine,
    Meeting,
    Supplier,
    full_name,
    name_of,
)


def dish_text(dish: Dish) -> str:
    contains = f"Contains {dish.contains}." if dish.contains else "Free of all that is on the list."
    supplier = f"[[suppliers:{name_of(dish.supplier)}|{dish.supplier}]]"
    return _page(
        dish.title,
        f"For {dish.portions} portions. Takes {dish.minutes} minutes.",
        "===== Ingredients =====",
        f"  * {dish.kilos} kg of {dish.main}, from {supplier}\n  * salt\n  * whatever is in season",
        "===== Method =====",
        dish.method,
        "===== Notes =====",
        contains,
    )


def supplier_text(supplier: Supplier) -> str:
    rows = "\n".join(f"| {goods} | {price} |" for goods, price in supplier.prices)
    return _page(
        supplier.title,
        f"Contact: {supplier.contact}, {supplier.phone}",
        f"Delivers on {supplier.day}s. The least that they bring is worth {supplier.least} euros.",
        "===== Prices =====",
        f"^ Goods ^ Euros a kilo ^\n{rows}",
    )


def machine_text(machine: Machine) -> str:
    return _page(
        machine.title,
        f"Stands {machine.place}. Kept by {full_name(machine.keeper)}.",
        f"Last serviced on {machine.serviced} 2026.",
        "===== Cleaning =====",
        machine.cleaning,
    )


def meeting_text(meeting: Meeting) -> str:
    present = ", ".join(full_name(login) for login in meeting.present)
    rows = "\n".join(f"  * {full_name(login)} {what}." for login, what in meeting.decisions)
    return _page(
        meeting.title,
        f"Present: {present}. In the chair: {full_name(meeting.chair)}.",
        "===== Decisions =====",
        rows,
    )


def rota_text(day: str) -> str:
    rows = (f"| {duty} | {full_name(who)} |" for duty, who in zip(DUTIES, ROTA[day], strict=True))
    return _page(day, "^ Duty ^ Who ^\n" + "\n".join(rows))


def _list(space: str, titles: list[str]) -> str:
    return "\n".join(f"  * [[{space}:{name_of(title)}|{title}]]" for title in titles)


def _page(title: str, *parts: str) -> str:
    return "\n\n".join((f"====== {title} ======", *parts))


def pages() -> dict[str, str]:
    """Every page as it is at the start, by its name."""
    spaces = {
        "recipes": [dish.title for dish in DISHES],
        "suppliers": [supplier.title for supplier in SUPPLIERS],
        "machines": [machine.title for machine in MACHINES],
        "rota": list(ROTA),
        "rules": list(RULES),
    }
    found = {dish.id: dish_text(dish) for dish in DISHES}
    found |= {supplier.id: supplier_text(supplier) for supplier in SUPPLIERS}
    found |= {machine.id: machine_text(machine) for machine in MACHINES}
    found |= {meeting.id: meeting_text(meeting) for meeting in MEETINGS}
    found |= {f"rota:{day.lower()}": rota_text(day) for day in ROTA}
    found |= {f"rules:{name.lower()}": _page(name, text) for name, text in RULES.items()}
    for space, titles in spaces.items():
        rows = _list(space, [*titles, *PLANNED.get(space, ())])
        found[f"{space}:start"] = _page(space.capitalize(), rows)
    meetings = "\n".join(f"  * [[{each.id}|{each.title}]]" for each in MEETINGS)
    found["minutes:start"] = _page("Minutes", meetings)
    rows = "\n".join(
        f"  * [[{space}:start|{space.capitalize()}]]" for space in [*spaces, "minutes"]
    )
    found["start"] = _page(WIKI, "What we cook, and how we run the kitchen.", rows)
    return found
