"""Fossil's tasks that ask something: who, when, how many, what."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, link

from .pages import (
    at_checkin,
    at_thread,
    at_ticket,
    at_wiki,
    menu,
    on_thread,
    on_wiki,
    other,
    to_checkin,
    to_person,
    to_ticket,
)
from .story import CHECKINS, PEOPLE, THREADS, TICKETS

_WIKI = (
    ("Release plan", "When is the spring release planned?", "14 April", "30 March"),
    ("Release plan", "Who manages the release?", "Aiko Sato", "Bjarne Lund"),
    ("House rules", "How long may a review take at most?", "two days", "three days"),
    ("Harbour list", "Which harbour is the reference?", "Brest", "Roscoff"),
    ("Meeting notes", "At what time are the meetings?", "10:30", "10:00"),
    ("Meeting notes", "Who is the next chair?", "Bjarne Lund", "Aiko Sato"),
    ("Data sources", "How often are the constants renewed?", "every 19 years", "every 9 years"),
    ("Server handbook", "For how long are backups kept?", "21 days", "12 days"),
    ("Server handbook", "When does the server restart each night?", "03:40", "04:30"),
)
LEVELS = {
    "severity": ["Critical", "Severe", "Important", "Minor", "Cosmetic"],
    "priority": ["Immediate", "High", "Medium", "Low", "Zero"],
    "status": ["Open", "Verified", "Review", "Deferred", "Fixed", "Tested", "Closed"],
}


def _ticket_field(draw: Draw, field: str) -> Errand:
    ticket = draw.choice(TICKETS)
    right = str(getattr(ticket, field))
    text = draw.choice(
        (
            f'What is the {field} of the ticket "{ticket.title}"?',
            f'Look up the ticket "{ticket.title}" and tell me its {field}.',
            f'"{ticket.title}": which {field} does this ticket have?',
        )
    )
    return Errand(
        text,
        (Leg(to_ticket(draw, ticket)),),
        reads_at=at_ticket(ticket),
        answer=Answer(right, other(draw, LEVELS[field], right)),
    )


def ticket_status(draw: Draw) -> Errand:
    return _ticket_field(draw, "status")


def ticket_severity(draw: Draw) -> Errand:
    return _ticket_field(draw, "severity")


def ticket_priority(draw: Draw) -> Errand:
    return _ticket_field(draw, "priority")


def ticket_remark(draw: Draw) -> Errand:
    """Who made the first remark."""
    ticket = draw.choice([each for each in TICKETS if each.remarks])
    right = ticket.remarks[0][0]
    text = draw.choice(
        (
            f'Who made the first remark on the ticket "{ticket.title}"? Give the login.',
            f'Which user was the first to comment on "{ticket.title}" in the tickets?',
        )
    )
    return Errand(
        text,
        (Leg(to_ticket(draw, ticket)),),
        reads_at=at_ticket(ticket),
        answer=Answer(right, other(draw, [p.login for p in PEOPLE], right)),
    )


def wiki_question(draw: Draw) -> Errand:
    name, question, right, near = draw.choice(_WIKI)
    text = draw.choice(
        (f'{question} It is on the wiki page "{name}".', f'Read the wiki page "{name}". {question}')
    )
    return Errand(text, (on_wiki(draw, name),), reads_at=at_wiki(name), answer=Answer(right, near))


def thread_opener(draw: Draw) -> Errand:
    thread = draw.choice(THREADS)
    right = thread.posts[0].by
    text = draw.choice(
        (
            f'Who started the forum thread "{thread.title}"? Give the login.',
            f'Find out which user opened "{thread.title}" in the forum.',
        )
    )
    return Errand(
        text,
        (on_thread(draw, thread),),
        reads_at=at_thread(thread),
        answer=Answer(right, other(draw, [p.login for p in PEOPLE], right)),
    )


def thread_reply(draw: Draw) -> Errand:
    """Who said one of the replies."""
    thread = draw.choice([each for each in THREADS if len(each.posts) > 1])
    post = draw.choice(thread.posts[1:])
    text = draw.choice(
        (
            f'In the forum thread "{thread.title}", who answered "{post.text}"? Give the login.',
            f'Which user wrote "{post.text}" in the thread "{thread.title}"?',
        )
    )
    return Errand(
        text,
        (on_thread(draw, thread),),
        reads_at=at_thread(thread),
        answer=Answer(post.by, other(draw, [p.login for p in PEOPLE], post.by)),
    )


def checkin_author(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    text = draw.choice(
        (
            f'Who made the check-in "{checkin.comment}"? Give the login.',
            f'Which user checked in "{checkin.comment}"?',
        )
    )
    return Errand(
        text,
        (Leg(to_checkin(draw, checkin, [c.comment for c in CHECKINS])),),
        reads_at=at_checkin(checkin),
        answer=Answer(checkin.by, other(draw, [p.login for p in PEOPLE], checkin.by)),
    )


def checkin_file(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    text = draw.choice(
        (
            f'Which file did the check-in "{checkin.comment}" change?',
            f'Name the file that was touched by the check-in "{checkin.comment}".',
        )
    )
    return Errand(
        text,
        (Leg(to_checkin(draw, checkin, [c.comment for c in CHECKINS])),),
        reads_at=at_checkin(checkin),
        answer=Answer(checkin.file, other(draw, [c.file for c in CHECKINS], checkin.file)),
    )


def tagged_checkin(draw: Draw) -> Errand:
    """Which check-in has a tag."""
    checkin = draw.choice([each for each in CHECKINS if each.tags])
    tag = checkin.tags[0]
    wrong = next(each.tags[0] for each in CHECKINS if each.tags and each != checkin)
    text = draw.choice(
        (
            f'Which check-in has the tag "{tag}"? Give its comment.',
            f'What does the comment of the check-in tagged "{tag}" say?',
        )
    )
    way = (menu("Tags"), Waypoint("^/taglist", (link(tag, ".content", wrong),)))
    near = other(draw, [each.comment for each in CHECKINS], checkin.comment)
    return Errand(
        text,
        (Leg(way),),
        reads_at=f"^/timeline\\?.*{tag}",
        answer=Answer(checkin.comment, near),
    )


def contact(draw: Draw) -> Errand:
    person = draw.choice(PEOPLE)
    text = draw.choice(
        (
            f'What contact information does the user "{person.login}" have?',
            f"Look up {person.login}'s contact information in the list of users.",
        )
    )
    way = to_person(draw, person, [each.login for each in PEOPLE])
    near = other(draw, [each.contact for each in PEOPLE], person.contact)
    return Errand(
        text, (Leg(way[:-1]),), reads_at="^/setup_ulist$", answer=Answer(person.contact, near)
    )


READING = {
    "read-ticket-status": ticket_status,
    "read-ticket-severity": ticket_severity,
    "read-ticket-priority": ticket_priority,
    "read-ticket-remark": ticket_remark,
    "read-wiki": wiki_question,
    "read-thread-opener": thread_opener,
    "read-thread-reply": thread_reply,
    "read-check-in-author": checkin_author,
    "read-check-in-file": checkin_file,
    "read-tagged-check-in": tagged_checkin,
    "read-contact": contact,
}
