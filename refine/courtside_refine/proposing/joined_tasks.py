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

    sentences: tuple[str, ...]
    """That ask for it, with places for `where`, `field`, `value` and `save`."""
    field: str
    value: str
    form: int = 0
    """The number of its form; 0 where it has none."""
    button: str = ""
    """What saves it; empty where nothing does, or where it is saved at once."""

    @property
    def clause(self) -> str:
        """The first sentence as a part of one: "turn on 'Sounds'"."""
        words = self.sentences[0].format(where="", field=self.field, value=self.value, save="")
        return words.removesuffix(".")

    @property
    def save(self) -> str:
        """The end of a sentence that asks for it."""
        return f" and press '{self.button}'" if self.button else ""


def pairs_of_settings(
    settings: Sequence[FieldSetting], draw: Random
) -> list[tuple[FieldSetting, FieldSetting]]:
    """Each setting once, beside another that the same press saves; one of a form is left where
    their number is odd."""
    forms: dict[tuple[int, str], list[FieldSetting]] = defaultdict(list)
    for one in draw.sample(settings, len(settings)):
        forms[one.form, one.button].append(one)
    return [pair for alike in forms.values() for pair in zip(alike[::2], alike[1::2], strict=False)]


def ask_for_settings(pair: tuple[FieldSetting, FieldSetting], where: str) -> str:
    """One task for both; `where` as in the sentences of a setting."""
    first, second = pair
    link = ", " if first.save else " and "
    return f"{where}{first.clause}{link}{second.clause}{first.save}."


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
