"""Ways to the budget's pages, as somebody finds them who may stand anywhere. Knows no task."""

from __future__ import annotations

from dataclasses import replace

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    fill,
    named,
    pick,
    submit,
    tick,
    untick,
)

from .server.household import FLAT, Bill, bills, names, number, project

_MENU = "#navbarProjectsLinks"
_CLOSED = "[aria-expanded=false]"
_NAV = "nav .nav-link"
SAVE = submit("main #submit", cancel="a:text-is('Cancel')")


def other(draw: Draw, things: list[str], than: str) -> str:
    """Another of them."""
    return draw.choice([thing for thing in things if thing != than])


def at_list(key: str) -> str:
    return rf"^/{key}/(\?|$)"


def _switch(key: str) -> str:
    return f'a.dropdown-item:has-text("switch to {project(key).name}")'


def to_project(key: str) -> Waypoint:
    """From anywhere; left out where one is there. Nearly right is another project."""
    missing = f"{_MENU}:not(:has-text('{project(key).name}'))"
    near = f"a.dropdown-item:has-text('switch to'):not(:has-text('{project(key).name}'))"
    return Waypoint(
        "",
        (
            Step("click", _MENU, note="I look for the project.", only_if=f"{missing}{_CLOSED}"),
            Step(
                "click",
                _switch(key),
                wrong=Step("click", near),
                note="I go there.",
                flaw="object",
                only_if=missing,
            ),
        ),
    )


def across(key: str, leg: Leg) -> Leg:
    """A leg as it is gone from a page of another project."""
    away = (click(_MENU, unless=f"{_switch(key)}:visible"), click(_switch(key)))
    return replace(leg, stops=(Waypoint("", away), *leg.stops[1:]))


def project_of(leg: Leg) -> str:
    """Where a leg leads."""
    return leg.stops[1].at.split("/")[1]


def nav(name: str) -> Move:
    return click(f'{_NAV}:text-is("{name}")', note=f"I look at {name.lower()}.")


def to_list(key: str) -> tuple[Waypoint, ...]:
    """The bills of a project; the next stop should be `at_list`."""
    back = Step("click", f'{_NAV}:text-is("Bills")', only_if=_NAV, note="I go back to the bills.")
    return (to_project(key), Waypoint(f"^/{key}/[a-z]", (back,)))


def to_page(key: str, name: str) -> tuple[Waypoint, ...]:
    """The settling of debts or the statistics of a project."""
    return (to_project(key), Waypoint(f"^/{key}/", (nav(name),)))


def to_menu(key: str, name: str) -> tuple[Waypoint, ...]:
    """A page of a project that stands in its menu: its history, its settings."""
    entry = named("a.dropdown-item", name)
    moves = (click(_MENU, unless=f"{entry}:visible", note="I open the menu."), click(entry))
    return (to_project(key), Waypoint(f"^/{key}/", moves))


def found(draw: Draw, key: str, word: str) -> tuple[Waypoint, ...]:
    """The bills that contain a word; one time in two the whole list instead."""
    if draw.random() < 0.5:
        return (*to_list(key), Waypoint(at_list(key), ()))
    moves = (
        click("#toggle-filters", unless="#search:visible", note="I look for it."),
        fill("#search", word),
        click("#filterCollapse button[type=submit]"),
    )
    return (
        *to_list(key),
        Waypoint(at_list(key), moves),
        Waypoint(rf"^/{key}/\?.*search={word}", ()),
    )


def edit_link(bill: Bill) -> str:
    return f'a.edit[href$="/edit/{bill.id}"]'


def editable(bill: Bill) -> bool:
    """Saving the form of any other drops the share of somebody who left."""
    return {bill.payer, *bill.owers} <= set(names(bill.project))


def neighbour(draw: Draw, bill: Bill) -> Bill:
    """Another bill of the project: of a similar name where there is one."""
    others = [each for each in bills(bill.project) if each != bill]
    word = bill.what.split()[0].strip(",")[:5]
    similar = [each for each in others if each.what.startswith(word)]
    return draw.choice(similar or others)


def edit(draw: Draw, bill: Bill, *moves: Move) -> tuple[Waypoint, ...]:
    """The moves made in its form, and saved."""
    wrong = edit_link(neighbour(draw, bill))
    return (
        *to_list(bill.project),
        Waypoint(at_list(bill.project), (pick(edit_link(bill), wrong, "I open this bill."),)),
        Waypoint(f"^/{bill.project}/edit/{bill.id}$", (*moves, SAVE)),
    )


def new_bill(key: str, *moves: Move) -> tuple[Waypoint, ...]:
    """The moves made in the form for another bill, and saved."""
    form = "#bill-form"
    show = click("#new-bill a", unless=f"{form} #what:visible", note="I add it.")
    send = submit(f"{form} #submit", cancel=f"{form} a.close")
    return (*to_list(key), Waypoint(at_list(key), (show, *moves, send)))


def owers(draw: Draw, key: str, wanted: tuple[str, ...], now: tuple[str, ...]) -> list[Move]:
    """The boxes of those who share, as they were and as they have to be."""
    moves: list[Move] = []
    spare = [name for name in names(key) if name not in set(wanted) ^ set(now)]
    wrong = _box(key, draw.choice(spare)) if spare else ""
    for name in names(key):
        box = _box(key, name)
        if name in now and name not in wanted:
            moves.append(untick(box, wrong))
        elif name in wanted and name not in now:
            moves.append(tick(box, wrong))
    return moves


def _box(key: str, name: str) -> str:
    return f"#payed_for-{number(key, name)}"


def more() -> Step:
    """Opens the less usual fields of a bill's form."""
    return click("details summary:has-text('More options')", unless="details[open]")


def delete(draw: Draw, bill: Bill, wrong: Bill | None = None) -> tuple[Waypoint, ...]:
    """Two clicks: the second says that one is sure."""
    bad = _bin(wrong or neighbour(draw, bill))
    sure = f"{_bin(bill)}.confirm"
    moves = (
        replace(click(_bin(bill), bad, "I delete it.", unless=sure), flaw="object"),
        submit(sure),
    )
    return (*to_list(bill.project), Waypoint(at_list(bill.project), moves))


def _bin(bill: Bill) -> str:
    return f'form[action$="/delete/{bill.id}"] button'


def member_row(key: str, name: str) -> str:
    return f"#bal-member-{number(key, name)}"


def member(key: str, row: str, act: str, wrong: str = "") -> Waypoint:
    """What stands beside a name while the mouse is over it: edit, delete, reactivate."""
    button = f"#sidebar tr:hover form.{act} button"
    slip = Step("hover", f"{wrong} .balance-name") if wrong else None
    shown = f"{row} form.{act} button:visible"
    over = Step("hover", f"{row} .balance-name", unless=shown, wrong=slip, flaw="object")
    sure = f"{button}.confirm"
    if act != "delete":
        return Waypoint(at_list(key), (over, click(button)))
    return Waypoint(at_list(key), (over, click(button, unless=sure), submit(sure)))


def settings(key: str, *moves: Move) -> tuple[Waypoint, ...]:
    """The moves made in a project's settings, with its code, and saved."""
    form = "#edit-project"
    code = fill(f"{form} #current_password", project(key).code, project(FLAT).code + "s")
    send = submit(f"{form} button:text-is('Save changes')")
    return (*to_menu(key, "Settings"), Waypoint(f"^/{key}/edit$", (*moves, code, send)))


def payer(name: str, wrong: str = "", form: str = "form") -> Step:
    return choose(f"{form} #payer:visible", name, wrong)
