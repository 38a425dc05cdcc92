"""Whether the wrong one of two names that look alike was pressed. Knows no weights."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from functools import lru_cache

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.story_line import StoryLine
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import is_reference
from courtside_judge.evidence.text_forms import is_in
from courtside_judge.evidence.verbs import meanings

_MAX_NAME_CHARS = 80
"""A text of more letters is not the name of a control."""
_MAX_RIVALS = 40
"""Of the names of one length in words, only the newest are remembered, so many."""
_HANDS_IN = re.compile(r"\W*(?:save|submit|apply|confirm|done|finish|ok)\b", re.I)
"""A control that is called so ends what another one began: "Save user" after "Add user"."""
_WORD = re.compile(r"\w+")


def lookalikes(run: StoryRun) -> list[Finding]:
    """First presses of "White mug" where the task says "Yellow mug", which stood there and was
    never pressed. A later press may have been asked for by what the first one brought up."""
    pressed = {_words(action.pressed) for action in run.actions if action.is_press}
    typed, filled = " ".join(action.given for action in run.actions), _filled(run.lines)
    found: list[Finding] = []
    before = set[str]()
    shown = defaultdict[int, deque[str]](lambda: deque(maxlen=_MAX_RIVALS))
    for number, line in enumerate(run.lines, 1):
        text = line.pressed_last
        rivals = shown[len(_words(text))] if text not in before else ()
        found += _pressed_for("lookalike-pressed", run.goal.task, text, rivals, number)
        for rival in line.new:
            kept = shown[len(_words(rival))]
            is_used = _words(rival) in pressed | filled or is_in(typed, rival)
            if not is_used and rival not in kept and stems(rival) & stems(run.goal.task):
                kept.append(rival)
        before.add(text)
    return found


def lookalike_now(task: str, lines: Sequence[StoryLine], step: int) -> list[Finding]:
    """Whether the last line presses a lookalike, before anybody knows what comes after it."""
    filled = _filled(lines)
    rivals = (one for line in lines[:-1] for one in line.new if _words(one) not in filled)
    return _pressed_for("presses-lookalike", task, lines[-1].pressed_last, rivals, step)


def _filled(lines: Sequence[StoryLine]) -> set[tuple[str, ...]]:
    """Names of the fields that were typed into: none of them was passed over."""
    actions = (action for line in lines for action in line.actions)
    return {_words(action.name) for action in actions if action.kind == "type"}


def _pressed_for(
    kind: str, task: str, text: str, rivals: Iterable[str], step: int
) -> list[Finding]:
    """The first of the rivals that the task asks for in place of what was pressed."""
    asked = next((one for one in rivals if text and is_lookalike(task, text, one)), "")
    return [Finding(kind=kind, what=text, where=asked, wanted=asked, step=step)] * bool(asked)


def is_lookalike(task: str, text: str, rival: str) -> bool:
    """Whether two names are the same but for words of which the task says the rival's and not the
    text's, and something of what they share; "Update filter" is what "Edit filter" asks for."""
    words, theirs = _words(text), _words(rival)
    if len(words) != len(theirs) or len(text) > _MAX_NAME_CHARS or "=" in rival:
        return False
    if _HANDS_IN.match(text):
        return False
    differing = [(own, other) for own, other in zip(words, theirs, strict=True) if own != other]
    is_alike = 2 * len(differing) <= len(words) or (_are_codes(words + theirs) and len(words) == 1)
    return (
        is_alike
        and bool(differing)
        and (_is_asked_whole(task, text, rival, differing) or _tell_apart(task, words, differing))
        and not any(meanings(own) & meanings(other) for own, other in differing)
        and not any(is_reference(task, other) for _, other in differing)
    )


def _is_asked_whole(task: str, text: str, rival: str, differing: Sequence[tuple[str, str]]) -> bool:
    """Whether the task says the rival word for word and not the text, of which no word is a wish
    of its own: "yellow vase and blue teapot" asks for no yellow teapot, "sign the visit note" asks
    for "Sign note"."""
    is_named = is_in(task, rival) and not is_in(task, text)
    return is_named and not any(_is_wish(task, own) for own, _ in differing)


def _is_wish(task: str, word: str) -> bool:
    """Whether a part of the task begins with the word."""
    return (
        re.search(rf"(?:^|[.;,:]\s+|\band\s+|\bthen\s+){re.escape(word)}\b", task, re.I) is not None
    )


def _tell_apart(task: str, words: Sequence[str], differing: Sequence[tuple[str, str]]) -> bool:
    """Whether the task says the words by which the rival differs and none of the others, and
    something of what they share."""
    asked, task_words = stems(task), {*_words(task)}
    shared = {*words} - {own for own, _ in differing}
    return (
        (not shared or any(_is_asked(one, task_words, asked) for one in shared))
        and any(stems(other) & asked for _, other in differing)
        and all(other in task_words or stems(other) & asked for _, other in differing)
        and not any(_is_asked(own, task_words, asked) for own, _ in differing)
    )


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


def _are_codes(words: tuple[str, ...]) -> bool:
    """Numbers of the same length name things of one kind."""
    return all(word.isdigit() for word in words) and len({*map(len, words)}) == 1


def _is_asked(word: str, task_words: set[str], asked: frozenset[str]) -> bool:
    """Whether the task says the word, be it in another form or with a zero before it."""
    bare = {one.lstrip("0") for one in task_words}
    return word in task_words or word.lstrip("0") in bare or bool(stems(word) & asked)
