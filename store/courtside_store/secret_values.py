"""Cuts secret values that a source knows out of addresses and texts. Knows no names or tables.

`extension/page/addresses.js` does the same to an address; `tests/store/addresses.json` holds both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus, unquote

from msgspec.structs import replace

from .addresses import MARK
from .records import Action, Effects, Element, Observation, Step

MIN_PART_CHARS = 3
"""A shorter value may be a whole part of an address by chance."""
MIN_SUBSTRING_CHARS = 6
"""A shorter value may stand inside a part of an address by chance."""
MIN_WORD_CHARS = 4
"""A shorter value is looked for in no text. One below `MIN_SUBSTRING_CHARS` is cut only out of what
an agent says at the end and out of lessons, where it is no part of a longer number or date.
"""
MAX_NESTED_ADDRESSES = 3
"""How many times an address inside an address is decoded at most."""
_SITE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//[^/?#]*")
_SIGN = re.compile(r"([/?&;#=!])")
_KEPT = ";,/?:@&=+$-_.!~*'()#"
"""The characters that `encodeURI` leaves as they are."""
_LETTER = r"[^\W\u2e80-\U0010ffff]"
"""A letter or digit of a script that has spaces between its words."""
_BEGIN = rf"(?:(?<!{_LETTER})|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{{2}}))"
"""The begin of a word, also behind a line break of a quoted text or an encoded character."""


def cut_step(step: Step, values: Collection[str]) -> Step:
    """The step without these values in its addresses, titles and the agent's own words."""
    if not values:
        return step
    before, after = (look and _cut_look(look, values) for look in (step.before, step.after))
    actions = tuple(_cut_action(action, values) for action in step.actions)
    thought = cut_words(step.thought, values)
    return replace(step, before=before, after=after, actions=actions, thought=thought)


def cut_screens(step: Step, values: Collection[str]) -> Step:
    """The step without the longer ones of these values in what its screens show and announce."""
    if not values:
        return step
    before, after = (look and _cut_shown(look, values) for look in (step.before, step.after))
    effects = step.effects and _cut_effects(step.effects, values)
    return replace(step, before=before, after=after, effects=effects)


def cut_words(text: str, values: Collection[str], min_chars: int = MIN_SUBSTRING_CHARS) -> str:
    """The text without the longer ones of these values, where they are no part of a word."""
    for form in _written(tuple(values), min_chars):
        if form in text:
            text = _as_word(form).sub(MARK, text)
    return text


@lru_cache(maxsize=8)
def _written(values: tuple[str, ...], min_chars: int) -> tuple[str, ...]:
    """The longer ones as they stand in a text, an address, JSON or code; the longest first."""
    forms = {
        form
        for value in values
        if len(value) >= min_chars
        for form in (
            value,
            _encoded(value),
            quote(value, safe="", errors="replace"),
            quote_plus(value, errors="replace"),
            json.dumps(value)[1:-1],
            json.dumps(value, ensure_ascii=False)[1:-1],
            repr(value)[1:-1],
        )
    }
    return tuple(sorted(forms, key=lambda form: (-len(form), form)))


@lru_cache(maxsize=512)
def _as_word(form: str) -> re.Pattern[str]:
    begin = _BEGIN if re.match(_LETTER, form) else ""
    end = rf"(?!{_LETTER})" if re.match(_LETTER, form[-1]) else ""
    if len(form) < MIN_SUBSTRING_CHARS:
        begin, end = rf"(?<!\d[.,:/\-]){begin}", rf"{end}(?![.,:/\-]\d)"
    return re.compile(begin + re.escape(form) + end)


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
    return replace(look, url=cut_values(look.url, values), title=_cut_title(look.title, values))


def _cut_title(title: str, values: Collection[str]) -> str:
    """A page that has no title of its own has its address there."""
    if " " not in title and _SIGN.search(title):
        return cut_values(title, values)
    is_one = len(title) >= MIN_PART_CHARS and title in values
    return MARK if is_one else cut_words(title, values)


def _cut_action(action: Action, values: Collection[str]) -> Action:
    target = action.target
    if target:
        frame_url, text = cut_values(target.frame_url, values), cut_words(target.text, values)
        target = replace(target, frame_url=frame_url, text=text)
    cut = cut_values if action.kind == "navigate" else cut_words
    raw = action.raw and _cut_raw(action.raw, values)
    return replace(action, target=target, text=cut(action.text, values), raw=raw)


def _cut_raw(raw: Any, values: Collection[str]) -> Any:
    match raw:
        case str():
            return cut_words(raw, values)
        case int() if str(raw) in values and len(str(raw)) >= MIN_SUBSTRING_CHARS:
            return MARK
        case dict():
            return {cut_words(key, values): _cut_raw(one, values) for key, one in raw.items()}
        case list() | tuple():
            return [_cut_raw(one, values) for one in raw]
    return raw


def _cut_shown(look: Observation, values: Collection[str]) -> Observation:
    page = look.page
    if page:
        page = replace(
            page,
            heading=cut_words(page.heading, values),
            breadcrumb=tuple(cut_words(one, values) for one in page.breadcrumb),
            dialog=cut_words(page.dialog, values),
            dirty=tuple(cut_words(one, values) for one in page.dirty),
        )
    elements = tuple(_cut_element(one, values) for one in look.elements)
    return replace(look, text=cut_words(look.text, values), page=page, elements=elements)


def _cut_element(one: Element, values: Collection[str]) -> Element:
    was = one.text, one.value, one.caption
    text, value, caption = (cut_words(words, values) for words in was)
    if (text, value, caption) == was:
        return one
    return replace(one, text=text, value=value, caption=caption)


def _cut_effects(effects: Effects, values: Collection[str]) -> Effects:
    sent, sockets, announced = effects.requests, effects.websockets, effects.announced
    return replace(
        effects,
        requests=sent
        and tuple(
            replace(one, path=cut_values(one.path, values), failed=cut_words(one.failed, values))
            for one in sent
        ),
        websockets=sockets
        and tuple(replace(one, path=cut_values(one.path, values)) for one in sockets),
        announced=announced
        and tuple(
            replace(one, text=cut_words(one.text, values), field=cut_words(one.field, values))
            for one in announced
        ),
    )
