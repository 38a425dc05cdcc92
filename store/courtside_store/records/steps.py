"""One step: the screens before and after, what was done, what came of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .actions import Action
from .bounds import Number, Text
from .effects import Effects
from .ids import RunId
from .observations import Observation
from .record import Record


class Step(Record, frozen=True, kw_only=True):
    """One step: the agent's actions, and the screens before and after them."""

    run: RunId
    index: Number
    before: Observation | None = None
    actions: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    after: Observation | None = None
    thought: Text = ""
    effects: Effects | None = None
    """Its effects as far as the source has sent them; None where the source records none."""
