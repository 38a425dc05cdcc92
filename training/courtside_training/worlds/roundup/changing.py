"""The repairs desk's tasks that change jobs: how pressing, how far, whose, under which word."""

from __future__ import annotations

from random import Random

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Leg,
    Step,
    Waypoint,
    choose,
    click,
    fill,
)

from .desk.jobs import (
    KEYWORDS,
    RUNNER,
    STAFF,
    STATES,
    URGENCIES,
    Job,
    full_name,
    jobs,
)
from .pages import (
    SAVE,
    at_job,
    by_search,
    near_person,
    note,
    of_job,
    on_job,
    routes,
    siblings,
)

_URGENT = {
    "danger": (
        "Somebody could get hurt: see to it that everybody takes {} as seriously as that.",
        "I have just seen {} myself. People may be injured; rank it accordingly.",
    ),
    "this week": (
        "Seven days at most for {}, please; rank it accordingly.",
        "It has to be over with {} before the next Sunday. Show that it is that pressing.",
    ),
    "this month": (
        "Some four weeks are enough for {}; rank it accordingly.",
        "We need not hurry quite so much or so little with {}: until the month is over will do.",
    ),
    "this season": (
        "Before the summer break somebody should see to {}; there is no need to be faster.",
        "Rank {} as something to finish before this run of plays ends.",
    ),
    "nice to have": (
        "Nobody would mind if {} stayed as it is for ever; rank it so.",
        "Put {} at the very bottom of what is pressing.",
    ),
}


_STATE = {
    "on hold": ("Nobody is to touch {} for the time being. Show that.",),
    "under discussion": ("We cannot agree what to do about {}. Let its state say that.",),
    "waiting for parts": (
        "The supplier has not delivered, so we are stuck with {}. Show that.",
        "What is needed for {} has been ordered and has not come yet; put that on record as its"
        " state.",
    ),
    "in work": ("Somebody has started on {} this morning. Show that.",),
    "to be inspected": (
        "The repair is made; somebody only has to look at {} once more. Let its state say that.",
    ),
    "good enough": ("We have decided to live with {} as it is now. Let its state say that.",),
    "closed": ("We are through with {} for good. Take it off what is open.",),
}


_SAYINGS = (
    "The key is with the porter.",
    "Please ring before you come.",
    "Not during rehearsals, they run until six.",
    "The last repair held for two weeks.",
    "I have put a sign there.",
    "Two people are needed for this.",
    "The firm has sent an offer.",
)


_TITLES = (
    "Needs a second look",
    "Broken again after the repair",
    "Repair before the premiere",
    "Found on the Monday round",
    "Insurance pays for this one",
)


def set_urgency(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    level = draw.choice([each for each in URGENCIES if each != job.urgency])
    wrong = draw.choice([each for each in URGENCIES if each not in (level, job.urgency)])
    text = draw.choice(_URGENT[level]).format(job.about)
    form = choose("select[name=priority]", level, wrong)
    return Errand(text, (on_job(draw, job, {of_job(job, "priority"): level}, form),))


def set_state(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    state = draw.choice([each for each in _STATE if each != job.state])
    wrong = draw.choice([each for each in STATES if each not in (state, job.state)])
    text = draw.choice(_STATE[state]).format(job.about)
    form = choose("select[name=status]", state, wrong)
    return Errand(text, (on_job(draw, job, {of_job(job, "status"): state}, form),))


def leave_word(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    remark, wrong = draw.sample(_SAYINGS, 2)
    text = draw.choice(
        (
            f'Let everybody who works on {job.about} know: "{remark}"',
            f'Write below {job.about}: "{remark}"',
            f'Whoever repairs {job.about} ought to read this: "{remark}"',
        )
    )
    gives: dict[Fact, str | None] = {("remark", str(job.number), remark): RUNNER}
    leg = on_job(draw, job, gives, note(remark, wrong), instead=fill("#title", remark))
    return Errand(text, (leg,))


def retitle(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    title, wrong = draw.sample(_TITLES, 2)
    title, wrong = f"{job.title}: {title.lower()}", f"{job.title}: {wrong.lower()}"
    text = f'Give {job.about} a name that says more: "{title}"'
    leg = on_job(draw, job, {of_job(job, "title"): title}, fill("#title", title, wrong))
    return Errand(text, (leg,))


def keep_posted(draw: Draw) -> Errand:
    """One more on the list of those who are told."""
    job = draw.choice(jobs())
    person = draw.choice([each for each in STAFF if each.login not in job.nosy])
    near = near_person(draw, person)
    logins = sorted({*job.nosy, person.login})
    wrong = sorted({*job.nosy, near.login}) if near.login not in job.nosy else [*job.nosy, RUNNER]
    text = draw.choice(
        (
            f"{person.name} wants to be kept posted about {job.about}.",
            f"Whenever something happens with {job.about}, {person.name} should be told too.",
        )
    )
    form = fill("#nosy", ",".join(logins), ",".join(wrong))
    hand = choose("select[name=assignedto]", person.login if job.to != person.login else RUNNER)
    leg = on_job(draw, job, {("nosy", str(job.number), person.login): "1"}, form, instead=hand)
    return Errand(text, (leg,))


def leave_alone(draw: Draw) -> Errand:
    job = draw.choice([job for job in jobs() if len(job.nosy) > 1])
    login, kept = draw.sample(job.nosy, 2)
    text = draw.choice(
        (
            f"{full_name(login)} gets too many messages about {job.about}. Put an end to that.",
            f"Spare {full_name(login)} the news about {job.about}.",
        )
    )
    form = fill("#nosy", kept, login)
    leg = on_job(draw, job, {("nosy", str(job.number), login): None}, form)
    return Errand(text, (leg,))


def refile(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    name, wrong = draw.sample([each for each in KEYWORDS if each != job.keyword], 2)
    number = str(job.number)
    text = draw.choice(
        (
            f"File {job.about} under {name}, not under {job.keyword}.",
            f"{job.about.capitalize()} has nothing to do with {job.keyword}; {name} it is.",
        )
    )
    gives: dict[Fact, str | None] = {
        ("keyword", number, job.keyword): None,
        ("keyword", number, name): "1",
    }
    more = fill("#keyword", f"{job.keyword},{name}")
    leg = on_job(draw, job, gives, fill("#keyword", name, wrong), instead=more)
    return Errand(text, (leg,))


def file_also(draw: Draw) -> Errand:
    job = draw.choice(jobs())
    name, wrong = draw.sample([each for each in KEYWORDS if each != job.keyword], 2)
    text = draw.choice(
        (
            f"Those who look for {name} should find {job.about} too, as well as before.",
            f"File {job.about} under {name} as well.",
        )
    )
    form = fill("#keyword", f"{job.keyword},{name}", f"{job.keyword},{wrong}")
    gives: dict[Fact, str | None] = {("keyword", str(job.number), name): "1"}
    leg = on_job(draw, job, gives, form, instead=fill("#keyword", name))
    return Errand(text, (leg,))


def merge(draw: Draw) -> Errand:
    """One job is another's double: it points there and is closed."""
    double = draw.choice([job for job in jobs() if job.is_open and siblings(job)])
    kept = draw.choice(siblings(double))
    wrong = draw.choice([job for job in jobs() if job.word != kept.word])
    text = draw.choice(
        (
            f"{double.about.capitalize()} is the same matter as {kept.about}, job {kept.number}. "
            "Finish the former and name the latter there as what replaces it.",
            f"Two jobs are one: let {double.about} be replaced by {kept.about} (number "
            f"{kept.number}), and finish the one that is replaced.",
        )
    )
    form = (
        fill("#superseder", str(kept.number), str(wrong.number)),
        choose("select[name=status]", "closed", "good enough"),
    )
    number = str(double.number)
    gives: dict[Fact, str | None] = {
        ("superseder", number, str(kept.number)): "1",
        of_job(double, "status"): "closed",
    }
    if double.state == "good enough":
        form = (form[0], choose("select[name=status]", "closed"))
    return Errand(text, (on_job(draw, double, gives, *form),))


def finish_with_word(draw: Draw) -> Errand:
    """A state and a remark."""
    job = draw.choice([job for job in jobs() if job.is_open])
    remark, wrong = draw.sample(_SAYINGS, 2)
    text = draw.choice(
        (
            f'We are through with {job.about}. Finish it, and tell the others: "{remark}"',
            f'Take {job.about} off what is open, with the words "{remark}"',
        )
    )
    form = (choose("select[name=status]", "closed"), note(remark, wrong))
    gives: dict[Fact, str | None] = {
        of_job(job, "status"): "closed",
        ("remark", str(job.number), remark): RUNNER,
    }
    later = choose("select[name=status]", "on hold" if job.state != "on hold" else "in work")
    return Errand(text, (on_job(draw, job, gives, *form, instead=later),))


def oldest_unread(draw: Draw) -> Errand:
    """The job is named by its state and its age."""
    name = draw.choice([name for name in KEYWORDS if _unread(name)])
    job = _unread(name)[0]
    text = f"Nobody will ever do the oldest {name} job that nobody has looked at. Close it."
    form = choose("select[name=status]", "closed", "on hold")
    return Errand(text, (on_job(draw, job, {of_job(job, "status"): "closed"}, form),))


def _unread(keyword: str) -> list[Job]:
    return [job for job in jobs() if job.state == "unread" and job.keyword == keyword]


def take_back(draw: Draw) -> Errand:
    """A remark is taken out."""
    job = draw.choice([job for job in jobs() if job.remarks])
    remark = draw.choice(job.remarks)
    text = draw.choice(
        (
            f"What {full_name(remark.by)} wrote about {job.about} is wrong. Take it out.",
            f"Strike {full_name(remark.by)}'s words from {job.about}.",
        )
    )
    newest_first = list(reversed(job.remarks))
    way, other = routes(draw, job)
    out = Waypoint(at_job(job), (_remove(newest_first.index(remark)),))
    near = Random(job.title).choice([each for each in jobs() if each.remarks and each != job])
    leg = Leg(
        (*way, out),
        {("remark", str(job.number), remark.text): None},
        other=(*other, out) if other else (),
        wrong_object=(*by_search(near, near), Waypoint(at_job(near), (_remove(0),))),
        wrong_operation=(*way, Waypoint(at_job(job), (note("That is not right."), SAVE))),
    )
    return Errand(text, (leg,))


def _remove(number: int) -> Step:
    """Takes out a remark, counted from the newest."""
    where = f"table.messages input[type=submit][value=remove] >> nth={number}"
    return click(where, note="I take it out.")


CHANGING = {
    "set-urgency": set_urgency,
    "set-state": set_state,
    "leave-word": leave_word,
    "retitle": retitle,
    "keep-posted": keep_posted,
    "leave-alone": leave_alone,
    "refile": refile,
    "file-also": file_also,
    "merge": merge,
    "finish-with-word": finish_with_word,
    "oldest-unread": oldest_unread,
    "take-back": take_back,
}
