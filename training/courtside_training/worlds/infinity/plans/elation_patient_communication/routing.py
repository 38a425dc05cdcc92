"""Plans for who gets the messages of patients, by subject."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, operate, pick

from .office import started
from .pages import listed, settings

_SUBJECTS = {
    "general-question": "General Question",
    "prescription-refill": "Prescription Refill",
    "appointment-request": "Appointment Request",
    "test-results": "Test Results",
    "billing-question": "Billing Question",
    "referral-request": "Referral Request",
    "medical-records-request": "Medical Records Request",
    "other": "Other",
}
DESK, CLINICAL, NURSES, ALL = "ug_1", "ug_2", "ug_3", "ug_4"
CHEN, TORRES, OKAFOR, KIM, WRIGHT = range(1, 6)
EVERYONE = range(1, 6)


def _of(provider: int, wrong: int) -> tuple[Move, ...]:
    """The table of one provider."""
    return *settings("routing"), *listed("routingProvider", f"prov_{provider}", f"prov_{wrong}")


def _added(subject: str, who: str, instead: str = "") -> tuple[Move, ...]:
    entry = "[data-testid=routing-recipient-form] [data-recipient={}]"
    button = "[data-testid=add-route-{}]"
    other, another = (button.format(_next(subject)), entry.format(instead)) if instead else ("", "")
    return (
        click(button.format(subject), other),
        pick(entry.format(who), another),
        click("[data-testid=routing-recipient-form] >> text=Close"),
    )


def _removed(subject: str, who: str) -> Move:
    cross = f".remove-recipient[data-category='{{}}'][data-recipient={who}]"
    return operate(cross.format(_SUBJECTS[subject]))


def _next(subject: str) -> str:
    names = list(_SUBJECTS)
    return names[(names.index(subject) + 1) % len(names)]


def added(provider: int, subjects: Sequence[str], who: str, instead: str = "") -> Part:
    """Lets somebody have the messages about some subjects; what goes wrong is the last of them."""
    other = instead or (NURSES if who != NURSES else ALL)
    way = _of(provider, provider % len(EVERYONE) + 1)
    *first, last = subjects
    moves = [move for subject in first for move in _added(subject, who)]
    moves += _added(last, who, other)
    undo = [_removed(subject, who) for subject in subjects]
    return Part(*way, *moves, undo=tuple(undo))


def removed(provider: int, subjects: Sequence[str], who: str) -> Part:
    """Lets somebody have them no more."""
    way = _of(provider, provider % len(EVERYONE) + 1)
    return Part(*way, *(_removed(subject, who) for subject in subjects))


_DESKS = ("appointment-request", "billing-question", "medical-records-request")

PLANS: Plans = {
    "real/task_m4": Plan(added(KIM, ["prescription-refill"], NURSES)),
    "function/task_44": Plan(added(CHEN, ["test-results"], CLINICAL)),
    "real/task_m10": Plan(removed(TORRES, ["general-question"], DESK)),
    "real/task_h29": Plan(added(OKAFOR, _DESKS, CLINICAL), removed(OKAFOR, _DESKS, DESK)),
    "real/task_h30": Plan(added(KIM, list(_SUBJECTS), CLINICAL)),
    "real/task_h35": Plan(added(KIM, ["billing-question"], CLINICAL)),
    "real/task_h60": Plan(
        added(TORRES, ["referral-request"], "prov_1", "prov_5"),
        added(TORRES, ["referral-request"], "prov_4", "prov_3"),
    ),
    "real/task_h77": Plan(
        started(WRIGHT, OKAFOR, "Join at https://meet.bayareafamilymed.com/wright"),
        added(KIM, ["test-results", "referral-request"], "prov_5", "prov_3"),
    ),
    "own/refills-to-nurses": Plan(
        added(TORRES, ["prescription-refill"], NURSES),
        removed(WRIGHT, ["prescription-refill"], "prov_2"),
        task="When people run out of pills, Amanda's requests should not land with Michael any"
        " more, and of his own ones the nurses want to know too.",
    ),
    "own/desk-out-of-kim": Plan(
        removed(KIM, ["general-question"], DESK),
        task="Reception complains that it gets medical questions meant for Robert. Spare them that,"
        " only for him.",
    ),
}
