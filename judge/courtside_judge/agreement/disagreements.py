"""Where a judge and the labels disagree: a sample to look at, and what kind each turned out to be.

Pan et al. 2024, error analysis: information lost, reasoning, ambiguous task. A person says the
kind; it stands in a note on the run, as a word like `tag:reasoning`, so that it is found by search
and seen on the page.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from courtside_store.records import Record

from .compare import ComparedRun

ErrorKind = Literal["information-lost", "reasoning", "ambiguous-task", "wrong-oracle"]
KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
_WORD = "tag:"
FindNotes = Callable[[str], Sequence[str]]
"""What people wrote about a run, oldest first, by its id."""


class Disagreement(Record, frozen=True, kw_only=True):
    """One verdict that the label contradicts."""

    outcome: ComparedRun
    kind: ErrorKind | None
    """None until a person has tagged it."""

    @property
    def what(self) -> str:
        """Which of the two mistakes it is."""
        return "false success" if self.outcome.calls_success else "false failure"


class Errors(Record, frozen=True, kw_only=True):
    """The disagreements of one judge on one set."""

    n: int
    sample: tuple[Disagreement, ...]
    by_kind: dict[str, int]
    """Of all n; `untagged` are those that nobody has looked at."""


def find_errors(outcomes: Sequence[ComparedRun], notes: FindNotes, most: int, seed: int) -> Errors:
    """At most so many, drawn at random; the same ones for the same seed."""
    wrong = [o for o in outcomes if o.is_scorable and o.calls_success != o.run.success]
    disagreements = [Disagreement(outcome=o, kind=read_tag(notes(o.run.case.run))) for o in wrong]
    sample = random.Random(seed).sample(disagreements, min(most, len(disagreements)))
    kinds = Counter(one.kind or "untagged" for one in disagreements)
    return Errors(n=len(disagreements), sample=tuple(sample), by_kind=dict(kinds.most_common()))


def write_tag(kind: ErrorKind) -> str:
    """The note that says it."""
    return f"{_WORD}{kind}"


def read_tag(notes: Sequence[str]) -> ErrorKind | None:
    """What the newest note with a tag says; other notes and unknown tags are passed over."""
    words = [word.removeprefix(_WORD) for note in notes for word in note.split() if _WORD in word]
    return next((kind for word in reversed(words) for kind in KINDS if kind == word), None)
