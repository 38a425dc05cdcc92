"""Plans for several messages of the mail app at once, and questions about them."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Answer,
    Move,
    Part,
    Plan,
    Plans,
    click,
    operate,
    pick,
)

from .pages import (
    CONFIRMED,
    INBOX,
    boxes,
    folder,
    labels,
    more,
    new_label,
    row,
    settings_tab,
    tab,
    tool,
)

_FILTERS = settings_tab("filters")


def _read(task: str, right: str, near_miss: str, *way: Move) -> Plan:
    return Plan(Part(*way), task=task, answer=Answer(right, near_miss))


PLANS: Plans = {
    "real/task_h1": Plan(
        new_label("Q1 Priority", "Q1 Priorities", "Work", "Personal"),
        Part(INBOX, *boxes(1, wrong=5), *labels("Q1 Priority", wrong="Projects")),
    ),
    "real/task_h3": Plan(
        Part(INBOX, tab("social"), *boxes(31, 33, 37, 43, wrong=42), tool("archive", "delete"))
    ),
    "real/task_h5": Plan(
        Part(INBOX, tab("promotions"), *boxes(44, wrong=45), tool("delete", "archive")),
        Part(INBOX, tab("promotions"), *boxes(52, wrong=48), tool("delete", "archive")),
        Part(INBOX, tab("promotions"), *boxes(55, wrong=54), tool("delete", "archive")),
    ),
    "real/task_h7": Plan(
        new_label("Taxes", "Tax", "Finance", "Personal"),
        Part(INBOX, *boxes(28, wrong=5), *labels("Taxes", wrong="Finance")),
        Part(INBOX, *boxes(122, wrong=5), *labels("Taxes", wrong="Finance")),
    ),
    "real/task_h11": Plan(
        Part(INBOX, *boxes(1, 6, 9, 26, wrong=20), tool("delete", "archive")),
    ),
    "real/task_h13": Plan(
        new_label("Conferences", "Conference", "Work", "Education"),
        Part(INBOX, *boxes(14, wrong=21), *labels("Conferences", wrong="Meetings")),
        Part(INBOX, tab("promotions"), *boxes(46, wrong=47), *labels("Conferences", wrong="HR")),
    ),
    "real/task_h17": Plan(
        Part(INBOX, *boxes(77, 78, 79, 80, 81, 118, wrong=130), tool("archive", "delete")),
        Part(INBOX, tab("forums"), *boxes(72, 73, 75, 112, wrong=74), tool("archive", "delete")),
    ),
    "real/task_h18": Plan(
        Part(
            folder("snoozed"),
            pick(row(83), row(82)),
            operate("[title=Unsnooze]", "[title=Archive]"),
        ),
        Part(INBOX, *boxes(83, wrong=15), *labels("Action Required", wrong="Waiting For Reply")),
    ),
    "real/task_h19": Plan(
        Part(folder("trash"), click("[data-testid=empty-trash-btn]"), CONFIRMED),
        Part(folder("spam"), *boxes(93, 94, 95, 96, 97), *more("Not spam", "Mark as")),
    ),
    "own/all-of-sarah": Plan(
        Part(INBOX, *boxes(18, 104, wrong=129), tool("archive", "delete")),
        task="The team dinner is over: clear away what Sarah wrote about it, without deleting it.",
    ),
    "own/boss-first": Plan(
        new_label("Sarah", "Sara"),
        Part(INBOX, *boxes(129, wrong=104), *labels("Sarah", wrong="Work")),
        task="Make me a tag called Sarah and hang it on her mail about the database trouble.",
    ),
    "own/social-unread": _read(
        "How many things in my Social tab have I not read yet?", "4", "19", INBOX, tab("social")
    ),
    "own/aws": _read(
        "What did AWS charge us for the month?",
        "$847.23",
        "$4,500.00",
        INBOX,
        tab("updates"),
        pick(row(61), row(60)),
    ),
    "own/oldest-star": _read(
        "Of all the mail that I gave a star, whose is the oldest?",
        "David Kim",
        "Kevin Zhao",
        folder("starred", "important"),
    ),
    "own/alerts-to": _read(
        "Who else gets the Datadog alerts passed on?",
        "nate.patel@devops.tools",
        "priya.sharma@cloudnine.dev",
        *_FILTERS,
    ),
    "own/blocked": _read("How many senders are blocked?", "5", "4", *_FILTERS),
    "own/issue-number": _read(
        "Which issue of the auth service was given to me?",
        "#312",
        "#847",
        INBOX,
        tab("social", "updates"),
    ),
    "own/zoom": Plan(
        Part(INBOX, pick(row(23), row(117))),
        task="Find the recording of yesterday's call that Omar sent and pass it on to Maya.",
        impossible=True,
    ),
}
