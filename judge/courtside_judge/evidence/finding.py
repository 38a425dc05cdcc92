"""One thing that a run or a step shows. Knows no weights and no sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from courtside_store.records import Record

Change = Literal["new", "gone"]
"""What a step did to a finding about the run: it brought it, or took it away."""
How = Literal["typed", "chose", "clicked", "set"]
FindingKey = tuple[str, str, str]


class Finding(Record, frozen=True, kw_only=True):
    """One thing that is found, of a kind that the catalogue knows."""

    kind: str
    what: str = ""
    """The value, the control or the word that it is about."""
    items: tuple[str, ...] = ()
    """What it is about where that may be several; then `what` is empty."""
    where: str = ""
    """The place, or the other thing beside it: it tells two findings about the same thing apart."""
    how: How | None = None
    """In which way it was given; tells them apart where there is no place."""
    ordinal: int | None = None
    """Which of its kind, from 1, the task counts."""
    change: Change | None = None
    """None: about the run so far, or about what the step itself did."""
    amount: float = 1.0
    step: int | None = None
    wanted: str = ""
    """What the task asked for, where it is about a value."""
    variant: str = ""
    """Which of the wordings of its kind says it, where there are several."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What else its sentence names."""

    @property
    def topic(self) -> str:
        """What the finding is about, as its sentence has it."""
        return self.what or ", ".join(self.items)

    @property
    def key(self) -> FindingKey:
        """Its key, the same where it is found again later; spaces make no difference."""
        place = self.where or self.how or str(self.ordinal or "")
        return self.kind, " ".join(self.topic.split()), " ".join(place.split())
