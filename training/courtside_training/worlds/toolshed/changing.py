"""The tool library's tasks that change what is there: tools, members, branches."""

from __future__ import annotations

from datetime import timedelta

from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, fill, submit

from .pages import (
    at_list,
    change,
    entry,
    in_form,
    number_of,
    to_list,
    tool_of,
    who_of,
)
from .reading import out
from .shed.stock import BRANCHES, CONDITIONS, SORTS, Loan, Tool, loans, members, tools

_REMARKS = (
    "Brought back without the case",
    "Blade has to be sharpened",
    "Asked for one more week",
    "Paid for the damage",
)
_HOURS = ("Wednesday, 10 to 14", "Friday and Saturday, 10 to 13", "Monday, 15 to 20")


def _tool(draw: Draw, tool: Tool, column: str, value: str, wrong: str = "") -> Leg:
    return change(draw, "tool", tools().index(tool) + 1, column, value, wrong)


def _loan(draw: Draw, loan: Loan, column: str, value: str, wrong: str = "") -> Leg:
    return change(draw, "loan", loans().index(loan) + 1, column, value, wrong)


def set_deposit(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    value = f"{draw.randrange(20, 60) * 4}.00"
    text = draw.choice(
        (
            f"From now on we keep {value} euros as a security for {tool.about}.",
            f"Whoever takes {tool.about} home has to leave {value} euros with us.",
        )
    )
    wrong = f"{float(value) + 40:.2f}"
    return Errand(text, (_tool(draw, tool, "deposit", value, wrong),))


def raise_deposit(draw: Draw) -> Errand:
    """The value is reckoned from the one that is there."""
    tool = draw.choice(tools())
    more = draw.choice((5, 10, 20))
    text = draw.choice(
        (
            f"{tool.about.capitalize()} got damaged too often. Ask {more} euros more for it.",
            f"Raise the security for {tool.about} by {more} euros.",
        )
    )
    value, wrong = (f"{float(tool.deposit) + each:.2f}" for each in (more, -more))
    return Errand(text, (_tool(draw, tool, "deposit", value, wrong),))


def set_condition(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    state = draw.choice([each for each in CONDITIONS if each != tool.condition])
    (wrong,) = [each for each in CONDITIONS if each not in (state, tool.condition)]
    text = {
        "broken": f"{tool.about.capitalize()} does not run any more. Note how it is.",
        "worn": f"{tool.about.capitalize()} works, but not as it did. Note how it is.",
        "good": f"{tool.about.capitalize()} has been repaired and is as new. Note how it is.",
    }[state]
    return Errand(text, (_tool(draw, tool, "condition", state, wrong),))


def withdraw(draw: Draw) -> Errand:
    tool = draw.choice([each for each in tools() if each.for_loan])
    text = draw.choice(
        (
            f"Nobody should be given {tool.about} any more.",
            f"We keep {tool.about} for ourselves; it stays in the house from now on.",
        )
    )
    return Errand(text, (_tool(draw, tool, "for_loan", "0"),))


def offer(draw: Draw) -> Errand:
    tool = draw.choice([each for each in tools() if not each.for_loan])
    text = f"People may take {tool.about} home again."
    return Errand(text, (_tool(draw, tool, "for_loan", "1"),))


def bring_to(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    others = [each.name for each in BRANCHES if each.name != tool.branch]
    new, wrong = draw.sample(others, 2)
    text = draw.choice(
        (
            f"We have carried {tool.about} over to {new}.",
            f"Whoever wants {tool.about} should be sent to {new} from now on.",
        )
    )
    numbers = (str(number_of("branch", each)) for each in (new, wrong))
    return Errand(text, (_tool(draw, tool, "branch_id", *numbers),))


def swap_places(draw: Draw) -> Errand:
    first = draw.choice(tools())
    second = draw.choice([each for each in tools() if each.branch != first.branch])
    text = (
        f"{first.about.capitalize()} and {second.about} change places: each goes where the other "
        "was."
    )
    legs = (
        _tool(draw, one, "branch_id", str(number_of("branch", other.branch)))
        for one, other in ((first, second), (second, first))
    )
    return Errand(text, tuple(legs))


def resort(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    new, wrong = draw.sample([each for each in SORTS if each != tool.sort], 2)
    text = draw.choice(
        (
            f"People look for {tool.about} under {new.lower()}. Put it there.",
            f"{tool.about.capitalize()} is filed wrongly: it is for {new.lower()}.",
        )
    )
    numbers = (str(number_of("sort", each)) for each in (new, wrong))
    return Errand(text, (_tool(draw, tool, "sort_id", *numbers),))


def dearest(draw: Draw) -> Errand:
    """The tool is named by what it costs and where it is."""
    branch = draw.choice(BRANCHES)
    ranked = sorted((t for t in tools() if t.branch == branch.name), key=lambda t: float(t.deposit))
    which, tool = draw.choice((("most", ranked[-1]), ("least", ranked[0])))
    text = (
        f"Find the thing at {branch.name} for which we keep the {which} money as a security, and "
        "ask 77 euros for it instead."
    )
    return Errand(text, (_tool(draw, tool, "deposit", "77.00", "70.00"),))


def back_again(draw: Draw) -> Errand:
    loan = draw.choice(out())
    days = draw.choice((1, 4, 9))
    value, wrong = (str(loan.due + timedelta(days=each)) for each in (days, days + 10))
    about, day = tool_of(loan).about, f"{loan.due + timedelta(days=days):%-d %B %Y}"
    text = draw.choice(
        (
            f"{who_of(loan)} brought back {about} on {day}.",
            f"{about.capitalize()}, which {who_of(loan)} had, has been here again since {day}.",
        )
    )
    return Errand(text, (_loan(draw, loan, "returned", value, wrong),))


def keep_longer(draw: Draw) -> Errand:
    """The day is reckoned from the one that is there."""
    loan = draw.choice(out())
    weeks = draw.choice((1, 2, 3))
    text = draw.choice(
        (
            f"{who_of(loan)} may keep {tool_of(loan).about} {weeks * 7} days longer.",
            f"Give {who_of(loan)} {weeks * 7} more days for {tool_of(loan).about}.",
        )
    )
    value, wrong = (str(loan.due + timedelta(days=7 * each)) for each in (weeks, weeks + 1))
    return Errand(text, (_loan(draw, loan, "due", value, wrong),))


def all_longer(draw: Draw) -> Errand:
    """Everything that somebody has: several loans."""
    names = [who_of(each) for each in out()]
    who = draw.choice([name for name in names if names.count(name) > 1])
    text = draw.choice(
        (
            f"{who} is ill. Give a week more for everything that is still out there.",
            f"Whatever {who} has not brought back yet may stay seven days longer.",
        )
    )
    held = [loan for loan in out() if who_of(loan) == who]
    week = timedelta(days=7)
    legs = (
        _loan(draw, each, "due", str(each.due + week), str(each.due + 2 * week)) for each in held
    )
    return Errand(text, tuple(legs))


def first_due(draw: Draw) -> Errand:
    """The loan is named by its day alone."""
    loan = min(out(), key=lambda each: each.due)
    remark, wrong = draw.sample(_REMARKS, 2)
    text = f'Note with what has been missing the longest of all: "{remark}"'
    return Errand(text, (_loan(draw, loan, "remark", remark, wrong),))


def note_on_loan(draw: Draw) -> Errand:
    loan = draw.choice(out())
    remark, wrong = draw.sample(_REMARKS, 2)
    text = f'Write down that {who_of(loan)} has this to say about {tool_of(loan).about}: "{remark}"'
    return Errand(text, (_loan(draw, loan, "remark", remark, wrong),))


def _member(draw: Draw, number: int, column: str, value: str, wrong: str = "") -> Leg:
    return change(draw, "member", number, column, value, wrong)


def new_telephone(draw: Draw) -> Errand:
    number = draw.randrange(1, len(members()) + 1)
    name = members()[number - 1].name
    value = f"555 09{draw.randrange(12, 98)}"
    text = draw.choice(
        (
            f"{name} can be called on {value} only.",
            f"{name} has another telephone now: {value}.",
        )
    )
    return Errand(text, (_member(draw, number, "telephone", value, f"555 90{value[-2:]}"),))


def new_mail(draw: Draw) -> Errand:
    number = draw.randrange(1, len(members()) + 1)
    name = members()[number - 1].name
    first, last = name.lower().split()
    value, wrong = f"{last}.{first}@post.example", f"{first}.{last}@post.example"
    text = f"What we write to {name} should go to {value}."
    return Errand(text, (_member(draw, number, "email", value, wrong),))


def moves_house(draw: Draw) -> Errand:
    number = draw.randrange(1, len(members()) + 1)
    member = members()[number - 1]
    new, wrong = draw.sample([each.name for each in BRANCHES if each.name != member.branch], 2)
    text = f"{member.name} has moved and belongs to {new} from now on."
    numbers = (str(number_of("branch", each)) for each in (new, wrong))
    return Errand(text, (_member(draw, number, "branch_id", *numbers),))


def pause(draw: Draw) -> Errand:
    number = draw.choice([n for n, each in enumerate(members(), start=1) if not each.paused])
    name = members()[number - 1].name
    text = draw.choice(
        (
            f"{name} is away for half a year and should not be counted until then.",
            f"{name} takes a rest from us. Do not throw anything away.",
        )
    )
    return Errand(text, (_member(draw, number, "paused", "1"),))


def new_hours(draw: Draw) -> Errand:
    branch = draw.choice(BRANCHES)
    value, wrong = draw.sample(_HOURS, 2)
    text = draw.choice(
        (
            f"People can only go to {branch.name} at these times now: {value}.",
            f"Let {branch.name} be there for people on {value}.",
        )
    )
    number = number_of("branch", branch.name)
    return Errand(text, (change(draw, "branch", number, "opens", value, wrong),))


def new_line(draw: Draw) -> Errand:
    """Changed in the list itself."""
    branch = draw.choice(BRANCHES)
    number = number_of("branch", branch.name)
    near = draw.choice([each for each in range(1, len(BRANCHES) + 1) if each != number])
    value = f"555 04{draw.randrange(10, 99)}"
    text = f"{branch.name} is to be called on {value}."
    where, wrong = (
        f"#result_list tr:has(a[href^='/admin/lending/branch/{each}/change/']) input[type=text]"
        for each in (number, near)
    )
    typed = fill(where, value, f"555 40{value[-2:]}")
    save = submit("input[name=_save]")
    right, astray = (
        (to_list("branch"), Waypoint(at_list("branch"), (each, save)))
        for each in (typed, fill(wrong, value))
    )
    leg = Leg(right, {("branch", str(number), "telephone"): value}, wrong_object=astray)
    return Errand(text, (leg,))


def worn_out(draw: Draw) -> Errand:
    """Two fields of one form."""
    tool = draw.choice([t for t in tools() if t.condition != "broken" and t.for_loan])
    number = tools().index(tool) + 1
    text = draw.choice(
        (
            f"{tool.about.capitalize()} is beyond use and must not be given to anybody.",
            f"Nothing works any more on {tool.about}. Note that, and let nobody have it.",
        )
    )
    wrong = "worn" if tool.condition == "good" else "good"
    form = (entry("condition", "broken", wrong), entry("for_loan", "0"))
    key = str(number)
    gives = {("tool", key, "condition"): "broken", ("tool", key, "for_loan"): "0"}
    undo = (entry("condition", tool.condition), entry("for_loan", "1"))
    return Errand(text, (in_form(draw, "tool", number, gives, *form, undo=undo),))


def clear_out(draw: Draw) -> Errand:
    """All that is broken at one house: several tools."""
    spots = [b.name for b in BRANCHES if 0 < len(_broken(b.name)) <= 3]
    branch = draw.choice(spots)
    text = draw.choice(
        (
            f"Whatever cannot be used at {branch} should no longer be given to anybody.",
            f"Let nobody take home what is beyond use at {branch}.",
        )
    )
    return Errand(text, tuple(_tool(draw, each, "for_loan", "0") for each in _broken(branch)))


def _broken(branch: str) -> list[Tool]:
    there = (each for each in tools() if each.branch == branch and each.for_loan)
    return [each for each in there if each.condition == "broken"]


CHANGING = {
    "set-deposit": set_deposit,
    "raise-deposit": raise_deposit,
    "set-condition": set_condition,
    "withdraw": withdraw,
    "offer-again": offer,
    "bring-to": bring_to,
    "swap-places": swap_places,
    "resort": resort,
    "by-deposit": dearest,
    "back-again": back_again,
    "keep-longer": keep_longer,
    "all-longer": all_longer,
    "note-on-longest": first_due,
    "note-on-loan": note_on_loan,
    "new-telephone": new_telephone,
    "new-mail": new_mail,
    "moves-house": moves_house,
    "pause": pause,
    "new-hours": new_hours,
    "new-line": new_line,
    "worn-out": worn_out,
    "clear-out": clear_out,
}
