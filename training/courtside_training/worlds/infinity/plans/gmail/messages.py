"""Plans for single messages of the mail app."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, operate, pick

from .pages import box, star

PLANS: Plans = {
    "real/task_e1": Plan(Part(pick(star(1), star(18)))),
    "real/task_e3": Plan(
        Part(
            pick(box(15), box(16)),
            operate("[data-testid=toolbar-delete]", "[data-testid=toolbar-archive]"),
        )
    ),
}
