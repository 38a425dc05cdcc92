"""Which button ends what is entered into a field, and whether the field keeps it. Looks at no page.

What a form's own button is called decides; of a field without one, the button after it is a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_refine.actors.explorer.lexicon import with_signs
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.irreversible_words import orders_something

from .visible_names import visible_name

_STORES = re.compile(r"\b(?:save|apply|update|changes?|set|rename|done|ok|okay|store|keep)\b", re.I)
_CREATES = re.compile(r"^\W*(?:new|add|create|compose)\b", re.I)
_LEADS_AWAY = re.compile(
    r"^\W*(?:search|find|filter|go|next|continue|proceed|check ?out|(?:log|sign) ?(?:in|up)|"
    r"register|join)\b",
    re.I,
)
MAX_WORDS = 3
"""A longer text speaks of such a thing and does none."""


def creates(name: str) -> bool:
    """Whether what is called so is for a new thing."""
    return bool(_CREATES.search(name))


def is_create(name: str) -> bool:
    """Whether a button of this name makes a new thing."""
    return len(name.split()) <= MAX_WORDS and creates(name)


def ending_buttons(view: PageView, field: ViewRow) -> Sequence[ViewRow]:
    """The buttons that send the field's own form; where there are none, those beside it that
    belong to no other form."""
    return _own_buttons(view, field) or [
        one for one in view.controls if one.element.role == "button" and one.form in (0, field.form)
    ]


def keeps(view: PageView, field: ViewRow) -> bool:
    """Whether nothing says that the field is empty when its page is opened again: its form may be
    sent away as an order, a search or a message, or make a new thing of it."""
    if own := _own_buttons(view, field):
        return any(_STORES.search(with_signs(one.element.text)) for one in own)
    after = {id(row) for row in view.controls[view.controls.index(field) + 1 :]}
    beside = (one for one in ending_buttons(view, field) if id(one) in after)
    button = next(filter(None, (visible_name(one.element.text) for one in beside)), "")
    return not (orders_something(button) or is_create(button) or _leads_away(button))


def _own_buttons(view: PageView, field: ViewRow) -> list[ViewRow]:
    """Those that send its form; none where it is in no form."""
    return [one for one in view.controls if field.form and one.form == field.form and one.submits]


def _leads_away(name: str) -> bool:
    return len(name.split()) <= MAX_WORDS and bool(_LEADS_AWAY.search(name))
