"""Whether the story shows the values and the operation that a task asks for. Knows no weights."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.quotes import quoted_in
from courtside_judge.evidence.story_line import stems_of
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import OPPOSITES, set_to, telling_stems, words_in
from courtside_judge.evidence.text_forms import normal
from courtside_store.shortened_text import MARK

_MIN_VALUE_CHARS = 3
"""A longer value may hold a shorter one than this by chance."""
_STORY_CHARS = 70
"""A story holds at least so many letters of a typed value, from its beginning."""
_WORD = re.compile(r"\w(?:[\w.'’%@-]*\w)?")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_MIN_COMPARED_WORDS = 3
"""A text of fewer words is not compared with the task word by word."""
_MIN_ALIKE_SHARE = 0.6
"""A text is like the task where no smaller share of its words stand there in the same order."""
_IDIOM = re.compile(r"\bon (?:hold|order|demand|call|site|time)\b|\boff(?:line| ?site)\b", re.I)
"""In these "on" and "off" switch nothing."""
_GAP = 2
"""Words by which that part of the task may be longer than the text."""


def typed_in_part(run: StoryRun) -> list[Finding]:
    """A value in quotation marks of which only a part was typed, or with more; a part is enough to
    look it up."""
    typed = [a.given for a in run.actions if a.given and not is_search(a.name)]
    whole = {normal(text)[:_STORY_CHARS] for text in typed}
    values = {value: normal(value) for value in quoted_in(run.goal.task)}
    found = []
    for value, asked in values.items():
        if len(value) < _MIN_VALUE_CHARS or asked[:_STORY_CHARS] in whole:
            continue
        others = (text for text in typed if normal(text) not in values.values())
        part = next((text for text in others if _is_part(normal(text), asked)), None)
        if part is not None:
            found.append(Finding(kind="typed-in-part", what=part, where=value, wanted=value))
    return found


def _is_part(typed: str, asked: str) -> bool:
    if asked in map(normal, re.split("[,;]", typed)):
        return False  # one of a list, such as tags
    return asked in typed or (len(typed) > _MIN_VALUE_CHARS and typed in asked)


def typed_otherwise(run: StoryRun) -> list[Finding]:
    """A text that stays in its field and is a part of the task but for some words: "low back pain,
    acute" where the task says "low back pain, chronic"."""
    typed = {a.name or a.given: a.given for a in run.actions if a.given}
    return [
        Finding(kind="typed-otherwise", what=text, where=part, wanted=part)
        for text in dict.fromkeys(typed.values())
        if (part := _altered(run.goal.task, text.removesuffix(MARK)))
    ]


def _altered(task: str, text: str) -> str:
    """The part of the task that the text is nearly; empty where it is all of it, or none."""
    words, asked = _WORD.findall(text.lower()), _WORD.findall(task.lower())
    if len(words) < _MIN_COMPARED_WORDS or normal(text) in normal(task):
        return ""
    matched = SequenceMatcher(None, words, asked, autojunk=False).get_matching_blocks()
    blocks = [block for block in matched if block.size]
    shared = sum(block.size for block in blocks)
    if not _MIN_ALIKE_SHARE * len(words) <= shared < len(words):
        return ""
    begin, end = blocks[0].b, blocks[-1].b + blocks[-1].size
    return " ".join(asked[begin:end]) if end - begin <= len(words) + _GAP else ""


def value_unset(run: StoryRun) -> list[Finding]:
    """A value that the task wants something set to, of which no word was typed or pressed; or a
    mail address that was given nowhere and stood on no screen."""
    given = run.given_words
    left = [value for value in set_to(run.goal.task) if not stems(value) & given]
    left += [
        one for one in _MAIL.findall(run.goal.task) if not _is_given_or_shown(run, one.lower())
    ]
    return [Finding(kind="value-unset", what=left[0])] if left and run.is_wish else []


def _is_given_or_shown(run: StoryRun, address: str) -> bool:
    texts = (text for line in run.lines for text in (*line.given, *line.new))
    may_be_hidden = bool(stems(address) & run.hidden)
    return may_be_hidden or any(address in text.lower() for text in (*texts, *run.end.shows))


def opposite(run: StoryRun) -> list[Finding]:
    """A press of what is the opposite of a word of the task."""
    pressed = [action.pressed for action in run.actions if action.is_press]
    pressed = [text for text in pressed if not _IDIOM.search(text)]
    words = frozenset[str]().union(*map(words_in, pressed))
    task = words_in(run.goal.task)
    for pair in OPPOSITES:
        for asked, other in (pair, pair[::-1]):
            if asked in task and other not in task and other in words and asked not in words:
                what = next(text for text in pressed if other in words_in(text))
                return [Finding(kind="opposite-pressed", what=what, where=asked, wanted=asked)]
    return []


def saved_beside(run: StoryRun) -> list[Finding]:
    """What was sent last has nothing to do with the task, and something before it had."""
    asked, parts, words = telling_stems(run.goal.task), [], frozenset[str]()
    for line in run.lines:
        words |= stems_of((*line.given, line.place))
        if line.is_taken:
            parts.append(bool(words & asked))
            words = frozenset()
    if not run.is_wish or not any(parts) or parts[-1]:
        return []
    return [Finding(kind="saved-beside", step=len(run.lines))]
