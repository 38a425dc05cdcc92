"""Ways to the tool library's pages: the admin's lists, its forms and what they are filtered by."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Fact,
    Facts,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    fill,
    pick,
    submit,
    tick,
    untick,
)

from .shed.stock import BRANCHES, SORTS, Loan, Tool, loans, members, tools

SAVE = submit("input[name=_save]")
DELETE = click("a.deletelink", note="I take it away.")
SURE = submit("#content input[type=submit]", cancel="#content a.cancel-link")
"""On the page that asks whether something is really to be deleted."""
_ADMIN = "/admin/lending"
_NAMES = {
    "branch": tuple(each.name for each in BRANCHES),
    "sort": SORTS,
    "tool": tuple(each.name for each in tools()),
    "member": tuple(each.name for each in members()),
}
_CHOSEN = {"sort_id": "sort", "branch_id": "branch", "tool_id": "tool", "member_id": "member"}


def number_of(table: str, name: str) -> int:
    return _NAMES[table].index(name) + 1


def to_list(table: str) -> Waypoint:
    """From anywhere, by the list of tables at the left or in the middle."""
    where = f"a[href='{_ADMIN}/{table}/']:visible"
    return Waypoint("", (click(where, note=f"I open the list of {table}s."),))


def at_list(table: str) -> str:
    return rf"^{_ADMIN}/{table}/(\?.*)?$"


def at_form(table: str, number: int) -> str:
    return rf"^{_ADMIN}/{table}/{number}/change/"


def row(table: str, number: int, wrong: int = 0) -> Step:
    bad = _row(table, wrong) if wrong else ""
    return pick(_row(table, number), bad, f"I open this {table}.")


def _row(table: str, number: int) -> str:
    return f"#result_list a[href^='{_ADMIN}/{table}/{number}/change/']"


def found(table: str, words: str, at: str = "") -> tuple[Waypoint, ...]:
    """The list, searched."""
    first = to_list(table)
    go = click("#changelist-search input[type=submit]", note="I look for it.")
    search = Waypoint(at_list(table), (fill("#searchbar", words), go))
    return (Waypoint(at, first.moves), search)


def at_found(table: str, words: str) -> str:
    loose = re.escape(words).replace(r"\ ", r"(\+|%20)").replace(",", "(,|%2C)")
    return rf"^{_ADMIN}/{table}/\?(.*&)?q={loose}(&|$)"


def to_form(draw: Draw, table: str, number: int, wrong: int = 0) -> tuple[Waypoint, ...]:
    """By its row in the list; the list is searched now and then."""
    return routes(draw, table, number, wrong)[0]


def routes(
    draw: Draw, table: str, number: int, wrong: int = 0
) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """A way to a form, and another: by the whole list, or by the list searched, which can be
    searched for no branch and no sort."""
    near = wrong or _near(draw, table, number)
    listed = (to_list(table), Waypoint(at_list(table), (row(table, number, near),)))
    if table in ("branch", "sort"):
        return listed, ()
    word = _name(table, number).split(",")[0].split()[-1]
    again = near if word in _name(table, near) else 0
    sought = (*found(table, word), Waypoint(at_found(table, word), (row(table, number, again),)))
    if table != "loan" and draw.random() < 0.5:
        return sought, listed
    return listed, sought


def _name(table: str, number: int) -> str:
    """The words that a search for it finds."""
    return tool_of(loans()[number - 1]).name if table == "loan" else _NAMES[table][number - 1]


def in_form(
    draw: Draw,
    table: str,
    number: int,
    gives: Facts,
    *moves: Move,
    instead: Sequence[Move] = (),
    undo: Sequence[Move] = (),
) -> Leg:
    """The moves made in its form, and saved, as are `undo`; `instead` is all that is done there
    in another operation."""
    way, other = routes(draw, table, number)
    form = Waypoint(at_form(table, number), (*moves, SAVE))
    again = (to_list(table), Waypoint(at_list(table), (row(table, number),)))
    return Leg(
        (*way, form),
        gives,
        other=(*other, form) if other else (),
        undo=(*again, Waypoint("", (*undo, SAVE))) if undo else (),
        wrong_operation=(*way, Waypoint("", tuple(instead))) if instead else (),
    )


def _near(draw: Draw, table: str, number: int) -> int:
    """One with a name like it, where there is one."""
    if table == "loan":
        return draw.choice([each for each in range(1, len(loans()) + 1) if each != number])
    names = _NAMES[table]
    words = set(re.findall(r"\w+", names[number - 1]))
    others = [each for each in range(1, len(names) + 1) if each != number]
    alike = [each for each in others if words & set(re.findall(r"\w+", names[each - 1]))]
    return draw.choice(alike or others)


def entry(column: str, value: str, wrong: str = "") -> Step:
    """One field of a form, from what the database holds."""
    if column in _CHOSEN:
        table = _CHOSEN[column]
        return choose(f"#id_{table}", _label(table, value), _label(table, wrong) if wrong else "")
    if column == "condition":
        return choose("#id_condition", value, wrong)
    if column in ("for_loan", "paused"):
        return tick(f"#id_{column}") if value == "1" else untick(f"#id_{column}")
    if column in ("taken", "due", "returned", "joined"):
        return fill(f"#id_{column}", day(value), day(wrong) if wrong else "")
    return fill(f"#id_{column}", value, wrong)


def _label(table: str, number: str) -> str:
    name = _NAMES[table][int(number) - 1]
    return f"{name} ({tools()[int(number) - 1].code})" if table == "tool" else name


def day(value: str) -> str:
    """As the admin writes a date in a field."""
    return "/".join(reversed(value.split("-"))) if value else ""


def spoken(value: str) -> str:
    """As people say a date."""
    year, month, date = value.split("-")
    names = "January February March April May June July August September October November December"
    return f"{int(date)} {names.split()[int(month) - 1]} {year}"


def change(draw: Draw, table: str, number: int, column: str, value: str, wrong: str = "") -> Leg:
    """One value of one thing is another."""
    return in_form(
        draw,
        table,
        number,
        {(table, str(number), column): value},
        entry(column, value, wrong),
        instead=_another(table, column, value),
        undo=(entry(column, _was(table, number, column)),),
    )


def _another(table: str, column: str, value: str) -> tuple[Step, ...]:
    """Something else that could be done with such a thing on such an occasion."""
    match table, column:
        case ("tool", "for_loan") if value == "1":
            return (entry("condition", "good"), SAVE)
        case ("tool", "for_loan") | ("member", "paused") | ("loan", "returned"):
            return (DELETE, SURE)
        case "tool", _:
            return (entry("for_loan", "0"), SAVE)
        case "member", _:
            return (entry("paused", "1"), SAVE)
        case "loan", "remark":
            return (entry("returned", "2026-11-02"), SAVE)
        case "loan", _:
            return (entry("remark", f"until {spoken(value)}"), SAVE)
        case _:
            return ()


def _was(table: str, number: int, column: str) -> str:
    """A value at the start."""
    things = {"branch": BRANCHES, "tool": tools(), "member": members(), "loan": loans()}
    value = getattr(things[table][number - 1], column.removesuffix("_id"), "")
    if column in _CHOSEN:
        return str(number_of(_CHOSEN[column], value))
    return str(int(value)) if isinstance(value, bool) else str(value or "")


def set_back(fact: Fact, right: str) -> Leg | None:
    """The way to give something the value that it had."""
    match fact:
        case (table, number, column) if table in (*_NAMES, "loan"):
            form = (entry(column, right), SAVE)
            there = Waypoint(at_form(table, int(number)), form)
            return Leg(
                (to_list(table), Waypoint(at_list(table), (row(table, int(number)),)), there)
            )
        case _:
            return None


def filtered(table: str, *choices: str) -> tuple[Waypoint, ...]:
    """The list, narrowed by the links at its right; each is a part of the query."""
    stops = [to_list(table)]
    for number, choice in enumerate(choices):
        behind = "".join(rf"(?=.*{re.escape(done)})" for done in choices[:number])
        press = click(f"#changelist-filter a[href*='{choice}']", note="I narrow the list.")
        stops.append(
            Waypoint(rf"^{_ADMIN}/{table}/{behind}" if number else at_list(table), (press,))
        )
    return tuple(stops)


def at_filtered(table: str, *choices: str) -> str:
    return rf"^{_ADMIN}/{table}/" + "".join(rf"(?=.*{re.escape(each)}(&|$))" for each in choices)


def tool_of(loan: Loan) -> Tool:
    return tools()[loan.tool - 1]


def who_of(loan: Loan) -> str:
    return members()[loan.member - 1].name
