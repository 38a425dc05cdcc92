"""Finds what the secret fields of a whole run held and got. Cuts nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .records import Observation, Step
from .rendering import is_secret
from .secret_fields import with_secret_targets
from .secret_values import MIN_SUBSTRING_CHARS, cut_words

MAX_VALUES = 1000
"""A run with more of them is none that an agent made."""


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
        value = value.strip()
        if len(value) >= MIN_SUBSTRING_CHARS and not _is_mask(value):
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
    return any(at < until and cut_words(words, [value]) != words for at, words in looks)
