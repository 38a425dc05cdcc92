"""Cuts secret values that a source knows out of addresses and texts. Knows no names or tables.

`extension/page/addresses.js` does the same to an address; `tests/store/addresses.json` holds both.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import quote, unquote

from msgspec.structs import replace

from .addresses import MARK
from .records import Action, Observation, Step

MIN_PART_CHARS = 3
"""A shorter value may be a whole part of an address by chance."""
MIN_SUBSTRING_CHARS = 6
"""A shorter value may stand inside a part of an address by chance."""
MAX_NESTED_ADDRESSES = 3
"""How many times an address inside an address is decoded at most."""
_SITE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//[^/?#]*")
_SIGN = re.compile(r"([/?&;#=!])")
_KEPT = ";,/?:@&=+$-_.!~*'()#"
"""The characters that `encodeURI` leaves as they are."""


def cut_step(step: Step, values: Collection[str]) -> Step:
    """The step without these values in its addresses."""
    if not values:
        return step
    before, after = (look and _cut_look(look, values) for look in (step.before, step.after))
    actions = tuple(_cut_action(action, values) for action in step.actions)
    return replace(step, before=before, after=after, actions=actions)


def cut_values(address: str, values: Collection[str]) -> str:
    """The address without parts that are one of these values, or have a longer one inside."""
    site = match[0] if (match := _SITE.match(address)) else ""
    rest = cut_text(address[len(site) :], values)
    return site + "".join(
        MARK if any(_hides(form, values) for form in _forms(part)) else part
        for part in _SIGN.split(rest)
    )


def cut_text(text: str, values: Collection[str]) -> str:
    """The text without the longer ones of these values."""
    for value in sorted(
        (one for one in values if len(one) >= MIN_SUBSTRING_CHARS), key=len, reverse=True
    ):
        for form in (value, _encoded(value)):
            text = text.replace(form, MARK)
    return text


def _encoded(value: str) -> str:
    return quote(value, safe=_KEPT, errors="replace")


def _hides(text: str, values: Collection[str]) -> bool:
    return any(
        len(value) >= MIN_PART_CHARS
        and (text == value or (len(value) >= MIN_SUBSTRING_CHARS and value in text))
        for value in values
    )


def _forms(part: str) -> set[str]:
    """A part of an address as it may be meant."""
    forms = {part}
    for _ in range(MAX_NESTED_ADDRESSES):
        forms |= {unquote(form) for form in forms} | {form.replace("+", " ") for form in forms}
    return forms


def _cut_look(look: Observation, values: Collection[str]) -> Observation:
    title = look.title if " " in look.title else cut_values(look.title, values)
    return replace(look, url=cut_values(look.url, values), title=title)


def _cut_action(action: Action, values: Collection[str]) -> Action:
    target = action.target
    if target and target.frame_url:
        target = replace(target, frame_url=cut_values(target.frame_url, values))
    goes = action.kind == "navigate"
    return replace(
        action, target=target, text=cut_values(action.text, values) if goes else action.text
    )
