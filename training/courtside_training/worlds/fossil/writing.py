"""Fossil's tasks that change its wiki, its check-ins and its technical notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Facts,
    Leg,
    Step,
    Waypoint,
    click,
    fill,
    link,
    named,
    submit,
    tick,
)

from .artifacts import names
from .pages import (
    PREVIEW,
    SEND,
    at_checkin,
    at_wiki,
    menu,
    on_wiki,
    other,
    sub,
    to_checkin,
    to_wiki,
)
from .story import ADMIN, CHECKINS, WIKI, Checkin

_TEXTS = (
    "This page is being rewritten.",
    "See the meeting notes of last week.",
    "Nothing here is up to date.",
    "Ask Tomas about this.",
)
_PAGES = (
    ("Winter harbours", "Ice closes three of them."),
    ("Test plan", "Each table is compared with the printed one."),
    ("Translations", "French and Portuguese are complete."),
    ("Contact", "Write to the forum first."),
)
_NOTES = (
    ("The server moves on Sunday", "Expect an hour without tables."),
    ("New constants have arrived", "They are valid from January."),
    ("Holiday in August", "Answers may take longer."),
)
_TAGS = ("stable", "reviewed", "nightly", "old-style")
_EDITOR = "#wikiedit-content-editor"
_SAVE = replace(
    click("button.wikiedit-save >> nth=0", note="I save it."),
    cancel=Step("click", named("a", "viewer")),
)


def rewrite_wiki(draw: Draw) -> Errand:
    name = draw.choice(list(WIKI))
    content, wrong = draw.sample(_TEXTS, 2)
    text = draw.choice(
        (
            f'Replace the whole text of the wiki page "{name}" with "{content}"',
            f'The wiki page "{name}" should say only this: "{content}"',
        )
    )
    leg = on_wiki(
        draw,
        name,
        *_written(name, fill(_EDITOR, content, wrong)),
        gives={("wiki", name): content},
        instead=_added(name, content),
    )
    return Errand(text, (leg,))


def _written(name: str, words: Step) -> tuple[Waypoint, ...]:
    """From its page."""
    editor = at_wiki(name).replace("/wiki", "/wikiedit")
    return (Waypoint(at_wiki(name), (sub("Edit"),)), Waypoint(editor, (words, _SAVE)))


def _added(name: str, content: str) -> tuple[Waypoint, ...]:
    """Below what a page says already."""
    return _written(name, fill(_EDITOR, f"{WIKI[name]}\n\n{content}"))


def new_wiki(draw: Draw) -> Errand:
    name, content = draw.choice(_PAGES)
    text = draw.choice(
        (
            f'Make a wiki page "{name}" with the text "{content}"',
            f'Add the page "{name}" to the wiki. It says: "{content}"',
        )
    )
    wrong = other(draw, [each[0] for each in _PAGES], name)
    way = (
        menu("Wiki"),
        Waypoint("^/wiki$", (sub("New"),)),
        Waypoint(
            "^/wikinew",
            (fill("input[name=name]", name, wrong), submit("input[value=Create]")),
        ),
        Waypoint(
            at_wiki(name).replace("/wiki", "/wikiedit"),
            (fill(_EDITOR, content, f"{content[:-1]}, I think."), _SAVE),
        ),
    )
    old = Random(name).choice(list(WIKI))
    astray = (*to_wiki(Random(name), old), *_added(old, f"{name}: {content}"))
    return Errand(text, (Leg(way, {("wiki", name): content}, wrong_operation=astray),))


def _edited(
    draw: Draw, checkin: Checkin, gives: Facts, *moves: Move, instead: Sequence[Move]
) -> Leg:
    """The moves made in its form, and applied. `instead`: those of another operation."""
    key = names(checkin.comment)[0]
    way = (
        *to_checkin(draw, checkin, [each.comment for each in CHECKINS]),
        Waypoint(at_checkin(checkin), (link("edit", ".content"),)),
    )
    right, wrong = (
        Waypoint("^/ci_edit", (*each, _LOOK, _APPLY), f"input[name=r][value^='{key}']")
        for each in (moves, instead)
    )
    return Leg((*way, right), gives, wrong_operation=(*way, wrong))


_APPLY = submit("input[name=apply]", cancel="input[name=cancel]")
_LOOK = click("input[name=preview]", note="I look at it first.", unless="input[name=apply]")


def reword_checkin(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    comment = f"{checkin.comment}, {draw.choice(('as asked for', 'second try', 'with tests'))}"
    text = draw.choice(
        (
            f'Change the comment of the check-in "{checkin.comment}" to "{comment}".',
            f'The check-in "{checkin.comment}" should have the comment "{comment}".',
        )
    )
    words = fill("textarea[name=c]", comment, f"{checkin.comment}, or so")
    tag = comment.rpartition(", ")[2].replace(" ", "-")
    gives = {("check-in", names(checkin.comment)[0]): comment}
    tagged = (tick("#newtag"), fill("#tagname", tag))
    return Errand(text, (_edited(draw, checkin, gives, words, instead=tagged),))


def tag_checkin(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    tag, wrong = draw.sample(_TAGS, 2)
    text = draw.choice(
        (
            f'Give the check-in "{checkin.comment}" the tag {tag}.',
            f'Tag the check-in "{checkin.comment}" as {tag}.',
        )
    )
    form = (tick("#newtag"), fill("#tagname", tag, wrong))
    gives = {("tag", names(checkin.comment)[0], tag): "1"}
    words = fill("textarea[name=c]", f"{checkin.comment} ({tag})")
    return Errand(text, (_edited(draw, checkin, gives, *form, instead=[words]),))


def tech_note(draw: Draw) -> Errand:
    title, content = draw.choice(_NOTES)
    text = draw.choice(
        (
            f'Write a tech-note with the comment "{title}" and the text "{content}"',
            f'Post a technical note: comment "{title}", text "{content}"',
        )
    )
    wrong = other(draw, [each[0] for each in _NOTES], title)
    form = (
        fill("textarea[name=c]", title, wrong),
        fill("textarea[name=w]", content, f"{content[:-1]} or not."),
        PREVIEW,
        SEND,
    )
    way = (
        menu("Wiki"),
        Waypoint("^/wiki$", (link("new tech-note"),)),
        Waypoint("^/technoteedit", form),
    )
    return Errand(text, (Leg(way, {("tech note", title, content): ADMIN}),))


WRITING = {
    "rewrite-wiki-page": rewrite_wiki,
    "new-wiki-page": new_wiki,
    "reword-check-in": reword_checkin,
    "tag-check-in": tag_checkin,
    "new-tech-note": tech_note,
}
