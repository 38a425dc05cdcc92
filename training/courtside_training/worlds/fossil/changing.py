"""Fossil's tasks that change its tickets and its forum."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    pick,
)

from .artifacts import ticket_id
from .pages import (
    PREVIEW,
    SEND,
    SUBMIT,
    at_thread,
    menu,
    on_thread,
    on_ticket,
    other,
    sub,
    to_thread,
)
from .reading import LEVELS
from .story import ADMIN, THREADS, TICKETS, Post, Ticket

_TYPES = ["Code_Defect", "Build_Problem", "Documentation", "Feature_Request", "Incident"]
_TROUBLES = (
    ("Chart prints without a legend", "The legend is there on the screen only."),
    ("Heights jump at midnight", "Between 23:59 and 00:01 the curve has a step."),
    ("Sound for high water", "A bell would be nice."),
    ("Help page is empty", "It shows a title and nothing below."),
    ("Slow start on old phones", "It takes twenty seconds until the first table."),
)
_SAYINGS = (
    "I will look at it tomorrow.",
    "This happens here as well.",
    "Please attach a picture.",
    "It works with the newest version.",
    "Can somebody else confirm this?",
)
_TOPICS = (
    ("Boat trip in June", "Who would like to come?"),
    ("A new logo", "I made three drafts."),
    ("Tables for the north", "Which harbours are missing?"),
    ("Thanks to all", "The winter was a good one."),
)


def _set_field(draw: Draw, field: str, tickets: list[Ticket], wish: str = "") -> Errand:
    ticket = draw.choice(tickets)
    now = str(getattr(ticket, field))
    values = [value for value in LEVELS[field] if value != now]
    value = wish or draw.choice(values)
    wrong = other(draw, values, value)
    text = draw.choice(
        (
            f'Set the {field} of the ticket "{ticket.title}" to {value}.',
            f'Change the ticket "{ticket.title}": its {field} should be {value}.',
            f'The {field} of "{ticket.title}" has to become {value}. Please change that ticket.',
        )
    )
    form = choose(f"select[name={field}]", value, wrong)
    key = ("ticket", ticket_id(ticket.title), field)
    return Errand(text, (on_ticket(draw, ticket, {key: value}, form),))


def set_status(draw: Draw) -> Errand:
    return _set_field(draw, "status", list(TICKETS))


def set_severity(draw: Draw) -> Errand:
    return _set_field(draw, "severity", list(TICKETS))


def set_priority(draw: Draw) -> Errand:
    return _set_field(draw, "priority", list(TICKETS))


def set_type(draw: Draw) -> Errand:
    ticket = draw.choice(TICKETS)
    values = [each for each in _TYPES if each != ticket.type]
    value = draw.choice(values)
    text = draw.choice(
        (
            f'The ticket "{ticket.title}" has the wrong type, make it {value}.',
            f'File "{ticket.title}" under {value} instead.',
        )
    )
    form = choose("select[name=type]", value, other(draw, values, value))
    key = ("ticket", ticket_id(ticket.title), "type")
    return Errand(text, (on_ticket(draw, ticket, {key: value}, form),))


def close_ticket(draw: Draw) -> Errand:
    """Two fields of one form."""
    ticket = draw.choice(TICKETS)
    why = draw.choice(["Rejected", "Duplicate", "Works_As_Designed", "Overcome_By_Events"])
    text = draw.choice(
        (
            f'Close the ticket "{ticket.title}" with the resolution {why}.',
            f'Set "{ticket.title}" to Closed, resolution {why}.',
        )
    )
    form = (
        choose("select[name=status]", "Closed", other(draw, ["Tested", "Review"], ticket.status)),
        choose("select[name=resolution]", why, "Not_A_Bug"),
    )
    key = ticket_id(ticket.title)
    gives = {("ticket", key, "status"): "Closed", ("ticket", key, "resolution"): why}
    return Errand(text, (on_ticket(draw, ticket, gives, *form),))


def retitle_ticket(draw: Draw) -> Errand:
    ticket = draw.choice(TICKETS)
    title, wrong = draw.sample([each[0] for each in _TROUBLES], 2)
    text = draw.choice(
        (
            f'Rename the ticket "{ticket.title}" to "{title}".',
            f'Give the ticket "{ticket.title}" the title "{title}".',
        )
    )
    form = fill("input[name=title]", title, wrong)
    key = ("ticket", ticket_id(ticket.title), "title")
    return Errand(text, (on_ticket(draw, ticket, {key: title}, form),))


def remark(draw: Draw) -> Errand:
    ticket = draw.choice(TICKETS)
    comment, wrong = draw.sample(_SAYINGS, 2)
    text = draw.choice(
        (
            f'Add the remark "{comment}" to the ticket "{ticket.title}".',
            f'Comment on the ticket "{ticket.title}": "{comment}"',
        )
    )
    form = fill("textarea[name=icomment]", comment, wrong)
    gives = {("remark", ticket_id(ticket.title), comment): ADMIN}
    leg = on_ticket(draw, ticket, gives, form, instead=fill("input[name=title]", comment))
    return Errand(text, (leg,))


def new_ticket(draw: Draw) -> Errand:
    title, detail = draw.choice(_TROUBLES)
    type_, severity = draw.choice(_TYPES), draw.choice(LEVELS["severity"])
    text = draw.choice(
        (
            f'Open a ticket "{title}" of type {type_}, severity {severity}, saying "{detail}"',
            f'Report this: "{title}". Type {type_}, severity {severity}, description "{detail}"',
        )
    )
    form = (
        fill("input[name=title]", title, draw.choice(_TROUBLES)[0] + " again"),
        choose("select[name=type]", type_, other(draw, _TYPES, type_)),
        choose("select[name=severity]", severity, other(draw, LEVELS["severity"], severity)),
        fill("textarea[name=icomment]", detail, f"{detail[:-1]}, I think."),
    )
    way = (
        menu("Tickets"),
        Waypoint("^/(ticket|reportlist)$", (sub("New"),)),
        Waypoint("^/tktnew", (*form, PREVIEW, SEND)),
    )
    old = Random(title).choice(TICKETS)
    remark = on_ticket(Random(title), old, {}, fill("textarea[name=icomment]", detail))
    gives = {("new ticket", title, type_, severity): detail}
    return Errand(text, (Leg(way, gives, wrong_operation=remark.stops),))


def new_thread(draw: Draw) -> Errand:
    title, content = draw.choice(_TOPICS)
    text = draw.choice(
        (
            f'Start a forum thread "{title}" with the text "{content}"',
            f'Post in the forum: title "{title}", text "{content}"',
        )
    )
    form = (
        fill("input[name=title]", title, f"{title}?"),
        fill("textarea[name=content]", content, f"{content[:-1]} now?"),
    )
    way = (
        menu("Forum"),
        Waypoint("^/forum$", (sub("New Thread"),)),
        Waypoint("^/forum(new|e1)", (*form, PREVIEW, SUBMIT)),
    )
    old = Random(title).choice(THREADS)
    answer = (
        *to_thread(Random(title), old),
        Waypoint(at_thread(old), (click(_post(old.posts[0], "reply")),)),
        Waypoint("", (fill("textarea[name=content]", content), PREVIEW, SUBMIT)),
    )
    leg = Leg(way, {("post", title, ADMIN, content): ""}, wrong_operation=answer)
    return Errand(text, (leg,))


def _post(post: Post, button: str) -> str:
    return f'.forumTime:has(p:text-is("{post.text}")) input[name={button}]'


def reply(draw: Draw) -> Errand:
    thread = draw.choice(THREADS)
    post = draw.choice(thread.posts)
    comment, wrong = draw.sample(_SAYINGS, 2)
    text = draw.choice(
        (
            f'In the thread "{thread.title}", reply "{comment}" to the post "{post.text}"',
            f'Answer "{post.text}" in the forum thread "{thread.title}" with "{comment}"',
        )
    )
    words = Waypoint(
        "^/forume(dit|2)",
        (fill("textarea[name=content]", comment, wrong), PREVIEW, SUBMIT),
        f'p:text-is("{post.text}")',
    )
    near = [_post(each, "reply") for each in thread.posts if each != post]
    press = pick(_post(post, "reply"), draw.choice(near or [""]), "I answer it.")
    gives = {("post", thread.title, ADMIN, comment): post.text}
    leg = on_thread(draw, thread, Waypoint(at_thread(thread), (press,)), words, gives=gives)
    edit = Waypoint("", (click(_post(post, "edit"), note="I answer it."),))
    astray = Random(thread.title).choice([each for each in THREADS if each != thread])
    elsewhere = (
        *to_thread(Random(comment), astray),
        Waypoint("", (click(_post(astray.posts[0], "reply"), note="I answer it."),)),
    )
    leg = replace(
        leg,
        wrong_object=(*elsewhere, words),
        wrong_operation=(*leg.stops[:-2], edit, words),
    )
    return Errand(text, (leg,))


CHANGING = {
    "set-ticket-status": set_status,
    "set-ticket-severity": set_severity,
    "set-ticket-priority": set_priority,
    "set-ticket-type": set_type,
    "close-ticket": close_ticket,
    "retitle-ticket": retitle_ticket,
    "remark-on-ticket": remark,
    "new-ticket": new_ticket,
    "new-thread": new_thread,
    "reply-to-post": reply,
}
