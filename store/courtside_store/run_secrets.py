"""Finds what the secret fields of a run held and got: of a whole run, or while it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .records import Observation, Step
from .rendering import is_secret
from .secret_fields import with_secret_targets
from .secret_values import MIN_SUBSTRING_CHARS, MIN_WORD_CHARS, cut_words

MAX_VALUES = 1000
"""A run with more of them is none that an agent made."""
MAX_RUNS = 100
"""So many runs that go on are watched for them at once."""


class KnownSecrets:
    """The values of a run that goes on, kept in memory only: what its agent says at the end has
    them cut out.
    """

    def __init__(self) -> None:
        self._values: tuple[str, ...] = ()

    def add(self, values: Iterable[str]) -> None:
        """What secret fields held or got. The oldest of more than `MAX_VALUES` are forgotten."""
        found = {one: None for value in values if (one := _searched(value))}
        if new := [one for one in found if one not in self._values]:
            self._values = (*self._values, *new)[-MAX_VALUES:]

    def see(self, step: Step) -> None:
        """A step as its source recorded it."""
        self.add(value for _, value in _secrets([step]))

    def cut(self, text: str) -> str:
        """The text without them, where they are no part of a word."""
        return cut_words(text, self._values, MIN_WORD_CHARS) if text and self._values else text

    @property
    def values(self) -> tuple[str, ...]:
        """The newest last."""
        return self._values


class SecretsOfRuns:
    """The same of the runs that were recorded last."""

    def __init__(self) -> None:
        self._runs: dict[str, KnownSecrets] = {}

    def see(self, step: Step) -> None:
        """A step as its source sent it. Of more than `MAX_RUNS` the oldest run is forgotten."""
        found = [value for _, value in _secrets([step]) if value]
        if not found:
            return
        known = self._runs.pop(step.run, None) or KnownSecrets()
        known.add(found)
        self._runs[step.run] = known
        if len(self._runs) > MAX_RUNS:
            del self._runs[next(iter(self._runs))]

    def cut(self, run: str, text: str) -> str:
        """The text without what secret fields of that run held or got."""
        known = self._runs.get(run)
        return known.cut(text) if known else text

    def of(self, run: str) -> tuple[str, ...]:
        """What secret fields of that run held or got."""
        known = self._runs.get(run)
        return known.values if known else ()


def find_secrets(
    steps: Sequence[Step], cleaned: Sequence[Step], hidden: Sequence[str] = ()
) -> tuple[str, ...]:
    """The values of a run that are to be cut out of all its texts.

    One that a screen showed before it was typed or held is the page's own, e.g. a demo's password.
    `steps`: as their source recorded them; `cleaned`: the same after `clean_step`; `hidden`: values
    that the importer has already dropped. Raises ValueError where there are more than
    `MAX_VALUES`: it would be slow to look for them all.
    """
    first: dict[str, int] = {}
    for moment, value in (*((0, one) for one in hidden), *_secrets(steps)):
        if value := _searched(value):
            first[value] = min(moment, first.get(value, moment))
    if not first:
        return ()
    if len(first) > MAX_VALUES:
        raise ValueError(f"its secret fields held {len(first)} values; at most {MAX_VALUES}")
    typed, looks = list(_typed(steps)), list(_screens(cleaned))
    return tuple(
        value
        for value, moment in first.items()
        if not _is_shown(value, looks, _first_typed(value, typed, moment))
    )


def _secrets(steps: Sequence[Step]) -> Iterator[tuple[int, str]]:
    """Each value with the moment at which it was there; three moments a step."""
    for moment, step in zip(range(0, 3 * len(steps), 3), steps, strict=True):
        yield from ((moment, value) for value in _held(step.before))
        for action in with_secret_targets(step):
            if action.kind == "type" and is_secret(action.target):
                yield moment + 1, action.text
        yield from ((moment + 2, value) for value in _held(step.after))


def _held(look: Observation | None) -> Iterator[str]:
    elements = look.elements if look else ()
    return (one.value for one in elements if is_secret(one))


def _searched(value: str) -> str:
    """The value as it is looked for in texts; empty where it is too short, or stands for one.

    A short one has a digit in it, e.g. a PIN: one of letters alone may be any word.
    """
    value = value.strip()
    has_digit = any(map(str.isdigit, value))
    least = MIN_WORD_CHARS if has_digit else MIN_SUBSTRING_CHARS
    return value if len(value) >= least and not _is_mask(value) else ""


def _is_mask(value: str) -> bool:
    """Dots or stars that stand for what is hidden."""
    return len(set(value)) == 1 and not value.isalnum()


def _typed(steps: Sequence[Step]) -> Iterator[tuple[int, str]]:
    for moment, step in zip(range(1, 3 * len(steps), 3), steps, strict=True):
        yield from ((moment, action.text) for action in step.actions if action.kind == "type")


def _first_typed(value: str, typed: Sequence[tuple[int, str]], moment: int) -> int:
    """When it was first typed anywhere: what an agent typed in the wrong field is still secret."""
    return min([moment, *(at for at, text in typed if value in text)])


def _screens(cleaned: Sequence[Step]) -> Iterator[tuple[int, str]]:
    """What each screen shows, without its address and what its secret fields hold."""
    for moment, step in zip(range(0, 3 * len(cleaned), 3), cleaned, strict=True):
        for at, look in ((moment, step.before), (moment + 2, step.after)):
            if look:
                yield at, _words(look)


def _words(look: Observation) -> str:
    page = (look.page.heading, *look.page.breadcrumb, look.page.dialog) if look.page else ()
    elements = (words for one in look.elements for words in (one.text, one.value, one.caption))
    return "\n".join((look.title, look.text, *page, *elements))


def _is_shown(value: str, looks: Sequence[tuple[int, str]], until: int) -> bool:
    return any(
        at < until and cut_words(words, [value], MIN_WORD_CHARS) != words for at, words in looks
    )
