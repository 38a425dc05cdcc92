"""The repairs desk's tasks that add jobs, people and words, and those that lead to a page."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Stop,
    choose,
    click,
    fill,
    submit,
    untick,
)

from .desk.jobs import KEYWORDS, PEOPLE, STATES, URGENCIES, Person, jobs
from .pages import (
    SAVE,
    at_filtered,
    at_job,
    at_keyword,
    at_people,
    at_person,
    filtered,
    menu,
    near_person,
    to_job,
    to_keyword,
    to_person,
)

STAFF = PEOPLE[1:]
_FIRMS = ("Northgate Works", "Petrie and Sons", "The Ropery", "Coldharbour Heating")
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
_NEWCOMERS = (
    ("petra", "Petra Voss", "4082", "Playhouse"),
    ("anton", "Anton Brody", "4028", "Lightwell Ltd"),
    ("selma", "Selma Ruin", "4015", "The Ropery"),
    ("karl", "Karl Benedek", "4093", "Playhouse"),
)
_NAMES = ("stage machinery", "electrics", "carpentry", "ventilation", "pest control", "signs")


def report(draw: Draw) -> Errand:
    """A new job, from what somebody says."""
    title, keyword, said = draw.choice(_FAULTS)
    level = draw.choice(URGENCIES)
    wrong_level = draw.choice([each for each in URGENCIES if each != level])
    person = draw.choice([None, *STAFF[:6]])
    text = (
        f'Put this on the desk as "{title}", it is about {keyword}: "{said}" {_PRESSING[level]}'
    ) + (f" {person.name} will do it." if person else "")
    form = [
        fill("#title", title, draw.choice([each[0] for each in _FAULTS if each[0] != title])),
        choose("select[name=priority]", level, wrong_level),
        fill("#keyword", keyword, draw.choice([each for each in KEYWORDS if each != keyword])),
        fill("textarea[name='@note']", said, f"{said[:-1]}, or so."),
    ]
    if person:
        hand = choose("select[name=assignedto]", person.login, near_person(draw, person).login)
        form.append(hand)
    way = (
        Stop("", (click("nav a[href='issue?@template=item']", note="I begin a new one."),)),
        Stop(r"^/desk/issue\?@template=item", (*form, SAVE)),
    )
    fact = ("new job", title, level, "unread", person.login if person else "", keyword)
    return Errand(text, (Leg(way, {fact: said}),))


def _user(person: Person, field: str) -> Fact:
    return ("user", person.login, field)


def _edit(person: Person, near: Person, field: str, value: str, wrong: str) -> Leg:
    form = (fill(f"#{field}", value, wrong), SAVE)
    way = (*to_person(person, near), Stop(at_person(person), form))
    return Leg(way, {_user(person, field): value})


def new_extension(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    tens = draw.choice(range(50, 99))
    number, wrong = f"42{tens}", f"42{str(tens)[::-1]}" if tens % 11 else f"42{tens + 1}"
    text = draw.choice(
        (
            f"{person.name} can now be reached under {number} in the house.",
            f"{person.name} has moved to another room, where {number} rings. Note it.",
        )
    )
    return Errand(text, (_edit(person, near_person(draw, person), "phone", number, wrong),))


def new_firm(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    name, wrong = draw.sample(_FIRMS, 2)
    text = draw.choice(
        (
            f"{person.name} has changed employers and is with {name} now.",
            f"Bills for {person.name}'s work go to {name} from today; note whom that is with.",
        )
    )
    leg = _edit(person, near_person(draw, person), "organisation", name, wrong)
    return Errand(text, (leg,))


def marry(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    first, last = person.name.split(" ", 1)
    new, wrong = draw.sample(("Lindqvist", "Okafor", "Marchetti", "Sommer"), 2)
    text = f"{person.name} has married and is called {first} {last}-{new} from now on."
    name = f"{first} {last}-{new}"
    leg = _edit(person, near_person(draw, person), "realname", name, f"{first} {last}-{wrong}")
    return Errand(text, (leg,))


def exchange(draw: Draw) -> Errand:
    """Two people swap rooms, and so extensions."""
    first, second = draw.sample(STAFF, 2)
    text = f"{first.name} and {second.name} have swapped rooms; each now has the other's telephone."
    legs = tuple(
        _edit(one, near_person(draw, one), "phone", other.phone, f"{other.phone[:2]}99")
        for one, other in ((first, second), (second, first))
    )
    return Errand(text, legs)


def let_in(draw: Draw) -> Errand:
    """A new account."""
    login, name, phone, firm = draw.choice(_NEWCOMERS)
    text = (
        f"{name} of {firm} starts today, as {login} with the password curtain-up-7. "
        f"The telephone is {phone}, mail goes to {login}@playhouse.example."
    )
    address = f"{login}@playhouse.example"
    form = (
        fill("#realname", name, f"{name}s"),
        fill("#username", login),
        fill("#password", "curtain-up-7"),
        fill("#confirm_password", "curtain-up-7"),
        fill("#phone", phone, f"{phone[:2]}{phone[3]}{phone[2]}"),
        fill("#organisation", firm, draw.choice([each for each in _FIRMS if each != firm])),
        fill("#address", address),
        SAVE,
    )
    way = (menu("Add User"), Stop(r"^/desk/user\?@template=item", form))
    gives = {
        ("user", login, "realname"): name,
        ("user", login, "phone"): phone,
        ("user", login, "organisation"): firm,
        ("user", login, "address"): address,
        ("user", login, "roles"): "User",
        ("user", login, "number"): str(len(PEOPLE) + 3),
    }
    return Errand(text, (Leg(way, gives),))


def let_go(draw: Draw) -> Errand:
    """Somebody's account is retired; what it reported and has to do stays."""
    person = draw.choice(STAFF)
    near = near_person(draw, person)
    text = draw.choice(
        (
            f"{person.name} has left us and must not be able to come back in here.",
            f"Do away with {person.name}'s account.",
        )
    )
    press = click(_retire(person), _retire(near), "That is the one.")
    way = (menu("User List"), Stop(at_people(), (press,)))
    fields = ("realname", "phone", "organisation", "address", "roles", "number")
    gone: dict[Fact, str | None] = {_user(person, field): None for field in fields}
    return Errand(text, (Leg(way, gone),))


def _retire(person: Person) -> str:
    return f'tr:has(td:nth-child(1) a:text-is("{person.login}")) input[type=submit][value=retire]'


def new_word(draw: Draw) -> Errand:
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (
            f"Jobs should be able to go under {name} too, which does not exist so far.",
            f"Make it possible to file things under {name}.",
        )
    )
    form = (untick("#continue_new_keyword"), fill("#name", name, wrong), SAVE)
    way = (
        Stop("", (click("nav a[href='keyword?@template=item'] >> nth=0", note="I add one."),)),
        Stop(r"^/desk/keyword\?", form),
    )
    return Errand(text, (Leg(way, {("new keyword", name): "1"}),))


def reword(draw: Draw) -> Errand:
    old, near = draw.sample(KEYWORDS, 2)
    name, wrong = draw.sample(_NAMES, 2)
    text = draw.choice(
        (
            f"What is filed under {old} should be called {name} everywhere.",
            f'"{old.capitalize()}" is not the right word; say "{name}" instead, for all jobs.',
        )
    )
    form = (fill("#name", name, wrong), SAVE)
    way = (*to_keyword(old, near), Stop(at_keyword(old), form))
    number = str(KEYWORDS.index(old) + 1)
    gives: dict[Fact, str | None] = {("keyword name", number): name}
    for job in jobs():
        if job.keyword == old:
            gives[("keyword", str(job.number), old)] = None
            gives[("keyword", str(job.number), name)] = "1"
    return Errand(text, (Leg(way, gives),))


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
    way = (menu("Search"), Stop("template=search", form))
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
    way = (first, Stop(form.at, (flawed, *form.moves[1:])))
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
    way = (first, Stop(form.at, (choose("#keyword", name, wrong), *form.moves[1:])))
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
    return Errand(text, (Leg(to_job(draw, job)),), ends_at=at_job(job))


RUNNING = {
    "report-fault": report,
    "new-extension": new_extension,
    "new-firm": new_firm,
    "new-name": marry,
    "exchange-telephones": exchange,
    "let-in": let_in,
    "let-go": let_go,
    "new-word": new_word,
    "reword": reword,
    "keep-list": keep_list,
    "show-work": show_work,
    "show-kind": show_kind,
    "show-job": show_job,
}
