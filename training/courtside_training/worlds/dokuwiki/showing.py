"""The wiki's tasks that lead to a page, or have one told of its changes."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Step,
    Waypoint,
    click,
    submit,
)

from .kitchen import (
    DISHES,
    MACHINES,
    RUNNER,
    SUPPLIERS,
    Dish,
    Machine,
    Supplier,
)
from .pages import (
    at_found,
    at_page,
    at_view,
    by_lists,
    leg_on,
    seek,
    tool,
)
from .start_pages import pages

_THINGS: list[Dish | Machine | Supplier] = [*DISHES, *MACHINES, *SUPPLIERS]


def tell_me(draw: Draw) -> Errand:
    """Mail about one page, or about all of a sort."""
    space = draw.choice(("recipes", "suppliers", "machines"))
    page = draw.choice([each for each in pages() if each.startswith(space)])
    title = pages()[page].split("======")[1].strip()
    whole = draw.random() < 0.5
    style, wrong = draw.sample(("every", "digest"), 2)
    how = {"every": "at once, each time", "digest": "once a day at most, page by page"}[style]
    what = f"any of the {space}" if whole else title
    text = f"I want mail when somebody changes {what}: {how}."
    target = f"{space}:" if whole else page
    where = _radio("sub_target", target, page if whole else f"{space}:")
    form = (where, _radio("sub_style", style, wrong), submit("button[name='do[subscribe]']"))
    start = f"{space}:start" if whole else page
    to = by_lists(page) if not whole else by_lists(page)[:2]
    way = (
        *to,
        Waypoint(at_page(start), (tool("subscribe"),)),
        Waypoint(at_view(start, "subscribe"), _only_own(form, start, target)),
    )
    return Errand(text, (Leg(way, {("subscription", target, RUNNER): style}),))


def _radio(name: str, value: str, wrong: str) -> Step:
    box = f"input[name={name}][value='{{}}']"
    return click(
        box.format(value), box.format(wrong), "I choose that.", f"{box.format(value)}:checked"
    )


def _only_own(form: tuple[Step, ...], page: str, target: str) -> tuple[Step, ...]:
    """The start page of a space has itself as the other choice."""
    if page.endswith(":start") and target.endswith(":"):
        return (_radio("sub_target", target, page), *form[1:])
    return form


def show_page(draw: Draw) -> Errand:
    what = draw.choice(_THINGS)
    text = draw.choice(
        (
            f"Bring up what we know about {what.about}.",
            f"I would like to read about {what.about}.",
        )
    )
    edit = Waypoint(at_page(what.id), (tool("edit"),))
    return Errand(text, (leg_on(draw, what.id, instead=[edit]),), ends_at=at_page(what.id))


def show_history(draw: Draw) -> Errand:
    what = draw.choice(_THINGS)
    text = draw.choice(
        (
            f"Let me see who changed what about {what.about}, and when.",
            f"Bring up all that was ever altered about {what.about}.",
        )
    )
    leg = _view(draw, what.id, "revisions", "backlink")
    return Errand(text, (leg,), ends_at=at_view(what.id, "revisions"))


def _view(draw: Draw, page: str, view: str, wrong: str) -> Leg:
    right, instead = (Waypoint(at_page(page), (tool(each),)) for each in (view, wrong))
    return leg_on(draw, page, right, instead=[instead])


def show_links(draw: Draw) -> Errand:
    what = draw.choice(SUPPLIERS)
    text = draw.choice(
        (
            f"Bring up every page that points to {what.about}.",
            f"Where in here is {what.title} linked? I only want to see the list.",
        )
    )
    leg = _view(draw, what.id, "backlink", "revisions")
    return Errand(text, (leg,), ends_at=at_view(what.id, "backlink"))


def find(draw: Draw) -> Errand:
    word, wrong = draw.sample(("herring", "vinegar", "sieve", "blanket", "aprons", "cream"), 2)
    text = draw.choice(
        (
            f"Bring up whatever mentions {word}.",
            f"On which pages does the word {word} occur? Show me the list of them.",
        )
    )
    return Errand(text, (Leg((seek(word, wrong),)),), ends_at=at_found(word))


SHOWING = {
    "tell-me": tell_me,
    "show-page": show_page,
    "show-history": show_history,
    "show-links": show_links,
    "find": find,
}
