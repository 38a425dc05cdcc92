"""Builds lines of a story from short texts, so that tests of what it shows are easy to read.

`click button "Save" | sent PUT /x: 200 in 4 ms | new: Saved, Close` is one line: the actions, and
then what came of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from courtside_judge.evidence.extractors.story_lines import findings_of_story
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.story_line import StoryAction, StoryEnd, StoryLine
from courtside_judge.evidence.story_run import whole_run
from courtside_store.records import ActionKind, Request

SENT = "sent PUT /api/state: 200 in 20 ms"
_NEXT = re.compile(
    r"; (?=(?:click|double-click|tap|type|select|press|check|scroll|navigate|drag|swipe|answer) )"
)
_GIVEN = re.compile(r'(?:type|select) "(.*?)"(?: (?:into|in) (?P<place>.*))?$')
_HIDDEN = re.compile(r"type \(secret\)(?: into (?P<place>.*))?$")
_NAMED = re.compile(r'(?P<role>[\w-]+) "(?P<name>.*?)"?(?: to \(.*)?$')
_ANNOUNCED = re.compile(r"(?:the page said|a dialog opened): (.*)|.* was refused: (.*)")
_SENT = re.compile(r"sent (\S+) (.*): (?:(\d{3})(?: in \d+ ms)?|failed \((.*)\)|no answer yet)$")


def a_line(text: str) -> StoryLine:
    """One step."""
    done, *parts = text.split(" | ")
    announced = (match for part in parts if (match := _ANNOUNCED.fullmatch(part)))
    return StoryLine(
        actions=tuple(map(_action, _NEXT.split(done))) if done != "no action" else (),
        sent=tuple(_request(match) for part in parts if (match := _SENT.match(part))),
        announced=tuple(match[1] or match[2] for match in announced),
        dialog=_after(parts, "a dialog waits: "),
        edited=_texts(parts, "edited, and not as it was: "),
        place=_after(parts, "at "),
        new=_texts(parts, "new: "),
        gone=_texts(parts, "gone: "),
        is_unseen="screen not seen" in parts,
        is_unchanged="nothing changed" in parts,
    )


def found_in(task: str, *lines: str, shows: str = "", answer: str = "Done.") -> dict[str, Finding]:
    """What the story of a run shows, by kind."""
    end = StoryEnd(shows=tuple(shows.split(", ")) if shows else ())
    run = whole_run(read_goal(task), [*map(a_line, lines)], end, answer)
    return {one.kind: one for one in findings_of_story(run)}


def _action(text: str) -> StoryAction:
    verb, _, rest = text.partition(" ")
    kind: ActionKind = verb if verb in get_args(ActionKind) else "other"  # type: ignore[assignment]
    given, hidden = _GIVEN.match(text), _HIDDEN.match(text)
    place = (given and given["place"]) or (hidden and hidden["place"]) or ""
    if given is None and hidden is None:
        place = rest.partition(" in ")[2] if kind in ("press", "scroll") else rest
    named = _NAMED.match(place)
    key = rest.partition(" in ")[0] if kind == "press" else ""
    return StoryAction(
        kind=kind,
        role=named["role"] if named else place if place.isalpha() else "",
        name=named["name"] if named else "",
        text=given[1] if given else key,
        is_secret=hidden is not None,
    )


def _request(match: re.Match[str]) -> Request:
    status = int(match[3]) if match[3] else None
    return Request(method=match[1], path=match[2], status=status, failed=match[4] or "", at_ms=0)


def _after(parts: Sequence[str], mark: str) -> str:
    return next((part.removeprefix(mark) for part in parts if part.startswith(mark)), "")


def _texts(parts: Sequence[str], mark: str) -> tuple[str, ...]:
    return tuple(_after(parts, mark).split(", ")) if _after(parts, mark) else ()
