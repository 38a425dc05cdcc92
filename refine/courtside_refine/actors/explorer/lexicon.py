"""Words that every application uses: for operations, for saving, for going back. Knows no task."""

from __future__ import annotations

import re
from functools import lru_cache

from courtside_judge.evidence.likeness import stems

SIGNS = {
    **dict.fromkeys("×✕✖⨯", "close remove"),
    **dict.fromkeys("+＋➕", "add"),
    **dict.fromkeys("✎✏🖉", "edit"),
    "🗑": "delete",
    **dict.fromkeys("☆★⭐", "star"),
    **dict.fromkeys("⋮…⋯☰", "more options menu"),
    **dict.fromkeys("⚙", "settings"),
    **dict.fromkeys("🔍", "search"),
    **dict.fromkeys("✓✔", "done"),
}
"""What the signs on buttons mean."""
OPERATIONS = {
    "add": "add create new compose insert invite register assign apply prescribe order",
    "remove": "remove delete trash discard revoke disconnect unlink clear unassign discontinue",
    "edit": "edit change update rename modify adjust set switch configure move",
    "on": "enable turn activate show allow check mark",
    "off": "disable turn deactivate hide opt uncheck unmark",
    "end": "cancel close dismiss decline deny resolve complete",
    "send": "send reply forward post submit share resend",
    "again": "restore reopen undo reset",
}
"""Words for the same thing to do."""
GOING = "navigate go open setting settings page section find select choose click press named called"
"""Words that lead somewhere and ask for nothing there."""
_SAVE = re.compile(
    r"\b(?:save|submit|apply|done|ok|okay|confirm|finish|continue|yes|log ?in|sign ?in)\b", re.I
)
_MAY_SAVE = re.compile(
    r"\b(?:create|add|send|update|search|go|set|change|rename|post|book|next|invite|move)\b", re.I
)
"""Opens a form as often as it ends one."""
_BACK = re.compile(r"\b(?:cancel|close|dismiss|back|discard|no|never mind|reset|clear)\b", re.I)
_LEADS_ON = re.compile(r"\b(?:nav|navigate|sidebar|tab)\b", re.I)
_ON = re.compile(
    r"\b(?:turn on|enable|activate|check|tick|select|show|allow|mark|switch on)\b", re.I
)
_OFF = re.compile(
    r"\b(?:turn off|disable|deactivate|uncheck|untick|deselect|hide|switch off|opt(?:ed)? out)\b",
    re.I,
)


def with_signs(text: str) -> str:
    """A button's words, with what its signs mean."""
    return text + "".join(f" {SIGNS[sign]}" for sign in text if sign in SIGNS)


def is_save(text: str) -> bool:
    """Whether it ends what was begun: few words, and one of them says so."""
    return len(text.split()) <= 4 and bool(_SAVE.search(text))


def may_save(text: str) -> bool:
    """Whether it ends what was begun, where something was."""
    return is_save(text) or (len(text.split()) <= 4 and bool(_MAY_SAVE.search(text)))


def is_back(text: str) -> bool:
    """Whether it leaves without an effect."""
    return len(text.split()) <= 3 and bool(_BACK.search(with_signs(text)))


def leads_on(role: str, hint: str) -> bool:
    """Whether it only shows another part of the app, as far as its markup says."""
    return role == "tab" or bool(_LEADS_ON.search(hint))


@lru_cache(maxsize=1024)
def operations(text: str) -> frozenset[str]:
    """Which operations a text names."""
    words_in_text = stems(with_signs(text))
    return frozenset(name for name, words in OPERATIONS.items() if words_in_text & stems(words))


@lru_cache(maxsize=256)
def wanted_state(task: str) -> bool | None:
    """Whether the task wants something on or off; None where it says neither, or both."""
    on, off = bool(_ON.search(task)), bool(_OFF.search(task))
    return None if on == off else on
