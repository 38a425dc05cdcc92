"""The wiki's questions about meetings, changes and links, and those that it cannot answer."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, click

from .kitchen import (
    DISHES,
    MEETINGS,
    OLD,
    STAFF,
    SUPPLIERS,
    Dish,
    Supplier,
    author_of,
    full_name,
)
from .pages import HOME, at_found, at_page, at_view, by_lists, seek, to_page, tool
from .reading import another, on_page
from .start_pages import pages


def last_decision(draw: Draw) -> Errand:
    """The newest meeting in which somebody was given something to do."""
    login = draw.choice(["theo", "mats", "jonas", "thea", "rosalie", "rosa", "marit"])
    tasks = [
        (each, dict(each.decisions)[login]) for each in MEETINGS if login in dict(each.decisions)
    ]
    meeting, right = tasks[-1]
    others = [what for each in MEETINGS for who, what in each.decisions if what != right]
    near = tasks[-2][1] if len(tasks) > 1 else draw.choice(others)
    name = full_name(login)
    text = draw.choice(
        (
            f"What did the meetings ask {name} to do most recently?",
            f"What is the latest thing that {name} was told to do at a meeting?",
        )
    )
    return Errand(
        text,
        (Leg(by_lists(meeting.id)),),
        reads_at=at_page(meeting.id),
        answer=Answer(right, near),
    )


def chair(draw: Draw) -> Errand:
    index = draw.randrange(1, len(MEETINGS))
    meeting = MEETINGS[index]
    right = full_name(meeting.chair)
    near = full_name(MEETINGS[index - 1].chair)
    text = draw.choice(
        (
            f"Who led the meeting that followed the one of {MEETINGS[index - 1].day}?",
            f"Who ran the meeting on {meeting.day}?",
        )
    )
    leg = Leg(by_lists(meeting.id, MEETINGS[index - 1].id))
    return Errand(text, (leg,), reads_at=at_page(meeting.id), answer=Answer(right, near))


def last_author(draw: Draw) -> Errand:
    page = draw.choice([page for page in pages() if not page.endswith("start")])
    right = author_of(list(pages()).index(page))
    old = next((each.by for each in OLD if each.page == page), "")
    near = old if old and old != right else another(draw, [p.login for p in STAFF], right)
    title = pages()[page].split("======")[1].strip()
    text = draw.choice(
        (
            f'Who was the last to touch what we know about "{title}"? The login is enough.',
            f'Somebody wrote nonsense under "{title}". Whose hand was there last?',
        )
    )
    return on_page(draw, page, text, right, near)


def why(draw: Draw) -> Errand:
    version = draw.choice(OLD)
    title = pages()[version.page].split("======")[1].strip()
    text = draw.choice(
        (
            f'What reason was given when "{title}" was last changed?',
            f'Why did somebody alter "{title}"? Say it in the words that were noted.',
        )
    )
    near = draw.choice([each.why for each in OLD if each.why != version.why])
    return _history(draw, version.page, text, version.why, near)


def first_author(draw: Draw) -> Errand:
    version = draw.choice(OLD)
    title = pages()[version.page].split("======")[1].strip()
    text = f'Who wrote "{title}" in the beginning? The login is enough.'
    last = author_of(list(pages()).index(version.page))
    near = last if last != version.by else another(draw, [p.login for p in STAFF], last)
    return _history(draw, version.page, text, version.by, near)


def _history(draw: Draw, page: str, text: str, right: str, near: str) -> Errand:
    way = (*to_page(draw, page), Waypoint(at_page(page), (tool("revisions"),)))
    answer = Answer(right, near)
    return Errand(text, (Leg(way),), reads_at=at_view(page, "revisions"), answer=answer)


def newest_of(draw: Draw) -> Errand:
    """What somebody changed last, from the list of changes."""
    login = draw.choice([person.login for person in STAFF])
    by = [page for number, page in enumerate(pages()) if author_of(number) == login]
    *_, near, right = by
    text = draw.choice(
        (
            f"Which page did {full_name(login)} touch last? Its full name, as it stands there.",
            f"What did {full_name(login)} work on most recently here?",
        )
    )
    press = click("#dokuwiki__sitetools a[href*='do=recent']", note="I look at what was changed.")
    # From within a space only the changes of that space are told.
    way = (Waypoint("", (HOME,)), Waypoint(at_page("start"), (press,)))
    answer = Answer(right, near)
    return Errand(text, (Leg(way),), reads_at=at_view("start", "recent"), answer=answer)


def used_by(draw: Draw) -> Errand:
    """How many dishes need what a supplier brings: from the links to the supplier's page."""
    supplier = draw.choice([each for each in SUPPLIERS if _dishes(each)])
    count = len(_dishes(supplier))
    text = draw.choice(
        (
            f"If {supplier.about} closed down, how many of our dishes would suffer?",
            f"For how many dishes do we buy from {supplier.about}?",
        )
    )
    way = (*to_page(draw, supplier.id), Waypoint(at_page(supplier.id), (tool("backlink"),)))
    near = str(count + 1)  # the list of all suppliers links there too
    return Errand(
        text,
        (Leg(way),),
        reads_at=at_view(supplier.id, "backlink"),
        answer=Answer(str(count), near, shown=False),
    )


def _dishes(supplier: Supplier) -> list[Dish]:
    return [dish for dish in DISHES if dish.supplier == supplier.title]


def not_mentioned(draw: Draw) -> Errand:
    """Impossible: the page is there and does not say it."""
    dish = draw.choice(DISHES)
    asks, near = draw.choice(
        (
            ("How many calories has a plate of {}?", "420"),
            ("Who thought of {} first?", "Marit Olsen"),
            ("What does one portion of {} cost us?", "1.10 euros"),
            ("Which wine goes with {}?", "A dry white one"),
        )
    )
    right = f"The page about {dish.title.lower()} does not say."
    answer = Answer(right, near, shown=False)
    text = asks.format(dish.about)
    return Errand(text, (Leg(to_page(draw, dish.id)),), reads_at=at_page(dish.id), answer=answer)


def not_there(draw: Draw) -> Errand:
    """Impossible: nobody has written about it, only about what is like it."""
    word, about, near = draw.choice(
        (
            ("soup", "the soup of pumpkins", "24"),
            ("pudding", "the chocolate pudding", "30"),
            ("cake", "the cake with cheese", "36"),
            ("salad", "the salad of beetroots", "34"),
            ("tart", "the tart with leeks", "16"),
            ("biscuits", "the ginger biscuits", "60"),
        )
    )
    text = draw.choice(
        (
            f"For how many plates is {about} reckoned?",
            f"How much time should I allow for {about}?",
            f"What must I warn of with {about}?",
        )
    )
    answer = Answer(f"There is no page about {about}.", near, shown=False)
    return Errand(text, (Leg((seek(word),)),), reads_at=at_found(word), answer=answer)


HISTORY = {
    "last-decision": last_decision,
    "read-chair": chair,
    "last-author": last_author,
    "read-reason": why,
    "first-author": first_author,
    "newest-of-somebody": newest_of,
    "dishes-of-supplier": used_by,
    "not-said": not_mentioned,
    "not-there": not_there,
}
