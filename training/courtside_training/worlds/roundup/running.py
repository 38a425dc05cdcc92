"""The repairs desk's tasks that add jobs, people and words, and those that lead to a page."""

from __future__ import annotations

from random import Random

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Waypoint,
    choose,
    click,
    fill,
    submit,
    untick,
)

from .desk.jobs import KEYWORDS, STAFF, STATES, URGENCIES, jobs
from .pages import (
    SAVE,
    at_filtered,
    at_job,
    at_keyword,
    by_search,
    filtered,
    menu,
    near_person,
    note,
    routes,
    to_keyword,
)

_FAULTS = (
    ("Ice on the loading ramp", "cleaning", "People slip there in the morning."),
    ("Bell of the foyer is silent", "sound", "Nobody hears when the break is over."),
    ("Mirror cracked, dressing room 1", "furniture", "It is the big one beside the door."),
    ("Spot 21 hangs crooked", "rigging", "It points at the second row."),
    ("Shower stays cold", "plumbing", "Since the weekend, on both floors."),
    ("Scenery dock cannot be heated", "heating", "Nine degrees at ten in the morning."),
    ("Hose of the extinguisher is brittle", "fire", "The one beside the lift."),
    ("Lock of the cellar jams", "doors", "The key turns only half."),
    ("Bulb of the exit lamp is blue", "lighting", "It ought to be green."),
)


_PRESSING = {
    "danger": "People may get hurt.",
    "this week": "Seven days, not more.",
    "this month": "It should be over within four weeks.",
    "this season": "It may wait until shortly before the summer break.",
    "nice to have": "Nothing depends on it.",
}


_NAMES = ("stage machinery", "electrics", "carpentry", "ventilation", "pest control", "signs")


def report(draw: Draw) -> Errand:
    """A new job, from what somebody says."""
    title, keyword, detail = draw.choice(_FAULTS)
    level = draw.choice(URGENCIES)
    wrong_level = draw.choice([each for each in URGENCIES if each != level])
    person = draw.choice([None, *STAFF[:6]])
    text = (
        f'Put this on the desk as "{title}", it is about {keyword}: "{detail}" {_PRESSING[level]}'
    ) + (f" {person.name} will do it." if person else "")
    form = [
        fill("#title", title, draw.choice([each[0] for each in _FAULTS if each[0] != title])),
        choose("select[name=priority]", level, wrong_level),
        fill("#keyword", keyword, draw.choice([each for each in KEYWORDS if each != keyword])),
        fill("textarea[name='@note']", detail, f"{detail[:-1]}, or so."),
    ]
    if person:
        hand = choose("select[name=assignedto]", person.login, near_person(draw, person).login)
        form.append(hand)
    way = (
        Waypoint("", (click("nav a[href='issue?@template=item']", note="I begin a new one."),)),
        Waypoint(r"^/desk/issue\?@template=item", (*form, SAVE)),
    )
    fact = ("new job", title, level, "unread", person.login if person else "", keyword)
    like = next(job for job in jobs() if job.is_open and job.keyword == keyword)
    remark = Waypoint(at_job(like), (note(detail), SAVE))
    leg = Leg(way, {fact: detail}, wrong_operation=(*by_search(like, like), remark))
    return Errand(text, (leg,))


def new_word(draw: Draw) -> Errand:
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (
            f"Jobs should be able to go under {name} too, which does not exist so far.",
            f"Make it possible to file things under {name}.",
        )
    )
    old, near = Random(name).sample(KEYWORDS, 2)
    leg = Leg(
        _added(name, wrong), {("new keyword", name): "1"}, wrong_operation=_renamed(old, near, name)
    )
    return Errand(text, (leg,))


def _added(name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    form = (untick("#continue_new_keyword"), fill("#name", name, wrong), SAVE)
    return (
        Waypoint("", (click("nav a[href='keyword?@template=item'] >> nth=0", note="I add one."),)),
        Waypoint(r"^/desk/keyword\?", form),
    )


def _renamed(old: str, near: str, name: str, wrong: str = "") -> tuple[Waypoint, ...]:
    form = (fill("#name", name, wrong), SAVE)
    return (*to_keyword(old, near), Waypoint(at_keyword(old), form))


def reword(draw: Draw) -> Errand:
    old, near = draw.sample(KEYWORDS, 2)
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (
            f"What is filed under {old} should be called {name} everywhere.",
            f'"{old.capitalize()}" is not the right word; say "{name}" instead, for all jobs.',
        )
    )
    number = str(KEYWORDS.index(old) + 1)
    gives: dict[Fact, str | None] = {("keyword name", number): name}
    for job in jobs():
        if job.keyword == old:
            gives[("keyword", str(job.number), old)] = None
            gives[("keyword", str(job.number), name)] = "1"
    leg = Leg(
        _renamed(old, near, name, wrong),
        gives,
        undo=(Waypoint("", (fill("#name", old), SAVE)),),
        wrong_operation=_added(name),
    )
    return Errand(text, (leg,))


def keep_list(draw: Draw) -> Errand:
    """A search that is kept under a name."""
    person, wrong = draw.sample(STAFF[:6], 2)
    name = f"{draw.choice(('Work of', 'Left for', 'Desk of'))} {person.name.split()[0]}"
    text = (
        f"I look up what {person.name} has still to do every day. Keep that as a list of mine "
        f'called "{name}".'
    )
    form = (
        choose("#assignedto", person.login),
        choose("#status", "not resolved"),
        fill("input[name='@queryname']", name, f"Work for {wrong.name.split()[0]}"),
        submit("main form input[type=submit]"),
    )
    way = (menu("Search"), Waypoint("template=search", form))
    ends = at_filtered(assignedto=person.login, status="not resolved")
    return Errand(text, (Leg(way, {("query", name): "1"}),), ends_at=ends)


def show_work(draw: Draw) -> Errand:
    person, wrong = draw.sample(STAFF[:6], 2)
    text = draw.choice(
        (
            f"Let me see what {person.name} has not finished yet.",
            f"Bring up everything that is still left for {person.name}.",
        )
    )
    first, form = filtered(assignedto=person.login, status="not resolved")
    flawed = choose("#assignedto", person.login, wrong.login)
    way = (first, Waypoint(form.at, (flawed, *form.moves[1:])))
    ends = at_filtered(assignedto=person.login, status="not resolved")
    return Errand(text, (Leg(way),), ends_at=ends)


def show_kind(draw: Draw) -> Errand:
    name, wrong = draw.sample(KEYWORDS, 2)
    state = draw.choice(STATES[:6])
    text = draw.choice(
        (
            f'Bring up the {name} jobs that are "{state}".',
            f'Which {name} jobs are "{state}"? I only want to look at the list.',
        )
    )
    first, form = filtered(keyword=name, status=state)
    way = (first, Waypoint(form.at, (choose("#keyword", name, wrong), *form.moves[1:])))
    return Errand(text, (Leg(way),), ends_at=at_filtered(keyword=name, status=state))


def show_job(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    text = draw.choice(
        (
            f"Let me read everything about {job.about}.",
            f"Open what we know of {job.about}.",
            f"I would like to see {job.about} with all remarks.",
        )
    )
    way, other = routes(draw, job)
    return Errand(text, (Leg(way, other=other),), ends_at=at_job(job))


RUNNING = {
    "report-fault": report,
    "new-word": new_word,
    "reword": reword,
    "keep-list": keep_list,
    "show-work": show_work,
    "show-kind": show_kind,
    "show-job": show_job,
}
