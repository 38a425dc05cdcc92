"""Ways to Fossil's pages, as somebody finds them who starts at the menu. Knows no task."""

from __future__ import annotations

from courtside.demo.moves import Move
from courtside_training.worlds.errand import Draw, Waypoint, choose, click, link, named, submit

from .artifacts import names, ticket_id
from .story import THREADS, TICKETS, WIKI, Checkin, Person, Thread, Ticket

_MENU = "div.mainmenu"
_SUB = "div.submenu"
SUBMIT = submit("input[name=submit]")
PREVIEW = click(
    "input[name=preview]", note="I look at it first.", unless="input[name=submit]:enabled"
)


def menu(name: str) -> Waypoint:
    """From anywhere."""
    return Waypoint("", (link(name, _MENU),))


def sub(name: str, wrong: str = "") -> Move:
    """A link of the line below the menu."""
    return link(name, _SUB, wrong)


def other(draw: Draw, things: list[str], than: str) -> str:
    """Another of them."""
    return draw.choice([thing for thing in things if thing != than])


def at_ticket(ticket: Ticket) -> str:
    return f"^/tktview/{ticket_id(ticket.title)[:10]}"


def to_ticket(draw: Draw, ticket: Ticket) -> tuple[Waypoint, ...]:
    """Its page, by the list of all."""
    wrong = other(draw, [each.title for each in TICKETS], ticket.title)
    return (
        menu("Tickets"),
        Waypoint("^/(ticket|reportlist)$", (link("All Tickets"),)),
        Waypoint("^/rptview/1", (click(_row(ticket.title), _row(wrong), "I open the ticket."),)),
    )


def ticket_form(draw: Draw, ticket: Ticket, *moves: Move) -> tuple[Waypoint, ...]:
    """The moves made in its form, and sent."""
    key = ticket_id(ticket.title)
    return (
        *to_ticket(draw, ticket),
        Waypoint(at_ticket(ticket), (sub("Edit"),)),
        Waypoint("^/tktedit", (*moves, PREVIEW, SUBMIT), f"input[name=name][value='{key}']"),
    )


def at_thread(thread: Thread) -> str:
    return f"^/forum(post|thread)/({'|'.join(names(thread.title))})"


def to_thread(draw: Draw, thread: Thread) -> tuple[Waypoint, ...]:
    wrong = other(draw, [each.title for each in THREADS], thread.title)
    return (menu("Forum"), Waypoint("^/forum$", (link(thread.title, ".forumPosts", wrong),)))


def at_wiki(name: str) -> str:
    words = name.replace(" ", r"(\+|%20)")
    return rf"^/wiki\?name={words}(&|$)"


def to_wiki(draw: Draw, name: str) -> tuple[Waypoint, ...]:
    return (
        menu("Wiki"),
        Waypoint("^/wiki$", (link("List of All Wiki Pages"),)),
        Waypoint("^/wcontent", (link(name, ".brlist", other(draw, list(WIKI), name)),)),
    )


def at_checkin(checkin: Checkin) -> str:
    return f"^/(info|ci)/{names(checkin.comment)[0]}"


def checkin_row(comment: str) -> str:
    """The link of a check-in in a time line."""
    return f"{named('span.timelineModernComment', comment)} + span a[href^='/info/']"


def to_checkin(draw: Draw, checkin: Checkin, comments: list[str]) -> tuple[Waypoint, ...]:
    """Its page, by the time line of check-ins."""
    wrong = checkin_row(other(draw, comments, checkin.comment))
    return (
        menu("Timeline"),
        Waypoint("^/timeline", (choose("select[name=y]", "Check-ins"),)),
        Waypoint(
            "^/timeline.*y=ci",
            (click(checkin_row(checkin.comment), wrong, "I open the check-in."),),
        ),
    )


def to_admin(*names: str) -> tuple[Waypoint, ...]:
    """A page of settings, by the table of all."""
    return (menu("Admin"), Waypoint("^/setup$", tuple(link(name, ".content") for name in names)))


def to_person(draw: Draw, person: Person, logins: list[str]) -> tuple[Waypoint, ...]:
    """The form about somebody."""
    wrong = other(draw, logins, person.login)
    return (
        *to_admin("Users"),
        Waypoint("^/setup_ulist$", (link(person.login, ".userTable", wrong),)),
    )


def _row(title: str) -> str:
    return f'tr:has(td:text-is("{title}")) a'
