"""The repairs desk's questions about what a job's remarks say, or do not say."""

from __future__ import annotations

from dataclasses import dataclass

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .desk.jobs import Job, jobs
from .pages import (
    at_job,
    at_list,
    by_search,
    seek,
    to_job,
)


@dataclass(frozen=True)
class _Remark:
    """Something that stands in a remark."""

    title: str
    asks: tuple[str, str]
    right: str
    near: str

    @property
    def job(self) -> Job:
        return next(job for job in jobs() if job.title == self.title)


_REMARKS = (
    _Remark(
        "Radiator leaks, dressing room 2",
        ("What would it cost to stop {}?", "How much money does the part for {} take?"),
        "64 euros",
        "46 euros",
    ),
    _Remark(
        "Radiator cold, dressing room 3",
        ("Which part number is meant for {}?", "I want to order what {} needs. Its part number?"),
        "HV-281",
        "HV-218",
    ),
    _Remark(
        "Tap drips, bar",
        ("How much water is wasted each night by {}?", "What does {} lose overnight?"),
        "four litres",
        "ten minutes",
    ),
    _Remark(
        "Toilet blocked, foyer right",
        ("On which day will a camera be sent down {}?", "When is somebody filming {}?"),
        "14 May",
        "11 May",
    ),
    _Remark(
        "Lamp flickers, box office",
        ("What is the price of a cure for {}?", "How many euros would end {}?"),
        "38 euros",
        "No charge",
    ),
    _Remark(
        "Exit sign dark, gallery",
        ("By when must {} work again?", "What is the inspector's date for {}?"),
        "2 June",
        "12 June",
    ),
    _Remark(
        "Fly bar 7 sticks",
        ("How high above the stage does it happen with {}?", "At which height is {} caught?"),
        "5 metres",
        "3 metres",
    ),
    _Remark(
        "Fly bar 9 has a frayed rope",
        ("How heavy may a load be, given {}?", "What weight is still allowed with {}?"),
        "40 kilograms",
        "60 kilograms",
    ),
    _Remark(
        "Goods lift stops between floors",
        ("Whom do I ring about {}? Give me the number.", "What number has the firm for {}?"),
        "555 0142",
        "555 0124",
    ),
    _Remark(
        "Stage door does not lock",
        ("Where can I get another key, seeing {}?", "Who keeps a second key because of {}?"),
        "porter",
        "drawer 9",
    ),
    _Remark(
        "Seat 12 in row F is torn",
        ("In which colour do we buy cloth for {}?", "Which shade does {} need?"),
        "7731",
        "7713",
    ),
    _Remark(
        "Seat 14 in row F wobbles",
        ("What is missing under {}?", "What do I have to bring along for {}?"),
        "Two bolts M10",
        "One bolt M8",
    ),
    _Remark(
        "Safety curtain comes down too slowly",
        ("How many seconds were measured for {}?", "How long did {} take?"),
        "41 seconds",
        "30",
    ),
    _Remark(
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


def remark_by(draw: Draw) -> Errand:
    known = draw.choice(_REMARKS)
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


def not_mentioned(draw: Draw) -> Errand:
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


REMARKS = {
    "read-remark": remark_by,
    "compare-remarks": compared,
    "not-said": not_mentioned,
    "not-there": not_there,
}
