"""How far a run follows the task's own words, and what the screen says of it. Knows no weights."""

from __future__ import annotations

import re

from courtside_store.records import Target

from .findings import Finding, quote
from .goals import content_words, is_in, is_near, normal
from .tracker import Screen, Tracker

_CONFIRMED = re.compile(
    r"\b(success(?:fully)?|added|saved|updated|created|deleted|removed|submitted|sent|"
    r"thank(?:s| you)|confirmed|completed?|done|placed|changed)\b",
    re.I,
)
_REFUSED = re.compile(
    r"\b(required|invalid|incorrect|failed|sorry|cannot|could not|unable|"
    r"not (?:found|available|valid|allowed)|must be|out of stock|no results?|nothing found|"
    r"please (?:enter|correct|select|fill|provide|choose))\b",
    re.I,
)
_MOST = 4000
_LABEL = 60
_SENTENCE = 20
"""Letters from which a text is more than the name of something."""
_LONGEST = 200
"""A longer text was not pressed for what it says."""


def topic_findings(run: Tracker) -> list[Finding]:
    """The task's words that no action touched, those the end shows, what the end confirms."""
    wanted = content_words(run.goal.task)
    if not wanted or not run.steps:
        return []
    found = _untouched(run, wanted) + _shown_at_end(run, wanted) + _named(run, wanted)
    return found + _said(run, "confirmed", _CONFIRMED) + _said(run, "refused", _REFUSED)


def repeats_the_task(run: Tracker, text: str) -> bool:
    """Whether it is the task's own sentence, or a good part of it."""
    return len(text) >= _SENTENCE and normal(text) in normal(run.goal.task)


def _untouched(run: Tracker, wanted: frozenset[str]) -> list[Finding]:
    touched: set[str] = set()
    for kept in (run.typed, run.chosen, run.clicked):
        for where, (text, _) in kept.items():
            label = where.split("|")[1] if "|" in where else ""
            if len(text) < _LONGEST and not repeats_the_task(run, text):
                touched |= content_words(f"{text} {label}")
    left = wanted - touched - (frozenset() if run.sighted else run.told)
    if not left:
        return []
    words = quote(", ".join(sorted(left)))
    return [
        Finding(
            kind="words-untouched",
            text=f"nothing was typed into or pressed that says {words}",
            amount=len(left) / len(wanted),
        )
    ]


def _named(run: Tracker, wanted: frozenset[str]) -> list[Finding]:
    """What was given or pressed that the task says word for word, or only in part."""
    found = []
    for kept, how in ((run.typed, "typed"), (run.chosen, "chose"), (run.clicked, "pressed")):
        for text, step in kept.values():
            words = content_words(text)
            if len(text) > _LABEL or not words or _says_little(run, text):
                continue
            if is_in(run.goal.task, text):
                said = f"it {how} {quote(text)}, as the task says"
                found.append(Finding(kind=f"{how}-named", text=said, step=step))
            elif near := next((w for w in wanted if len(w) > 3 and is_near(text, w)), None):
                said = f"it {how} {quote(text)}; the task says {quote(near)}"
                found.append(Finding(kind=f"{how}-misspelt", text=said, step=step, wanted=near))
            elif words & run.goal.words and not words <= run.goal.words:
                said = f"it {how} {quote(text)}, of which the task says only a part"
                found.append(Finding(kind=f"{how}-partly", text=said, step=step))
    return found


def _says_little(run: Tracker, text: str) -> bool:
    """What hands in, the task's own sentence, a near miss told elsewhere, wrong letters."""
    final = run.is_final(Target(text=text))
    cased = text.upper() if run.goal.case == "upper" else text.lower()
    near = any(is_near(text, asked.text) for asked in run.goal.requirements)
    return final or repeats_the_task(run, text) or near or (bool(run.goal.case) and text != cased)


def _shown_at_end(run: Tracker, wanted: frozenset[str]) -> list[Finding]:
    """Words that stand on the last screen and did not on the first."""
    if run.last is None or run.first is None or run.last is run.first:
        return []
    new = (_on(run.last) - _on(run.first)) & wanted
    head = content_words(f"{run.last.look.title} {_path(run.last.look.url)}") & wanted
    found = []
    if new:
        text = f"the end shows {quote(', '.join(sorted(new)))}"
        found.append(Finding(kind="words-shown", text=text, amount=len(new) / len(wanted)))
    if head:
        text = f"the title or address at the end says {quote(', '.join(sorted(head)))}"
        found.append(Finding(kind="words-titled", text=text, amount=len(head) / len(wanted)))
    return found


def _said(run: Tracker, kind: str, words: re.Pattern[str]) -> list[Finding]:
    """A word of the page about what was done, which the first screen had not."""
    if run.last is None or run.first is None:
        return []
    before = {w[0].lower() for w in words.finditer(run.first.words[:_MOST])}
    for match in words.finditer(run.last.words[:_MOST]):
        if match[0].lower() not in before:
            text = f"the screen says {quote(match[0])} at the end"
            return [Finding(kind=kind, text=text, step=run.steps)]
    return []


def _on(screen: Screen) -> frozenset[str]:
    elements = " ".join(f"{e.text} {e.value}" for e in screen.elements)
    return content_words(f"{elements} {screen.words[:_MOST]}")


def _path(url: str) -> str:
    return re.sub(r"[^a-zA-Z0-9]+", " ", url.split("://", 1)[-1].partition("/")[2])
