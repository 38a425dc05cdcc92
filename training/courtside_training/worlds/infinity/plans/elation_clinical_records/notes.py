"""Plans for the notes of visits: a new one, what goes into it, and the signature."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    pick,
    submit,
)

from .office import new_category
from .pages import CANCEL, CLOSED, SETTINGS, chart, found, listed, saved

Value = tuple[str, str]
SIGNED = submit(
    "[data-action=sign-visit-note]", less="[data-action=save-note-draft]", cancel=CANCEL
)
_DRAFT = "Follow-up: Anxiety and Back Pain"
_KEPT = saved("note-draft")


def created(reason: str = "", wrong: str = "", **lists: Value) -> tuple[Move, ...]:
    """A new note: its format, category and template, each with what is nearly right."""
    chosen = [move for what, pair in lists.items() for move in listed(f"note-{what}", *pair)]
    named = (fill("#note-reason", reason, wrong),) if reason else ()
    made = submit("[data-action=create-visit-note]", cancel=CANCEL)
    return click("[data-action=new-visit-note]"), *chosen, *named, made


def block(kind: str, wrong: str) -> tuple[Move, Move]:
    """One more section of the note that is open: "hpi", "ros", "pe", "assessment"."""
    option = "[data-action=add-block-to-note][data-block-type={}]"
    return click("[data-action=show-add-block]"), click(option.format(kind), option.format(wrong))


def billed(code: str, words: str, wrong: str) -> tuple[Move, ...]:
    """One more item to bill on the note that is open."""
    return (
        click("[data-action=show-add-billing]"),
        fill("#billing-cpt", code, wrong),
        fill("#billing-description", words),
        saved("billing-item"),
    )


def visit(name: str, other: str, *moves: Move) -> Part:
    """A note of a patient is made, and what `moves` do with it; it is closed at the end."""
    way = chart(name, other, "notes")
    return Part(*way, *moves, CLOSED, other=(*found(name, tab="notes"), *moves, CLOSED))


def drafted(*moves: Move) -> Part:
    """The draft that one of the patients has is opened and closed."""
    opened = (*chart("Kowalski", tab="notes"), pick(f".note-card:has-text('{_DRAFT}')"))
    return Part(*opened, *moves, CLOSED)


_MODERATE = "Office visit, established, moderate complexity"
_HIGH = "Office visit, established, high complexity"
_LOW = "Office visit, established, low complexity"

PLANS: Plans = {
    "real/task_e4": Plan(drafted(SIGNED)),
    "real/task_m3": Plan(
        visit("Sharma", "Nakamura", *created(format=("Simple Note", "Non-Visit Note")))
    ),
    "real/task_m11": Plan(
        visit(
            "Zhao",
            "Wu",
            *created(
                category=("Annual Exam", "Office Visit"),
                template=("E* Annual Wellness Visit", "E* Problem-Focused Visit"),
            ),
        )
    ),
    "real/task_m19": Plan(
        visit("Bergstrom", "Henderson", *created(category=("Telehealth", "Follow-Up")))
    ),
    "function/task_27": Plan(
        visit("Fitzgerald", "Kowalski", *created("New Patient Visit", "New Patient Exam"))
    ),
    "function/task_32": Plan(
        drafted(
            *block("pe", "ros"),
            fill(
                ".block-content[data-block-idx='1']",
                "General: Alert, oriented. Lumbar spine tenderness to palpation.",
                "General: Alert, oriented. Cervical spine tenderness to palpation.",
            ),
            _KEPT,
        )
    ),
    "function/task_33": Plan(
        drafted(
            fill(
                ".block-content[data-block-idx='0']",
                "Patient returns for 6-week follow-up. Reports improvement in back pain with "
                "physical therapy. Anxiety well-managed on current medication.",
                "Patient returns for 6-week follow-up. Reports no improvement in back pain with "
                "physical therapy. Anxiety well-managed on current medication.",
            ),
            _KEPT,
        )
    ),
    "function/task_34": Plan(
        drafted(operate("[data-action=remove-block]", "[data-action=show-add-block]"))
    ),
    "function/task_35": Plan(drafted(*billed("99213", _LOW, "99214"))),
    "real/task_h25": Plan(drafted(*billed("99215", _HIGH, "99213"))),
    "real/task_h11": Plan(
        drafted(
            *block("pe", "past_medical_history"),
            *block("ros", "reconciled_medications"),
            *billed("99214", _MODERATE, "99213"),
            SIGNED,
        )
    ),
    "real/task_h45": Plan(
        drafted(
            *block("social_history", "family_history"),
            *block("follow_up", "functional_status"),
            *billed("99215", _HIGH, "99205"),
            SIGNED,
        )
    ),
    "real/task_h2": Plan(
        visit(
            "Fitzgerald",
            "Henderson",
            *created(
                format=("Pre-Op H&P Note", "H&P Note (Single Column)"),
                category=("Pre-Op Evaluation", "Procedure"),
                template=("Pre-Operative Evaluation", "E* Problem-Focused Visit"),
            ),
            SIGNED,
        )
    ),
    "real/task_h10": Plan(
        visit(
            "Henderson",
            "Bergstrom",
            *created(template=("Diabetes Management", "Hypertension Follow-Up")),
            *block("carePlan", "diet"),
        )
    ),
    "real/task_h13": Plan(
        Part(SETTINGS, *listed("pref-note-format", "Simple Note", "Non-Visit Note")),
        visit("Wu", "Washington", *created()),
    ),
    "real/task_h19": Plan(
        visit(
            "O'Brien",
            "Zhao",
            *created(category=("Follow-Up", "Urgent Visit")),
            *block("hpi", "habits"),
            *block("assessment", "allergies"),
        )
    ),
    "real/task_h22": Plan(
        visit("Johnson", "Kowalski", *created(category=("Telehealth", "Office Visit")))
    ),
    "real/task_h42": Plan(
        visit(
            "Johnson",
            "Henderson",
            *created(
                category=("Follow-Up", "Urgent Visit"),
                template=("Hypertension Follow-Up", "Telehealth Follow-Up"),
            ),
            SIGNED,
        )
    ),
    "real/task_h44": Plan(
        visit(
            "Washington",
            "Wu",
            *created(
                category=("Vaccination Only", "Procedure"),
                template=("Flu Shot Administration", "Injectable Administration"),
            ),
        )
    ),
    "real/task_h54": Plan(
        visit(
            "Henderson",
            "Washington",
            *created(
                category=("Vaccination Only", "Office Visit"),
                template=("COVID-19 Vaccine Visit", "Flu Shot Administration"),
            ),
        )
    ),
    "real/task_h51": Plan(
        visit(
            "Bergstrom",
            "O'Brien",
            *created(template=("E* Problem-Focused Visit", "E* Annual Wellness Visit")),
            SIGNED,
        )
    ),
    "real/task_h59": Plan(
        visit(
            "Rodriguez-Martinez",
            "Wu",
            *created(
                category=("Annual Exam", "Office Visit"),
                template=("E* Annual Wellness Visit", "Well Child Visit (2-5 years)"),
            ),
        )
    ),
    "real/task_h26": Plan(
        new_category("Geriatric Care", "Geriatrics"),
        visit(
            "Zhao",
            "Henderson",
            *created(
                category=("Geriatric Care", "Annual Exam"),
                template=("E* Annual Wellness Visit", "Pre-Operative Evaluation"),
            ),
            SIGNED,
        ),
    ),
}
