"""The wiki's tasks that begin pages, empty them, move them and bring old versions back."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, fill

from .folder import FIRST, SPACING_S
from .kitchen import DISHES, MACHINES, OLD, PLANNED, name_of
from .pages import (
    SAVE,
    TEXT,
    at_found,
    at_page,
    at_version,
    by_lists,
    editor,
    goto,
    rewrite,
    seek,
    to_version,
    tool,
)
from .start_pages import pages

_SAYS = {
    "Plum cake": "Halve the plums. Bake at 180 degrees for 40 minutes.",
    "Barley soup": "Soak the barley overnight. Cook it for 50 minutes.",
    "Spice Route": "They bring pepper and cinnamon once a month.",
}
_PLACES = (
    ("rules:visitors", "Parents may look in on Thursdays after three."),
    ("rules:knives", "Knives are counted when the last one goes."),
    ("suppliers:tea_house", "They have camomile in bags of a kilo."),
    ("machines:slicer", "Nobody under sixteen may use it."),
)


def planned(draw: Draw) -> Errand:
    """A page that others link to already."""
    space = draw.choice(list(PLANNED))
    title = draw.choice(PLANNED[space])
    page, words = f"{space}:{name_of(title)}", _SAYS[title]
    wrong = draw.choice([each for each in _SAYS.values() if each != words])
    text = draw.choice(
        (
            f'{title} is linked among the {space} but nobody has written it. Write just "{words}"',
            f'Fill the gap where {title} should be: "{words}" and nothing else.',
        )
    )
    way = (
        *by_lists(page),
        Waypoint(at_page(page), (tool("edit"),)),
        editor(page, fill(TEXT, words, wrong), SAVE),
    )
    leg = Leg(way, {("page", page): words}, wrong_operation=_in_list(space, words))
    return Errand(text, (leg,))


def _in_list(space: str, words: str) -> tuple[Waypoint, ...]:
    """Written into the list of the pages of a space instead."""
    start = f"{space}:start"
    return (
        *by_lists(start)[:2],
        Waypoint(at_page(start), (tool("edit"),)),
        editor(start, fill(TEXT, f"{pages()[start]}\n\n{words}"), SAVE),
    )


def _begun(page: str, content: str, wrong: str) -> tuple[Waypoint, ...]:
    """A page that nothing links to: the search offers to begin it."""
    return (
        seek(page),
        Waypoint(at_found(page), (goto(page),)),
        editor(page, fill(TEXT, content, wrong), SAVE),
    )


def begin(draw: Draw) -> Errand:
    (page, content), (_, wrong) = draw.sample(_PLACES, 2)
    space, _, name = page.partition(":")
    text = draw.choice(
        (
            f'Start {page} with nothing but this: "{content}"',
            f'Among the {space} we lack one called {name} ({page}). Let it say "{content}"',
        )
    )
    way, aside = _begun(page, content, wrong), _in_list(space, content)
    return Errand(text, (Leg(way, {("page", page): content}, wrong_operation=aside),))


def throw_away(draw: Draw) -> Errand:
    page = draw.choice([*(dish.id for dish in DISHES), *(machine.id for machine in MACHINES)])
    title = pages()[page].split("======")[1].strip()
    text = draw.choice(
        (
            f"Do away with what we wrote about {title.lower()}; the lists may stay as they are.",
            f"Nobody needs {title} here any more, so let it go.",
        )
    )
    return Errand(text, (_emptied(draw, page),))


def _emptied(draw: Draw, page: str) -> Leg:
    text = pages()[page]
    return rewrite(draw, page, "", text.splitlines()[0], instead=f"{text}\n\nNo longer valid.")


def move(draw: Draw) -> Errand:
    """The same words elsewhere, and not where they were."""
    page = draw.choice([machine.id for machine in MACHINES])
    name = page.partition(":")[2]
    new, content = f"attic:{name}", pages()[page]
    text = (
        f"{name.replace('_', ' ').capitalize()} is out of use. What is written about it belongs "
        f"into attic:{name}, word for word, and no longer among the machines."
    )
    copy = Leg(_begun(new, content, content.splitlines()[0]), {("page", new): content})
    return Errand(text, (copy, _emptied(draw, page)))


def bring_back(draw: Draw) -> Errand:
    """An old version is made the present one."""
    version = draw.choice(OLD)
    title = pages()[version.page].split("======")[1].strip()
    text = draw.choice(
        (
            f"What {title} said before the last change was right. Bring that back.",
            f"Undo what was last done to {title}.",
        )
    )
    page, at = version.page, FIRST + list(pages()).index(version.page) * SPACING_S
    once = pages()[page].replace(version.now, version.once)
    way = (*to_version(draw, page, at), editor(page, SAVE))
    return Errand(text, (Leg(way, {("page", page): once}),))


def show_old(draw: Draw) -> Errand:
    version = draw.choice(OLD)
    page, at = version.page, FIRST + list(pages()).index(version.page) * SPACING_S
    title = pages()[page].split("======")[1].strip()
    text = draw.choice(
        (
            f"Let me read {title} as it was before somebody altered it.",
            f"What did {title} look like in the beginning? Bring it up, change nothing.",
        )
    )
    *way, _ = to_version(draw, page, at)
    return Errand(text, (Leg(tuple(way)),), ends_at=at_version(page, at))


WRITING = {
    "write-planned": planned,
    "begin-page": begin,
    "throw-away": throw_away,
    "move-page": move,
    "bring-back": bring_back,
    "show-old": show_old,
}
