"""Plans about jobs and employers: saving, following, and both after looking something up."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Plan, Plans

from .pages import attend, bookmark, comment, follow, like, read, save

PLANS: Plans = {
    "real/task_e1": Plan(follow(13)),
    "real/task_e2": Plan(follow(10)),
    "real/task_e3": Plan(save(4)),
    "real/task_e4": Plan(save(7)),
    "real/task_e9": Plan(follow(6)),
    "real/task_e10": Plan(save(19)),
    "real/task_e17": Plan(save(24)),
    "real/task_e20": Plan(follow(18)),
    "real/task_m16": Plan(save(29)),
    "real/task_h1": Plan(follow(4), follow(8), follow(11)),
    "real/task_h3": Plan(save(1), save(2), save(22)),
    "real/task_h4": Plan(save(3)),
    "real/task_h6": Plan(follow(2), follow(6)),
    "real/task_h7": Plan(save(1, 2), save(4, 23), save(22)),
    "real/task_h18": Plan(save(2, 9), save(22, 29), save(30)),
    "real/task_h21": Plan(save(1, 2), save(22), attend(4)),
    "real/task_h32": Plan(
        save(4),
        save(23),
        comment(19, "I am interested in participating with my team!", "Is there a prize?"),
    ),
    "real/task_h42": Plan(read(1), read(3), read(8), save(1, 2, 22), save(26), save(6, 25)),
    "real/task_h44": Plan(save(16, 17, 20), save(21, 27, 28), save(7, 12), save(18, 24), save(3)),
    "real/task_h53": Plan(follow(18), save(20), like(17)),
    "real/task_h62": Plan(save(5), save(8), save(27), save(17, 30)),
    "real/task_h63": Plan(follow(20), save(21)),
    "real/task_h70": Plan(save(9), bookmark(13)),
    "real/task_h73": Plan(read(6), like(4)),
    "real/task_h78": Plan(save(6), save(25), like(11)),
    "real/task_h88": Plan(like(11), bookmark(11), save(6), save(25)),
    "real/task_h95": Plan(save(3), save(27)),
    "real/task_h101": Plan(save(8), like(7)),
    "real/task_h107": Plan(attend(4), attend(6), save(1, 2, 22), save(29)),
    "real/task_h113": Plan(like(7), save(8)),
    "real/task_h125": Plan(attend(10), follow(19), save(17)),
    "real/task_h126": Plan(read(1), attend(4), save(1), save(2), save(22)),
    "real/task_h127": Plan(attend(1), save(5)),
    "real/task_h141": Plan(follow(2), follow(9), follow(16)),
    "real/task_h145": Plan(save(9), follow(12)),
    "real/task_h153": Plan(save(4), save(23), bookmark(19)),
    "function/task_9": Plan(follow(1)),
    "function/task_11": Plan(follow(8)),
    "function/task_13": Plan(save(3)),
    "function/task_14": Plan(save(21)),
}
