"""Marks the secret fields of a run that its recording only names. Reads no format.

A source that looks at the page itself knows them by more; see docs/design/security.md.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from courtside_store.key_names import key_of
from courtside_store.records import Action, ActionKind, Element, Observation, Step, Target
from courtside_store.rendering import is_secret
from courtside_store.secret_names import TAKES_TEXT, is_secret_field

_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_FIELD_ROLES = {"textbox", "searchbox", "combobox", "spinbutton"}
_LEAVES: tuple[ActionKind, ...] = (
    *("navigate", "back", "forward", "reload", "open-tab", "switch-tab", "close-tab"),
    *("launch-app", "home"),
)
"""After these another screen has the focus."""


def read_attributes(tag: str) -> dict[str, str]:
    """The attributes of `<input type="password" id=p>`, without its name."""
    inner = re.sub(r"^<\s*[\w:-]+|/?>$", "", tag.strip())
    return {
        found[1].lower(): html.unescape((found[2] or "").strip("\"'"))
        for found in _ATTRIBUTE.finditer(inner)
    }


def secret_state(yes: bool) -> tuple[str, ...]:
    """The state of a field."""
    return ("secret",) if yes else ()


def with_named_secrets(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, whose fields and targets say so where their name is that of a secret field, and
    where text is typed, without any place, after such a field was pressed.
    """
    looks: dict[int, Observation] = {}  # a screen that two steps share stays one
    focus: Target | None = None
    marked = []
    for step in steps:
        actions = []
        for action in step.actions:
            action = _with_mark(action, focus)
            actions.append(action)
            focus = _focus_after(action, focus)
        marked.append(
            replace(
                step,
                before=_with_marks(step.before, looks),
                after=_with_marks(step.after, looks),
                actions=tuple(actions),
            )
        )
    return tuple(marked)


def _with_mark(action: Action, focus: Target | None) -> Action:
    target = action.target
    if action.kind != "type":
        return action
    if target is None:
        return action if focus is None or action.point else replace(action, target=focus)
    return replace(action, target=_secret(target)) if _is_secret_name(target.text) else action


def _focus_after(action: Action, focus: Target | None) -> Target | None:
    """The secret field that has the focus then; None where it is another one, or none."""
    target = action.target
    if target or action.point:
        return _secret(target) if target and (is_secret(target) or _is_named(target)) else None
    is_tab = action.kind == "press" and key_of(action.text) == "tab"
    return None if is_tab or action.kind in _LEAVES else focus


def _is_named(target: Target) -> bool:
    """Whether it may be a field, and is called like a secret one."""
    may_be = target.role in _FIELD_ROLES or target.tag.lower() in TAKES_TEXT
    is_known = target.role or target.tag not in ("", "element")
    return (may_be or not is_known) and _is_secret_name(target.text)


def _secret(target: Target) -> Target:
    return replace(target, state=tuple(dict.fromkeys((*target.state, "secret"))))


def _with_marks(look: Observation | None, looks: dict[int, Observation]) -> Observation | None:
    if look is None or not any(map(_is_unmarked, look.elements)):
        return look
    if id(look) not in looks:
        elements = (
            replace(one, state=(*one.state, "secret")) if _is_unmarked(one) else one
            for one in look.elements
        )
        looks[id(look)] = replace(look, elements=tuple(elements))
    return looks[id(look)]


def _is_unmarked(one: Element) -> bool:
    is_field = one.role in _FIELD_ROLES or one.tag in TAKES_TEXT
    return is_field and not is_secret(one) and _is_secret_name(one.text)


@lru_cache(maxsize=4096)
def _is_secret_name(name: str) -> bool:
    return is_secret_field(name)
