"""The repairs desk's tasks that ask something."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .desk.jobs import PEOPLE, STAFF, STATES, Job, jobs
from .pages import (
    at_list,
    at_people,
    menu,
    near_person,
    seek,
)


def extension(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    text = draw.choice(
        (
            f"On which extension do I reach {person.name}?",
            f"I have to ring {person.name}. What do I dial?",
            f"Find out {person.name}'s telephone number in the house.",
        )
    )
    near = near_person(draw, person)
    return _of_person(text, Answer(person.phone, near.phone))


def firm(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    near = draw.choice([each.firm for each in PEOPLE if each.firm != person.firm])
    text = draw.choice(
        (
            f"Whom does {person.name} work for?",
            f"Is {person.name} one of ours? Name the employer.",
            f"Who sends the bill when {person.name} has been here?",
        )
    )
    return _of_person(text, Answer(person.firm, near))


def _of_person(text: str, answer: Answer) -> Errand:
    return Errand(text, (Leg((menu("User List"),)),), reads_at=at_people(), answer=answer)


def who_repairs(draw: Draw) -> Errand:
    job = draw.choice([job for job in jobs() if job.to])
    near = draw.choice([each.login for each in STAFF if each.login not in (job.to, job.by)])
    text = draw.choice(
        (
            f"Who has {job.about} on the list?",
            f"Who was told to see to {job.about}? The login is enough.",
            f"Whose task is {job.about}?",
        )
    )
    return _listed(text, job, Answer(job.to, near if job.by == job.to else job.by))


def who_reported(draw: Draw) -> Errand:
    job = draw.choice([job for job in jobs() if job.to != job.by])
    near = job.to or draw.choice([each.login for each in STAFF if each.login != job.by])
    text = draw.choice(
        (
            f"Who noticed {job.about} first?",
            f"Who told us about {job.about}? The login is enough.",
            f"I want to thank whoever brought up {job.about}. Who was it?",
        )
    )
    return _listed(text, job, Answer(job.by, near))


def state(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    near = draw.choice([each for each in STATES if each != job.state])
    text = draw.choice(
        (
            f"How far have we got with {job.about}?",
            f"Where do things stand with {job.about}?",
        )
    )
    return _listed(text, job, Answer(job.state, near))


def _listed(text: str, job: Job, answer: Answer) -> Errand:
    """What a row of the list says."""
    return Errand(text, (Leg((seek(job.word),)),), reads_at=at_list(job.word), answer=answer)


READING = {
    "read-extension": extension,
    "read-firm": firm,
    "read-repairer": who_repairs,
    "read-reporter": who_reported,
    "read-state": state,
}
