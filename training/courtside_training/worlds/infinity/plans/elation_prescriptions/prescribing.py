"""Plans for a new prescription.

The lists of pharmacies and diagnoses open below the window, where nothing reaches them: no
diagnosis can be chosen, and no pharmacy but by making it the usual one.
"""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    Plans,
    click,
    fill,
    pick,
    submit,
)

from .pages import Value

PRESCRIBED = submit(
    "[data-action=submit-prescribe]",
    less="[data-action=save-as-template]",
    cancel="[data-action=discard-prescribe]",
)
TEMPORARY = click(
    "[data-testid=rxClassification-temporary]", "[data-testid=rxClassification-permanent_rx]"
)
AS_WRITTEN = click("[data-testid=rxDAW]", "[data-testid=rxClassification-temporary]")
_NUMBERS = {"qty": "#rxQty", "refills": "#rxRefills", "days": "#rxDaysSupply"}


def searched(word: str, name: str, wrong: str) -> tuple[Move, ...]:
    """Opens the form with a medicine; nearly right is another strength, or another medicine."""
    found = '#medSearchResults [data-med-name="{}"]'
    return (
        click("[data-action=open-prescribe]"),
        fill("#rxMedSearch", word),
        pick(found.format(name), found.format(wrong)),
    )


def prescribed(medicine: tuple[str, str, str], sig: Value, *moves: Move, **numbers: Value) -> Part:
    """A new prescription: the medicine as in `searched`, its qty, refills and days."""
    opened = searched(*medicine)
    filled = (*(fill(_NUMBERS[what], *pair) for what, pair in numbers.items()), *moves, PRESCRIBED)
    kept = (click("[data-action=show-sig-list]"), click(f'.sig-list-item:text-is("{sig[0]}")'))
    other = (*opened, *kept, *filled) if sig[0] in _KEPT else ()
    return Part(*opened, fill("#rxSig", *sig), *filled, other=other)


DAILY = ("Take 1 tablet by mouth once daily", "Take 1 tablet by mouth twice daily")
MORNING = (
    "Take 1 tablet by mouth once daily in the morning",
    "Take 1 tablet by mouth at bedtime",
)
BEDTIME = ("Take 1 tablet by mouth at bedtime", "Take 1 tablet by mouth once daily")
_EMPTY_STOMACH = "Take 1 tablet by mouth once daily on empty stomach"
_KEPT = (DAILY[0], DAILY[1], MORNING[0], BEDTIME[0], _EMPTY_STOMACH)
"""Directions that need not be typed."""
THIRTY = ("30", "60")
DOXYCYCLINE = ("Doxycycline", "Doxycycline 100mg capsule", "Doxycycline 50mg capsule")

PLANS: Plans = {
    "function/task_38": Plan(
        prescribed(
            ("Levothyroxine", "Levothyroxine 50mcg tablet", "Levothyroxine 75mcg tablet"),
            (_EMPTY_STOMACH, DAILY[0]),
            qty=THIRTY,
            refills=("5", "3"),
        )
    ),
    "function/task_39": Plan(
        prescribed(
            ("Cyclobenz", "Cyclobenzaprine 10mg tablet", "Cyclobenzaprine 5mg tablet"),
            (
                "Take 1 tablet by mouth three times daily as needed for muscle spasm",
                "Take 1 tablet by mouth three times daily",
            ),
            TEMPORARY,
            qty=("30", "10"),
            refills=("0", "1"),
            days=("10", "30"),
        )
    ),
    "function/task_40": Plan(
        prescribed(
            ("Famotidine", "Famotidine 20mg tablet", "Famotidine 40mg tablet"),
            (DAILY[1], DAILY[0]),
            AS_WRITTEN,
            qty=("60", "30"),
            refills=("3", "2"),
        )
    ),
    "function/task_43": Plan(
        prescribed(
            ("Ondansetron", "Ondansetron 4mg tablet", "Ondansetron 8mg tablet"),
            (
                "Take 1 tablet by mouth every 8 hours as needed for nausea",
                "Take 1 tablet by mouth every 6 hours as needed for nausea",
            ),
            TEMPORARY,
            fill(
                "#rxInstructions",
                "Patient is post-surgical, urgent fill requested",
                "Patient is pre-surgical, urgent fill requested",
            ),
            qty=("12", "4"),
            refills=("0", "1"),
            days=("4", "12"),
        )
    ),
}
