"""Where things are in the practice's app, and what is often done there."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.infinity.plan import Move, Part, click, fill, operate, pick, submit

HOME = click("[data-testid=nav-home]", note="To the first page.")
INBOX = click("[data-testid=nav-inbox]", note="To the letters of patients.")
SENT = click("[data-testid=nav-sent]", note="To the letters that were sent.")
DRAFTS = click("[data-testid=nav-drafts]", note="To the drafts.")
REMINDERS = click("[data-testid=nav-reminders]", note="To the reminders.")
PATIENTS = click("[data-testid=nav-patients]", note="To the list of patients.")
APPOINTMENTS = click("[data-testid=nav-appointments]", note="To the appointments.")
BULK = click("[data-testid=nav-bulk-letters]", note="To the letters to many.")
_SETTINGS = click("[data-testid=nav-settings]", note="To the settings.")
_CANCEL = "#modalOverlay >> role=button[name='Cancel']"
CONFIRMED = submit("[data-action=confirm-modal]", cancel=_CANCEL)
SEARCH = "[data-testid=patient-search]"


def _row(number: int, inside: str) -> str:
    """Something in the list of patients."""
    return f"[data-testid=patient-pat_{number}] {inside}"


def found(where: str, name: str, wrong: str = "") -> Move:
    """Looks a patient up by name; nearly right is the name of another one."""
    return replace(fill(where, name, wrong), flaw="object")


def patient(name: str, wrong: str = "") -> tuple[Move, ...]:
    """Opens the first of the patients that have such a name."""
    return PATIENTS, found(SEARCH, name, wrong), click(".patient-name-link >> nth=0")


def among(query: str, number: int, wrong: int) -> tuple[Move, ...]:
    """Opens one of several patients that are found by the same letters."""
    link = ".patient-name-link"
    return PATIENTS, fill(SEARCH, query), pick(_row(number, link), _row(wrong, link))


def by_visit(number: int, wrong: int) -> tuple[Move, ...]:
    """Opens the patient of an appointment that is still to come."""
    link = "[data-testid=appt-row-appt_{}] .link"
    return APPOINTMENTS, pick(link.format(number), link.format(wrong))


def ticked(*names: str, wrong: str = "") -> tuple[Move, ...]:
    """Selects patients by name; nearly right is another than the last of them."""
    box = click(".patient-checkbox >> nth=0")
    looked = [found(SEARCH, name, wrong if name == names[-1] else "") for name in names]
    return PATIENTS, *(move for look in looked for move in (look, box))


def listed(name: str, value: str | int, wrong: str | int = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own lists, by the values that stand behind its words."""
    entry = f"#{name} .dropdown-item[data-value='{{}}']"
    other = entry.format(wrong) if wrong else ""
    choice = replace(click(entry.format(value), other), flaw="value")
    return click(f"#{name} .dropdown-trigger"), choice


def settings(tab: str) -> tuple[Move, Move]:
    """A page of the settings: "admin", "telehealth", "billing"."""
    return _SETTINGS, click(f"[data-testid=tab-{tab}]")


def conversation(number: int, wrong: int) -> tuple[Move, Move]:
    """Opens a letter that came in."""
    letter = "[data-testid=inbox-page] [data-testid=letter-ltr_{}]"
    return INBOX, pick(letter.format(number), letter.format(wrong))


def replied(text: str, wrong: str) -> tuple[Move, Move]:
    """Answers the conversation that is open."""
    return (
        fill("[data-testid=reply-input]", text, wrong),
        submit("[data-testid=send-reply-btn]", cancel="[data-testid=back-btn]"),
    )


def signed_off() -> tuple[Move, Move]:
    """Ends the conversation that is open."""
    return click("[data-testid=sign-off-btn]"), CONFIRMED


def tagged(tag: str, wrong: str) -> tuple[Move, Move]:
    """Adds a tag to the patient whose page is open."""
    entry = "[data-testid=add-tag-form] [data-tag='{}']"
    way = click("[data-testid=add-tag-btn]")
    return way, operate(entry.format(tag), entry.format(wrong))


def untagged(tag: str, wrong: str = "") -> Move:
    """Takes a tag from the patient whose page is open."""
    cross = ".tags-list .tag-remove[data-tag='{}']"
    return operate(cross.format(tag), cross.format(wrong) if wrong else "")


def reminded(number: int, wrong: int) -> Part:
    """Acknowledges a reminder, on its own page or on the first one."""
    button = "[data-testid={}] [data-testid=reminder-rem_{}] [data-action=acknowledge-reminder]"

    def pressed(page: str) -> Move:
        return pick(button.format(page, number), button.format(page, wrong))

    return Part(REMINDERS, pressed("reminders-page"), other=(HOME, pressed("practice-home")))


def cancelled(number: int, wrong: int) -> Part:
    """Calls an appointment off."""
    button = "[data-testid=appt-row-appt_{}] [data-action=cancel-appointment]"
    return Part(APPOINTMENTS, pick(button.format(number), button.format(wrong)), CONFIRMED)
