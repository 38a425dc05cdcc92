"""Fossil's tasks that lead to a page."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    choose,
    click,
    entry_link,
    fill,
    link,
)

from .artifacts import ticket_id
from .pages import (
    at_checkin,
    at_thread,
    at_ticket,
    at_wiki,
    menu,
    on_thread,
    on_wiki,
    sub,
    to_admin,
    to_checkin,
    to_person,
    to_ticket,
)
from .story import CHECKINS, PEOPLE, THREADS, TICKETS, WIKI

_SORTS = {"Check-ins": "ci", "Tickets": "t", "Wiki": "w", "Forum": "f", "Tech Notes": "e"}
_ADMIN = {
    "Users": "setup_ulist",
    "Access": "setup_access",
    "Configuration": "setup_config",
    "Timeline": "setup_timeline",
    "Moderation": "setup_modreq",
    "Search": "srchsetup",
    "Stats": "stat",
}


def open_thread(draw: Draw) -> Errand:
    thread = draw.choice(THREADS)
    text = draw.choice(
        (f'Open the forum thread "{thread.title}".', f'Show "{thread.title}" in the forum.')
    )
    return Errand(text, (on_thread(draw, thread),), ends_at=at_thread(thread))


def open_ticket(draw: Draw) -> Errand:
    ticket = draw.choice(TICKETS)
    text = draw.choice(
        (f'Open the ticket "{ticket.title}".', f'Show me the ticket called "{ticket.title}".')
    )
    return Errand(text, (Leg(to_ticket(draw, ticket)),), ends_at=at_ticket(ticket))


def open_ticket_history(draw: Draw) -> Errand:
    ticket = draw.choice(TICKETS)
    text = draw.choice(
        (
            f'Show the history of the ticket "{ticket.title}".',
            f'Open the page with all changes to the ticket "{ticket.title}".',
        )
    )
    way = (*to_ticket(draw, ticket), Waypoint(at_ticket(ticket), (sub("History", "Timeline"),)))
    return Errand(text, (Leg(way),), ends_at=f"^/tkthistory/{ticket_id(ticket.title)[:10]}")


def open_wiki(draw: Draw) -> Errand:
    name = draw.choice(list(WIKI))
    text = draw.choice((f'Open the wiki page "{name}".', f'Show "{name}" from the wiki.'))
    return Errand(text, (on_wiki(draw, name),), ends_at=at_wiki(name))


def open_wiki_history(draw: Draw) -> Errand:
    name = draw.choice(list(WIKI))
    text = draw.choice(
        (f'Show the history of the wiki page "{name}".', f'Open the list of versions of "{name}".')
    )
    leg = on_wiki(draw, name, Waypoint(at_wiki(name), (sub("History", "Edit"),)))
    return Errand(text, (leg,), ends_at=at_wiki(name).replace("/wiki", "/whistory"))


def open_checkin(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    text = draw.choice(
        (f'Open the check-in "{checkin.comment}".', f'Show the details of "{checkin.comment}".')
    )
    way = to_checkin(draw, checkin, [each.comment for each in CHECKINS])
    return Errand(text, (Leg(way),), ends_at=at_checkin(checkin))


def filter_timeline(draw: Draw) -> Errand:
    label, wrong = draw.sample(list(_SORTS), 2)
    text = draw.choice(
        (
            f"Show only {label.lower()} in the time line.",
            f"Limit the time line to {label.lower()}.",
        )
    )
    way = (
        menu("Timeline"),
        Waypoint("^/timeline", (choose("select[name=y]", label, wrong),)),
    )
    return Errand(text, (Leg(way),), ends_at=f"^/timeline\\?(.*&)?y={_SORTS[label]}(&|$)")


def open_file(draw: Draw) -> Errand:
    folder, name, wrong = draw.choice(
        (
            ("src", "curve.c", "stations.c"),
            ("src", "harmonics.c", "curve.c"),
            ("src", "stations.c", "harmonics.c"),
            ("data", "brest.txt", "roscoff.txt"),
            ("data", "roscoff.txt", "brest.txt"),
        )
    )
    text = draw.choice(
        (f"Show the newest version of {folder}/{name}.", f"Open the file {name} in {folder}.")
    )
    way = (
        menu("Files"),
        Waypoint("^/dir\\?ci=tip$", (link(folder, ".browser"),)),
        Waypoint(f"^/dir\\?ci=tip&name={folder}$", (entry_link(name, ".browser", wrong),)),
    )
    return Errand(text, (Leg(way),), ends_at=f"^/file\\?name={folder}/{name}&ci=tip$")


def open_settings(draw: Draw) -> Errand:
    name, wrong = draw.sample(list(_ADMIN), 2)
    text = draw.choice(
        (f'Open "{name}" in the administration.', f"Go to the page {name} of the admin menu.")
    )
    first, table = to_admin(name)
    way = (first, Waypoint(table.at, (link(name, ".content", wrong),)))
    return Errand(text, (Leg(way),), ends_at=f"^/{_ADMIN[name]}$")


def open_person(draw: Draw) -> Errand:
    person = draw.choice(PEOPLE)
    text = draw.choice(
        (f"Open the settings of the user {person.login}.", f"Show the rights of {person.login}.")
    )
    way = to_person(draw, person, [each.login for each in PEOPLE])
    number = 1 if person is PEOPLE[0] else PEOPLE.index(person) + 5
    return Errand(text, (Leg(way),), ends_at=f"^/setup_uedit\\?id={number}$")


def search_forum(draw: Draw) -> Errand:
    word, wrong = draw.sample(("compiler", "cake", "margins", "Curlew", "Lorient", "patch"), 2)
    text = draw.choice((f'Search the forum for "{word}".', f"Find forum posts about {word}."))
    way = (
        menu("Forum"),
        Waypoint(
            "^/forum(\\?|$)",
            (fill("input[name=s]", word, wrong), click("input[value='Search Forum']")),
        ),
    )
    return Errand(text, (Leg(way),), ends_at=f"^/forum\\?s={word}$")


BROWSING = {
    "open-thread": open_thread,
    "open-ticket": open_ticket,
    "open-ticket-history": open_ticket_history,
    "open-wiki-page": open_wiki,
    "open-wiki-history": open_wiki_history,
    "open-check-in": open_checkin,
    "filter-time-line": filter_timeline,
    "open-file": open_file,
    "open-settings": open_settings,
    "open-person": open_person,
    "search-forum": search_forum,
}
