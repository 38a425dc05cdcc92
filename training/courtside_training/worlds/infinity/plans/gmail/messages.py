"""Plans for single messages of the mail app."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, operate, pick

from .pages import (
    CONFIRMED,
    DRAFTED,
    INBOX,
    SENT,
    box,
    boxes,
    folder,
    important,
    labels,
    more,
    star,
    tab,
    tool,
    write,
)


def _starred(number: int, wrong: int) -> Plan:
    return Plan(Part(INBOX, pick(star(number), star(wrong))))


def _marked(number: int, wrong: int) -> Plan:
    return Plan(Part(INBOX, pick(important(number), important(wrong))))


def _done(number: int, wrong: int, name: str, other: str, category: str = "primary") -> Part:
    """A message of the inbox is archived, deleted, reported or read."""
    way = (INBOX, tab(category)) if category != "primary" else (INBOX,)
    return Part(*way, *boxes(number, wrong=wrong), tool(name, other))


def _labelled(number: int, wrong: int, *names: str, other: str) -> Part:
    return Part(INBOX, *boxes(number, wrong=wrong), *labels(*names, wrong=other))


_SNOOZE = (
    *more("Snooze", "Mark as unread"),
    click("[data-snooze=tomorrow]", "[data-snooze=next_week]"),
)

PLANS: Plans = {
    "real/task_e1": _starred(1, 18),
    "function/task_3": _starred(13, 106),
    "function/task_4": _starred(4, 7),
    "real/task_e8": _starred(7, 26),
    "real/task_e16": _starred(11, 122),
    "real/task_e7": _marked(20, 5),
    "real/task_e15": _marked(6, 9),
    "function/task_5": _marked(17, 110),
    "function/task_6": _marked(1, 5),
    "real/task_e2": Plan(_done(14, 26, "read", "archive")),
    "real/task_e10": Plan(_done(2, 105, "read", "archive")),
    "function/task_1": Plan(_done(1, 6, "read", "archive")),
    "function/task_2": Plan(_done(5, 28, "unread", "archive")),
    "real/task_e3": Plan(_done(15, 16, "delete", "archive")),
    "real/task_e11": Plan(_done(12, 24, "delete", "archive")),
    "function/task_8": Plan(_done(6, 9, "delete", "spam")),
    "real/task_e4": Plan(_done(19, 67, "archive", "delete", "updates")),
    "function/task_7": Plan(_done(12, 120, "archive", "delete")),
    "real/task_m13": Plan(_done(77, 118, "archive", "delete")),
    "function/task_9": Plan(_done(44, 45, "spam", "archive", "promotions")),
    "real/task_e13": Plan(Part(folder("spam"), *boxes(93, wrong=95), *more("Not spam", "Mark as"))),
    "real/task_m16": Plan(Part(folder("spam"), click("[data-testid=empty-spam-btn]"), CONFIRMED)),
    "real/task_m7": Plan(
        Part(folder("trash"), *boxes(89, wrong=90), *more("Block", "Mark as unread"))
    ),
    "function/task_27": Plan(Part(INBOX, *boxes(23, wrong=30), *more("Block", "Mute"))),
    "function/task_11": Plan(Part(INBOX, *boxes(18, wrong=104), *more("Mute", "Mark as unread"))),
    "real/task_m4": Plan(Part(INBOX, *boxes(9, wrong=10), *_SNOOZE)),
    "real/task_m1": Plan(_labelled(28, 122, "Clients", other="Projects")),
    "real/task_m5": Plan(_labelled(11, 7, "Action Required", other="Clients")),
    "real/task_m14": Plan(_labelled(17, 110, "Projects", other="Meetings")),
    "function/task_12": Plan(_labelled(106, 13, "Finance", other="Invoices")),
    "function/task_13": Plan(_labelled(17, 110, "Work", other="Personal")),
    "real/task_h10": Plan(
        _labelled(29, 105, "Work", "Projects", "Waiting For Reply", other="Action Required")
    ),
    "real/task_m17": Plan(
        Part(
            folder("label-label_10", "label-label_9"),
            *boxes(85, wrong=86),
            click("[data-testid=toolbar-move-to]"),
            operate("[data-moveto-dest=inbox]", "[data-moveto-dest=archive]"),
        )
    ),
    "function/task_29": Plan(
        Part(
            folder("trash"),
            *boxes(90, wrong=91),
            click("[data-testid=toolbar-move-to]"),
            operate("[data-moveto-dest=inbox]", "[data-moveto-dest=spam]"),
        )
    ),
    "function/task_18": Plan(
        Part(
            *write(
                "sarah.chen@techcorp.io",
                "Meeting Follow-up",
                "Thanks for the update on the project.",
                ("sarah.chan@techcorp.io", "Follow-up", "Thanks for the update."),
            ),
            SENT,
        )
    ),
    "function/task_19": Plan(
        Part(
            *write(
                "david.kim@financeplus.com",
                "Budget Discussion",
                "Let us discuss the Q2 budget next week.",
                ("david.kim@finance.com", "Budget", "Let us discuss the Q1 budget next week."),
            ),
            DRAFTED,
        )
    ),
    "own/late": Plan(
        Part(
            *write(
                "priya.sharma@cloudnine.dev",
                "Standup",
                "I will be ten minutes late today.",
                ("priya@cloudnine.dev", "Stand", "I will be two minutes late today."),
            ),
            SENT,
        ),
        task="Drop a line to priya.sharma@cloudnine.dev under the heading Standup: "
        '"I will be ten minutes late today."',
    ),
    "own/older-brew": Plan(
        _done(118, 77, "delete", "archive"),
        task="There are two Daily Brews in my inbox. Throw the older one away.",
    ),
    "own/chris": Plan(
        _done(27, 30, "archive", "delete"),
        task="Whatever Chris wrote to me does not have to lie around any more, but keep it.",
    ),
    "own/newest-kevin": Plan(
        Part(INBOX, pick(star(8), star(107))),
        task="Put a star on the latest thing that Kevin Zhao sent me.",
    ),
    "own/recall": Plan(
        Part(folder("sent"), *boxes(101, wrong=102), tool("delete", "archive")),
        task="Take back the budget request that I sent, before anybody reads it.",
        impossible=True,
    ),
    "own/print": Plan(
        Part(INBOX, pick(box(22), box(5)), tool("archive", "delete")),
        task="Print the donation receipt on the office printer.",
        impossible=True,
    ),
}
