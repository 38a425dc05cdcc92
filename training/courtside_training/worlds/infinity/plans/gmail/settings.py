"""Plans for the mail app's settings."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, submit

from .pages import CANCEL, SAVE, SETTINGS, option

_SAVED = submit(SAVE, cancel=CANCEL)

PLANS: Plans = {
    "real/task_e5": Plan(
        Part(
            SETTINGS,
            click(option("Conversation view off"), option("Disable hover actions")),
            _SAVED,
        )
    ),
    "real/task_e14": Plan(Part(SETTINGS, click(option("Reply all"), option("Text")), _SAVED)),
}
