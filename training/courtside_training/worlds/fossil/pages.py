"""Ways to Fossil's pages, as somebody finds them who starts at the menu. Knows no task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Facts,
    Leg,
    Waypoint,
    choose,
    click,
    entry_link,
    fill,
    link,
    named,
    pick,
    submit,
)

from .artifacts import names, ticket_id
from .story import THREADS, TICKETS, WIKI, Checkin, Person, Thread, Ticket

_MENU = "div.mainmenu"
_SUB = "div.submenu"
SUBMIT = submit("input[name=submit]", less="input[name=preview]")
SEND = submit("input[name=submit]", cancel="input[name=cancel]")
"""Of a form that can be left without it."""
PREVIEW = click(
    "input[name=preview]", note="I look at it first.", unless="input[name=submit]:enabled"
)


def menu(name: str) -> Waypoint:
    """From anywhere."""
    return Waypoint("", (link(name, _MENU),))


def sub(name: str, wrong: str = "") -> Move:
    """A link of the line below the menu; nearly right is another view of the same."""
    return replace(link(name, _SUB, wrong), flaw="operation")


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
        Waypoint("^/rptview/1", (pick(_row(ticket.title), _row(wrong), "I open the ticket."),)),
    )


def by_timeline(sort: str, letter: str, where: str) -> tuple[Waypoint, ...]:
    """From anywhere to what the time line has of one sort."""
    return (
        menu("Timeline"),
        Waypoint("^/timeline", (choose("select[name=y]", sort),)),
        Waypoint(f"^/timeline.*y={letter}", (click(where, note="I open it."),)),
    )


def on_ticket(
    draw: Draw, ticket: Ticket, gives: Facts, *moves: Move, instead: Move | None = None
) -> Leg:
    """The moves made in its form, and sent. Another operation is a remark that asks for that,
    unless `instead` is made in the form."""
    way = to_ticket(draw, ticket)
    named_so = f".timelineModernComment:has(i:text-is('{ticket.title}')) a"
    asks = "This should be: " + ", ".join(move.value for move in moves)
    astray = instead or fill("textarea[name=icomment]", asks)
    form = _ticket_form(ticket, *moves)
    return Leg(
        (*way, *form),
        gives,
        other=(*by_timeline("Tickets", "t", named_so), *form),
        wrong_operation=(*way, *_ticket_form(ticket, astray)),
    )


def _ticket_form(ticket: Ticket, *moves: Move) -> tuple[Waypoint, ...]:
    key = ticket_id(ticket.title)
    return (
        Waypoint(at_ticket(ticket), (sub("Edit"),)),
        Waypoint("^/tktedit", (*moves, PREVIEW, SEND), f"input[name=name][value='{key}']"),
    )


def at_thread(thread: Thread) -> str:
    return f"^/forum(post|thread)/({'|'.join(names(thread.title))})"


def to_thread(draw: Draw, thread: Thread) -> tuple[Waypoint, ...]:
    wrong = other(draw, [each.title for each in THREADS], thread.title)
    row = entry_link(thread.title, ".forumPosts", wrong)
    return (menu("Forum"), Waypoint("^/forum$", (row,)))


def on_thread(
    draw: Draw, thread: Thread, *stops: Waypoint, gives: Facts = MappingProxyType({})
) -> Leg:
    """From the list of all, or by a search for its title."""
    go = (fill("input[name=s]", thread.title), click("input[value='Search Forum']"))
    found = f".searchResult a:has-text('Forum Post: {thread.title}') >> nth=0"
    other = (
        menu("Forum"),
        Waypoint("^/forum(\\?|$)", go),
        Waypoint("^/forum\\?s=", (click(found, note="I open it."),)),
    )
    return Leg((*to_thread(draw, thread), *stops), gives, other=(*other, *stops))


def at_wiki(name: str) -> str:
    words = name.replace(" ", r"(\+|%20)")
    return rf"^/wiki\?name={words}(&|$)"


def to_wiki(draw: Draw, name: str) -> tuple[Waypoint, ...]:
    return (
        menu("Wiki"),
        Waypoint("^/wiki$", (link("List of All Wiki Pages"),)),
        Waypoint("^/wcontent", (entry_link(name, ".brlist", other(draw, list(WIKI), name)),)),
    )


def on_wiki(
    draw: Draw,
    name: str,
    *stops: Waypoint,
    gives: Facts = MappingProxyType({}),
    instead: Sequence[Waypoint] = (),
) -> Leg:
    """From the list of all pages, or by the time line. `instead`: another operation there."""
    way = to_wiki(draw, name)
    return Leg(
        (*way, *stops),
        gives,
        other=(*by_timeline("Wiki", "w", named("a", name, ".timelineModernComment")), *stops),
        wrong_operation=(*way, *instead) if instead else (),
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
            (pick(checkin_row(checkin.comment), wrong, "I open the check-in."),),
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
        Waypoint("^/setup_ulist$", (entry_link(person.login, ".userTable", wrong),)),
    )


def _row(title: str) -> str:
    return f'tr:has(td:text-is("{title}")) a'
