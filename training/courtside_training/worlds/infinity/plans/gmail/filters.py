"""Plans for the mail app's filters and labels."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    Plans,
    choose,
    click,
    fill,
    pick,
    submit,
)

from .pages import CONFIRMED, new_label, settings_tab

_FILTERS = settings_tab("filters")
_LABELS = settings_tab("labels")
_MADE = submit("#saveFilterBtn", cancel="#modalFooter >> text=Cancel")
_NEW = (*_FILTERS, click("[data-testid=create-filter-btn]"))
_LABEL = "[data-testid=filter-label]"
_FROM = "[data-testid=filter-from]"


def _edit(number: int, wrong: int) -> tuple[Move, ...]:
    edit = "[data-testid=edit-filter-filter_{}]"
    return *_FILTERS, pick(edit.format(number), edit.format(wrong))


def _delete(number: int, wrong: int) -> Part:
    delete = "[data-testid=delete-filter-filter_{}]"
    return Part(*_FILTERS, pick(delete.format(number), delete.format(wrong)), CONFIRMED)


def _label(number: int, what: str, wrong: int) -> tuple[Move, ...]:
    there = f"[data-testid={what}-label-label_{{}}]"
    return *_LABELS, pick(there.format(number), there.format(wrong))


def _renamed(number: int, name: str, wrong: str, other: int) -> Part:
    way = _label(number, "edit", other)
    name_field = fill("#modalBody input[type=text]", name, wrong)
    return Part(*way, name_field, submit("#saveLabelBtn", cancel="#modalFooter >> text=Cancel"))


PLANS: Plans = {
    "real/task_m6": Plan(
        Part(
            *_NEW,
            fill(_FROM, "david.kim@financeplus.com", "david.kim@finance.com"),
            choose(_LABEL, "Finance", "Invoices"),
            _MADE,
        )
    ),
    "real/task_m10": Plan(_delete(1, 12)),
    "function/task_21": Plan(_delete(12, 1)),
    "real/task_h2": Plan(
        Part(
            *_edit(10, 11),
            click("#filterArchive", "#filterMarkRead"),
            fill(
                "[data-testid=filter-forward]",
                "priya.sharma@cloudnine.dev",
                "priya.sharma@devops.tools",
            ),
            _MADE,
        )
    ),
    "real/task_h15": Plan(
        Part(
            *_edit(2, 3),
            click("#filterArchive", "#filterDelete"),
            click("#filterMarkRead", "#filterStar"),
            _MADE,
        )
    ),
    "function/task_20": Plan(
        Part(
            *_NEW,
            fill(_FROM, "noreply@medium.com", "noreply@medium.org"),
            choose(_LABEL, "Newsletters", "Education"),
            click("#filterArchive", "#filterDelete"),
            _MADE,
        )
    ),
    "real/task_m9": Plan(_renamed(19, "Resources", "Resource", 18)),
    "function/task_16": Plan(_renamed(5, "Purchase Receipts", "Purchases", 15)),
    "function/task_17": Plan(Part(*_label(8, "delete", 6), CONFIRMED)),
    "function/task_14": Plan(new_label("Urgent", "Urgnet")),
    "function/task_15": Plan(new_label("Deadlines", "Deadline", "Work", "Personal")),
    "real/task_m2": Plan(
        Part(
            click("[data-testid=create-label-btn]"),
            fill("[data-testid=label-name-input]", "Urgent", "Important"),
            click("[title=red]", "[title=orange]"),
            submit("#createLabelBtn", cancel="#modalFooter >> text=Cancel"),
        )
    ),
    "own/hr-read": Plan(
        Part(*_edit(9, 8), click("#filterMarkRead", "#filterArchive"), _MADE),
        task="What comes from HR is filed already; do not show it as unread any more either.",
    ),
    "own/lists-gone": Plan(
        _delete(4, 3),
        Part(*_label(14, "delete", 13), CONFIRMED),
        task="Drop the rule about mails that let me unsubscribe, and the label for friends, "
        "I use neither.",
    ),
    "own/text-alert": Plan(
        Part(*_edit(10, 9), click("#filterStar", "#filterDelete"), _MADE),
        task="Send a text message to my phone whenever a server alert comes in.",
        impossible=True,
    ),
}
