"""What a run shows so far, as named findings: done, missed, wrong. Knows no weights."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from courtside_store.records import Action, Element, Observation, Record, Step, Target
from courtside_store.rendering import is_secret, render_action

from .frames import is_changed
from .goals import Goal, Requirement, is_near, is_same, normal
from .protocol import Frames

_ERROR = re.compile(
    r"\b(404|403|500|page not found|not found|access denied|forbidden|internal server error|"
    r"something went wrong|an error occurred|invalid (?:password|input|credentials)|try again)\b",
    re.I,
)
_SUM = re.compile(r"(-?\d+)\s*([-+*x×])\s*(-?\d+)\s*=")
_CAPTCHA = re.compile(r"captcha|are you (?:a )?human|not a robot|verify you are", re.I)
_CHOOSERS = {"checkbox", "radio", "option", "label", "switch"}
_FINAL = ("submit", "search", "login", "log in", "ok", "send", "save", "apply", "done", "go")
_KEPT = 60
"""Newest typed, chosen and clicked things that are kept: a long run must not cost more a step."""


class Finding(Record, frozen=True, kw_only=True):
    """One thing that the run shows. The model weighs it by its name."""

    kind: str
    text: str
    amount: float = 1.0
    step: int | None = None
    wanted: str = ""
    """What the task asked for, where the finding is about a value."""


class Screen(Record, frozen=True, kw_only=True):
    """What of an observation counts: without the task's own words on the page."""

    look: Observation
    elements: tuple[Element, ...]
    signature: int


def read_screen(look: Observation, goal: Goal) -> Screen:
    """Leaves out elements that only repeat the task."""
    task = normal(goal.task)
    kept = tuple(
        e
        for e in look.elements
        if not (len(e.text) > 8 and normal(e.text) and normal(e.text) in task) or e.interactable
    )
    state = tuple(
        (e.tag, e.text, e.value, tuple(s for s in e.state if s != "focused")) for e in kept
    )
    words = "" if look.elements else look.text
    return Screen(look=look, elements=kept, signature=hash((look.url, look.title, state, words)))


def quote(text: str, most: int = 60) -> str:
    """A page's or an agent's words in quotation marks that they cannot close, one line, cut."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    words = words.replace('"', "'").replace("“", "'").replace("”", "'")
    return f'"{words[:most]}…"' if len(words) > most else f'"{words}"'


def _no_frame(_: str) -> bytes | None:
    return None


class Tracker:
    """Follows one run. Each step costs the size of its screen, not of the history."""

    def __init__(self, goal: Goal, frames: Frames = _no_frame) -> None:
        self.goal = goal
        self.changed: bool | None = None
        """Did the last step change the screen? None where nothing tells."""
        self._frames = frames
        self.first: Screen | None = None
        self.last: Screen | None = None
        self.previous: Screen | None = None
        self.steps = 0
        self.unchanged = 0
        self.repeats = 0
        self.hidden: dict[str, int] = {}
        self.typed: dict[str, tuple[str, int]] = {}
        self.chosen: dict[str, tuple[str, int]] = {}
        self.clicked: dict[str, tuple[str, int]] = {}
        self.last_click: tuple[str, Target, int] | None = None
        self.submitted_at = 0
        self.edited_at = 0
        self.ordinal: tuple[int, int, int] | None = None
        self.seen_words: set[str] = set()
        self._actions: Counter[tuple[str, int]] = Counter()
        self._numbers: set[str] = set()

    # --- following

    def take(self, step: Step) -> None:
        """The next step."""
        self.steps = step.index
        if step.before is not None and self.first is None:
            self.first = self.last = read_screen(step.before, self.goal)
            self._see(step.before)
        self.previous = self.last
        if step.after is not None:
            self.last = read_screen(step.after, self.goal)
            self._see(step.after)
        self.changed = self._differ(step)
        for action in step.actions:
            self._act(action, step.index)
        if step.actions and self.changed is False:
            self.unchanged += 1
        rendered = "; ".join(render_action(action) for action in step.actions)
        key = (rendered, self._screen_key())
        self.repeats += int(bool(rendered) and self._actions[key] > 0)
        self._actions[key] += 1

    def _differ(self, step: Step) -> bool | None:
        """Elements first, pixels only where there are none."""
        now, then = self.last, self.previous
        if step.after is None or now is None or then is None:
            return None
        if now.look.elements or then.look.elements or now.signature != then.signature:
            return now.signature != then.signature
        return is_changed(then.look.frame, now.look.frame, self._frames)

    def _screen_key(self) -> int:
        """The same for the same screen; by its frame where it has no elements."""
        if self.last is None:
            return 0
        look = self.last.look
        return self.last.signature if look.elements else hash((self.last.signature, look.frame))

    def _see(self, look: Observation) -> None:
        self.seen_words.update(re.findall(r"\w+", look.text.lower()))
        for element in look.elements:
            self.seen_words.update(re.findall(r"\w+", element.value.lower()))

    def _act(self, action: Action, step: int) -> None:
        target = action.target or Target()
        where = f"{target.tag}|{target.text}|{target.box}"
        match action.kind:
            case "type":
                if is_secret(action.target):
                    self.hidden[where] = step
                else:
                    _keep(self.typed, where, (action.text, step))
                self.edited_at = step
                self._place(target, step)
            case "select":
                _keep(self.chosen, where, (action.text, step))
                self.edited_at = step
            case "click" | "double-click" | "tap" | "check":
                self._click(target, step)
                if self._is_final(target):
                    self.submitted_at = step
                else:
                    self._place(target, step)
            case "press" if action.text.endswith("Enter"):
                self.submitted_at = step
            case _:
                pass

    def _click(self, target: Target, step: int) -> None:
        """The newest click on each text; a click on the task's own words says nothing."""
        name = normal(target.text)
        _keep(self.clicked, name, (target.text, step))
        if len(target.text) < 20 or name not in normal(self.goal.task):
            self.last_click = (target.text, target, step)

    def _is_final(self, target: Target) -> bool:
        name = normal(target.text)
        return bool(name) and (name == self.goal.submit or name in _FINAL)

    def _place(self, target: Target, step: int) -> None:
        """Which of its kind it is, where the task counts: "the 3rd textbox"."""
        look = self.previous or self.first
        if not self.goal.ordinals or look is None or target.box is None:
            return
        alike = [
            e
            for e in look.elements
            if e.tag == target.tag
            and e.role == target.role
            and e.box is not None
            and e.interactable
        ]
        for number, element in enumerate(alike, 1):
            if (
                element.box
                and abs(element.box[0] - target.box[0]) + abs(element.box[1] - target.box[1]) < 4
            ):
                self.ordinal = (number, len(alike), step)

    # --- finding

    def findings(self) -> list[Finding]:
        """Everything that the run shows now."""
        found = [self._requirement(asked) for asked in self.goal.requirements]
        found = self._excuse_hidden(found) + self._case()
        found += self._unasked()
        found += self._submission()
        found += self._ordinals()
        found += self._effects()
        return found

    def _requirement(self, asked: Requirement) -> Finding:
        done = self._done(asked)
        if done is not None:
            return Finding(kind="asked-done", text=done[0], step=done[1], wanted=asked.text)
        near = self._near(asked)
        if near is not None:
            return Finding(kind="asked-near-miss", text=near[0], step=near[1], wanted=asked.text)
        if self._shown(asked):
            text = f"{quote(asked.text)} stands on the screen now"
            return Finding(kind="asked-shown", text=text, wanted=asked.text)
        text = f"nothing was done about {quote(asked.text)}"
        return Finding(kind="asked-missing", text=text, wanted=asked.text)

    def _excuse_hidden(self, found: list[Finding]) -> list[Finding]:
        """A value that was typed where nobody may look is neither done nor missed."""
        left = len(self.hidden)
        excused = []
        for finding in found:
            if left and finding.kind == "asked-missing":
                left -= 1
                text = "it may be what was typed into the secret field"
                finding = Finding(kind="asked-hidden", text=text, wanted=finding.wanted)
            excused.append(finding)
        return excused

    def _case(self) -> list[Finding]:
        """Capital or small letters, where the task asks for them."""
        found = []
        for text, step in self.typed.values():
            cased = text.upper() if self.goal.case == "upper" else text.lower()
            if self.goal.case and text != cased:
                found.append(
                    Finding(
                        kind="case-wrong",
                        text=f"{quote(text)} is not in {self.goal.case} case",
                        step=step,
                        wanted=f"{self.goal.case} case",
                    )
                )
        return found

    def _sum(self, text: str, step: int) -> Finding | None:
        """A sum on the screen, and whether the typed number solves it."""
        words = self.first.look.text if self.first else ""
        shown = _SUM.search(words)
        if shown is None or not re.fullmatch(r"-?\d+", text):
            return None
        a, b = int(shown[1]), int(shown[3])
        value = {"+": a + b, "-": a - b}.get(shown[2], a * b)
        if int(text) == value:
            return Finding(kind="typed-solves", text=f"{shown[0].strip()} is {text}", step=step)
        why = f"it typed {quote(text)}; {shown[0].strip()} is {value}"
        return Finding(kind="typed-solves-not", text=why, step=step, wanted=str(value))

    def _given(self) -> list[tuple[str, str, int]]:
        """(how, value, step) of what stands typed or chosen, or was clicked, newest first."""
        given = [("typed", text, step) for text, step in self.typed.values()]
        for text, step in self.chosen.values():
            given += [("chose", part, step) for part in [text, *text.split(", ")]]
        given += [("clicked", text, step) for text, step in self.clicked.values()]
        return sorted(given, key=lambda one: -one[2])

    def _done(self, asked: Requirement) -> tuple[str, int] | None:
        for how, text, step in self._given():
            if is_same(text, asked.text) and self._still(how, text):
                return f"it {how} {quote(asked.text)}", step
        return None

    def _still(self, how: str, text: str) -> bool:
        """A box that was ticked and unticked again does not count."""
        if how != "clicked":
            return True
        boxes = self._boxes(self.last)
        return boxes.get(normal(text), True)

    def _near(self, asked: Requirement) -> tuple[str, int] | None:
        for how, text, step in self._given():
            if how != "clicked" and is_near(text, asked.text):
                return f"it {how} {quote(text)} where {quote(asked.text)} was asked for", step
        return None

    def _shown(self, asked: Requirement) -> bool:
        if self.last is None or self.first is None:
            return False
        wanted = normal(asked.text)
        here = any(
            normal(e.text) == wanted or normal(e.value) == wanted for e in self.last.elements
        )
        before = any(
            normal(e.text) == wanted or normal(e.value) == wanted for e in self.first.elements
        )
        return here and not before

    @staticmethod
    def _boxes(screen: Screen | None) -> dict[str, bool]:
        if screen is None:
            return {}
        return {
            normal(e.text): "checked" in e.state or "selected" in e.state
            for e in screen.elements
            if e.role in ("checkbox", "radio", "option") and e.text
        }

    def _unasked(self) -> list[Finding]:
        found = []
        asked = [r.text for r in self.goal.requirements]
        for text, step in self.typed.values():
            if text and not any(is_same(text, a) or is_near(text, a) for a in asked):
                found.append(self._typed_unasked(text, step))
        for text, step in self.chosen.values():
            strange = [p for p in text.split(", ") if not any(is_same(p, a) for a in asked)]
            if strange and asked and not any(is_same(text, a) for a in asked):
                found.append(
                    Finding(
                        kind="unasked-choice",
                        text=f"it chose {quote(strange[0])}, which was not asked for",
                        step=step,
                        wanted=", ".join(asked),
                    )
                )
        found += self._unasked_boxes(asked)
        found += self._last_click(asked)
        return found

    def _unasked_boxes(self, asked: Sequence[str]) -> list[Finding]:
        now, before = self._boxes(self.last), self._boxes(self.first)
        if not (asked or self.goal.nothing):
            return []
        for name, ticked in now.items():
            if ticked and not before.get(name, False) and not any(normal(a) == name for a in asked):
                step = self.clicked.get(name, ("", None))[1]
                if step is None or self.goal.ordinals:
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

    def _last_click(self, asked: Sequence[str]) -> list[Finding]:
        """Where the task ends with a click on what it names, the last click must be on that."""
        if self.last_click is None:
            return []
        text, target, step = self.last_click
        if self._is_final(target) or target.role in _CHOOSERS or not asked:
            return []
        if any(is_same(text, a) for a in asked):
            return [
                Finding(
                    kind="last-click-asked", text=f"the last click was on {quote(text)}", step=step
                )
            ]
        if self.goal.submit and self.submitted_at:
            return []
        return [
            Finding(
                kind="last-click-unasked",
                text=f"the last click was on {quote(text)}, which was not asked for",
                step=step,
                wanted=", ".join(asked),
            )
        ]

    def _typed_unasked(self, text: str, step: int) -> Finding:
        if (solved := self._sum(text, step)) is not None:
            return solved
        beside = self._label_of(text)
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
        whole = self.first is not None and any(is_same(e.value, text) for e in self.first.elements)
        if whole:
            return Finding(
                kind="typed-copied", text="the typed text equals a text on the screen", step=step
            )
        part = self.first is not None and any(
            len(text) > 3 and text in e.value and e.value != text for e in self.first.elements
        )
        if part:
            return Finding(
                kind="typed-cut",
                text="only a part of the text on the screen was typed",
                step=step,
                wanted="the whole text",
            )
        return Finding(
            kind="typed-unasked",
            text=f"it typed {quote(text)}, which neither task nor screen shows",
            step=step,
        )

    def _label_of(self, text: str) -> str | None:
        """The name beside which a value stands: its words if the task has them, "" if not."""
        if self.first is None:
            return None
        elements = [e for e in self.first.elements if e.text]
        for before, element in pairwise(elements):
            if is_same(element.text, text) and not element.interactable:
                words = re.findall(r"\w+", before.text.lower())
                return before.text if words and self.goal.words.issuperset(words) else ""
        return None

    def _submission(self) -> list[Finding]:
        if not self.goal.submit:
            return []
        if not self.submitted_at:
            text = f"{quote(self.goal.submit)} was never pressed"
            return [
                Finding(kind="submit-missing", text=text, wanted=f"a press of {self.goal.submit}")
            ]
        if self.submitted_at < self.edited_at:
            return [
                Finding(
                    kind="submit-early",
                    text="something was changed after the submit",
                    step=self.edited_at,
                )
            ]
        return [
            Finding(
                kind="submit-done",
                text=f"{quote(self.goal.submit)} was pressed",
                step=self.submitted_at,
            )
        ]

    def _ordinals(self) -> list[Finding]:
        if not self.goal.ordinals or self.ordinal is None:
            return []
        number, total, step = self.ordinal
        wanted = {total if n == -1 else n for n in self.goal.ordinals}
        if number in wanted:
            return [
                Finding(
                    kind="ordinal-right",
                    text=f"it was number {number} of its kind, as asked",
                    step=step,
                )
            ]
        if max(wanted) > total:
            return []
        asked = " and ".join(str(n) for n in sorted(wanted))
        return [
            Finding(
                kind="ordinal-wrong",
                text=f"it was number {number} of its kind; the task says {asked}",
                step=step,
                wanted=f"number {asked}",
            )
        ]

    def _effects(self) -> list[Finding]:
        found = []
        if self.steps and self.unchanged == self.steps and not self.submitted_at:
            found.append(Finding(kind="nothing-changed", text="no action changed the screen"))
        if self.repeats >= 2:
            text = f"the same action on the same screen, {self.repeats + 1} times"
            found.append(Finding(kind="looping", text=text, step=self.steps))
        if not self.steps:
            found.append(Finding(kind="no-steps", text="the agent did nothing"))
        words = self.last.look.text[:4000] if self.last else ""
        start = self.first.look.text[:4000] if self.first else ""
        if (error := _ERROR.search(words)) and not _ERROR.search(start):
            found.append(
                Finding(
                    kind="error-shown", text=f"the screen says {quote(error[0])}", step=self.steps
                )
            )
        if captcha := _CAPTCHA.search(words):
            found.append(
                Finding(
                    kind="captcha", text=f"the screen says {quote(captcha[0])}", step=self.steps
                )
            )
        return found


def _keep(kept: dict[str, tuple[str, int]], key: str, value: tuple[str, int]) -> None:
    """Newest last; the oldest goes when there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]


def answer_findings(tracker: Tracker, answer: str, claims: bool | None) -> list[Finding]:
    """What the agent's last words add: claims, and values that no screen showed."""
    found = []
    if claims is False:
        found.append(Finding(kind="gave-up", text="the agent itself says that it failed"))
    if claims is True:
        found.append(Finding(kind="claims-success", text="the agent says that it succeeded"))
    values = re.findall(r'"([^"]+)"|\b(\d{2,})\b', answer)
    for quoted, number in values:
        words = re.findall(r"\w+", (quoted or number).lower())
        if words and not tracker.seen_words.issuperset(words):
            text = f"the answer says {quote(quoted or number)}, which no screen showed"
            found.append(Finding(kind="answer-unseen", text=text))
            break
    return found
