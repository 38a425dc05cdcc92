"""The repairs desk's tasks that ask something."""

from __future__ import annotations

from dataclasses import dataclass

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .desk.jobs import KEYWORDS, PEOPLE, STATES, Job, Person, jobs
from .pages import (
    at_all,
    at_filtered,
    at_job,
    at_list,
    at_people,
    by_search,
    filtered,
    menu,
    near_person,
    seek,
    to_job,
)

STAFF = PEOPLE[1:]


@dataclass(frozen=True)
class _Said:
    """Something that stands in a remark."""

    title: str
    asks: tuple[str, str]
    right: str
    near: str

    @property
    def job(self) -> Job:
        return next(job for job in jobs() if job.title == self.title)


_SAID = (
    _Said(
        "Radiator leaks, dressing room 2",
        ("What would it cost to stop {}?", "How much money does the part for {} take?"),
        "64 euros",
        "46 euros",
    ),
    _Said(
        "Radiator cold, dressing room 3",
        ("Which part number is meant for {}?", "I want to order what {} needs. Its part number?"),
        "HV-281",
        "HV-218",
    ),
    _Said(
        "Tap drips, bar",
        ("How much water is wasted each night by {}?", "What does {} lose overnight?"),
        "four litres",
        "ten minutes",
    ),
    _Said(
        "Toilet blocked, foyer right",
        ("On which day will a camera be sent down {}?", "When is somebody filming {}?"),
        "14 May",
        "11 May",
    ),
    _Said(
        "Lamp flickers, box office",
        ("What is the price of a cure for {}?", "How many euros would end {}?"),
        "38 euros",
        "No charge",
    ),
    _Said(
        "Exit sign dark, gallery",
        ("By when must {} work again?", "What is the inspector's date for {}?"),
        "2 June",
        "12 June",
    ),
    _Said(
        "Fly bar 7 sticks",
        ("How high above the stage does it happen with {}?", "At which height is {} caught?"),
        "5 metres",
        "3 metres",
    ),
    _Said(
        "Fly bar 9 has a frayed rope",
        ("How heavy may a load be, given {}?", "What weight is still allowed with {}?"),
        "40 kilograms",
        "60 kilograms",
    ),
    _Said(
        "Goods lift stops between floors",
        ("Whom do I ring about {}? Give me the number.", "What number has the firm for {}?"),
        "555 0142",
        "555 0124",
    ),
    _Said(
        "Stage door does not lock",
        ("Where can I get another key, seeing {}?", "Who keeps a second key because of {}?"),
        "porter",
        "drawer 9",
    ),
    _Said(
        "Seat 12 in row F is torn",
        ("In which colour do we buy cloth for {}?", "Which shade does {} need?"),
        "7731",
        "7713",
    ),
    _Said(
        "Seat 14 in row F wobbles",
        ("What is missing under {}?", "What do I have to bring along for {}?"),
        "Two bolts M10",
        "One bolt M8",
    ),
    _Said(
        "Safety curtain comes down too slowly",
        ("How many seconds were measured for {}?", "How long did {} take?"),
        "41 seconds",
        "30",
    ),
    _Said(
        "Dimmer 11 does not answer",
        ("Which address ought {} to have?", "What must be dialled into {}?"),
        "110",
        "101",
    ),
)
_PAIRS = (
    ("Which can be had for less: {0}, or {1}?", "Radiator cold, dressing room 3",
     "Radiator leaks, dressing room 2"),
    ("Which of the two has the earlier date: {0}, or {1}?", "Exit sign dark, gallery",
     "Exit sign dark, row A"),
    ("Which one is caught higher above the stage: {0}, or {1}?", "Fly bar 7 sticks",
     "Fly bar 4 sticks"),
    ("Which repair costs nothing: {0}, or {1}?", "Lamp flickers, workshop",
     "Lamp flickers, box office"),
    ("Which lacks more bolts: {0}, or {1}?", "Seat 14 in row F wobbles", "Seat 3 in row B wobbles"),
    ("Which lost more screws: {0}, or {1}?", "Handrail loose, back stairs",
     "Handrail loose, gallery stairs"),
)  # fmt: skip


def _open(**fields: str) -> list[Job]:
    return [job for job in jobs() if job.is_open and _has(job, fields)]


def _has(job: Job, fields: dict[str, str]) -> bool:
    return all(getattr(job, name) == value for name, value in fields.items())


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


def said(draw: Draw) -> Errand:
    known = draw.choice(_SAID)
    return Errand(
        draw.choice(known.asks).format(known.job.about),
        (Leg(to_job(draw, known.job)),),
        reads_at=at_job(known.job),
        answer=Answer(known.right, known.near),
    )


def compared(draw: Draw) -> Errand:
    asks, *titles = draw.choice(_PAIRS)
    right, near = (next(job for job in jobs() if job.title == title) for title in titles)
    first, second = draw.sample((right, near), 2)
    way = (*by_search(first, second), *by_search(second, first, at_job(first)))
    return Errand(
        f"{asks.format(first.about, second.about)} Answer with its title.",
        (Leg(way),),
        reads_at=at_job(second),
        answer=Answer(right.title, near.title, shown=False),
    )


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


def count_of_person(draw: Draw) -> Errand:
    person = draw.choice([each for each in STAFF if _open(to=each.login)])
    count = len(_open(to=person.login))
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
    return _count(text, len(_open(keyword=name)), keyword=name, status="not resolved")


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
    name = draw.choice([name for name in KEYWORDS if len(_open(keyword=name)) > 1])
    first, second, *_ = _open(keyword=name)
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
    name = draw.choice([name for name in KEYWORDS if _open(keyword=name, to="")])
    first = _open(keyword=name, to="")[0]
    near = next(job for job in jobs() if job.keyword == name and job != first)
    only = len(_open(keyword=name, to="")) == 1
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


def not_said(draw: Draw) -> Errand:
    """Impossible: no remark is there that could say it."""
    job = draw.choice([job for job in jobs() if not job.remarks])
    text = draw.choice(
        (
            f"What will it cost to see to {job.about}?",
            f"Which part was ordered for {job.about}?",
            f"On which day does somebody come about {job.about}?",
        )
    )
    right = "The job does not say; there are no remarks."
    near = draw.choice(("64 euros", "Part HV-281", "On 14 May"))
    return Errand(
        text,
        (Leg(to_job(draw, job)),),
        reads_at=at_job(job),
        answer=Answer(right, near, shown=False),
    )


def not_there(draw: Draw) -> Errand:
    """Impossible: there is no such job, only others like it."""
    word, about = draw.choice(
        (
            ("radiator", "the heater of dressing room 7"),
            ("dimmer", "dimmer number 19"),
            ("microphone", "the ninth microphone"),
            ("seat", "seat 2 in row K"),
            ("coat", "coat rack 8"),
            ("toilet", "the toilet behind the stage"),
            ("handrail", "the handrail of the cellar stairs"),
            ("window", "the window of the canteen"),
        )
    )
    near = draw.choice([job for job in jobs() if job.word == word])
    text = draw.choice(
        (
            f"Who is repairing {about}?",
            f"How far have we got with {about}?",
            f"When was {about} reported, and by whom?",
        )
    )
    right = f"Nothing has been reported about {about}."
    answer = Answer(right, f"{near.to or near.by}, {near.state}", shown=False)
    return Errand(text, (Leg((seek(word),)),), reads_at=at_list(word), answer=answer)


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


READING = {
    "read-extension": extension,
    "read-firm": firm,
    "read-remark": said,
    "compare-remarks": compared,
    "read-repairer": who_repairs,
    "read-reporter": who_reported,
    "read-state": state,
    "count-of-person": count_of_person,
    "count-of-keyword": count_of_keyword,
    "count-in-state": count_in_state,
    "last-reported": last_reported,
    "longest-waiting": longest_waiting,
    "most-in-state": most_of_open,
    "nobodys-job": nobodys_worst,
    "not-said": not_said,
    "not-there": not_there,
    "count-of-urgency": all_shown,
}
