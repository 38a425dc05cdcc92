"""What an agent's own words give away: trouble, surrender, an answer and where it stands."""

from __future__ import annotations

import re

from .findings import Finding, quote
from .goals import content_words, normal
from .tracker import Tracker

_SURRENDER = re.compile(
    r"\b(un(?:able|successful)|could ?n[o']t|can ?n[o']t|can't|failed|fails? to|blocked|"
    r"not (?:possible|able|found|available|accessible|completed?|located)|did ?n[o']t|"
    r"was ?n[o']t|were ?n[o']t|no (?:such|results?|relevant|matching)|"
    r"access (?:was )?denied|captcha|error|insufficient|incomplete|requires? (?:a )?log ?in)\b",
    re.I,
)
_UNREAD = (
    "the screens were not read (pictures without elements, and no OCR): "
    "there is only the agent's own account"
)
_UNSEEN = "no screen was recorded: there is only the agent's own account"
_LONG = 15
"""Steps after which each further one speaks against the run, a little."""
_SENTENCE = 6
"""Words from which on an answer is a sentence: no screen has its wording, only what it claims."""
_AROUND = 2
"""Elements before and after that count as beside."""


def narration_findings(run: Tracker, answer: str) -> list[Finding]:
    """What thoughts and answer add at the end of a run."""
    found = _answer(run, answer)
    if run.steps and not run.sighted:
        found.append(Finding(kind="unsighted", text=_UNREAD if run.pictured else _UNSEEN))
    late = next((m for t in reversed(run.thoughts) if (m := _SURRENDER.search(t))), None)
    if late is not None:
        found.append(Finding(kind="told-trouble", text=f"near the end it says {quote(late[0])}"))
    if run.steps > _LONG:
        amount = min((run.steps - _LONG) / _LONG, 1.0)
        text = f"it took {run.steps} steps"
        found.append(Finding(kind="long-run", text=text, amount=amount))
    return found


def _answer(run: Tracker, answer: str) -> list[Finding]:
    if (words := _SURRENDER.search(answer)) is not None:
        text = f"the answer says {quote(words[0])}"
        return [Finding(kind="answer-gives-up", text=text)]
    if not run.goal.asks:
        return []
    if normal(answer) in ("", "done"):
        missing = Finding(kind="answer-missing", text="the task asks something; nothing was said")
        return [missing]
    if not run.sighted:
        return []
    said = set(re.findall(r"\w+", answer.lower()))
    shown = len(said & run.seen_words) / max(len(said), 1)
    text = f"{shown:.0%} of the answer's words were seen on a screen"
    found = [Finding(kind="answer-shown", text=text, amount=shown)]
    if len(answer.split()) >= _SENTENCE:
        return found + _claimed(run, answer)
    if (beside := _beside(run, answer)) is None:
        text = f"the end does not show {quote(answer)}"
        found.append(Finding(kind="answer-not-at-end", text=text))
    else:
        share, near = beside
        text = f"the end shows {quote(answer)}" + (f" beside {quote(near)}" if near else "")
        found.append(Finding(kind="answer-at-end", text=text))
        if share:
            found.append(Finding(kind="answer-beside-asked", text=text, amount=share))
    return found


def _claimed(run: Tracker, answer: str) -> list[Finding]:
    """Whether what a sentence claims stands at the end; nothing where an earlier screen had it."""
    claims = _claims(answer) - set(re.findall(r"\w+", run.goal.task.lower()))
    if not claims or run.last is None:
        return []
    shown = " ".join(f"{e.text} {e.value}" for e in run.last.look.elements)
    end = set(re.findall(r"\w+", f"{run.last.words} {shown}".lower()))
    if claims <= end:
        text = f"the end shows what the answer claims: {quote(', '.join(sorted(claims)))}"
        return [Finding(kind="answer-at-end", text=text)]
    if claims <= run.seen_words:
        return []
    text = f"the end does not show {quote(', '.join(sorted(claims - end)))}"
    return [Finding(kind="answer-not-at-end", text=text)]


def _claims(answer: str) -> set[str]:
    """Words of a sentence that stand for something: in quotes, with digits, or names."""
    quoted = " ".join(re.findall(r'["“]([^"”]+)["”]', answer))
    names = re.findall(r"(?<=[a-z,;:] )[A-Z]\w+|\w*\d\w*", answer)
    return set(re.findall(r"\w+", f"{quoted} {' '.join(names)}".lower()))


def _beside(run: Tracker, answer: str) -> tuple[float, str] | None:
    """How much of the task stands round the answer at the end; None where it is not there."""
    if run.last is None:
        return None
    given = normal(answer)
    wanted = content_words(run.goal.task) - content_words(answer)
    texts = [f"{e.text} {e.value}".strip() for e in run.last.look.elements]
    best: tuple[float, str] | None = None
    for number, text in enumerate(texts):
        if given not in normal(text):
            continue
        around = texts[max(0, number - _AROUND) : number + _AROUND + 1]
        words = content_words(" ".join(around)) & wanted
        share = len(words) / max(len(wanted), 1)
        if best is None or share > best[0]:
            best = (share, ", ".join(sorted(words)))
    return best
