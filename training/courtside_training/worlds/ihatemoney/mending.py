"""How mistakes in the budget are put right: one value of a bill or a member, a bill too many."""

from __future__ import annotations

from random import Random

from courtside.demo.moves import Move
from courtside_training.worlds.errand import Fact, Leg, Step, Waypoint, choose, click, fill

from .pages import at_list, edit, editable, member, member_row, more, owers, to_list
from .server.household import BILLS, MEMBERS, Bill
from .sums import money

_DRAW = Random(0)
"""For the wrong twins of moves that repair: nobody makes them."""


def mend_bill(number: int, column: str, right: str) -> Leg | None:
    """Sets one field of a bill to what it has to be; None where somebody who left had a share."""
    bill = BILLS[number - 1]
    if not editable(bill):
        return None
    return Leg(
        edit(_DRAW, bill, *_field(bill, column, right)), {("bill", str(number), column): right}
    )


def _field(bill: Bill, column: str, right: str) -> tuple[Move, ...]:
    match column:
        case "payer":
            return (choose("form #payer", MEMBERS[int(right) - 1].name),)
        case "type":
            return (more(), choose("#bill_type", right.title()))
        case "link":
            return (more(), fill("#external_link", right))
        case "owers":
            wanted = tuple(MEMBERS[int(each) - 1].name for each in right.split(","))
            return tuple(_all_boxes(bill, wanted))
        case _:
            where = {"what": "#what", "amount": "#amount", "day": "#date"}[column]
            return (fill(where, right),)


def _all_boxes(bill: Bill, wanted: tuple[str, ...]) -> list[Move]:
    """Whatever is ticked now: each box has its own `unless`."""
    everybody = tuple(m.name for m in MEMBERS if m.project == bill.project and m.active)
    without = tuple(name for name in everybody if name not in wanted)
    return [*owers(_DRAW, bill.project, wanted, ()), *owers(_DRAW, bill.project, (), without)]


def mend_member(number: int, column: str, right: str) -> Leg:
    """Sets a name or a weight, takes somebody out or back in."""
    who = MEMBERS[number - 1]
    row = member_row(who.project, who.name)
    gives = {("member", str(number), column): right}
    way = to_list(who.project)
    if column == "active":
        act = "reactivate" if right == "1" else "delete"
        return Leg((*way, member(who.project, row, act)), gives)
    form = Waypoint(
        f"^/{who.project}/members/{number}/edit",
        (fill(f"#{column}", right), click("button:text-is('Save')", note="I save it.")),
    )
    return Leg((*way, member(who.project, row, "edit"), form), gives)


def mend_new_bill(fact: Fact, project: str, what: str, amount: str) -> Leg:
    """Deletes a bill that should not be there."""
    row = f'#bill_table tr:has(td:text-is("{what}")):has-text("{money(float(amount))}")'
    button = f"{row} .delete-bill button"
    moves = (
        Step("click", button, note="This is wrong, I delete it.", unless=f"{button}.confirm"),
        Step("click", f"{button}.confirm", note="Yes, I am sure."),
    )
    return Leg((*to_list(project), Waypoint(at_list(project), moves)), {fact: None})
