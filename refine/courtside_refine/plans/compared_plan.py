"""One task as it was recorded and as an agent did it. Scores nothing."""

from __future__ import annotations

from courtside_store.records import Action, Record


class ComparedPlan(Record, frozen=True, kw_only=True):
    """A line of a file of plans."""

    name: str = ""
    wanted: tuple[Action, ...]
    """Of a person or an agent that succeeded: with the target's box, or a point."""
    given: tuple[Action, ...]
    """Of the agent that is measured."""
