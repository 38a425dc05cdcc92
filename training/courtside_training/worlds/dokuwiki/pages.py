"""Ways to the wiki's pages, as somebody finds them who starts at the head of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Fact,
    Facts,
    Leg,
    Step,
    Waypoint,
    click,
    fill,
    pick,
)

from .start_pages import pages

HOME = click("h1.logo a", note="I go to the first page.")
SAVE = Step(
    "click",
    "#edbtn__save",
    wrong=Step("click", "#edbtn__preview"),
    submits=True,
    note="Everything is set, I save.",
    cancel=Step("click", "#edbtn__cancel"),
)
"""Nearly right is a look at how it would be."""
TEXT = "#wiki__text"
_CONTENT = "#dokuwiki__content"


def at_page(page: str) -> str:
    """The page as it reads, not its editor nor its history."""
    return rf"^/doku\.php\?id={_loose(page)}(&s(\[|%5B)|$)"


def at_view(page: str, view: str) -> str:
    return rf"^/doku\.php\?id={_loose(page)}&do={view}(&|$)"


def at_found(words: str) -> str:
    return rf"^/doku\.php.*[?&]q={_loose(words)}(&|$)"


def _loose(words: str) -> str:
    """However the browser writes them in an address."""
    return re.escape(words).replace(":", "(:|%3A)").replace(r"\ ", r"(\+|%20)")


def goto(page: str, wrong: str = "", inside: str = _CONTENT) -> Step:
    """Follows a link to a page; nearly right is one to another page."""
    bad = _to(wrong, inside) if wrong else ""
    return pick(_to(page, inside), bad, f"I open {page.rpartition(':')[2]}.")


def _to(page: str, inside: str) -> str:
    return f"{inside} a[data-wiki-id='{page}']"


def seek(words: str, wrong: str = "", at: str = "") -> Waypoint:
    """The box at the head of each page."""
    go = click("#dw__search button", note="I look for it.")
    return Waypoint(at, (fill("#qsearch__in", words, wrong), go))


def to_page(draw: Draw, page: str, wrong: str = "") -> tuple[Waypoint, ...]:
    """By the lists of links, or by the search; `wrong` is a page of the same space."""
    return routes(draw, page, wrong)[0]


def routes(
    draw: Draw, page: str, wrong: str = ""
) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """A way to a page, and another where there is one: no search finds one of the minutes."""
    space, _, name = page.rpartition(":")
    near = wrong or _sibling(draw, page)
    listed = by_lists(page, near)
    if space == "minutes":
        return listed, ()
    word = name.split("_")[0]
    found = (seek(word), Waypoint(at_found(word), (goto(page, near if word in near else ""),)))
    return (listed, found) if draw.random() < 0.5 else (found, listed)


def leg_on(
    draw: Draw,
    page: str,
    *stops: Waypoint,
    gives: Facts = MappingProxyType({}),
    wrong: str = "",
    instead: Sequence[Waypoint] = (),
    undo: tuple[Waypoint, ...] = (),
) -> Leg:
    """To a page by one way or the other, and on. `instead`: another operation there."""
    way, other = routes(draw, page, wrong)
    return Leg(
        (*way, *stops),
        gives,
        other=(*other, *stops) if other else (),
        undo=undo,
        wrong_operation=(*way, *instead) if instead else (),
    )


def by_lists(page: str, wrong: str = "") -> tuple[Waypoint, ...]:
    space = page.rpartition(":")[0]
    return (
        Waypoint("", (HOME,)),
        Waypoint(r"^/doku\.php\?id=start$", (goto(f"{space}:start"),)),
        Waypoint(at_page(f"{space}:start"), (goto(page, wrong),)),
    )


def _sibling(draw: Draw, page: str) -> str:
    """A page of the same space, if it may be one whose name begins or ends alike."""
    space, _, name = page.rpartition(":")
    others = [each for each in pages() if each.startswith(f"{space}:") and each != page]
    others = [each for each in others if not each.endswith(":start")]
    alike = [each for each in others if set(_words(each)) & set(name.split("_"))]
    return draw.choice(alike or others)


def _words(page: str) -> list[str]:
    return page.rpartition(":")[2].split("_")


def at_version(page: str, at: int) -> str:
    return rf"^/doku\.php\?id={_loose(page)}&rev={at}$"


def to_version(draw: Draw, page: str, at: int) -> tuple[Waypoint, ...]:
    """The editor of the page as it was at that second."""
    old = click(f"{_CONTENT} a[href*='rev={at}']:not([href*='do='])", note="I open that version.")
    return (
        *to_page(draw, page),
        Waypoint(at_page(page), (tool("revisions"),)),
        Waypoint(at_view(page, "revisions"), (old,)),
        Waypoint(at_version(page, at), (tool("edit"),)),
    )


def tool(view: str) -> Step:
    """A tool at the page's right."""
    return click(f"#dokuwiki__pagetools a[href*='do={view}']", note=f"I choose {view}.")


def editor(page: str, *moves: Move, at: str = "") -> Waypoint:
    """The page's editor, also where it shows a preview."""
    return Waypoint(at, moves, f"#dw__editform input[name=id][value='{page}']")


def rewrite(draw: Draw, page: str, text: str, wrong: str, *more: Move, instead: str = "") -> Leg:
    """The page's text replaced as a whole, and saved. Another operation is to write `instead`."""
    return leg_on(
        draw,
        page,
        *_written(page, fill(TEXT, text, wrong), *more),
        gives={("page", page): text or None},
        instead=_written(page, fill(TEXT, instead)) if instead else (),
        undo=_written(page, fill(TEXT, pages()[page]), at=""),
    )


def _written(page: str, *moves: Move, at: str | None = None) -> tuple[Waypoint, ...]:
    """From the page: the moves made in its editor, and saved."""
    there = at_page(page) if at is None else at
    return (Waypoint(there, (tool("edit"),)), editor(page, *moves, SAVE))


def changed(draw: Draw, page: str, old: str, new: str, wrong: str, *more: Move) -> Leg:
    """One thing on a page is another. Another operation is to add that and leave the old."""
    before = pages()[page]
    if before.count(old) != 1:
        raise ValueError(f"{old!r} stands {before.count(old)} times on {page}; expected once")
    text = before.replace(old, new)
    added = f"{before}\n\n{new}"
    return rewrite(draw, page, text, before.replace(old, wrong), *more, instead=added)


def to_admin(task: str) -> tuple[Waypoint, ...]:
    head = click("#dokuwiki__usertools a[href*='do=admin']", note="I open the administration.")
    item = click(f"{_CONTENT} a[href*='page={task}']", note="I choose what to run.")
    return (Waypoint("", (head,)), Waypoint(r"^/doku\.php\?id=[\w:]+&do=admin$", (item,)))


def at_admin(task: str) -> str:
    return rf"^/doku\.php\?.*page={task}(&|$)"


def set_back(fact: Fact, right: str | None) -> Leg | None:
    """The way to give a page the text that it had; to empty one that was not there."""
    match fact:
        case ("page", page) if page in pages() and page != "start":
            edit = (fill(TEXT, right or ""), SAVE)
            way = (*by_lists(page), Waypoint(at_page(page), (tool("edit"),)), editor(page, *edit))
            return Leg(way)
        case _:
            return None
