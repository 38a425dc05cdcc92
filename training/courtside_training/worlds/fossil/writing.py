"""Fossil's tasks that change its wiki, its check-ins and its technical notes."""

from __future__ import annotations

from courtside.demo.moves import Move
from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    click,
    fill,
    link,
    submit,
    tick,
)

from .artifacts import names
from .pages import PREVIEW, SUBMIT, at_checkin, at_wiki, menu, other, sub, to_checkin, to_wiki
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
_SAVE = click("button.wikiedit-save >> nth=0", note="I save it.")


def rewrite_wiki(draw: Draw) -> Errand:
    name = draw.choice(list(WIKI))
    content, wrong = draw.sample(_TEXTS, 2)
    text = draw.choice(
        (
            f'Replace the whole text of the wiki page "{name}" with "{content}"',
            f'The wiki page "{name}" should say only this: "{content}"',
        )
    )
    way = (
        *to_wiki(draw, name),
        Waypoint(at_wiki(name), (sub("Edit"),)),
        Waypoint(
            at_wiki(name).replace("/wiki", "/wikiedit"), (fill(_EDITOR, content, wrong), _SAVE)
        ),
    )
    return Errand(text, (Leg(way, {("wiki", name): content}),))


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
    return Errand(text, (Leg(way, {("wiki", name): content}),))


def _edit(draw: Draw, checkin: Checkin, *moves: Move) -> tuple[Waypoint, ...]:
    key = names(checkin.comment)[0]
    return (
        *to_checkin(draw, checkin, [each.comment for each in CHECKINS]),
        Waypoint(at_checkin(checkin), (link("edit", ".content"),)),
        Waypoint(
            "^/ci_edit",
            (*moves, _LOOK, submit("input[name=apply]")),
            f"input[name=r][value^='{key}']",
        ),
    )


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
    way = _edit(draw, checkin, fill("textarea[name=c]", comment, f"{checkin.comment}, or so"))
    return Errand(text, (Leg(way, {("check-in", names(checkin.comment)[0]): comment}),))


def tag_checkin(draw: Draw) -> Errand:
    checkin = draw.choice(CHECKINS)
    tag, wrong = draw.sample(_TAGS, 2)
    text = draw.choice(
        (
            f'Give the check-in "{checkin.comment}" the tag {tag}.',
            f'Tag the check-in "{checkin.comment}" as {tag}.',
        )
    )
    way = _edit(draw, checkin, tick("#newtag"), fill("#tagname", tag, wrong))
    return Errand(text, (Leg(way, {("tag", names(checkin.comment)[0], tag): "1"}),))


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
        SUBMIT,
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
