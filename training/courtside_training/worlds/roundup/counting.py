"""The repairs desk's questions that take a list: how many, which is the last or the oldest."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .desk.jobs import KEYWORDS, STAFF, STATES, Job, Person, jobs
from .pages import (
    at_all,
    at_filtered,
    filtered,
    menu,
)


def open_jobs(**fields: str) -> list[Job]:
    return [job for job in jobs() if job.is_open and _has(job, fields)]


def _has(job: Job, fields: dict[str, str]) -> bool:
    return all(getattr(job, name) == value for name, value in fields.items())


def count_of_person(draw: Draw) -> Errand:
    person = draw.choice([each for each in STAFF if open_jobs(to=each.login)])
    count = len(open_jobs(to=person.login))
    text = draw.choice(
        (
            f"How many things has {person.name} still to repair?",
            f"{person.name} asks how much is left on the plate. Give the number of jobs.",
            f"Count what {person.name} has not finished yet.",
        )
    )
    return _count(text, count, assignedto=person.login, status="not resolved")


def count_of_keyword(draw: Draw) -> Errand:
    name = draw.choice(KEYWORDS)
    text = draw.choice(
        (
            f"How many unfinished jobs have to do with {name}?",
            f"What number of {name} jobs is left?",
        )
    )
    return _count(text, len(open_jobs(keyword=name)), keyword=name, status="not resolved")


def count_in_state(draw: Draw) -> Errand:
    name, asks = draw.choice(
        (
            ("waiting for parts", "How many jobs are stuck because something was not delivered?"),
            ("unread", "How many reports has nobody even looked at?"),
            ("to be inspected", "How many repairs are finished but for somebody's last look?"),
            ("under discussion", "About how many jobs do people still argue?"),
            ("good enough", "With how many faults have we decided to live?"),
            ("on hold", "How many jobs have been put off for the time being?"),
        )
    )
    return _count(asks, len([job for job in jobs() if job.state == name]), status=name)


def _count(text: str, count: int, **fields: str) -> Errand:
    return Errand(
        text,
        (Leg(filtered(**fields)),),
        reads_at=at_filtered(**fields),
        answer=Answer(str(count), str(count + 1 if count < 2 else count - 1)),
    )


def last_reported(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    *_, before, last = (job for job in jobs() if job.by == person.login)
    text = draw.choice(
        (
            f"What did {person.name} complain about most recently?",
            f"Give the title of the last thing that {person.name} reported.",
            f"{person.name} has just called. What was the newest report from there about?",
        )
    )
    return Errand(
        text,
        (Leg(filtered(creator=person.login)),),
        reads_at=at_filtered(creator=person.login),
        answer=Answer(last.title, before.title),
    )


def longest_waiting(draw: Draw) -> Errand:
    name = draw.choice([name for name in KEYWORDS if len(open_jobs(keyword=name)) > 1])
    first, second, *_ = open_jobs(keyword=name)
    text = draw.choice(
        (
            f"Of all that is unfinished about {name}, what was reported before the rest?",
            f"Which {name} job have people been waiting for the longest?",
        )
    )
    fields = {"keyword": name, "status": "not resolved"}
    return Errand(
        text,
        (Leg(filtered(**fields)),),
        reads_at=at_filtered(**fields),
        answer=Answer(first.title, second.title),
    )


def most_of_open(draw: Draw) -> Errand:
    chosen = draw.choice([name for name in STATES[:-1] if _leader(name)])
    leader = _leader(chosen)
    assert leader
    near = draw.choice([each.login for each in STAFF[:6] if each.login != leader.login])
    return Errand(
        f'Who has more jobs than anybody else that are "{chosen}"? The login is enough.',
        (Leg(filtered(status=chosen)),),
        reads_at=at_filtered(status=chosen),
        answer=Answer(leader.login, near),
    )


def _leader(state: str) -> Person | None:
    """Who has the most, where it is one alone."""
    counts = {each: len([j for j in jobs() if (j.to, j.state) == (each.login, state)])
              for each in STAFF}  # fmt: skip
    most = max(counts.values())
    first = [person for person, count in counts.items() if count == most]
    return first[0] if len(first) == 1 else None


def nobodys_worst(draw: Draw) -> Errand:
    name = draw.choice([name for name in KEYWORDS if open_jobs(keyword=name, to="")])
    first = open_jobs(keyword=name, to="")[0]
    near = next(job for job in jobs() if job.keyword == name and job != first)
    only = len(open_jobs(keyword=name, to="")) == 1
    text = f"Which {name} job has nobody taken on?" if only else (
        f"Among the {name} jobs that nobody has taken on, which has the lowest number? Its title."
    )  # fmt: skip
    fields = {"keyword": name, "status": "not resolved", "assignedto": "unassigned"}
    return Errand(
        text,
        (Leg(filtered(**fields)),),
        reads_at=at_filtered(**fields),
        answer=Answer(first.title, near.title),
    )


def all_shown(draw: Draw) -> Errand:
    """What is named without a word that a search would find."""
    urgency = draw.choice(("danger", "nice to have"))
    found = [job for job in jobs() if job.is_open and job.urgency == urgency]
    asks = {
        "danger": "How many things could hurt somebody as long as they are left as they are?",
        "nice to have": "How many open jobs would nobody miss if they were never done?",
    }
    answer = Answer(str(len(found)), str(len(found) + 1))
    return Errand(asks[urgency], (Leg((menu("Show All"),)),), reads_at=at_all(), answer=answer)


COUNTING = {
    "count-of-person": count_of_person,
    "count-of-keyword": count_of_keyword,
    "count-in-state": count_in_state,
    "last-reported": last_reported,
    "longest-waiting": longest_waiting,
    "most-in-state": most_of_open,
    "nobodys-job": nobodys_worst,
    "count-of-urgency": all_shown,
}
