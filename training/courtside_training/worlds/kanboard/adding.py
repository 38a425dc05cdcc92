"""The museum's tasks that make something new: cards, categories, lanes, projects, people."""

from __future__ import annotations

from datetime import date

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    named,
)

from .board.cards import COLUMNS, PROJECTS, STAFF, Project
from .changing import near_person, spoken
from .forms import entry
from .pages import (
    DASHBOARD,
    HOME,
    PEOPLE_LIST,
    SAVE,
    WINDOW,
    at_board,
    at_settings,
    column_of,
    menu,
    page,
    ready,
    to_board,
    to_people,
    to_settings,
    window,
)

_THINGS = {
    1: ("Anchor: remove the rust", "Buoys for the entrance", "Oars: count them", "Bilge pump test"),
    2: ("Bench for the map room", "Case 15: order the key", "Globe: dust it", "Rope as a barrier"),
    3: ("Whistles for the leaders", "Chalk in six colours", "Song about the tide", "Rain plan"),
    4: ("Candles for the quay", "Guest book", "Umbrellas to lend", "Sign for the car park"),
}
_DETAILS = (
    "Ask the carpenter for a price.",
    "There is one in the cellar, behind the boxes.",
    "It must be here before the paint is dry.",
    "Speak to the neighbours first.",
)
_STAGES = {
    "Ideas": "It is only a thought so far.",
    "Ready": "Somebody may begin at once.",
    "In progress": "Work on it has begun.",
    "Review": "It is made and has to be looked at.",
}


def _new_card(project: Project, column: str, *moves: Move) -> tuple[Waypoint, ...]:
    """By the plus at a column's head."""
    others = [each for each in COLUMNS if each != column]
    plus, wrong = (
        ready(f".board-column-header-{column_of(project, each)} a.js-modal-large")
        for each in (column, others[0])
    )
    shows = (
        f"form[action*='/?controller=TaskCreationController&action=save'], {WINDOW} #form-column_id"
    )
    return (
        *to_board(project),
        page(at_board(project), click(plus, wrong, f'I add a card under "{column}".')),
        window(at_board(project), shows, *moves, SAVE),
    )  # fmt: skip


def _fact(project: Project, title: str, column: str, **fields: str) -> Fact:
    values = {"to": "", "category": "", "priority": "0", "due": "", "hours": "0", **fields}
    rest = (values[name] for name in ("to", "category", "priority", "due", "hours"))
    return ("new card", project.name, title, column, project.lanes[0], *rest)


def _column(column: str) -> Move:
    """Also where the wrong plus was chosen."""
    return choose(f"{WINDOW} #form-column_id", column)


def note_down(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    title, wrong = draw.sample(_THINGS[project.number], 2)
    column = draw.choice(tuple(_STAGES))
    text = (
        f'Put a card "{title}" on the board for {project.about}. {_STAGES[column]}'
        + (" It belongs downstairs." if len(project.lanes) > 1 else "")
    )  # fmt: skip
    way = _new_card(project, column, fill(f"{WINDOW} #form-title", title, wrong), _column(column))
    return Errand(text, (Leg(way, {_fact(project, title, column): ""}),))


def note_all(draw: Draw) -> Errand:
    """Several fields of one form."""
    project = draw.choice([each for each in PROJECTS if len(each.lanes) == 1])
    title, wrong = draw.sample(_THINGS[project.number], 2)
    detail, other = draw.sample(_DETAILS, 2)
    column = draw.choice(("Ideas", "Ready"))
    person = draw.choice([each for each in STAFF if each.login in project.members])
    near = near_person(draw, person, project.number)
    name, bad = draw.sample(project.categories, 2)
    level = draw.choice(("2", "3"))
    text = draw.choice(
        (
            f'New for {project.about}: "{title}". {_STAGES[column]} {person.name} does it, it is a'
            f' matter of {name.lower()} and its priority is {level}. Add: "{detail}"',
            f'{person.name} needs a card "{title}" on the board for {project.about}, of priority'
            f' {level}, filed under {name}, with the words "{detail}". {_STAGES[column]}',
        )
    )
    moves = (
        fill(f"{WINDOW} #form-title", title, wrong),
        fill(f"{WINDOW} textarea[name=description]", detail, other),
        *entry("to", person.login, near.login),
        *entry("category", name, bad),
        _column(column),
        *entry("priority", level, "1"),
    )
    fact = _fact(project, title, column, to=person.login, category=name, priority=level)
    return Errand(text, (Leg(_new_card(project, column, *moves), {fact: detail}),))


def note_day(draw: Draw) -> Errand:
    project = draw.choice([each for each in PROJECTS if len(each.lanes) == 1])
    title, wrong = draw.sample(_THINGS[project.number], 2)
    day = date(2031, draw.randint(1, 9), draw.randint(2, 28))
    hours = draw.choice(("3", "5", "8"))
    text = (
        f'Remind us of "{title}" for {project.about}: it must be over by {spoken(day)}, will take'
        f" {hours} hours, and could be begun at once."
    )
    moves = (
        fill(f"{WINDOW} #form-title", title, wrong),
        _column("Ready"),
        *entry("hours", hours, str(int(hours) + 1)),
        *entry("due", str(day), str(day.replace(day=1))),
    )
    fact = _fact(project, title, "Ready", due=str(day), hours=hours)
    return Errand(text, (Leg(_new_card(project, "Ready", *moves), {fact: ""}),))


def two_cards(draw: Draw) -> Errand:
    first, second = draw.sample([each for each in PROJECTS if len(each.lanes) == 1], 2)
    one, wrong = draw.sample(_THINGS[first.number], 2)
    two, bad = draw.sample(_THINGS[second.number], 2)
    text = (
        f'Two thoughts that we must not forget: "{one}" for {first.about}, and "{two}" for'
        f" {second.about}. A card for each, please."
    )
    legs = (
        Leg(
            _new_card(
                project, "Ideas", fill(f"{WINDOW} #form-title", title, near), _column("Ideas")
            ),
            {_fact(project, title, "Ideas"): ""},
        )
        for project, title, near in ((first, one, wrong), (second, two, bad))
    )
    return Errand(text, tuple(legs))


def new_category(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    name, wrong = draw.sample(("Permits", "Transport", "Volunteers", "Cleaning", "Signs"), 2)
    text = draw.choice(
        (
            f"It should be possible to file cards under {name} on the board for {project.about}.",
            f"{project.about.capitalize()} needs one more category: {name}.",
        )
    )
    add = click(named("a", "Add a new category", ready(".page-header")), note="I add one.")
    way = (
        *to_settings(project, "Categories"),
        page(at_settings(project, "categories"), add),
        window(
            at_settings(project, "categories"),
            'h2:text-is("Add a new category")',
            fill(f"{WINDOW} #form-name", name, wrong),
            SAVE,
        ),
    )
    return Errand(text, (Leg(way, {("new category", str(project.number), name): "1"}),))


def new_lane(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    name, wrong = draw.sample(("Attic", "Courtyard", "Urgent repairs", "By volunteers"), 2)
    text = draw.choice(
        (
            f'Divide the board for {project.about} further: one more row, called "{name}".',
            f'Add a swimlane "{name}" for {project.about}.',
        )
    )
    add = click(named("a", "Add a new swimlane", ready(".page-header")), note="I add one.")
    way = (
        *to_settings(project, "Swimlanes"),
        page(at_settings(project, "swimlanes"), add),
        window(
            at_settings(project, "swimlanes"),
            'h2:text-is("Add a new swimlane")',
            fill(f"{WINDOW} #form-name", name, wrong),
            SAVE,
        ),
    )
    return Errand(text, (Leg(way, {("new lane", str(project.number), name): "1"}),))


def new_column(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    name, wrong = draw.sample(("Waiting for money", "Blocked", "Paid", "Next year"), 2)
    limit = str(draw.randint(2, 6))
    text = (
        f'Give the board for {project.about} one more column, "{name}", in which there may be'
        f" {limit} cards at most."
    )
    add = click(named("a", "Add a new column", ready(".page-header")), note="I add one.")
    way = (
        *to_settings(project, "Columns"),
        page(at_settings(project, "columns"), add),
        window(
            at_settings(project, "columns"),
            'h2:text-is("Add a new column")',
            fill(f"{WINDOW} #form-title", name, wrong),
            fill(f"{WINDOW} #form-task_limit", limit, str(int(limit) + 1)),
            SAVE,
        ),
    )
    return Errand(text, (Leg(way, {("new column", str(project.number), name): limit}),))


def new_person(draw: Draw) -> Errand:
    login, name = draw.choice(
        (("greta", "Greta Holm"), ("hugo", "Hugo Marsh"), ("ines", "Ines Duarte"))
    )
    role, wrong = draw.sample(("Manager", "User"), 2)
    says = {"Manager": "They may run projects.", "User": "They need not run any project."}
    word = draw.choice(("ferry-at-nine", "low-tide-7", "salt-and-rope"))
    text = (
        f"{name} joins us on Monday. Let them sign in as {login} with the password {word}; post"
        f" goes to {login}@seamark.example. {says[role]}"
    )
    way = (
        *to_people(),
        page(PEOPLE_LIST, click(named("a", "New user", ready(".page-header")), note="I add one.")),
        window(
            PEOPLE_LIST,
            "#form-confirmation",
            fill(f"{WINDOW} #form-username", login, f"{login}2"),
            fill(f"{WINDOW} #form-name", name, name.split()[0]),
            fill(f"{WINDOW} #form-email", f"{login}@seamark.example", f"{login}@seamark.exmaple"),
            fill(f"{WINDOW} #form-password", word),
            fill(f"{WINDOW} #form-confirmation", word),
            choose(f"{WINDOW} #form-role", role, wrong),
            SAVE,
        ),
    )
    roles = {"Manager": "app-manager", "User": "app-user"}
    fact = ("new user", login, name, f"{login}@seamark.example")
    return Errand(text, (Leg(way, {fact: roles[role]}),))


def new_project(draw: Draw) -> Errand:
    name, wrong = draw.sample(("Museum shop", "Winter storage", "Garden café", "Night tours"), 2)
    text = draw.choice(
        (
            f'We begin with something new, "{name}". Open a board for it on which all of us could'
            " work, not a personal one.",
            f'Make room for a project of the whole house called "{name}".',
        )
    )
    new, personal = (
        ready(f"#main .page-header a[href='/project/create{each}']") for each in ("", "/personal")
    )
    way = (
        HOME,
        page(DASHBOARD, click(new, personal, "I begin a project.")),
        window(
            DASHBOARD,
            'h2:text-is("New project")',
            fill(f"{WINDOW} #form-name", name, wrong),
            SAVE,
        ),
    )
    return Errand(text, (Leg(way, {("new project", name, "0"): "1"}),))


def keep_filter(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    person = draw.choice([each for each in STAFF if each.login in project.members])
    name = f"{draw.choice(('Desk of', 'Left for', 'Work of'))} {person.name.split()[0]}"
    words = f"status:open assignee:{person.login}"
    text = (
        f'On the board for {project.about}, keep the search {words} as a filter called "{name}",'
        " for everybody in the project."
    )
    add = menu(".project-header .dropdown-component", "Add custom filters", "Add a new task")
    way = (
        *to_board(project),
        page(at_board(project), *add),
        window(
            at_board(project),
            'h2:text-is("Add a new filter")',
            fill(f"{WINDOW} #form-name", name, name.lower()),
            fill(f"{WINDOW} #form-filter", words, f"assignee:{person.login}"),
            click(f"{WINDOW} input[name=is_shared]", f"{WINDOW} input[name=append]",
                  "I share it.", unless=f"{WINDOW} input[name=is_shared]:checked"),
            SAVE,
        ),
    )  # fmt: skip
    return Errand(text, (Leg(way, {("filter", str(project.number), name, "1"): words}),))


ADDING = {
    "note-down": note_down,
    "note-all": note_all,
    "note-with-day": note_day,
    "two-cards": two_cards,
    "new-category": new_category,
    "new-lane": new_lane,
    "new-column": new_column,
    "new-person": new_person,
    "new-project": new_project,
    "keep-filter": keep_filter,
}
