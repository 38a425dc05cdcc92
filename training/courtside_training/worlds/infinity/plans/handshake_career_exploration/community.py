"""Plans about posts, comments, questions, answers, events and messages."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click

from .pages import (
    MESSAGES,
    ask,
    attend,
    bookmark,
    comment,
    helpful,
    like,
    publish,
    read,
    respond,
)

PLANS: Plans = {
    "real/task_e5": Plan(attend(8)),
    "real/task_e6": Plan(bookmark(7)),
    "real/task_e7": Plan(like(12)),
    "real/task_e8": Plan(read(8)),
    "real/task_e11": Plan(attend(4)),
    "real/task_e12": Plan(read(3)),
    "real/task_e13": Plan(like(5)),
    "real/task_e18": Plan(helpful(12, 14)),
    "real/task_e19": Plan(like(19)),
    "real/task_m3": Plan(
        ask(
            "What are the best ways to prepare for product management interviews at top tech"
            " companies?",
            "How do I become an engineer?",
        )
    ),
    "real/task_m11": Plan(
        respond(
            4,
            "I recommend business casual attire, and test your camera beforehand.",
            3,
        )
    ),
    "real/task_m15": Plan(
        comment(9, "What types of projects can attendees expect to hear about?", "See you there!")
    ),
    "real/task_m20": Plan(respond(6, "I recommend practice with mock interviews.", 3, hidden=True)),
    "real/task_h5": Plan(attend(2), attend(6), attend(7), attend(10)),
    "real/task_h13": Plan(
        publish(
            "Who wants to form a study group for case interviews?",
            "Who wants to form a running group?",
            school=True,
        ),
        attend(1),
    ),
    "real/task_h22": Plan(like(16)),
    "real/task_h24": Plan(attend(2), attend(4), attend(6)),
    "real/task_h25": Plan(helpful(11, 13)),
    "real/task_h28": Plan(helpful(1, 1, 2), bookmark(1)),
    "real/task_h38": Plan(
        helpful(12, 14), comment(16, "Thank you for the advice!", "When is the next fair?")
    ),
    "real/task_h41": Plan(helpful(6, 9)),
    "real/task_h45": Plan(like(12), bookmark(12)),
    "real/task_h46": Plan(helpful(7, 10), like(14)),
    "real/task_h50": Plan(
        comment(8, "What was your timeline for this plan?", "Well done!"), bookmark(18)
    ),
    "real/task_h55": Plan(like(10), helpful(4, 6)),
    "real/task_h59": Plan(like(8), like(12), like(16)),
    "real/task_h105": Plan(helpful(1, 2, 1)),
    "real/task_h128": Plan(helpful(6, 9), like(8)),
    "real/task_h148": Plan(bookmark(1), attend(4)),
    "function/task_2": Plan(like(8)),
    "function/task_3": Plan(bookmark(6)),
    "function/task_16": Plan(attend(3)),
    "function/task_21": Plan(Part(MESSAGES, click("[data-action=markAllRead]"))),
    "function/task_31": Plan(helpful(5, 7, 8)),
    "function/task_7": Plan(
        publish(
            "Anyone interested in forming a study group for system design?",
            "Anyone interested in forming a study group for algorithms?",
            school=True,
        )
    ),
    "function/task_28": Plan(
        ask(
            "What are the best tech companies for new grad software engineers in 2026?",
            "What are the best tech companies for new grad software engineers in 2027?",
        )
    ),
}
