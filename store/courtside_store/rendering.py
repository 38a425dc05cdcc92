"""Words for what an agent did and how its run ended, for people, judges and full-text search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from .geometry import Point
from .records import (
    Action,
    Announcement,
    Effects,
    Element,
    EndedBy,
    Evidence,
    PageState,
    Request,
    Step,
    Target,
    WebSocketUse,
)
from .shortened_text import shortened

ENDINGS: dict[EndedBy, str] = {
    "finish": "the agent finished",
    "truncated": "it was cut off before the agent said that it was done",
    "stop": "it was stopped, or ended without `finish`",
    "tab-closed": "the page was closed",
    "page-crashed": "the page crashed",
    "session-gone": "the agent's process ended, or its connection was lost",
    "idle": "no step came for a long time",
    "agent-crashed": "the agent crashed",
}
"""How a run ended, in words that go after "ended:". web/words.js has the same ones."""
LEAST_SHOWN = 0.05
"""The least weight that is still something when it is shown with one decimal."""
_MAX_QUOTED_CHARS = 80
_MAX_ROLE_CHARS = 40
_NO_WORD = re.compile(r"[^\w.:-]+")
"""What no role or tag holds: a page that writes its own roles gets one word."""
_KEYS = (
    *("enter", "return", "tab", "escape", "backspace", "delete", "home", "end", "pageup"),
    *("pagedown", "arrowup", "arrowdown", "arrowleft", "arrowright"),
)
"""Keys that stand for no letter."""


def render_action(action: Action) -> str:
    """One action as a line, e.g. `click button "Save"`.

    A position means nothing once the screen is text (Pan et al. 2024, modular judge): an action
    is named by the role and text of what it hit.
    """
    target = render_target(action.target) if action.target else _place(action)
    hidden = "" if is_shown(action) else "(secret)"
    words = hidden or _quote(action.text)
    plain = hidden or action.text
    match action.kind:
        case "type":
            return f"type {words}" + (_inside("into", action, target) or " into the page")
        case "press":
            return f"press {plain}" + _inside("in", action, target)
        case "select":
            return f"select {words}" + _inside("in", action, target)
        case "navigate" | "open-tab":
            return f"{action.kind} {plain}"
        case "scroll":
            return f"scroll {_direction(action)}" + (f" in {target}" if action.target else "")
        case "drag" | "swipe":
            return f"{action.kind} {target} to {_round(action.to_point)}".replace("  ", " ")
        case "answer":
            return f"answer {words}"
        case "other":
            return plain or "other"
        case _:
            return f"{action.kind} {target}".strip() + (f" {words}" if action.text else "")


def render_step(step: Step) -> str:
    """Everything the agent did in one step, in one line."""
    return "; ".join(render_action(action) for action in step.actions) or "no action"


def render_facts(step: Step) -> tuple[str, ...]:
    """What came of a step and what it left undone, a line each, without what was undone before."""
    before = render_page(step.before.page if step.before else None)
    left = render_page(step.after.page if step.after else None)
    undone = (line for line in left if line not in before)
    return (*render_effects(step.effects), *_in_front(step), *undone)


def _in_front(step: Step) -> tuple[str, ...]:
    """Which other app or window is in front now, where screens have no address."""
    before, after = step.before, step.after
    if not (before and after and before.title and after.title) or before.url or after.url:
        return ()
    return () if before.title == after.title else (f"in front now: {after.title}",)


def render_effects(effects: Effects | None) -> tuple[str, ...]:
    """The effects of a step, a line each, in the order in which they happened."""
    if effects is None:
        return ()
    happened: list[Request | Announcement | WebSocketUse] = [
        *(effects.requests or ()),
        *(effects.announced or ()),
        *(effects.websockets or ()),
    ]
    lines = [render_effect(one) for one in sorted(happened, key=lambda one: one.at_ms)]
    more = (f"and {effects.left_out} more",) if effects.left_out else ()
    return (*lines, *more)


def render_page(page: PageState | None) -> tuple[str, ...]:
    """What a screen leaves undone, a line each."""
    if page is None:
        return ()
    waits = (f"a dialog waits: {page.dialog}",) if page.dialog else ()
    if not page.dirty_count:
        return waits
    more = page.dirty_count - len(page.dirty)
    names = ", ".join(name or "a field" for name in page.dirty) + (f" and {more} more" * bool(more))
    return (*waits, f"edited, and not as it was: {names}")


def render_effect(one: Request | Announcement | WebSocketUse) -> str:
    """One of them as a line."""
    match one:
        case Request(failed=str(why)) if why:
            return f"sent {one.method} {one.path}: failed ({why})"
        case Request(status=None | 0):
            return f"sent {one.method} {one.path}: no answer yet"
        case Request(took_ms=took):
            time = "" if took is None else f" in {took:.0f} ms"
            return f"sent {one.method} {one.path}: {one.status}{time}"
        case WebSocketUse():
            return render_websocket(one)
        case Announcement(kind="dialog"):
            return f"a dialog opened: {one.text}"
        case Announcement(kind="validation"):
            return f"{one.field or 'a field'} was refused: {one.text}"
        case Announcement():
            return f"the page said: {one.text}"


def render_websocket(one: WebSocketUse) -> str:
    """That messages were sent, and where to."""
    least = "at least " if one.messages > 2 else ""
    return f"sent {least}{counted(one.messages, 'message')} over the WebSocket {one.path}"


def render_target(target: Target) -> str:
    """The element that was hit, as a person would name it."""
    kind = render_kind(target.role or target.tag)
    return f"{kind} {_quote(target.text)}" if target.text else kind


def render_kind(role_or_tag: str) -> str:
    """A role or tag as one word, whatever a page wrote there; "element" where nothing is left."""
    return _NO_WORD.sub("-", role_or_tag)[:_MAX_ROLE_CHARS].strip("-") or "element"


def is_secret(field: Target | Element | None) -> bool:
    """Is it a password, card or one-time-code field?"""
    return field is not None and "secret" in field.state


def value_beside_name(element: Element) -> str:
    """What a field holds; empty where nobody may read it, or it is its name once more."""
    return "" if is_secret(element) or element.value == element.text else element.value


def is_shown(action: Action) -> bool:
    """May anybody read its text? What is typed, chosen or pressed in a secret field nobody may, but
    for keys that stand for no letter; of `type` not even whether it is empty.
    """
    if not is_secret(action.target):
        return True
    return action.kind != "type" and (not action.text or action.text.lower() in _KEYS)


def _quote(text: str) -> str:
    """In quotation marks that it cannot close."""
    words = " ".join(text.split()).replace('"', "'")
    return f'"{shortened(words, _MAX_QUOTED_CHARS)}"'


def _place(action: Action) -> str:
    return f"at {_round(action.point)}" if action.point else ""


def _inside(word: str, action: Action, target: str) -> str:
    """The target behind its preposition, ` into textbox "Name"`; where only a point is known,
    ` at (153, 145)`; nothing where neither is.
    """
    if not target:
        return ""
    return f" {word} {target}" if action.target else f" {target}"


def _round(point: Point | None) -> str:
    return f"({point.x:.0f}, {point.y:.0f})" if point else "somewhere"


def _direction(action: Action) -> str:
    dx, dy = action.to_point or (0.0, 0.0)
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "up" if dy < 0 else "down"


def counted(number: int, what: str) -> str:
    """A number with its noun: 1 run, 2 runs."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def render_percent(share: float) -> str:
    """E.g. "40 %". Nothing that is not certain reads as if it were."""
    if share < 0.01:
        return "under 1 %"
    return "over 99 %" if share > 0.99 else f"{share * 100:.0f} %"


def render_chance(score: float | None, of: Literal["run", "step"] = "run") -> str:
    """What a verdict's score is the probability of, whatever its label: "40 % likely a success", or
    "12 % likely progress" of a step. Empty where the judge gave none.
    """
    if score is None:
        return ""
    return f"{render_percent(score)} likely {'a success' if of == 'run' else 'progress'}"


def render_signs(failure_kind: str | None, flags: Sequence[str]) -> str:
    """The kind of failure and the flags, in the words that the filter takes."""
    return ", ".join(([failure_kind] if failure_kind else []) + list(flags))


def weighs(evidence: Evidence) -> bool:
    """Does it count by as much as can be shown? What does not is folded away where people look."""
    return abs(evidence.weight) >= LEAST_SHOWN
