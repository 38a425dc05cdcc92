"""Words and pairs for tasks of two parts: two fields set at once, two facts in one answer.

Which fields and facts may be asked for is decided elsewhere (`site_tasks.py`). Looks at no page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from courtside_store.records import Record

from .crawled_site import Fact

MAX_PAIRS = 6
"""At most so many pairs of facts of one screen are asked for together."""
_TWO_LABELS = (
    "What are the {first} and the {second} of '{name}'?",
    "Find the {first} and the {second} of '{name}' and answer with both.",
)
_TWO_SUBJECTS = (
    "What is the {label} of '{first}', and what is the {label} of '{second}'?",
    "Find the {label} of '{first}' and the {label} of '{second}', and answer with both.",
)


class FieldSetting(Record, frozen=True, kw_only=True):
    """One field and the value that it is to hold."""

    forms: tuple[str, ...]
    """Sentences that ask for it, with places for `where`, `field`, `value` and `save`."""
    field: str
    value: str

    @property
    def clause(self) -> str:
        """The first sentence as a part of one: "turn on 'Sounds'"."""
        words = self.forms[0].format(where="", field=self.field, value=self.value, save="")
        return words.removesuffix(".")


def pairs_of_settings(
    settings: Sequence[FieldSetting], draw: Random
) -> list[tuple[FieldSetting, FieldSetting]]:
    """Each setting once, beside another; one is left where their number is odd."""
    shuffled = draw.sample(settings, len(settings))
    return list(zip(shuffled[::2], shuffled[1::2], strict=False))


def ask_for_settings(pair: tuple[FieldSetting, FieldSetting], where: str, save: str) -> str:
    """One task for both; `where` and `save` as in the sentences of a setting."""
    first, second = (one.clause for one in pair)
    link = ", " if save else " and "
    return f"{where}{first}{link}{second}{save}."


def pairs_of_facts(facts: Sequence[Fact], draw: Random) -> list[tuple[Fact, Fact]]:
    """Two facts of one subject, or the same of two subjects; an answer never holds one value as a
    part of the other."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.subject:
            groups["of", fact.subject].append(fact)
            groups["label", fact.label].append(fact)
    pairs = [pair for group in groups.values() for pair in _apart(group)]
    return draw.sample(pairs, min(MAX_PAIRS, len(pairs)))


def _apart(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    for first, second in combinations(facts, 2):
        a, b = first.value.casefold(), second.value.casefold()
        if a not in b and b not in a and first != second:
            yield first, second


def ask_for_facts(pair: tuple[Fact, Fact], labels: tuple[str, str], draw: Random) -> str:
    """One question for both; `labels` as they stand inside of a sentence."""
    first, second = pair
    if first.subject == second.subject:
        form = draw.choice(_TWO_LABELS)
        return form.format(first=labels[0], second=labels[1], name=first.subject)
    form = draw.choice(_TWO_SUBJECTS)
    return form.format(label=labels[0], first=first.subject, second=second.subject)
