"""Tasks in our own words: questions, wishes that no list has, and what the app cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Answer, Part, Plan, Plans, click, pick

from .pages import (
    CAREER,
    EMPLOYERS,
    EVENTS,
    FEED,
    JOBS,
    MESSAGES,
    PROFILE,
    QA,
    attend,
    bookmark,
    box,
    cancel_appointment,
    comment,
    drop,
    follow,
    helpful,
    interests,
    like,
    profile,
    save,
    without,
)


def _open(kind: str, number: int, wrong: int) -> Part:
    """One of the jobs, events, employers, appointments or questions, by its list."""
    menu, card, key = {
        "job": (JOBS, ".job-card", "data-job-id=job"),
        "event": (EVENTS, ".event-card", "data-event-id=evt"),
        "employer": (EMPLOYERS, ".employer-card", "data-employer-id=emp"),
        "appointment": (CAREER, ".appointment-card", "data-appointment-id=appt"),
        "question": (QA, ".qa-card", "data-question-id=qa"),
    }[kind]
    return Part(menu, pick(f"{card}[{key}_{number:02}]", f"{card}[{key}_{wrong:02}]"))


_QUESTIONS: Plans = {
    "own/last-day-tesla": Plan(
        _open("job", 13, 6),
        task="Until which day can I still apply to build machines at the car maker from Austin?",
        answer=Answer("Wed, Mar 25, 2026", "Mon, Mar 30, 2026"),
    ),
    "own/rivals-policy": Plan(
        _open("job", 29, 12),
        task="How many people are after the policy internship at the AI company that I follow?",
        answer=Answer("234", "567"),
    ),
    "own/fewest-rivals-design": Plan(
        _open("job", 22, 26),
        _open("job", 26, 22),
        task="Two internships are labelled for design. For which of the two did fewer people apply?"
        " Name the employer.",
        answer=Answer("Google", "Meta"),
    ),
    "own/room-of-adviser": Plan(
        _open("appointment", 1, 6),
        task="In which office will my resume be looked at?",
        answer=Answer("Career Center, Office 204", "Career Center, Office 302"),
    ),
    "own/second-most-followed": Plan(
        Part(EMPLOYERS),
        task="Which company has the most followers after Apple?",
        answer=Answer("Amazon", "Google"),
    ),
    "own/smallest-house": Plan(
        Part(EMPLOYERS),
        task="Which of all the employers here has the smallest staff?",
        answer=Answer("Startup Grind Labs", "Anthropic"),
    ),
    "own/crowd-at-virtual-fair": Plan(
        _open("event", 7, 3),
        task="How many people are going to the online fair about technology?",
        answer=Answer("567", "1256"),
    ),
    "own/unread-oldest": Plan(
        Part(MESSAGES, click(".tab-bar [data-tab=unread], [data-tab=unread]")),
        task="Of the letters that I have not opened yet, who sent the oldest?",
        answer=Answer("Apple", "Stripe"),
    ),
    "own/most-viewed-question": Plan(
        Part(QA),
        task="What do people in the community want to know most, going by how often it was looked"
        " at? Give the name of who asked.",
        answer=Answer("Lisa Chang", "Sam Patel"),
    ),
    "own/teacher-pay": Plan(
        _open("job", 20, 16),
        task="What would I earn in the classroom as a corps member?",
        answer=Answer("$33,000-$58,000/yr", "$95,000-$115,000/yr"),
    ),
    "own/who-leads-group": Plan(
        Part(FEED),
        task="Who brought the Tuesday circle for future product managers to life?",
        answer=Answer("David Lee", "Sophia Williams"),
    ),
    "own/my-own-question": Plan(
        Part(QA, click("[data-tab=my-questions]", "[data-tab=my-answers]")),
        task="How many times was the question that I asked myself looked at?",
        answer=Answer("756", "634"),
    ),
}
_WISHES: Plans = {
    "own/closed-for-good": Plan(
        save(3),
        task="One of the positions that I kept for later takes no applications any more. Drop it.",
    ),
    "own/boston-instead-of-austin": Plan(
        interests(
            without("Location", "Austin, TX", "Seattle, WA"),
            *drop("addLocationDropdown", "Boston, MA", "Portland, OR"),
        ),
        task="I would rather live in Boston than in Austin. Let my preferences say so.",
    ),
    "own/no-banks": Plan(
        interests(box("industry-Finance", "industry-Insurance")),
        task="I have had enough of banks: they should not count among my fields of interest.",
    ),
    "own/everything-of-google": Plan(
        save(1, 2, 22),
        attend(4),
        task="Keep every opening at the search engine company, and put me down for its talk.",
    ),
    "own/biggest-fair": Plan(
        attend(3),
        task="Put me on the list of the gathering that most people will come to.",
    ),
    "own/earliest-event": Plan(
        attend(9),
        task="I have time for the very next event. Let me in.",
    ),
    "own/unfollow-carmaker": Plan(
        follow(12),
        task="I do not want to hear from the car maker any longer.",
    ),
    "own/small-one": Plan(
        follow(20),
        task="Keep me posted about the tiny firm in Austin.",
    ),
    "own/farther-appointment": Plan(
        cancel_appointment(8, 2),
        task="I shall not make it to the later of my two unconfirmed meetings. Call it off.",
    ),
    "own/thank-rachel": Plan(
        comment(20, "Welcome, Rachel!", "Welcome, Jessica!"),
        task='Greet the sophomore from Yale below her introduction with "Welcome, Rachel!"',
    ),
    "own/best-on-pay": Plan(
        helpful(5, 7, 8),
        bookmark(12),
        task="Give another point to the answer on negotiating pay that has the most, and keep what"
        " its author wrote in the feed.",
    ),
    "own/new-number": Plan(
        profile("phone", "(650) 555-0177", "(650) 555-0171"),
        task="I have a new mobile: (650) 555-0177.",
    ),
    "own/two-hearts": Plan(
        like(6),
        like(16),
        task="Show some love for the post about the engineers' conference and the one with hints"
        " for fairs.",
    ),
    "own/part-time-out": Plan(
        interests(
            box("jobType-Part-time", "jobType-Internship"),
            box("jobType-Full-time", "jobType-On-campus"),
        ),
        task="A few hours a week will not do; I am after a proper job, besides internships.",
    ),
}
_IMPOSSIBLE: Plans = {
    "own/apply-now": Plan(
        _open("job", 9, 13),
        task="Send my application for the backend internship at the payments company.",
        impossible=True,
    ),
    "own/past-talk": Plan(
        _open("event", 12, 6),
        task="Sign me up for the speaker series at the design school in February.",
        impossible=True,
    ),
    "own/write-back": Plan(
        Part(MESSAGES, pick(".message-row[data-message-id=msg_02]", ".message-row >> nth=4")),
        task="Answer Anthropic's letter: Thursday morning suits me for the call.",
        impossible=True,
    ),
    "own/move-meeting": Plan(
        _open("appointment", 1, 2),
        task="Shift my confirmed resume meeting by one hour, same day, same person, without giving"
        " up the slot.",
        impossible=True,
    ),
    "own/take-question-back": Plan(
        _open("question", 7, 6),
        task="Delete the question that I asked about Meta.",
        impossible=True,
    ),
    "own/new-skill": Plan(
        Part(PROFILE, click(".profile-section >> nth=4")),
        task="Put Rust on the list of my skills.",
        impossible=True,
    ),
}
PLANS: Plans = {**_QUESTIONS, **_WISHES, **_IMPOSSIBLE}
