"""The tool library's tasks that add things and people, take them away, and lead to a page."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    submit,
    tick,
    untick_again,
)

from .pages import (
    DELETE,
    SAVE,
    SURE,
    at_filtered,
    at_form,
    at_list,
    entry,
    filtered,
    in_form,
    number_of,
    routes,
    to_form,
    to_list,
)
from .shed.stock import BRANCHES, CONDITIONS, SORTS, loans, members, tools

_NEW_TOOLS = (
    ("DR-401", "Angle grinder", "Drilling"),
    ("SA-402", "Sabre saw", "Sawing"),
    ("GA-403", "Soil rake, wide", "Garden"),
    ("PA-404", "Paint mixer", "Painting"),
    ("LI-405", "Hand winch", "Lifting"),
)
_NEWCOMERS = ("Lotte Brandt", "Milan Novak", "Ada Norrby", "Ivo Marshall")
_TOOL = ("code", "name", "sort_id", "branch_id", "deposit", "weight", "condition", "for_loan")


def _add(table: str) -> Waypoint:
    press = click(f"#content-main a[href='/admin/lending/{table}/add/']", note=f"I add a {table}.")
    return Waypoint(at_list(table), (press,))


def new_tool(draw: Draw) -> Errand:
    (code, name, sort), (_, wrong, _) = draw.sample(_NEW_TOOLS, 2)
    branch, near = draw.sample([each.name for each in BRANCHES], 2)
    deposit, weight = f"{draw.randrange(4, 20) * 5}.00", f"{draw.randrange(2, 9)}.50"
    state = draw.choice(CONDITIONS[:2])
    how = {"good": "as good as new", "worn": "not what it was, but it works"}[state]
    text = (
        f"Somebody has given us a thing for {sort.lower()}: {name}, {code}, {weight} kilograms, "
        f"{how}. It stays at {branch}; let people have it for {deposit} euros as security."
    )
    values = {
        "code": code,
        "name": name,
        "sort_id": str(number_of("sort", sort)),
        "branch_id": str(number_of("branch", branch)),
        "deposit": deposit,
        "weight": weight,
        "condition": state,
        "for_loan": "1",
    }
    wrongs = {
        "name": wrong,
        "branch_id": str(number_of("branch", near)),
        "deposit": f"{float(deposit) + 50:.2f}",
        "condition": "broken",
    }
    form = tuple(entry(column, values[column], wrongs.get(column, "")) for column in _TOOL[:-1])
    way = (to_list("tool"), _add("tool"), Waypoint(r"^/admin/lending/tool/add/", (*form, SAVE)))
    gives: dict[Fact, str | None] = {("new tool", *values.values()): "1"}
    return Errand(text, (Leg(way, gives),))


def new_member(draw: Draw) -> Errand:
    name, wrong = draw.sample(_NEWCOMERS, 2)
    branch, near = draw.sample([each.name for each in BRANCHES], 2)
    mail = f"{name.split()[0].lower()}@home.example"
    telephone, joined = f"555 08{draw.randrange(10, 99)}", f"2026-10-{draw.randrange(10, 28)}"
    text = (
        f"{name} signed up at {branch} on {joined}: {telephone}, {mail}. Put that on file, with "
        "that day."
    )
    values = {
        "name": name,
        "email": mail,
        "telephone": telephone,
        "joined": joined,
        "branch_id": str(number_of("branch", branch)),
    }
    wrongs = {"name": wrong, "telephone": f"555 80{telephone[-2:]}"}
    wrongs["branch_id"] = str(number_of("branch", near))
    form = tuple(entry(column, value, wrongs.get(column, "")) for column, value in values.items())
    way = (
        to_list("member"),
        _add("member"),
        Waypoint(r"^/admin/lending/member/add/", (*form, SAVE)),
    )
    gives: dict[Fact, str | None] = {("new member", *values.values(), "0"): "1"}
    return Errand(text, (Leg(way, gives),))


def lend(draw: Draw) -> Errand:
    away = {loan.tool for loan in loans() if loan.is_out}
    free = [n for n, each in enumerate(tools(), start=1) if n not in away and each.for_loan]
    tool = draw.choice(free)
    member, near = draw.sample(range(1, len(members()) + 1), 2)
    day = draw.randrange(3, 12)
    taken, due = f"2026-11-{day:02}", f"2026-11-{day + 14:02}"
    text = (
        f"{members()[member - 1].name} took {tools()[tool - 1].about} home on {day} November 2026, "
        "for two weeks. Put it down."
    )
    values = {"tool_id": str(tool), "member_id": str(member), "taken": taken, "due": due}
    wrongs = {"member_id": str(near), "due": f"2026-11-{day + 7:02}"}
    form = tuple(entry(column, value, wrongs.get(column, "")) for column, value in values.items())
    way = (to_list("loan"), _add("loan"), Waypoint(r"^/admin/lending/loan/add/", (*form, SAVE)))
    gives: dict[Fact, str | None] = {("new loan", *values.values(), "", ""): "1"}
    return Errand(text, (Leg(way, gives),))


def new_sort(draw: Draw) -> Errand:
    name, wrong = draw.sample(("Cooking", "Sewing", "Bicycles", "Camping"), 2)
    text = draw.choice(
        (
            f"Make room for things for {name.lower()}, which we had none of so far.",
            f"We want to be able to file tools under {name}.",
        )
    )
    form = (fill("#id_name", name, wrong), SAVE)
    way = (to_list("sort"), _add("sort"), Waypoint(r"^/admin/lending/sort/add/", form))
    old = Random(name).randrange(1, len(SORTS) + 1)
    renamed = (*to_form(Random(name), "sort", old), Waypoint(at_form("sort", old), form))
    leg = Leg(way, {("new sort", name): "1"}, wrong_operation=renamed)
    return Errand(text, (leg,))


def rename_sort(draw: Draw) -> Errand:
    old = draw.choice(SORTS)
    name, wrong = draw.sample(("Wood", "Outdoors", "Walls", "Heavy things"), 2)
    text = f"What is filed under {old} should be called {name} everywhere."
    number = number_of("sort", old)
    typed = fill("#id_name", name, wrong)
    gives = {("sort", str(number), "name"): name}
    leg = in_form(draw, "sort", number, gives, typed, undo=(fill("#id_name", old),))
    added = (to_list("sort"), _add("sort"), Waypoint(r"^/admin/lending/sort/add/", (typed, SAVE)))
    return Errand(text, (replace(leg, wrong_operation=added),))


def scrap(draw: Draw) -> Errand:
    """A tool that was never lent."""
    lent = {loan.tool for loan in loans()}
    number = draw.choice([n for n in range(1, len(tools()) + 1) if n not in lent])
    text = draw.choice(
        (
            f"{tools()[number - 1].about.capitalize()} was stolen. Take it off our books for good.",
            f"We have sold {tools()[number - 1].about}; it should not show up here any more.",
        )
    )
    way, other = routes(draw, "tool", number)
    delete = (
        Waypoint(at_form("tool", number), (DELETE,)),
        Waypoint(rf"^/admin/lending/tool/{number}/delete/", (SURE,)),
    )
    withdraw = Waypoint(at_form("tool", number), (entry("for_loan", "0"), SAVE))
    gives: dict[Fact, str | None] = {("tool", str(number), column): None for column in _TOOL}
    leg = Leg((*way, *delete), gives, other=(*other, *delete), wrong_operation=(*way, withdraw))
    return Errand(text, (leg,))


def pause_two(draw: Draw) -> Errand:
    """By the list, for both at once."""
    active = [n for n, each in enumerate(members(), start=1) if not each.paused]
    first, second, near = draw.sample(active, 3)
    names = [members()[number - 1].name for number in (first, second)]
    text = draw.choice(
        (
            f"{names[0]} and {names[1]} take a break from us; keep them on file.",
            f"Until further notice {names[0]} and {names[1]} are not to be counted as active.",
        )
    )
    form = (
        replace(tick(_box(first), _box(near)), flaw="object"),
        untick_again(_box(near)),
        tick(_box(second)),
        choose("select[name=action]", "Pause the chosen memberships"),
        submit("#changelist-form button[name=index]"),
    )
    way = (to_list("member"), Waypoint(at_list("member"), form))
    gives: dict[Fact, str | None] = {
        ("member", str(number), "paused"): "1" for number in (first, second)
    }
    return Errand(text, (Leg(way, gives),))


def _box(number: int) -> str:
    return f"#result_list input.action-select[value='{number}']"


def show_sort(draw: Draw) -> Errand:
    sort = draw.choice(SORTS)
    branch = draw.choice(BRANCHES).name
    choices = (
        f"branch__id__exact={number_of('branch', branch)}",
        f"sort__id__exact={number_of('sort', sort)}",
    )
    text = draw.choice(
        (
            f"Bring up what {branch} has for {sort.lower()}.",
            f"I only want to see the things for {sort.lower()} at {branch}.",
        )
    )
    leg = Leg(filtered("tool", *choices))
    return Errand(text, (leg,), ends_at=at_filtered("tool", *choices))


def show_out(draw: Draw) -> Errand:
    branch = draw.choice(BRANCHES).name
    choices = ("returned__isempty=1", f"tool__branch__id__exact={number_of('branch', branch)}")
    text = f"Bring up what belongs to {branch} and has not come back."
    leg = Leg(filtered("loan", *choices))
    return Errand(text, (leg,), ends_at=at_filtered("loan", *choices))


def show_history(draw: Draw) -> Errand:
    number = draw.randrange(1, len(tools()) + 1)
    about = tools()[number - 1].about
    text = draw.choice(
        (
            f"Let me see who has altered what is on file about {about}.",
            f"Bring up the list of all that was ever altered about {about}.",
        )
    )
    press = click("a.historylink", note="I look at what was altered.")
    way, other = routes(draw, "tool", number)
    history = Waypoint(at_form("tool", number), (press,))
    leg = Leg((*way, history), other=(*other, history))
    return Errand(text, (leg,), ends_at=rf"^/admin/lending/tool/{number}/history/")


RUNNING = {
    "new-tool": new_tool,
    "new-member": new_member,
    "lend": lend,
    "new-sort": new_sort,
    "rename-sort": rename_sort,
    "scrap": scrap,
    "pause-two": pause_two,
    "show-sort": show_sort,
    "show-out": show_out,
    "show-history": show_history,
}
