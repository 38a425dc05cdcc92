"""Plans for what stands on a patient's page: tags, contacts, text messages, the Passport."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, fill, submit

from .pages import (
    CONFIRMED,
    among,
    by_visit,
    listed,
    patient,
    tagged,
    ticked,
    untagged,
)

_SAVED = submit("[data-testid=save-passport-btn]", cancel=".passport-dialog >> text=Cancel")
_GLOBE = click("[data-testid=passport-globe-btn]", note="The globe opens the Passport's settings.")
_LEVEL = "passportSharingLevel"
_SENT = submit("[data-testid=confirm-invite-btn]", cancel=".passport-dialog >> text=Cancel")
_TEXTS = "[data-testid=opt-out-sms-btn]"


def tag(name: str, tag: str, wrong: str, *, instead: str) -> Part:
    """Adds a tag; `instead` is another patient."""
    way = (*patient(name, instead), *tagged(tag, wrong))
    return Part(*way, undo=(untagged(tag),))


def untag(name: str, tag: str, wrong: str = "", *, instead: str) -> Part:
    way = (*patient(name, instead), untagged(tag, wrong))
    again = "[data-testid=add-tag-form] [data-tag='{}']"
    return Part(*way, undo=(click("[data-testid=add-tag-btn]"), click(again.format(tag))))


def level(name: str, value: int, wrong: int, was: int = 0, visit: tuple[int, int] = (0, 0)) -> Part:
    """How much of a chart its owner sees; `visit`: an appointment that leads there, and another."""
    change = (_GLOBE, *listed(_LEVEL, value, wrong), _SAVED)
    other = (*by_visit(*visit), *change) if visit[0] else ()
    undo = (_GLOBE, *listed(_LEVEL, was), _SAVED) if was else ()
    return Part(*patient(name), *change, other=other, undo=undo)


def contact(
    name: str, *fields: tuple[str, str, str], instead: str = "", visit: tuple[int, int] = (0, 0)
) -> Part:
    """Whom to call in an emergency: fields as "phone", what, nearly that."""
    filled = [fill(f"#ec-{field}", value, wrong) for field, value, wrong in fields]
    form = (
        click("[data-testid=edit-emergency-contact-btn]"),
        *filled,
        submit("[data-testid=save-ec-btn]", cancel=".modal-header .close-btn"),
    )
    other = (*by_visit(*visit), *form) if visit[0] else ()
    return Part(*patient(name, instead), *form, other=other)


def no_texts(name: str, instead: str) -> Part:
    return Part(*patient(name, instead), click(_TEXTS, "[data-testid=edit-emergency-contact-btn]"))


def invite(name: str, instead: str) -> Part:
    """Invites a patient to the Passport, from the own page or from the list."""
    listed_too = (*ticked(name, wrong=instead), click("[data-testid=bulk-invite-btn]"), CONFIRMED)
    return Part(*patient(name, instead), _GLOBE, _SENT, other=listed_too)


def invite_all(names: tuple[str, ...], wrong: str) -> Part:
    """Invites several at once."""
    sent = click("[data-testid=bulk-invite-btn]", "[data-testid=bulk-send-btn]")
    return Part(*ticked(*names, wrong=wrong), sent, CONFIRMED)


def invite_again(name: str, instead: str, *moves: Move) -> Part:
    """Sends an invitation once more; `moves`: what is changed in the same form."""
    form = (_GLOBE, *moves, _SENT)
    again = submit("[data-testid=resend-invite-btn]")
    short = () if moves else (*patient(name, instead), again)
    return Part(*patient(name, instead), *form, other=short)


def disable(name: str, instead: str) -> Part:
    off = click("[data-testid=disable-passport-btn]", "[data-testid=passport-globe-btn]")
    return Part(*patient(name, instead), off, CONFIRMED)


PLANS: Plans = {
    "real/task_e5": Plan(tag("David Park", "VIP", "Inactive", instead="Tyler Robinson")),
    "function/task_12": Plan(tag("Janet Okonkwo", "High Risk", "VIP", instead="Jason Liu")),
    "function/task_13": Plan(
        tag("Megan Burke", "Insurance Pending", "Inactive", instead="Brian Murphy")
    ),
    "real/task_e6": Plan(
        Part(
            *among("th", 2, 46),
            untagged("New Patient"),
            other=(*patient("Emily Thompson", "Marcus Johnson"), untagged("New Patient")),
        )
    ),
    "function/task_15": Plan(
        untag("Robert Washington", "Chronic Care", "High Risk", instead="Dennis Volkov")
    ),
    "real/task_m17": Plan(no_texts("David Park", "Derek Hansen")),
    "real/task_m18": Plan(
        contact(
            "Kevin Adebayo",
            ("name", "Grace Adebayo", "Joy Adebayo"),
            ("phone", "(650) 555-1122", "(650) 555-1121"),
            ("relationship", "Wife", "Sister"),
            instead="Brian Murphy",
        )
    ),
    "function/task_19": Plan(
        Part(
            *patient("Alice Johansson", "Marcus Johnson"),
            _GLOBE,
            fill("#passportPhone", "(415) 555-9999", "(415) 555-9990"),
            _SAVED,
        )
    ),
    "real/task_m1": Plan(invite("Anthony Petrov", "Megan Burke")),
    "function/task_22": Plan(invite("Brian Murphy", "Jason Liu")),
    "real/task_m5": Plan(invite_again("William Chang", "George Kowalski")),
    "function/task_24": Plan(invite_again("Marcus Johnson", "Tyler Robinson")),
    "real/task_m12": Plan(disable("Stephanie Rivera", "Michelle O'Connor")),
    "real/task_m13": Plan(level("Helen Matsumoto", 1, 2, 3, visit=(4, 12))),
    "real/task_m20": Plan(level("James Rodriguez", 4, 2, 3, visit=(1, 7))),
    "real/task_h3": Plan(
        invite_all(("Brian Murphy", "Victor Santos", "Craig Bennet"), "Jason Liu")
    ),
}
