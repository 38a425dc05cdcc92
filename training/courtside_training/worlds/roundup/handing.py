"""The repairs desk's tasks about whose a job is."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Leg, choose

from .desk.jobs import (
    RUNNER,
    STAFF,
    URGENCIES,
    Job,
    Person,
    full_name,
    jobs,
)
from .pages import NOTHING, near_person, of_job, on_job

_ASSIGNEES = STAFF[:6]


def _give(draw: Draw, job: Job, person: Person) -> Leg:
    near = near_person(draw, person)
    wrong = near.login if near.login != job.to else RUNNER
    form = choose("select[name=assignedto]", person.login, wrong)
    return on_job(draw, job, {of_job(job, "assignedto"): person.login}, form)


def assign(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    person = draw.choice([each for each in _ASSIGNEES if each.login != job.to])
    text = draw.choice(
        (
            f"{person.name} will see to {job.about}.",
            f"Have {person.name} take care of {job.about}.",
            f"Make {job.about} {person.name}'s business.",
        )
    )
    return Errand(text, (_give(draw, job, person),))


def release(draw: Draw) -> Errand:
    job = draw.choice([job for job in jobs() if job.to and job.is_open])
    name = full_name(job.to)
    text = draw.choice(
        (
            f"{name} has no time for {job.about} after all. Leave it to nobody for now.",
            f"Nobody is looking after {job.about} any more; the desk still says {name}.",
        )
    )
    form = choose("select[name=assignedto]", NOTHING, RUNNER)
    closed = choose("select[name=status]", "closed")
    leg = on_job(draw, job, {of_job(job, "assignedto"): None}, form, instead=closed)
    return Errand(text, (leg,))


def swap(draw: Draw) -> Errand:
    """Two jobs change hands."""
    first = draw.choice([job for job in jobs() if job.to and job.is_open])
    others = [
        j for j in jobs() if j.to not in ("", first.to) and j.is_open and j.word != first.word
    ]
    second = draw.choice(others)
    text = (
        f"{full_name(first.to)} and {full_name(second.to)} trade: {first.about} for "
        f"{second.about}. Each gets what the other had."
    )
    people = {person.login: person for person in STAFF}
    legs = (_give(draw, first, people[second.to]), _give(draw, second, people[first.to]))
    return Errand(text, legs)


def start(draw: Draw) -> Errand:
    """Three fields of one form."""
    job = draw.choice([job for job in jobs() if job.state != "in work"])
    person = draw.choice([each for each in _ASSIGNEES if each.login != job.to])
    level = draw.choice([each for each in URGENCIES[:3] if each != job.urgency])
    wrong = near_person(draw, person).login
    asks = {
        "danger": "It is as bad as it can be",
        "this week": "It must not last longer than a week",
        "this month": "It may take a month at most",
    }
    text = (
        f"{person.name} has begun with {job.about} today. {asks[level]}. "
        "Let the desk show all of that."
    )
    form = (
        choose("select[name=priority]", level),
        choose("select[name=status]", "in work", "closed" if job.is_open else "unread"),
        choose("select[name=assignedto]", person.login, wrong if wrong != job.to else RUNNER),
    )
    values = {"priority": level, "status": "in work", "assignedto": person.login}
    gives = {of_job(job, field): value for field, value in values.items()}
    return Errand(text, (on_job(draw, job, gives, *form),))


def hand_over(draw: Draw) -> Errand:
    """All that somebody has still to do, each by its own form."""
    counts = {each.login: [j for j in jobs() if j.is_open and j.to == each.login] for each in STAFF}
    old = draw.choice([login for login, held in counts.items() if 2 <= len(held) <= 5])
    new = draw.choice([each for each in _ASSIGNEES if each.login != old])
    text = draw.choice(
        (
            f"{full_name(old)} is ill. {new.name} takes over whatever is unfinished there.",
            f"Everything that {full_name(old)} has not closed yet goes to {new.name}.",
        )
    )
    return Errand(text, tuple(_give(draw, job, new) for job in counts[old]))


def last_of_somebody(draw: Draw) -> Errand:
    """The job is named by who reported it, and when."""
    reporter = draw.choice(STAFF)
    *_, job = (each for each in jobs() if each.by == reporter.login)
    person = draw.choice([each for each in _ASSIGNEES if each.login != job.to])
    text = draw.choice(
        (
            f"Give what {reporter.name} reported last to {person.name}.",
            f"The newest complaint by {reporter.name} is for {person.name} to deal with.",
        )
    )
    return Errand(text, (_give(draw, job, person),))


HANDING = {
    "assign": assign,
    "release": release,
    "swap": swap,
    "start-work": start,
    "hand-over": hand_over,
    "last-of-somebody": last_of_somebody,
}
