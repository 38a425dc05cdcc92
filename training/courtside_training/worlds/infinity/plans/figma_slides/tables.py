"""Plans for tables, polls and reactions."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, operate, pick

from .pages import LOCK, SHARE, cell, one, paint, removed, slide, table

_ROW, _COLUMN = "[data-action=addTableRow]", "[data-action=addTableColumn]"


def _adoption(row: int, column: int, value: str, wrong: str) -> Part:
    """A cell of the table of features by quarter; nearly right is the cell of the row above."""
    return cell(10, row, column, value, wrong, (row - 1, column))


def _rivals(row: int, column: int, value: str, wrong: str) -> Part:
    """A cell of the table of competitors; nearly right is the one at its side."""
    return cell(13, row, column, value, wrong, (row, column - 1 or 2))


def _header(number: int, on: int, colour: str, wrong: str) -> Part:
    return Part(slide(on), table(number), *paint("tableHeaderBg", colour, wrong))


def _voted(number: int, wrong: int) -> Part:
    choice = "[data-action=votePoll][data-option-id=opt_{:02}]"
    return Part(slide(9), pick(choice.format(number), choice.format(wrong)))


def _confident(number: int, wrong: int) -> Part:
    point = "[data-action=submitAlignment][data-value='{}']"
    undo = (click(point.format(wrong), note="On second thoughts."),)
    return Part(slide(9), click(point.format(number), point.format(wrong)), undo=undo)


def _reacted(kind: str, wrong: str) -> Plan:
    stamp = "[data-action=addStamp][data-stamp-type={}]"
    undo = (click(stamp.format(wrong), note="This one is nicer."),)
    return one(slide(16), click(stamp.format(kind), stamp.format(wrong)), undo=undo)


PLANS: Plans = {
    "function/task_28": Plan(_adoption(1, 4, "95%", "99%")),
    "function/task_32": Plan(_rivals(4, 1, "Advanced", "Advance")),
    "function/task_29": one(slide(10), table(91), operate(_ROW, _COLUMN)),
    "function/task_30": one(slide(13), table(121), operate(_COLUMN, _ROW)),
    "real/task_m9": Plan(_adoption(1, 3, "85%", "58%"), _adoption(2, 4, "65%", "56%")),
    "real/task_h7": Plan(
        _rivals(2, 2, "Native", "Natives"),
        _rivals(4, 3, "In Beta", "Beta"),
        _rivals(5, 1, "$12/user/mo", "$21/user/mo"),
    ),
    "real/task_h17": Plan(
        _adoption(1, 3, "86%", "85%"),
        _adoption(2, 3, "46%", "45%"),
        _adoption(3, 3, "63%", "62%"),
        _adoption(4, 3, "27%", "26%"),
        _adoption(5, 3, "72%", "71%"),
    ),
    "real/task_h31": Plan(
        _adoption(4, 1, "0%", "0"),
        _rivals(2, 3, "Planned", "Plan"),
        _rivals(1, 2, "Partial", "Partly"),
    ),
    "real/task_h69": Plan(
        _rivals(1, 1, "Full (81%)", "Full (90%)"), _rivals(2, 1, "Native (41%)", "Native (60%)")
    ),
    "real/task_h79": Plan(
        _rivals(1, 1, "Market Leader", "Market leader"), _adoption(1, 4, "95%", "90%")
    ),
    "real/task_h80": Plan(
        _adoption(1, 4, "95%", "90%"),
        _adoption(2, 4, "65%", "60%"),
        _adoption(3, 4, "75%", "70%"),
        _adoption(4, 4, "45%", "40%"),
        _adoption(5, 2, "65%", "60%"),
        _adoption(5, 4, "85%", "80%"),
    ),
    "real/task_h32": Plan(Part(slide(10), table(91), LOCK), _header(121, 13, "#0052CC", "#1ABCFE")),
    "real/task_h42": Plan(_header(121, 13, "#F24E1E", "#FF7262"), Part(SHARE, removed(4, 7))),
    "real/task_m13": Plan(_voted(4, 1), _confident(5, 1)),
    "function/task_59": Plan(_voted(2, 5)),
    "function/task_60": Plan(_confident(4, 5)),
    "function/task_61": _reacted("thumbsUp", "clap"),
    "function/task_31": Plan(
        Part(slide(13), pick("[data-action=editTableCell][data-row='6'][data-col='0']")),
        impossible=True,
    ),
    "real/task_e3": Plan(
        Part(slide(3), pick(".slide-object[data-object-id=obj_023]"), click("[title=Hide]")),
        impossible=True,
    ),
}
