"""Plans for letters: those that came in, answers, drafts, and those to many."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    pick,
    submit,
)

from .pages import (
    CONFIRMED,
    DRAFTS,
    INBOX,
    SENT,
    conversation,
    found,
    patient,
    replied,
    signed_off,
    ticked,
)

_SEND = submit(
    "[data-testid=send-letter-btn]",
    less="[data-testid=save-draft-btn]",
    cancel=".compose-actions >> text=Discard",
)
_NO_ANSWER = click("#composeNoReply", note="No answer is wanted.")
_SUBJECT = "#composeSubject"
_BODY = "#composeBody"
Texts = tuple[str, str]
"""A subject or a text, and nearly the right one."""


def letter(name: str, wrong: str, subject: Texts, body: Texts, answers: bool = True) -> Part:
    """A new letter, from the letters' page or from the patient's."""
    rest = (fill(_SUBJECT, *subject), fill(_BODY, *body), *([] if answers else [_NO_ANSWER]), _SEND)
    new = click("[data-testid=compose-btn]", note="I write a letter.")
    to = (found("#composeTo", name, wrong), click("#patientSuggestions .suggestion-item >> nth=0"))
    own = (*patient(name, wrong), click("[data-testid=compose-to-patient]"))
    return Part(INBOX, new, *to, *rest, other=(*own, *rest))


def reply(number: int, wrong: int, text: str, other: str) -> Part:
    return Part(*conversation(number, wrong), *replied(text, other))


def ended(number: int, wrong: int) -> Part:
    return Part(*conversation(number, wrong), *signed_off())


def reply_and_end(number: int, wrong: int, text: str, other: str) -> Part:
    return Part(*conversation(number, wrong), *replied(text, other), *signed_off())


def sent_and_ended(number: int, wrong: int) -> Part:
    """Ends a conversation that is found among the letters that went out."""
    sent = "[data-testid=sent-page] [data-testid=sent-ltr_{}]"
    return Part(SENT, pick(sent.format(number), sent.format(wrong)), *signed_off())


def read(number: int, wrong: int) -> Plan:
    """A letter is opened, which is all that it takes."""
    return Plan(Part(*conversation(number, wrong)))


def bulk(names: tuple[str, ...], wrong: str, *texts: Texts, answers: bool) -> Part:
    """A letter to several patients: description, subject and text."""
    fields = ("#bulkDescription", "#bulkSubject", "#bulkBody")
    filled = [fill(where, *text) for where, text in zip(fields, texts, strict=True)]
    allowed = [click("#bulkAllowResponse", note="They may answer.")] if answers else []
    return Part(
        *ticked(*names, wrong=wrong),
        click("[data-testid=bulk-send-btn]", "[data-testid=bulk-invite-btn]"),
        *filled,
        *allowed,
        submit("[data-testid=confirm-bulk-btn]", cancel=".bulk-compose-actions >> text=Cancel"),
    )


_DRAFT = "[data-testid=draft-ltr_35]"
_DROPPED = (DRAFTS, click(f"{_DRAFT} [data-action=delete-draft]", _DRAFT), CONFIRMED)
_DRAFT_SENT = (
    DRAFTS,
    operate(_DRAFT, f"{_DRAFT} [data-action=delete-draft]"),
    submit(
        "[data-testid=send-draft-btn]",
        less="[data-testid=update-draft-btn]",
        cancel=".compose-actions >> text=Discard",
    ),
)

PLANS: Plans = {
    "real/task_e1": read(20, 24),
    "function/task_1": read(4, 15),
    "function/task_2": read(6, 39),
    "real/task_e8": Plan(Part(*_DROPPED)),
    "real/task_e17": Plan(Part(*_DRAFT_SENT)),
    "function/task_10": Plan(Part(*_DRAFT_SENT)),
    "real/task_m2": Plan(ended(31, 34)),
    "real/task_m19": Plan(sent_and_ended(13, 37)),
    "function/task_3": Plan(
        reply(
            3,
            7,
            "Yes, I will also send a refill for your Lisinopril. You can pick both up at your "
            "pharmacy tomorrow.",
            "Yes, I will also send a refill for your Atorvastatin. You can pick both up at your "
            "pharmacy tomorrow.",
        )
    ),
    "function/task_4": Plan(
        reply(
            34,
            28,
            "Light gardening should be fine this spring. Start slowly and avoid heavy lifting. "
            "Stop if you feel short of breath.",
            "Gardening should be fine this spring. Start slowly and avoid heavy lifting.",
        )
    ),
    "function/task_5": Plan(ended(14, 18)),
    "function/task_6": Plan(ended(31, 28)),
    "function/task_7": Plan(
        letter(
            "David Park",
            "David Thompson",
            ("Asthma Follow-up Scheduling", "Follow-up Scheduling"),
            (
                "Hi David, please schedule your next spirometry test at your earliest convenience."
                " We recommend testing every 6 months.",
                "Hi David, please schedule your next spirometry test at your earliest convenience."
                " We recommend testing every 9 months.",
            ),
        )
    ),
    "function/task_8": Plan(
        letter(
            "Priya Sharma",
            "Patricia",
            ("Medical Records Information", "Medical Records"),
            (
                "Hi Priya, please fill out the attached records release form and return it to our"
                " office. Processing takes 5-7 business days.",
                "Hi Priya, please fill out the attached records release form and return it to our"
                " office. Processing takes 3-5 business days.",
            ),
            answers=False,
        )
    ),
    "real/task_m15": Plan(
        letter(
            "David Park",
            "Derek Hansen",
            ("Your next spirometry", "Your next flu shot"),
            (
                "Hi David, it is time for your next spirometry test. Please call us for a date.",
                "Hi David, it is time for your next flu shot. Please call us for a date.",
            ),
            answers=False,
        )
    ),
    "real/task_h2": Plan(
        reply_and_end(
            29,
            4,
            "Dear Christine, please come in, so that we can talk about your insomnia.",
            "Dear Christine, I am glad to hear that you sleep well again.",
        )
    ),
    "real/task_h5": Plan(
        reply(
            46,
            20,
            "Dear Raymond, thirst like that can be a sign of high blood sugar. Please come in.",
            "Dear Raymond, I have sent the refill of your Metformin to the pharmacy.",
        )
    ),
    "real/task_h15": Plan(
        reply_and_end(
            15,
            19,
            "Dear Diane, I am referring you to an allergist in San Francisco.",
            "Dear Diane, I cannot refer you to another allergist.",
        )
    ),
    "real/task_h24": Plan(
        bulk(
            ("Emily Thompson", "Marcus Johnson", "Petrov", "Craig Bennet", "Megan Burke"),
            "Brian Murphy",
            ("New patients and the portal", "New patients"),
            ("Register for Patient Passport", "Welcome to our practice"),
            (
                "Please register for our patient portal, Patient Passport.",
                "Please call our office to register for your first visit.",
            ),
            answers=False,
        )
    ),
    "function/task_58": Plan(
        bulk(
            ("James Rodriguez", "Emily Thompson"),
            "Russell Keane",
            ("Annual Wellness Reminder", "Annual Flu Reminder"),
            ("Schedule Your Annual Wellness Visit", "Schedule Your Annual Flu Shot"),
            (
                "Dear patient, please schedule your annual wellness visit at your earliest"
                " convenience. Contact our office to book an appointment.",
                "Dear patient, please schedule your annual flu shot at your earliest"
                " convenience. Contact our office to book an appointment.",
            ),
            answers=True,
        )
    ),
    "real/task_h16": Plan(
        bulk(
            (
                "Robert Washington",
                "Helen Matsumoto",
                "Frank DeLuca",
                "Nancy Yamamoto",
                "Howard Blackwell",
                "Douglas Fitzgerald",
                "Martha Reeves",
                "Philip Tran",
                "Dennis Volkov",
                "Deborah Takahashi",
            ),
            "Linda Garcia",
            ("Annual wellness visit", "Annual flu shot"),
            ("Your annual wellness visit", "Your annual flu shot"),
            (
                "Please answer this letter to schedule your annual wellness visit.",
                "Please answer this letter to schedule your annual flu shot.",
            ),
            answers=True,
        )
    ),
}
