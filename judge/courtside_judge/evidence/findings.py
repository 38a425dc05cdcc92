"""What a run shows so far, as named findings: done, missed, wrong. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from courtside_store.records import Record, Target

from .goals import Requirement, content_words, is_in, is_near, is_same, meets, normal
from .tracker import FINAL, Screen, Tracker

_ERROR = re.compile(
    r"\b(404|403|500|page not found|not found|access denied|forbidden|internal server error|"
    r"something went wrong|an error occurred|invalid (?:password|input|credentials)|try again)\b",
    re.I,
)
_SUM = re.compile(r"(-?\d+)\s*([-+*x×])\s*(-?\d+)\s*=")
_CAPTCHA = re.compile(r"captcha|are you (?:a )?human|not a robot|verify you are", re.I)
_LONG = 8
"""Letters of a value that may be looked for inside longer texts."""
_FIELDS = {"textbox", "searchbox"}
_UNDONE = {"asked-missing", "asked-untyped"}
_SEARCHES = {"search", "go"}
"""Buttons that a page has at its head, whatever it is about."""
_CHOOSERS = {"checkbox", "radio", "option", "label", "switch"}


Change = Literal["new", "gone"]
"""What a step did to a finding about the run: it brought it, or took it away."""


class Finding(Record, frozen=True, kw_only=True):
    """One thing that a run or a step shows, of a kind that the catalogue knows."""

    kind: str
    text: str
    change: Change | None = None
    """None: about the run so far, or about what the step itself did."""
    amount: float = 1.0
    step: int | None = None
    wanted: str = ""
    """What the task asked for, where the finding is about a value."""


def quote(text: str, most: int = 60) -> str:
    """A page's or an agent's words in quotation marks that they cannot close, one line, cut."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    words = words.replace('"', "'").replace("“", "'").replace("”", "'")
    return f'"{words[:most]}…"' if len(words) > most else f'"{words}"'


def called(target: Target) -> str:
    """What was hit, by its name; by its role where it has none."""
    named = bool(target.text.strip())
    return quote(target.text) if named else f"an unnamed {target.role or 'place'}"


def findings(run: Tracker) -> list[Finding]:
    """Everything that the run shows now."""
    found = [_requirement(run, asked) for asked in run.goal.requirements]
    found = _excuse_hidden(run, found) + _case(run)
    found = _replaced(run, found + _unasked(run))
    found += _submission(run) + _unsent(run)
    found += _effects(run)
    return found


def _requirement(run: Tracker, asked: Requirement) -> Finding:
    done = _done(run, asked)
    if done is not None:
        return Finding(kind="asked-done", text=done[0], step=done[1], wanted=asked.text)
    near = _near(run, asked)
    if near is not None:
        return Finding(kind="asked-near-miss", text=near[0], step=near[1], wanted=asked.text)
    if _left(run, asked):
        text = f"{quote(asked.text)} stands there and was left alone"
        return Finding(kind="asked-left", text=text, wanted=asked.text)
    if _shown(run, asked):
        text = f"{quote(asked.text)} stands on the screen now"
        if run.goal.seeks:
            return Finding(kind="asked-found", text=text, wanted=asked.text)
        text += ", and nothing was done with it"
        return Finding(kind="asked-shown", text=text, wanted=asked.text)
    if not run.sighted and run.told.issuperset(re.findall(r"\w+", asked.text.lower())):
        text = f"the agent speaks of {quote(asked.text)}; no screen can tell"
        return Finding(kind="asked-told", text=text, wanted=asked.text)
    if asked.kind == "typed" and run.sighted:
        text = f"{quote(asked.text)} was to be typed and was not"
        return Finding(kind="asked-untyped", text=text, wanted=asked.text)
    text = f"nothing was done about {quote(asked.text)}"
    return Finding(kind="asked-missing", text=text, wanted=asked.text)


def _replaced(run: Tracker, found: list[Finding]) -> list[Finding]:
    """A quoted value is missing and another one was typed: it stands where the quoted should."""
    quoted = {asked.text for asked in run.goal.requirements if asked.kind in ("quoted", "typed")}
    missing = [f.wanted for f in found if f.kind in _UNDONE and f.wanted in quoted]
    told = []
    for finding in found:
        if missing and finding.kind == "typed-unasked":
            wanted = missing.pop(0)
            given = next(text for text, step in run.typed.values() if step == finding.step)
            text = f"it typed {quote(given)} where {quote(wanted)} was asked for"
            finding = Finding(kind="typed-instead", text=text, step=finding.step, wanted=wanted)
        told.append(finding)
    return told


def _excuse_hidden(run: Tracker, found: list[Finding]) -> list[Finding]:
    """A value that was typed where nobody may look is neither done nor missed."""
    left = len(run.hidden)
    excused = []
    for finding in found:
        if left and finding.kind in _UNDONE:
            left -= 1
            text = "it may be what was typed into the secret field"
            finding = Finding(kind="asked-hidden", text=text, wanted=finding.wanted)
        excused.append(finding)
    return excused


def _case(run: Tracker) -> list[Finding]:
    """Capital or small letters, where the task asks for them."""
    found = []
    for text, step in run.typed.values():
        cased = text.upper() if run.goal.case == "upper" else text.lower()
        if run.goal.case and text != cased:
            found.append(
                Finding(
                    kind="case-wrong",
                    text=f"{quote(text)} is not in {run.goal.case} case",
                    step=step,
                    wanted=f"{run.goal.case} case",
                )
            )
    return found


def _sum(run: Tracker, text: str, step: int) -> Finding | None:
    """A sum on the screen, and whether the typed number solves it."""
    words = run.first.words if run.first else ""
    shown = _SUM.search(words)
    if shown is None or not re.fullmatch(r"-?\d+", text):
        return None
    a, b = int(shown[1]), int(shown[3])
    value = {"+": a + b, "-": a - b}.get(shown[2], a * b)
    if int(text) == value:
        return Finding(kind="typed-solves", text=f"{shown[0].strip()} is {text}", step=step)
    why = f"it typed {quote(text)}; {shown[0].strip()} is {value}"
    return Finding(kind="typed-solves-not", text=why, step=step, wanted=str(value))


def _given(run: Tracker) -> list[tuple[str, str, int]]:
    """(how, value, step) of what stands typed or chosen, or was clicked, newest first."""
    given = [("typed", text, step) for text, step in run.typed.values()]
    for text, step in run.chosen.values():
        given += [("chose", part, step) for part in [text, *text.split(", ")]]
    given += [("clicked", text, step) for text, step in run.clicked.values()]
    typed = {text for text, _ in run.typed.values()}
    shown = [(text, step) for text, step in run.shown.values() if text not in typed]
    given += [("set", text, step) for text, step in shown]
    return sorted(given, key=lambda one: -one[2])


def _done(run: Tracker, asked: Requirement) -> tuple[str, int] | None:
    for how, text, step in _given(run):
        if meets(text, asked) and _still(run, how, text):
            return f"it {how} {quote(asked.text)}", step
    for press in run.presses:
        if normal(asked.text) in press.kinds:
            return f"it pressed a {asked.text}", press.step
        if press.row == "asked" and normal(asked.text) in normal(press.beside):
            return f"it pressed {quote(press.text)} in the row of {quote(asked.text)}", press.step
    return None


def _still(run: Tracker, how: str, text: str) -> bool:
    """A box that was ticked and unticked again does not count."""
    if how != "clicked":
        return True
    boxes = _boxes(run.last)
    return boxes.get(normal(text), True)


def _near(run: Tracker, asked: Requirement) -> tuple[str, int] | None:
    others = {normal(other.text) for other in run.goal.requirements if other is not asked}
    for how, text, step in _given(run):
        if normal(text) in others:
            continue
        if how != "clicked" and is_near(text, asked.text):
            return f"it {how} {quote(text)} where {quote(asked.text)} was asked for", step
    return None


def _left(run: Tracker, asked: Requirement) -> bool:
    """Whether it could have been pressed or chosen on the last screen."""
    elements = run.last.elements if run.last else ()
    wanted = normal(asked.text)
    return any(
        normal(e.text) == wanted and e.interactable and e.role not in _FIELDS for e in elements
    )


def _shown(run: Tracker, asked: Requirement) -> bool:
    if run.last is None or run.first is None:
        return False
    wanted = normal(asked.text)
    return _stands(wanted, run.last) and not _stands(wanted, run.first)


def _stands(wanted: str, screen: Screen) -> bool:
    """As a text of its own; a long one also inside another."""
    texts = [normal(text) for e in screen.elements for text in (e.text, e.value)]
    return wanted in texts or (len(wanted) >= _LONG and any(wanted in text for text in texts))


def _boxes(screen: Screen | None) -> dict[str, bool]:
    if screen is None:
        return {}
    return {
        normal(e.text): "checked" in e.state or "selected" in e.state
        for e in screen.elements
        if e.role in ("checkbox", "radio", "option") and e.text
    }


def _unasked(run: Tracker) -> list[Finding]:
    found = []
    asked = [r.text for r in run.goal.requirements]
    for text, step in run.typed.values():
        if is_in(run.goal.task, text):
            continue
        if text and not any(is_same(text, a) or is_near(text, a) for a in asked):
            found.append(_typed_unasked(run, text, step))
    chosen = {normal(text) for text, _ in run.chosen.values()}
    for where, (text, step) in run.chosen.items():
        others = run.passed_options.get(where, ())
        passed = next((other for other in others if normal(other) not in chosen), "")
        if passed and not is_in(run.goal.task, text):
            found.append(
                Finding(
                    kind="unasked-choice",
                    text=f"it chose {quote(text)}; the task says {quote(passed)}",
                    step=step,
                    wanted=passed,
                )
            )
    found += _unasked_boxes(run, asked)
    found += _last_click(run, asked)
    return found


def _unasked_boxes(run: Tracker, asked: Sequence[str]) -> list[Finding]:
    now, before = _boxes(run.last), _boxes(run.first)
    if not (asked or run.goal.nothing):
        return []
    for name, ticked in now.items():
        if ticked and not before.get(name, False) and not any(normal(a) == name for a in asked):
            step = run.clicked.get(name, ("", None))[1]
            if step is None or run.goal.ordinals:
                continue
            return [
                Finding(
                    kind="unasked-choice",
                    text=f"{quote(name)} is ticked, which was not asked for",
                    step=step,
                    wanted=", ".join(asked),
                )
            ]
    return []


def _last_click(run: Tracker, asked: Sequence[str]) -> list[Finding]:
    """Where the task ends with a click on what it names, the last click must be on that."""
    if run.last_click is None:
        return []
    text, target, step = run.last_click
    if run.is_final(target) or target.role in _CHOOSERS or not asked:
        return []
    if any(is_same(text, a) for a in asked):
        return [
            Finding(kind="last-click-asked", text=f"the last click was on {quote(text)}", step=step)
        ]
    if (run.goal.submit and run.submitted_at) or run.goal.asks:
        return []
    arrived = _moved_on(run) and any(_shown(run, r) for r in run.goal.requirements)
    if not text.strip() or content_words(text) & run.goal.words or arrived:
        return []
    return [
        Finding(
            kind="last-click-unasked",
            text=f"the last click was on {called(target)}, which was not asked for",
            step=step,
            wanted=", ".join(asked),
        )
    ]


def _moved_on(run: Tracker) -> bool:
    """Whether the last step led to another page."""
    now, then = run.last, run.previous
    return now is not None and then is not None and now.look.url != then.look.url


def _typed_unasked(run: Tracker, text: str, step: int) -> Finding:
    if (solved := _sum(run, text, step)) is not None:
        return solved
    beside = _label_of(run, text)
    if beside is not None and beside:
        return Finding(
            kind="typed-beside-asked",
            text=f"{quote(text)} stands beside {quote(beside)}, which the task names",
            step=step,
        )
    if beside is not None:
        return Finding(
            kind="typed-beside-unasked",
            text=f"{quote(text)} stands on the screen, but beside nothing that the task names",
            step=step,
            wanted="the value that belongs to the name in the task",
        )
    whole = run.first is not None and any(is_same(e.value, text) for e in run.first.elements)
    if whole:
        return Finding(
            kind="typed-copied", text="the typed text equals a text on the screen", step=step
        )
    part = run.first is not None and any(
        len(text) > 3 and text in e.value and e.value != text for e in run.first.elements
    )
    if part:
        return Finding(
            kind="typed-cut",
            text="only a part of the text on the screen was typed",
            step=step,
            wanted="the whole text",
        )
    why = f"it typed {quote(text)}, which neither task nor screen shows"
    kind = "typed-unasked" if run.goal.requirements else "typed-own"
    return Finding(kind=kind, text=why, step=step)


def _label_of(run: Tracker, text: str) -> str | None:
    """The name beside which a value stands: its words if the task has them, "" if not."""
    if run.first is None:
        return None
    elements = [e for e in run.first.elements if e.text]
    for before, element in pairwise(elements):
        if is_same(element.text, text) and not element.interactable:
            words = re.findall(r"\w+", before.text.lower())
            return before.text if words and run.goal.words.issuperset(words) else ""
    return None


def _submission(run: Tracker) -> list[Finding]:
    if not run.goal.submit:
        return []
    if not run.submitted_at and not run.sighted:
        return []
    if not run.submitted_at:
        text = f"{quote(run.goal.submit)} was never pressed"
        return [Finding(kind="submit-missing", text=text, wanted=f"a press of {run.goal.submit}")]
    if run.submitted_at < run.edited_at:
        return [
            Finding(
                kind="submit-early",
                text="something was changed after the submit",
                step=run.edited_at,
            )
        ]
    return [
        Finding(
            kind="submit-done",
            text=f"{quote(run.goal.submit)} was pressed",
            step=run.submitted_at,
        )
    ]


def _unsent(run: Tracker) -> list[Finding]:
    """Something was filled in, and the button that hands it in still waits."""
    waits = run.edited_at and run.submitted_at < run.edited_at and run.last is not None
    buttons = [e.text for e in run.last.elements if e.role == "button"] if run.last else []
    hands_in = next((text for text in buttons if normal(text) in FINAL - _SEARCHES), "")
    if not waits or not hands_in:
        return []
    text = f"what was filled in was not handed in: {quote(hands_in)} waits"
    return [Finding(kind="left-unsent", text=text, wanted=f"a press of {hands_in}")]


def _effects(run: Tracker) -> list[Finding]:
    found = []
    if run.steps and run.unchanged == run.steps and not run.submitted_at:
        found.append(Finding(kind="nothing-changed", text="no action changed the screen"))
    if run.repeats >= 2:
        text = f"the same action on the same screen, {run.repeats + 1} times"
        found.append(Finding(kind="looping", text=text, step=run.steps))
    if not run.steps:
        found.append(Finding(kind="no-steps", text="the agent did nothing"))
    words = run.last.words[:4000] if run.last else ""
    start = run.first.words[:4000] if run.first else ""
    if (error := _ERROR.search(words)) and not _ERROR.search(start):
        found.append(
            Finding(kind="error-shown", text=f"the screen says {quote(error[0])}", step=run.steps)
        )
    if captcha := _CAPTCHA.search(words):
        found.append(
            Finding(kind="captcha", text=f"the screen says {quote(captcha[0])}", step=run.steps)
        )
    return found


def answer_findings(tracker: Tracker, answer: str, claims: bool | None) -> list[Finding]:
    """What the agent's last words add: claims, and values that no screen showed."""
    found = []
    if claims is False:
        found.append(Finding(kind="gave-up", text="the agent itself says that it failed"))
    if claims is True:
        found.append(Finding(kind="claims-success", text="the agent says that it succeeded"))
    values = re.findall(r'"([^"]+)"|\b(\d{2,})\b', answer) if tracker.sighted else []
    for quoted, number in values:
        words = re.findall(r"\w+", (quoted or number).lower())
        if words and not tracker.seen_words.issuperset(words):
            text = f"the answer says {quote(quoted or number)}, which no screen showed"
            found.append(Finding(kind="answer-unseen", text=text))
            break
    return found
