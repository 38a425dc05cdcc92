"""What differs between two states of an app, apart from ids and times made on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

State = dict[str, Any]
Values = dict[str, str]
"""Each value of a state as JSON, by its path."""
_MADE_ID = re.compile(r"[a-z]+_[0-9a-z]{7,}")
_MILLISECONDS = 1_000_000_000_000


def differences(
    before: State,
    after: State,
    today: str,
    ignores: Sequence[str] = (),
    drawn: Sequence[str] = (),
) -> Values:
    """The values of `after` that differ from `before`; "gone" where there is none any more.

    A time of `today` (its ISO date) is any other time of today; an object that is new is known
    by what it holds, less the fields in `drawn`. Places that `ignores` matches are left out.
    """
    reading = _Reading(today, frozenset(_words(before)), frozenset(drawn) | {"id"})
    then, now = reading.values(before, before), reading.values(after, before)
    changed = {place: now.get(place, "gone") for place in then.keys() | now.keys()}
    skip = re.compile("|".join(ignores) or r"(?!)")
    return {
        place: value
        for place, value in changed.items()
        if value != then.get(place, "gone") and not skip.search(place)
    }


def _words(value: Any) -> Iterator[str]:
    """All strings in a state."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _words(each)


@dataclass(frozen=True)
class _Reading:
    """How values are read, so that two runs that do the same read the same."""

    today: str
    known: frozenset[str]
    """The strings that were there from the start."""
    left_out: frozenset[str]
    """Fields that say nothing of an object that is new."""

    def values(self, state: State, seed: State) -> Values:
        found: Values = {}
        for place, value in self._leaves(state, seed, ""):
            text = self._text(value)
            while place in found:
                place += "'"
            found[place] = text
        return found

    def _leaves(self, value: Any, seed: Any, place: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict):
            known = seed if isinstance(seed, dict) else {}
            for key in value:
                if not key.startswith("_"):
                    where = f"{place}.{key}".lstrip(".")
                    yield from self._leaves(value[key], known.get(key), where)
        elif isinstance(value, list) and _is_listing(value):
            yield from self._rows(value, seed if isinstance(seed, list) else [], place)
        elif isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
            yield place, sorted(value, key=str)
        else:
            yield place, value

    def _rows(self, rows: list[Any], seed: list[Any], place: str) -> Iterator[tuple[str, Any]]:
        """Rows that were there from the start by their id, new ones by what they hold."""
        known = {str(each["id"]): each for each in seed if isinstance(each, dict) and "id" in each}
        for row in rows:
            name = str(row["id"])
            if name in known:
                yield from self._leaves(row, known[name], f"{place}.{name}")
            else:
                yield f"{place}.new:{self._text(row)}", "there"
        yield f"{place} in order", [str(row["id"]) for row in rows if str(row["id"]) in known]

    def _text(self, value: Any) -> str:
        return json.dumps(self._plain(value), sort_keys=True)

    def _plain(self, value: Any) -> Any:
        """The value with one word for all times of today and one for all ids made on the way."""
        if isinstance(value, dict):
            return {
                key: self._plain(each) for key, each in value.items() if key not in self.left_out
            }
        if isinstance(value, list):
            return [self._plain(each) for each in value]
        if isinstance(value, str):
            return self._word(value)
        is_time = isinstance(value, int | float) and value > _MILLISECONDS
        return "now" if is_time else value

    def _word(self, value: str) -> str:
        if value.startswith(f"{self.today}T"):
            return "now"
        made = _MADE_ID.fullmatch(value) and any(each.isdigit() for each in value)
        return "made" if made and value not in self.known else value


def _is_listing(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(each, dict) and "id" in each for each in value)
