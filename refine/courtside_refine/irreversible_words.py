"""The words on a control that say that pressing it may not be undone. For retries and actors.

They are guesses towards caution. Where requests are recorded, those decide (`retrying`).
"""

from __future__ import annotations

import re

_SENT = "submit|pay|send|buy|order|transfer|confirm|purchase|publish|post|book"
"""Something goes to somebody else, or counts from then on."""
_DESTROYED = "delete|remove|discard|erase|empty|trash|deactivate|revoke|unsubscribe"
_MOVED_AWAY = (
    "sign ?out|log ?out|leave|disconnect|archive|spam|block|import|export|print|download|upload"
)
"""A person can bring it back; an agent rarely does."""
_CHANGED = (
    "exit|quit|logoff|reset|cancel|undo|restore|mark|mute|report|install|upgrade|subscribe|"
    "generate|regenerate|verify|accept|approve|reject|decline|save|apply"
)
MAX_LABEL_WORDS = 4
"""A longer text is a sentence, which may speak of such a thing and do none."""
_IRREVERSIBLE = re.compile(rf"\b(?:{_SENT}|{_DESTROYED})\w*", re.I)
_ORDERS = re.compile(rf"\b(?:{_SENT}|{_DESTROYED})\b", re.I)
_TAKES_AWAY = re.compile(rf"\b(?:{_DESTROYED}|{_MOVED_AWAY})\w*", re.I)
_ALTERS = re.compile(rf"\b(?:{_MOVED_AWAY}|{_CHANGED})\b", re.I)


def is_irreversible(text: str) -> bool:
    """Whether it sends something away or destroys it: what another attempt would do once more."""
    return bool(_IRREVERSIBLE.search(text))


def orders_something(name: str) -> bool:
    """Whether the name of a control orders such a thing, as a verb does: "Place order", and neither
    "Orders" nor "Sender"."""
    return bool(_ORDERS.search(name))


def takes_away(label: str) -> bool:
    """Whether it destroys something or moves it out of reach."""
    return len(label.split()) <= MAX_LABEL_WORDS and bool(_TAKES_AWAY.search(label))


def alters_anything(label: str) -> bool:
    """Whether it may change anything at all: what only looks around stays away from it."""
    return is_irreversible(label) or takes_away(label) or bool(_ALTERS.search(label))
