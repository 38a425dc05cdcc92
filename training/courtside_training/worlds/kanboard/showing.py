"""The museum's tasks that lead to a page: a narrowed board, a list, a card that is described."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, click, named, pick

from .board.cards import PROJECTS, STAFF, Project, cards, open_cards
from .forms import name_of
from .pages import (
    action,
    at_board,
    at_card,
    at_filtered,
    at_settings,
    page,
    ready,
    routes,
    to_board,
    to_settings,
)


def _helped(project: Project, title: str, name: str, wrong: str) -> tuple[Waypoint, ...]:
    """The board, narrowed by a menu beside its box."""
    opened = click(ready(f".filter-box a[title='{title}']"), note="I open the menu.")
    choice = pick(
        named("a", name, "#dropdown"), named("a", wrong, "#dropdown"), f'I choose "{name}".'
    )
    return (*to_board(project), page(at_board(project), opened, choice))


def of_person(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.to])
    project = PROJECTS[card.project - 1]
    near = draw.choice([e for e in STAFF if e.login in project.members and e.login != card.to])
    text = draw.choice(
        (
            f"Of all that is open for {project.about}, let me see only what"
            f" {name_of(card.to)} has.",
            f"Narrow the board for {project.about} down to {name_of(card.to)}'s open cards.",
        )
    )
    way = _helped(project, "User filters", name_of(card.to), near.name)
    name = name_of(card.to)
    ends = "|".join(
        at_filtered(project, f"status:open assignee:{each}") for each in (f'"{name}"', card.to)
    )
    return Errand(text, (Leg(way),), ends_at=ends)


def of_category(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    name, near = draw.sample(project.categories, 2)
    text = draw.choice(
        (
            f"I only want to look at what is open under {name} on the board for {project.about}.",
            f"Show the open {name.lower()} cards of {project.about}, and no others.",
        )
    )
    way = _helped(project, "Category filters", name, near)
    ends = at_filtered(project, f'status:open category:"{name}"')
    return Errand(text, (Leg(way),), ends_at=ends)


def closed_ones(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    text = draw.choice(
        (
            f"What have we already put behind us for {project.about}? Let me see it on the board.",
            f"Bring up what is closed on the board for {project.about}, and only that.",
        )
    )
    way = _helped(project, "Default filters", "Closed tasks", "Open tasks")
    return Errand(text, (Leg(way),), ends_at=at_filtered(project, "status:closed"))


def free_ones(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    text = draw.choice(
        (
            f"I have an hour to spare for {project.about}. Show me what nobody has taken.",
            f"Narrow the board for {project.about} down to what is nobody's.",
        )
    )
    way = _helped(project, "Default filters", "Not assigned", "Assigned")
    return Errand(text, (Leg(way),), ends_at=at_filtered(project, "status:open assignee:nobody"))


def as_list(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    text = draw.choice(
        (
            f"I would rather have the open cards of {project.about} one below the other.",
            f"Show the board for {project.about} as a list.",
        )
    )
    go = click(named("a", "List", ".views"), named("a", "Overview", ".views"), "I choose the list.")
    ends = rf"^/list/{project.number}(/search/status(%3A|:)open)?$"
    return Errand(text, (Leg((*to_board(project), page(at_board(project), go))),), ends_at=ends)


def history(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    way, other = routes(draw, card)
    text = draw.choice(
        (
            f"I want to know who did what and when with {card.about}. Open the page for that.",
            f"Bring up all that has happened to the card about {card.about}.",
        )
    )
    go = page(at_card(card), action("Activity stream", "Transitions"))
    leg = Leg((*way, go), other=(*other, go) if other != way else ())
    return Errand(text, (leg,), ends_at=rf"^/task/{card.number}/activity$")


def in_the_way(draw: Draw) -> Errand:
    """Two cards: the one that is named tells which is meant."""
    first = draw.choice([each for each in cards() if each.blocks and each.is_open])
    card = cards()[first.blocks - 1]
    text = draw.choice(
        (
            f"Something waits for {first.about}. Open the card of that.",
            f"Go to whatever cannot go on before {first.about} is dealt with.",
        )
    )
    way, other = routes(draw, first)
    go = page(at_card(first), click(f".task-links-table a[href='/task/{card.number}']"))
    leg = Leg((*way, go), other=(*other, go) if other != way else ())
    return Errand(text, (leg,), ends_at=at_card(card))


def set_up(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    name, says, leaf = draw.choice(
        (
            ("Permissions", "who may do what on the board for {}", "permissions"),
            ("Columns", "how many cards each column for {} may hold", "columns"),
            ("Automatic actions", "what happens by itself on the board for {}", "actions"),
            ("Tags", "which marks there are for {} alone", "tags"),
        )
    )
    text = draw.choice(("Open the page that shows {}.", "Where is it set {}? Go there.")).format(
        says.format(project.about)
    )
    if text.startswith("Where is it set how"):
        text = f"Open the page that shows {says.format(project.about)}."
    way = to_settings(project, name)
    return Errand(text, (Leg(way),), ends_at=at_settings(project, leaf))


SHOWING = {
    "show-of-person": of_person,
    "show-of-category": of_category,
    "show-closed": closed_ones,
    "show-free": free_ones,
    "show-list": as_list,
    "show-history": history,
    "show-waiting": in_the_way,
    "show-settings": set_up,
}
