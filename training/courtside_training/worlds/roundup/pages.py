"""Ways to the repairs desk's pages, as somebody finds them who starts at the left or the head."""

from __future__ import annotations

import re

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Fact,
    Facts,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    entry_link,
    fill,
    link,
    named,
    submit,
)

from .desk.jobs import KEYWORDS, PEOPLE, STATES, URGENCIES, Job, Person, jobs

NOTHING = "- no selection -"
SAVE = submit("#submit_button")
FIELDS = {"priority": "urgency", "status": "state", "assignedto": "to", "title": "title"}
_FIRST_PERSON = 3
_OPEN = "-1,1,2,3,4,5,6,7"
_NUMBERS = {
    **{name: number for number, name in enumerate(KEYWORDS, start=1)},
    **{person.login: number for number, person in enumerate(PEOPLE, start=_FIRST_PERSON)},
    **{name: number for number, name in enumerate(STATES, start=1)},
    **{name: number for number, name in enumerate(URGENCIES, start=1)},
}


def menu(name: str) -> Waypoint:
    """A link of the left column; from anywhere."""
    return Waypoint("", (link(name, "nav"),))


def of_job(job: Job, field: str) -> Fact:
    return ("job", str(job.number), field)


def at_job(job: Job) -> str:
    return rf"^/desk/issue{job.number}(\?|$)"


def at_list(words: str) -> str:
    return rf"^/desk/issue\?.*search_text={re.escape(words)}(&|$)"


def at_all() -> str:
    return r"^/desk/issue\?.*dispname=Show(\+|%20| )All(&|$)"


def seek(words: str, at: str = "") -> Waypoint:
    """The box at the head of each page."""
    go = click("#searchbox input[type=submit]", note="I look for it.")
    return Waypoint(at, (fill("#search-text", words), go))


def siblings(job: Job) -> list[Job]:
    """Those that its word finds besides."""
    found = re.compile(rf"\b{job.word}\b", re.IGNORECASE)
    return [each for each in jobs() if each != job and found.search(each.title)]


def to_job(draw: Draw, job: Job) -> tuple[Waypoint, ...]:
    """Its page: by the search, or by the list of all that is open."""
    return routes(draw, job)[0]


def routes(draw: Draw, job: Job) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """A way to its page, and another where there is one: what is closed is not in the list."""
    near = siblings(job) or [each for each in jobs() if each != job and each.is_open]
    wrong = draw.choice(near)
    listed = (menu("Show All"), Waypoint(at_all(), (row(job, wrong),)))
    if job.is_open and wrong.is_open and draw.random() < 0.5:
        return listed, by_search(job, wrong)
    return by_search(job, wrong), listed if job.is_open else ()


def by_search(job: Job, wrong: Job, at: str = "") -> tuple[Waypoint, ...]:
    """The search alone; `at` where another part of the way must be behind one."""
    there = wrong if re.search(rf"\b{job.word}\b", wrong.title, re.IGNORECASE) else None
    return (seek(job.word, at), Waypoint(at_list(job.word), (row(job, there),)))


def row(job: Job, wrong: Job | None = None) -> Step:
    return entry_link(job.title, "table.list", wrong.title if wrong else "")


def on_job(draw: Draw, job: Job, gives: Facts, *moves: Move, instead: Move | None = None) -> Leg:
    """The moves made in its form, and sent. Another operation is a remark that asks for that,
    unless `instead` is made in the form."""
    way, other = routes(draw, job)
    asks = "This should be: " + ", ".join(move.value for move in moves)
    wrong = Waypoint(at_job(job), (instead or note(asks), SAVE))
    form = Waypoint(at_job(job), (*moves, SAVE))
    back = tuple(step for step in map(_set_back, gives) if step)
    return Leg(
        (*way, form),
        gives,
        other=(*other, form) if other else (),
        undo=(Waypoint("", (*back, SAVE)),) if len(back) == len(gives) else (),
        wrong_operation=(*way, wrong),
    )


def _set_back(fact: Fact) -> Step | None:
    """What gives a field of a job's form the value that it had; None for what is not in it."""
    job = jobs()[int(fact[1]) - 1]
    match fact:
        case ("job", _, field):
            return _field(field, str(getattr(job, FIELDS[field])))
        case ("nosy", _, _):
            return fill("#nosy", ",".join(job.nosy))
        case ("keyword", _, _):
            return fill("#keyword", job.keyword)
        case ("superseder", _, _):
            return fill("#superseder", "")
        case _:
            return None


def note(text: str, wrong: str = "") -> Step:
    """A remark, unless it was left there."""
    bad = Step("fill", _NOTE, wrong) if wrong else None
    there = f"table.messages {named('pre', text)}"
    return Step("fill", _NOTE, text, bad, note=f'I write "{text}".', unless=there)


_NOTE = "textarea[name='@note']"


def filtered(**fields: str) -> tuple[Waypoint, ...]:
    """The long form of the search, with choices in its lists."""
    moves = tuple(choose(f"#{name}", label) for name, label in fields.items())
    return (
        menu("Search"),
        Waypoint("template=search", (*moves, click("main form input[type=submit]"))),
    )


def at_filtered(**fields: str) -> str:
    """The address of what the long form finds."""
    open_ = {"not resolved": _OPEN, "unassigned": "-1"}
    values = {name: str(open_.get(label) or _NUMBERS[label]) for name, label in fields.items()}
    ahead = "".join(rf"(?=.*[?&]{name}={_loose(value)}(&|$))" for name, value in values.items())
    return rf"^/desk/issue{ahead}\?"


def _loose(value: str) -> str:
    return re.escape(value).replace(",", "(,|%2C)")


def at_people() -> str:
    return r"^/desk/user(\?(?!@template=item).*)?$"


def at_person(person: Person) -> str:
    return rf"^/desk/user{_NUMBERS[person.login]}(\?|$)"


def to_person(person: Person, wrong: Person) -> tuple[Waypoint, ...]:
    return (
        menu("User List"),
        Waypoint(at_people(), (entry_link(person.login, "table.list", wrong.login),)),
    )


def to_keyword(name: str, wrong: str) -> tuple[Waypoint, ...]:
    return (
        menu("Edit Existing"),
        Waypoint(r"^/desk/keyword\?", (entry_link(name, "table.otherinfo", wrong),)),
    )


def at_keyword(name: str) -> str:
    return rf"^/desk/keyword{_NUMBERS[name]}(\?|$)"


def near_person(draw: Draw, person: Person) -> Person:
    """One whose name begins alike, where there is one."""
    others = [each for each in PEOPLE[1:] if each != person]
    alike = [each for each in others if each.login[:3] == person.login[:3]]
    return draw.choice(alike or others)


def set_back(fact: Fact, right: str | None) -> Leg | None:
    """The way to give a job's or a person's field the value that it had."""
    match fact:
        case ("job", number, field):
            job = jobs()[int(number) - 1]
            way = (*by_search(job, job), Waypoint(at_job(job), (_field(field, right), SAVE)))
            return Leg(way)
        case ("user", login, field) if field in {"phone", "organisation", "realname", "address"}:
            person = next((each for each in PEOPLE if each.login == login), None)
            if person is None:
                return None
            way = to_person(person, person)
            return Leg((*way, Waypoint(at_person(person), (fill(f"#{field}", right or ""), SAVE))))
        case _:
            return None


def _field(field: str, right: str | None) -> Step:
    if field == "title":
        return fill("#title", right or "")
    return choose(f"select[name={field}]", right or NOTHING)
