"""Where things are in the career network, and how each of them is done. Knows no task."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, click, fill, operate, pick, submit

_NAV = ".sidebar-nav"
FEED = click(f"{_NAV} [data-page=feed]", note="I go to the feed.")
JOBS = click(f"{_NAV} [data-page=jobs]", note="I look at the jobs.")
EMPLOYERS = click(f"{_NAV} [data-page=employers]", note="I look at the employers.")
EVENTS = click(f"{_NAV} [data-page=events]", note="I look at the events.")
MESSAGES = click(f"{_NAV} [data-page=messages]", note="I go to the messages.")
CAREER = click(f"{_NAV} [data-page=career-center]", note="I go to the career center.")
QA = click(f"{_NAV} [data-page=qa]", note="I go to the questions.")
PROFILE = click(".sidebar-user", note="I open the profile.")
_CLOSE = ".modal-footer [data-action=closeModal]"

_NEAR_JOB = {
    1: 2, 2: 1, 3: 27, 4: 23, 5: 14, 6: 25, 7: 26, 8: 24, 9: 13, 10: 28, 11: 5, 12: 29, 13: 9,
    14: 5, 15: 22, 16: 20, 17: 30, 18: 24, 19: 9, 20: 16, 21: 16, 22: 26, 23: 4, 24: 18, 25: 6,
    26: 22, 27: 3, 28: 10, 29: 12, 30: 17,
}  # fmt: skip
"""For each job one that is easily taken for it."""
_NEAR_EMPLOYER = {
    1: 9, 2: 6, 3: 19, 4: 11, 5: 9, 6: 2, 7: 3, 8: 4, 9: 5, 10: 13, 11: 4, 12: 15, 13: 10, 14: 17,
    15: 17, 16: 13, 17: 14, 18: 20, 19: 3, 20: 10,
}  # fmt: skip
_NEAR_POST = {
    1: 3, 2: 4, 3: 5, 4: 13, 5: 3, 6: 10, 7: 13, 8: 18, 9: 15, 10: 20, 11: 7, 12: 16, 13: 4, 14: 18,
    15: 9, 16: 12, 17: 15, 18: 8, 19: 7, 20: 10,
}  # fmt: skip
_NEAR_EVENT = {1: 8, 2: 10, 3: 7, 4: 6, 5: 9, 6: 4, 7: 3, 8: 1, 9: 5, 10: 2}
_NEAR_MESSAGE = {1: 3, 3: 7, 6: 9, 8: 1}


def _job(number: int) -> str:
    return f".job-card button[data-job-id=job_{number:02}]"


def save(*numbers: int) -> Part:
    """Saves jobs, or takes them off the saved ones: one button does either."""
    picks = [pick(_job(n), _job(_NEAR_JOB[n])) for n in numbers]
    return Part(JOBS, *picks, undo=tuple(click(_job(n)) for n in numbers))


def _employer(number: int) -> str:
    return f".employer-card button[data-employer-id=emp_{number:02}]"


def follow(*numbers: int) -> Part:
    """Follows employers, or unfollows them."""
    picks = [pick(_employer(n), _employer(_NEAR_EMPLOYER[n])) for n in numbers]
    return Part(EMPLOYERS, *picks, undo=tuple(click(_employer(n)) for n in numbers))


def _post(number: int, action: str) -> str:
    return f".feed-posts [data-post-id=post_{number:02}] [data-action={action}]"


def like(*numbers: int) -> Part:
    posts = [pick(_post(n, "likePost"), _post(_NEAR_POST[n], "likePost")) for n in numbers]
    return Part(FEED, *posts)


def bookmark(*numbers: int) -> Part:
    marks = [operate(_post(n, "bookmarkPost"), _post(n, "likePost")) for n in numbers]
    return Part(FEED, *marks, undo=tuple(click(_post(n, "bookmarkPost")) for n in numbers))


def comment(number: int, text: str, wrong: str = "") -> Part:
    """On a post of the feed."""
    near = _post(_NEAR_POST[number], "openComments")
    return Part(
        FEED,
        pick(_post(number, "openComments"), near),
        fill("#newCommentText", text, wrong),
        submit("[data-action=confirmAddComment]", cancel=_CLOSE),
        click(".modal-close", note="The comment is there, I close the window."),
    )


def _event(number: int) -> str:
    return f".event-card button[data-event-id=evt_{number:02}]"


def attend(*numbers: int) -> Part:
    picks = [pick(_event(n), _event(_NEAR_EVENT[n])) for n in numbers]
    return Part(EVENTS, *picks, undo=tuple(click(_event(n)) for n in numbers))


def read(number: int) -> Part:
    row = ".message-row[data-message-id=msg_{:02}]"
    return Part(MESSAGES, pick(row.format(number), row.format(_NEAR_MESSAGE[number])))


def _question(number: int, wrong: int) -> Move:
    card = ".qa-card[data-question-id=qa_{:02}]"
    return pick(card.format(number), card.format(wrong) if wrong else "")


def helpful(question: int, answer: int, wrong: int = 0) -> Part:
    """Marks an answer as helpful; nearly right is another answer on that page."""
    button = "[data-action=markHelpful][data-answer-id=ans_{:02}]"
    near = button.format(wrong) if wrong else ""
    return Part(QA, _question(question, 0), pick(button.format(answer), near))


def respond(question: int, text: str, wrong: int, hidden: bool = False) -> Part:
    """Answers a question; nearly right is another question."""
    visible = "input[name=answerVisibility][value={}]"
    mode = click(visible.format("semi-anonymous"), visible.format("full"))
    return Part(
        QA,
        _question(question, wrong),
        fill("#answerText", text),
        *((mode,) if hidden else ()),
        submit("[data-action=submitAnswer]", cancel=".back-btn"),
    )


def ask(text: str, wrong: str) -> Part:
    return Part(QA, fill("#newQuestion", text, wrong), submit("[data-action=submitQuestion]"))


def publish(text: str, wrong: str, school: bool = False) -> Part:
    """A post of one's own: for everybody, or for the own school."""
    audience = drop("postAudience", "People at your school", "Everyone on Handshake")
    return Part(
        FEED,
        click(".create-post-box", note="I write a post."),
        *(audience if school else ()),
        fill("#newPostContent", text, wrong),
        submit("#postSubmitBtn", cancel=_CLOSE),
    )


def profile(field: str, value: str, wrong: str) -> Part:
    return Part(
        PROFILE,
        click(f".btn-edit[data-field={field}]", note="I edit this line."),
        fill("#editProfileInput", value, wrong),
        submit("[data-action=confirmEditProfile]", cancel=_CLOSE),
    )


def visibility(value: str, wrong: str) -> Part:
    return Part(PROFILE, *drop("profileVisibility", value, wrong))


def drop(name: str, value: str, wrong: str = "") -> tuple[Move, ...]:
    """Chooses in a list that is no native one."""
    item = f'#{name} .dropdown-item[data-value="{{}}"]'
    near = item.format(wrong) if wrong else ""
    chosen = click(item.format(value), near, f'I choose "{value}".')
    return (click(f"#{name} .dropdown-trigger", note="I open the list."), chosen)


def box(name: str, wrong: str) -> Move:
    """Turns a box of the career interests on or off."""
    row = "[data-checkbox-id='{}']"
    return click(row.format(name), row.format(wrong))


def without(kind: str, value: str, wrong: str = "") -> Move:
    """Takes a role or a location off the career interests."""
    cross = f'.tag-remove[data-action=remove{kind}][data-value="{{}}"]'
    return pick(cross.format(value), cross.format(wrong) if wrong else "")


def interests(*moves: Move) -> Part:
    """The moves made in the career interests. Each takes effect at once: saving only confirms."""
    edit = click("[data-page=career-interests]", note="I edit the career interests.")
    return Part(PROFILE, edit, *moves, click("[data-action=saveCareerInterests]", note="I save."))


def _appointment(number: int) -> str:
    return f".appointment-card[data-appointment-id=appt_{number:02}]"


def cancel_appointment(number: int, wrong: int) -> Part:
    return Part(
        CAREER,
        pick(_appointment(number), _appointment(wrong)),
        submit("[data-action=cancelAppointment]", cancel=".back-btn"),
    )


def remark(number: int, wrong: int, text: str, wrong_text: str = "") -> Part:
    """Adds a comment to an appointment."""
    return Part(
        CAREER,
        pick(_appointment(number), _appointment(wrong)),
        fill("#appointmentComment", text, wrong_text),
        submit("[data-action=addAppointmentComment]", cancel=".back-btn"),
    )


def schedule(
    category: str,
    kind: tuple[str, str],
    day: tuple[str, str],
    time: tuple[str, str],
    medium: tuple[str, str],
    staff: tuple[str, str] = ("", ""),
    details: str = "",
) -> Part:
    """Requests an appointment. Of each pair the second is nearly right."""
    date = "[data-action=selectAppointmentDate][data-date='{}']"
    hour = "[data-action=selectAppointmentTime][data-time='{}']"
    return Part(
        CAREER,
        click("[data-page=schedule-appointment]", note="I schedule a new one."),
        *drop("schedCategory", category),
        *drop("schedType", *kind),
        *(drop("schedStaff", *staff) if staff[0] else ()),
        click(date.format(day[0]), date.format(day[1]), "I choose the day."),
        click(hour.format(time[0]), hour.format(time[1]) if time[1] else "", "I choose the time."),
        *drop("schedMedium", *medium),
        *((fill("#schedDetails", details),) if details else ()),
        submit("[data-action=submitAppointment]", cancel=".back-btn"),
    )
