"""The museum's questions that take a board, a list or a search: how many, which first, whose."""

from __future__ import annotations

from collections import Counter

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, click, named

from .board.cards import LIMIT, PROJECTS, STAFF, Card, Project, cards, late_cards, open_cards
from .forms import name_of
from .pages import (
    PEOPLE_LIST,
    at_board,
    at_filtered,
    at_found,
    filtered,
    page,
    sought,
    to_board,
    to_people,
)

LATE = "status:open due:<today"


def _near(count: int) -> str:
    return str(count + 1 if count < 2 else count - 1)


def _on_board(draw: Draw, project: Project, text: str, answer: Answer) -> Errand:
    wrong = draw.choice([each for each in PROJECTS if each != project])
    leg = Leg(to_board(project, wrong))
    return Errand(text, (leg,), reads_at=at_board(project), answer=answer)


def _found(text: str, words: str, answer: Answer) -> Errand:
    return Errand(text, (Leg(sought(words)),), reads_at=at_found(words), answer=answer)


def _narrowed(project: Project, words: str, text: str, answer: Answer) -> Errand:
    leg = Leg(filtered(project, words))
    return Errand(text, (leg,), reads_at=at_filtered(project, words), answer=answer)


def _in(project: int, column: str) -> list[Card]:
    return open_cards(project=project, column=column)


_STAGES = {
    "Ideas": "How many things about {} are no more than a thought so far?",
    "Ready": "For {}, how many things could be begun at once?",
    "In progress": "How many things are people working on at the moment for {}?",
    "Review": "How many things for {} only wait for somebody's second look?",
    "Done": "How many cards of {} stand in the last column of the board?",
}


def in_column(draw: Draw) -> Errand:
    project, column = draw.choice(PROJECTS), draw.choice(tuple(_STAGES))
    count = len(_in(project.number, column))
    text = _STAGES[column].format(project.about)
    return _on_board(draw, project, text, Answer(str(count), _near(count), shown=False))


def too_many(draw: Draw) -> Errand:
    """What the board says at the head of a column."""
    project = draw.choice(PROJECTS)
    count = len(_in(project.number, "In progress"))
    over = max(0, count - LIMIT)
    text = (
        f"We agreed not to work on too many things at once. By how many cards does {project.about}"
        " break that at present? Say 0 if it does not."
    )
    return _on_board(draw, project, text, Answer(str(over), str(count or 5), shown=False))


def busiest(draw: Draw) -> Errand:
    known = [(each, _leaders(each.number)) for each in PROJECTS]
    project, (first, second) = draw.choice([(each, two) for each, two in known if two])
    text = draw.choice(
        (
            f"Who has the most cards on the board for {project.about}?",
            f"Somebody should help whoever has most to do for {project.about}. Who is that?",
        )
    )
    return _on_board(draw, project, text, Answer(name_of(first), name_of(second)))


def _leaders(project: int) -> tuple[str, str] | tuple[()]:
    """Who has the most and the second most, where that is one alone."""
    counts = Counter(card.to for card in open_cards(project=project) if card.to)
    (first, most), (second, more), *_ = counts.most_common()
    return (first, second) if most > more else ()


def of_person(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    count = len(open_cards(to=person.login))
    words = f"assignee:{person.login} status:open"
    text = draw.choice(
        (
            f"Over all our projects, how many cards has {person.name} not finished?",
            f"{person.first} says there is too much to do. How many open cards is it in all?",
        )
    )
    return _found(text, words, Answer(str(count), _near(count), shown=False))


def with_tag(draw: Draw) -> Errand:
    tag, asks = draw.choice(
        (
            ("volunteers", "For how many open things could we use people who help for nothing?"),
            ("outdoors", "How many open things must be done in the open air?"),
            ("borrowed", "How many open cards have to do with things that are not our own?"),
            ("fragile", "In how many open cards might something break?"),
            ("costs money", "How many of the open cards will be a burden on the budget?"),
        )
    )
    count = len([each for each in open_cards() if tag in each.tags])
    words = f'tag:"{tag}" status:open'
    return _found(asks, words, Answer(str(count), _near(count), shown=False))


def hours_of(draw: Draw) -> Errand:
    """A sum over what the search finds."""
    person = draw.choice([each for each in STAFF if len(_reckoned(each.login)) > 1])
    total = sum(_reckoned(person.login))
    text = (
        f"Add up what was estimated for all that {person.name} still has to do, in every project."
        " How many hours?"
    )
    answer = Answer(f"{total} hours", f"{total - _reckoned(person.login)[-1]} hours", shown=False)
    return _found(text, f"assignee:{person.login} status:open", answer)


def _reckoned(login: str) -> list[int]:
    return [each.hours for each in open_cards(to=login) if each.hours]


def late_longest(draw: Draw) -> Errand:
    project = draw.choice([each for each in PROJECTS if len(late_cards(each.number)) > 1])
    first, second, *_ = late_cards(project.number)
    text = draw.choice(
        (
            f"What has been overdue the longest on the board for {project.about}?",
            f"Of what should have been over by now for {project.about}, what came first?",
        )
    )
    return _narrowed(project, LATE, text, Answer(first.title, second.title))


def count_late(draw: Draw) -> Errand:
    count = len([each for each in cards() if each.is_late])
    text = draw.choice(
        (
            "How many things have we promised and not delivered in time, over all projects?",
            "Count what is overdue, wherever it is.",
        )
    )
    return _found(text, LATE, Answer(str(count), _near(count), shown=False))


def next_due(draw: Draw) -> Errand:
    project = draw.choice([each for each in PROJECTS if len(_coming(each.number)) > 1])
    first, second, *_ = _coming(project.number)
    text = draw.choice(
        (
            f"Leave aside what is late: what has to be ready next for {project.about}?",
            f"Among the dates that are still to come for {project.about}, which card has the"
            " nearest?",
        )
    )
    words = "status:open due:>today"
    return _narrowed(project, words, text, Answer(first.title, second.title))


def _coming(project: int) -> list[Card]:
    dated = [each for each in open_cards(project=project) if each.due and not each.is_late]
    return sorted(dated, key=lambda each: str(each.due))


def free_in(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    count = len(open_cards(project=project.number, to=""))
    words = "status:open assignee:nobody"
    text = draw.choice(
        (
            f"How many open cards are there about {project.about} that nobody has taken?",
            f"Volunteers ask what is left to take on for {project.about}. How many cards is it?",
        )
    )
    return _narrowed(project, words, text, Answer(str(count), _near(count), shown=False))


def hardest(draw: Draw) -> Errand:
    """By complexity, which stands beside a cup."""
    known = [(each, _by_points(each.login)) for each in STAFF]
    person, ranked = draw.choice([(p, r) for p, r in known if r[0].points > r[1].points])
    text = draw.choice(
        (
            f"Of {person.name}'s open cards, which did we judge to be the most complex? Its title.",
            f"What is the hardest nut that {person.name} has to crack, by our own reckoning?",
        )
    )
    answer = Answer(ranked[0].title, ranked[1].title)
    return _found(text, f"assignee:{person.login} status:open", answer)


def _by_points(login: str) -> list[Card]:
    return sorted(open_cards(to=login), key=lambda each: -each.points)


def mail(draw: Draw) -> Errand:
    person, near = draw.sample(STAFF, 2)
    text = draw.choice(
        (
            f"I want to write to {person.name}. What is the address?",
            f"Where does post for {person.name} go, by computer?",
        )
    )
    answer = Answer(person.mail, near.mail)
    return Errand(text, (Leg(to_people()),), reads_at=PEOPLE_LIST, answer=answer)


def head(draw: Draw) -> Errand:
    project = draw.choice(PROJECTS)
    near = draw.choice([each.name for each in STAFF if each.login != project.owner])
    text = draw.choice(
        (
            f"Who answers for {project.about} as a whole?",
            f"To whom does the project for {project.about} belong?",
        )
    )
    overview = click(named("a", "Overview", ".views"), note="I look at the overview.")
    leg = Leg((*to_board(project), page(at_board(project), overview)))
    at = rf"^/project/{project.number}/overview(/.*)?$"
    return Errand(text, (leg,), reads_at=at, answer=Answer(name_of(project.owner), near))


COUNTING = {
    "count-in-column": in_column,
    "count-over-limit": too_many,
    "busiest-person": busiest,
    "count-of-person": of_person,
    "count-with-tag": with_tag,
    "hours-of-person": hours_of,
    "late-longest": late_longest,
    "count-late": count_late,
    "next-due": next_due,
    "count-free": free_in,
    "hardest-card": hardest,
    "read-mail": mail,
    "read-head": head,
}
