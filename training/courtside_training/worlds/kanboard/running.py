"""The museum's tasks that run the boards: columns, categories, projects, people, rights."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Waypoint,
    choose,
    fill,
    named,
    operate,
    pick,
    submit,
)

from .board.cards import COLUMNS, LIMIT, PEOPLE, PROJECTS, STAFF, Person, Project, cards, open_cards
from .changing import near_person
from .legs import capital
from .pages import (
    PEOPLE_LIST,
    SAVE,
    WINDOW,
    YES,
    at_settings,
    column_of,
    menu,
    page,
    ready,
    to_people,
    to_settings,
    window,
)

_ROLES = {
    "project-manager": "Project Manager",
    "project-member": "Project Member",
    "project-viewer": "Project Viewer",
}


def _number(person: Person) -> int:
    return PEOPLE.index(person) + 1


def _column_form(project: Project, column: str, *moves: object) -> tuple[Waypoint, ...]:
    number = column_of(project, column)
    row = f".columns-table tr[data-column-id='{number}']"
    shows = f"form[action*='column_id={number}']"
    return (
        *to_settings(project, "Columns"),
        page(at_settings(project, "columns"), *menu(row, "Edit", "Remove")[:1],
             operate(named("a", "Edit", "#dropdown"), note='I choose "Edit".')),
        window(at_settings(project, "columns"), shows, *moves, SAVE),  # type: ignore[arg-type]
    )  # fmt: skip


def allow_more(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    limit = draw.choice([each for each in range(2, 9) if each != LIMIT])
    wrong = draw.choice([each for each in range(2, 9) if each not in (limit, LIMIT)])
    text = draw.choice(
        (
            f"For {project.about} we may work on {limit} things at once from now on. Let the board"
            " know.",
            f"Change how many cards may be in progress for {project.about}: {limit}.",
        )
    )
    typed = fill(f"{WINDOW} #form-task_limit", str(limit), str(wrong))
    way = _column_form(project, "In progress", typed)
    number = str(column_of(project, "In progress"))
    return Errand(text, (Leg(way, {("column", number, "task_limit"): str(limit)}),))


def rename_column(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    column = draw.choice(COLUMNS)
    name, wrong = draw.sample(("On paper", "Second look", "At work", "Can be begun"), 2)
    text = draw.choice(
        (
            f'On the board for {project.about}, "{column}" should be called "{name}".',
            f'Nobody understands the word "{column}" on the board for {project.about}. Write'
            f' "{name}" there.',
        )
    )
    way = _column_form(project, column, fill(f"{WINDOW} #form-title", name, wrong))
    number = str(column_of(project, column))
    gives: dict[Fact, str | None] = {("column", number, "title"): name}
    for card in open_cards(project=project.number, column=column):
        gives[("card", str(card.number), "column")] = name
    gives |= _closed(project, column, name)
    return Errand(text, (Leg(way, gives),))


def _closed(project: Project, column: str, name: str) -> dict[Fact, str | None]:
    """What is closed stands in a column too."""
    return {
        ("card", str(card.number), "column"): name
        for card in cards()
        if not card.is_open and (card.project, card.column) == (project.number, column)
    }


def rename_category(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    old, near = draw.sample(project.categories, 2)
    name, wrong = draw.sample(("Wood and paint", "Permits", "Texts", "Helpers", "Heating"), 2)
    text = draw.choice(
        (
            f'What is filed under {old} for {project.about} should be filed under "{name}"; only'
            " the word changes.",
            f'"{old}" is not the right word for that category of {project.about}. Call it'
            f' "{name}".',
        )
    )
    first = sum(len(each.categories) for each in PROJECTS[: project.number - 1])
    number = str(first + project.categories.index(old) + 1)
    row, other = (
        f'.sidebar-content tr:has(td:has-text("{each}"))' for each in (old, near)
    )  # fmt: skip
    opened = pick(
        ready(f"{row} a.dropdown-menu"), ready(f"{other} a.dropdown-menu"), "I open its menu."
    )
    way = (
        *to_settings(project, "Categories"),
        page(at_settings(project, "categories"), opened, menu(row, "Edit", "Remove")[1]),
        window(
            at_settings(project, "categories"),
            f"form[action*='category_id={number}']",
            fill(f"{WINDOW} #form-name", name, wrong),
            SAVE,
        ),
    )
    gives: dict[Fact, str | None] = {("category", number, "name"): name}
    for card in cards():
        if (card.project, card.category) == (project.number, old):
            gives[("card", str(card.number), "category")] = name
    return Errand(text, (Leg(way, gives),))


def _project_form(project: Project, *moves: object) -> tuple[Waypoint, ...]:
    save = submit(".sidebar-content button[type=submit]")
    stops = page(at_settings(project, "edit"), *moves, save)  # type: ignore[arg-type]
    return (*to_settings(project, "Edit project"), stops)


def new_head(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    others = [e for e in STAFF if e.login in project.members and e.login != project.owner]
    person = draw.choice(others)
    near = near_person(draw, person, project.number)
    if near.login == project.owner:
        near = draw.choice([each for each in others if each != person])
    text = draw.choice(
        (
            f"{person.name} answers for {project.about} as a whole from now on.",
            f"Make the project for {project.about} {person.name}'s own.",
        )
    )
    chosen = choose("#form-owner_id", person.name, near.name)
    gives: dict[Fact, str | None] = {
        ("project", str(project.number), "owner_id"): str(_number(person))
    }
    return Errand(text, (Leg(_project_form(project, chosen), gives),))


def rename_project(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    names = {
        1: ("Ship hall", "Boats and dock"),
        2: ("Eleven rooms", "Exhibition"),
        3: ("Classes", "Museum for schools"),
        4: ("First evening", "Opening"),
    }
    name, wrong = draw.sample(names[project.number], 2)
    text = draw.choice(
        (
            f'The board for {project.about} gets another name: "{name}".',
            f'Call the project for {project.about} "{name}".',
        )
    )
    way = _project_form(project, fill("#form-name", name, wrong))
    gives: dict[Fact, str | None] = {("project", str(project.number), "name"): name}
    for card in cards():
        if card.project == project.number:
            gives[("card", str(card.number), "project")] = name
    return Errand(text, (Leg(way, gives),))


def explain_project(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    words, wrong = draw.sample(
        (
            "Nothing here is decided before the board has met.",
            "Ask Maud before you spend anything.",
            "We meet on Mondays at nine, by the boiler.",
        ),
        2,
    )
    text = draw.choice(
        (
            f'Whoever looks up what the project for {project.about} is for should read: "{words}"',
            f'Describe the project for {project.about} anew: "{words}"',
        )
    )
    way = _project_form(project, fill("textarea[name=description]", words, wrong))
    gives: dict[Fact, str | None] = {("project", str(project.number), "description"): words}
    return Errand(text, (Leg(way, gives),))


def shut_project(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    text = draw.choice(
        (
            f"There will be no more work on {project.about}. Close the whole project; delete"
            " nothing.",
            f"The project for {project.about} is over. It should not be among the active ones.",
        )
    )
    at = rf"^/project/{project.number}$"
    leaf = operate(
        named("a", "Close this project", ready(".sidebar")),
        named("a", "Remove", ready(".sidebar")),
        "I close it.",
    )
    way = (
        *to_settings(project, "Close this project")[:-1],
        page(at, leaf),
        window(at, 'h2:text-is("Close a project")', YES),
    )
    return Errand(text, (Leg(way, {("project", str(project.number), "is_active"): "0"}),))


def _people_form(person: Person, wrong: Person, *moves: object) -> tuple[Waypoint, ...]:
    row, other = (
        f".table-list-title a[href='/user/show/{_number(each)}']" for each in (person, wrong)
    )
    number = _number(person)
    edit = operate(
        named("a", "Edit profile", ".sidebar"),
        named("a", "Notifications", ".sidebar"),
        "I edit it.",
    )
    save = submit(".sidebar-content button[type=submit]")
    return (
        *to_people(),
        page(PEOPLE_LIST, pick(row, other, f"I open {person.name}.")),
        page(rf"^/user/show/{number}$", edit),
        page(rf"^/user/{number}/edit$", *moves, save),  # type: ignore[arg-type]
    )


def new_mail(draw: Draw) -> Errand:
    person, near = draw.sample(STAFF, 2)
    host, wrong = draw.sample(("quay.example", "harbour.example", "lighthouse.example"), 2)
    value, bad = (f"{person.login}@{each}" for each in (host, wrong))
    text = draw.choice(
        (
            f"Post for {person.name} goes to {value} now.",
            f"{person.name} has a new address: {value}. Note it.",
        )
    )
    way = _people_form(person, near, fill("#form-email", value, bad))
    return Errand(text, (Leg(way, {("user", str(_number(person)), "email"): value}),))


def new_name(draw: Draw) -> Errand:
    person, near = draw.sample(STAFF, 2)
    last, wrong = draw.sample(("Vasquez", "Bergstrom", "Halloran", "Petit"), 2)
    value, bad = (f"{person.first} {each}" for each in (last, wrong))
    text = f"{person.name} has married and is called {value} from now on. The login stays."
    way = _people_form(person, near, fill("#form-name", value, bad))
    return Errand(text, (Leg(way, {("user", str(_number(person)), "name"): value}),))


def promote(draw: Draw) -> Errand:
    person, near = draw.sample([each for each in STAFF if each.role == "app-user"], 2)
    role, wrong = draw.sample(("Administrator", "Manager"), 2)
    says = {
        "Manager": f"{person.name} should be able to open projects, but not to change settings.",
        "Administrator": f"{person.name} stands in for me in August and must be able to do"
        " everything that I can do here.",
    }
    way = _people_form(person, near, choose("#form-role", role, wrong))
    roles = {"Administrator": "app-admin", "Manager": "app-manager"}
    gives: dict[Fact, str | None] = {("user", str(_number(person)), "role"): roles[role]}
    return Errand(says[role], (Leg(way, gives),))


def _member_row(project: Project, person: Person) -> str:
    return f'.sidebar-content > table tr:has(td:text-is("{person.name}"))'


def only_look(draw: Draw) -> Errand:
    """A right in one project, changed in the list itself: nothing is saved by a button."""
    project = draw.choice(PROJECTS)
    there = [e for e in STAFF if e.login in project.members and e.login != project.owner]
    person = draw.choice(there)
    role, wrong = draw.sample(("project-viewer", "project-manager"), 2)
    says = {
        "project-viewer": f"{person.name} may look at the board for {project.about}, and not"
        " change anything there.",
        "project-manager": f"{person.name} helps to run the board for {project.about} and may"
        " change how it is set up.",
    }
    where = f"{_member_row(project, person)} select"
    way = (
        *to_settings(project, "Permissions"),
        page(at_settings(project, "permissions"), choose(where, _ROLES[role], _ROLES[wrong])),
    )
    gives: dict[Fact, str | None] = {("member", str(project.number), person.login): role}
    return Errand(says[role], (Leg(way, gives),))


def show_out(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    there = [e for e in STAFF if e.login in project.members and e.login != project.owner]
    person, near = draw.sample(there, 2)
    text = draw.choice(
        (
            f"{person.name} has nothing to do with {project.about} any more and should not get at"
            " the board. Leave the account alone.",
            f"Keep {person.name} out of the project for {project.about}.",
        )
    )
    out, wrong = (f"{_member_row(project, each)} a:text-is('Remove')" for each in (person, near))
    way = (
        *to_settings(project, "Permissions"),
        page(at_settings(project, "permissions"), pick(out, wrong, "I remove the right.")),
    )
    gives: dict[Fact, str | None] = {("member", str(project.number), person.login): None}
    return Errand(text, (Leg(way, gives),))


def let_in(draw: Draw) -> Errand:
    outside = [(p, e) for p in PROJECTS for e in STAFF if e.login not in p.members]
    project, person = draw.choice(outside)
    role, wrong = draw.sample(("project-member", "project-viewer"), 2)
    says = {
        "project-member": f"{person.name} works on {project.about} too; let them, with the rights"
        " that most have there.",
        "project-viewer": f"{person.name} would like to see how {project.about} is coming along,"
        " without touching anything. Make that possible.",
    }
    box = ".sidebar-content > .panel >> nth=0 >> "
    form = (
        fill(f"{box}#form-name", person.name),
        replace(
            pick(f'.ui-autocomplete li:has-text("{person.name}")', note="I choose the person."),
            unless=f"{box}#form-user_id[value]:not([value=''])",
        ),
        choose(f"{box}#form-role", _ROLES[role], _ROLES[wrong]),
        submit(f"{box}button[type=submit]"),
    )
    way = (
        *to_settings(project, "Permissions"),
        page(at_settings(project, "permissions"), *form),
    )
    gives: dict[Fact, str | None] = {("member", str(project.number), person.login): role}
    return Errand(capital(says[role]), (Leg(way, gives),))


RUNNING = {
    "allow-more": allow_more,
    "rename-column": rename_column,
    "rename-category": rename_category,
    "new-head": new_head,
    "rename-project": rename_project,
    "explain-project": explain_project,
    "shut-project": shut_project,
    "new-mail": new_mail,
    "new-name": new_name,
    "promote": promote,
    "other-right": only_look,
    "show-out": show_out,
    "let-in": let_in,
}
