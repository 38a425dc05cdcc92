"""Ways to Kanboard's pages and windows, as somebody finds them who starts at the head of a page."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Step,
    Waypoint,
    click,
    fill,
    named,
    operate,
    pick,
    press,
    submit,
)

from .board.cards import COLUMNS, PROJECTS, Card, Project, cards

WINDOW = "#modal-content"
"""Kanboard's forms open in a window over the page, whose address stays."""
SAVE = submit(f"{WINDOW} button[type=submit]", cancel=f"{WINDOW} .form-actions a")
YES = submit("#modal-confirm-button", cancel=f"{WINDOW} .form-actions a")
_CLOSE = Step(
    "click", "#modal-close-button", only_if="#modal-overlay", note="That was the wrong window."
)
_SHUT = Step("click", "header h1 .title", only_if="#dropdown", note="That was the wrong menu.")
DASHBOARD = r"^/dashboard$"
_READY = "body:has(.js-select-dropdown-autocomplete-rendered)"
"""A page whose scripts have run: before that its menus are dead, and its windows are pages."""


def page(at: str, *moves: Move, shows: str = "") -> Waypoint:
    """A page without a window or a menu over it."""
    return Waypoint(at, (_CLOSE, _SHUT, *moves), shows)


def window(at: str, shows: str, *moves: Move) -> Waypoint:
    """The window that shows this, over a page."""
    return Waypoint(at, moves, f"{WINDOW} {shows}")


HOME = page("", click("header .logo a", note="I go to the overview of all projects."))


def loose(words: str) -> str:
    """However the browser writes them in an address."""
    return re.escape(quote_plus(words)).replace(r"\+", r"(\+|%20)").replace("%3A", "(%3A|:)")


def at_board(project: Project) -> str:
    return rf"^/board/{project.number}(/search/.*)?$"


def at_found(words: str) -> str:
    return rf"^/\?controller=SearchController&action=index&search={loose(words)}$"


def at_filtered(project: Project, words: str, view: str = "Board") -> str:
    controller = f"{view}{'View' if view == 'Board' else ''}Controller"
    query = rf"controller={controller}&action=show&plugin=&project_id={project.number}"
    path = rf"{view.lower()}/{project.number}/search/{loose(words)}"
    return rf"^/(\?{query}&search={loose(words)}|{path})$"


def at_card(card: Card) -> str:
    return rf"^/task/{card.number}$"


def project_of(card: Card) -> Project:
    return PROJECTS[card.project - 1]


def to_board(project: Project, wrong: Project | None = None) -> tuple[Waypoint, ...]:
    go = pick(_board(project), _board(wrong) if wrong else "", f"I open {project.name}.")
    return (HOME, page(DASHBOARD, go))


def _board(project: Project) -> str:
    return f".table-list-title a[href='/board/{project.number}']"


def sought(words: str) -> tuple[Waypoint, ...]:
    """The search over all projects."""
    return (HOME, page(DASHBOARD, fill("#form-search", words), press("#form-search", "Enter")))


def filtered(project: Project, words: str, wrong: str = "") -> tuple[Waypoint, ...]:
    """The board, narrowed by what is typed in its box."""
    # Kanboard puts the cursor at the end when the box is entered: what is there goes first.
    moves = (click("#form-search"), fill("#form-search", words, wrong))
    return (*to_board(project), page(at_board(project), *moves, press("#form-search", "Enter")))


def like(draw: Draw, card: Card) -> Card:
    """Another one in the same project, if it may be with a title that begins alike."""
    others = [each for each in cards() if each.project == card.project and each != card]
    others = [each for each in others if each.is_open == card.is_open] or others
    return draw.choice([each for each in others if each.word == card.word] or others)


def routes(
    draw: Draw, card: Card, wrong: Card | None = None
) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """Two ways to a card: over its board and by the search. What is closed is on no board."""
    near = wrong or like(draw, card)
    found = near if card.word == near.word else None
    search = (*sought(card.word), page(at_found(card.word), _title(".table-list", card, found)))
    if not card.is_open:
        return search, search
    there = near if near.is_open and near.project == card.project else None
    project = project_of(card)
    board = (*to_board(project), page(at_board(project), _title("#board", card, there)))
    return (board, search) if draw.random() < 0.6 else (search, board)


def _title(inside: str, card: Card, wrong: Card | None) -> Step:
    bad = _titled(inside, wrong) if wrong else ""
    return pick(_titled(inside, card), bad, f'I open "{card.title}".')


def _titled(inside: str, card: Card) -> str:
    name = "task-board-title" if inside == "#board" else "table-list-title"
    return f"{inside} .{name} a[href='/task/{card.number}']"


def action(name: str, wrong: str = "") -> Step:
    """What stands at a card's left."""
    bad = named("a", wrong, f"{_READY} .sidebar") if wrong else ""
    return operate(named("a", name, f"{_READY} .sidebar"), bad, f'I choose "{name}".')


def menu(where: str, name: str, wrong: str = "") -> tuple[Step, Step]:
    """An entry of a small menu that opens at something."""
    bad = named("a", wrong, "#dropdown") if wrong else ""
    choice = operate(named("a", name, "#dropdown"), bad, f'I choose "{name}".')
    return click(f"{_READY} {where} a.dropdown-menu", note="I open its menu."), choice


def ready(where: str) -> str:
    """The same, once the page's scripts have run."""
    return f"{_READY} {where}"


def column_of(project: Project, title: str) -> int:
    return (project.number - 1) * len(COLUMNS) + COLUMNS.index(title) + 1


def to_settings(project: Project, name: str) -> tuple[Waypoint, ...]:
    """A page of a project's settings, by the wheel on its board."""
    wheel = menu(".project-header .dropdown-component", "Configure this project")
    leaf = click(named("a", name, ".sidebar"), note=f'I choose "{name}".')
    return (
        *to_board(project),
        page(at_board(project), *wheel),
        page(rf"^/project/{project.number}$", leaf),
    )


def at_settings(project: Project, leaf: str) -> str:
    return rf"^/project/{project.number}/{leaf}$"


def to_people() -> tuple[Waypoint, ...]:
    """The list of people, by the menu under one's own picture."""
    own = "header .menus-container > .dropdown:last-child"
    return (page("", *menu(own, "Users management")),)


PEOPLE_LIST = r"^/users$"
