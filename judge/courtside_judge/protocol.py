"""What a judge is. Knows nothing of sockets, SQL or any one judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from courtside_store.records import (
    EndedBy,
    Id,
    Record,
    RunVerdict,
    Short,
    Source,
    Step,
    StepVerdict,
    Surface,
    Text,
)


class Case(Record, frozen=True, kw_only=True):
    """All that a judge may know of a run before its steps. The oracle is not in it."""

    run: Id
    task: Text = ""
    agent: Short = ""
    source: Source = "client"
    surface: Surface = "web"


class Ending(Record, frozen=True, kw_only=True):
    """All that a judge may know of how a run ended."""

    ended_by: EndedBy
    answer: Text = ""
    claims_success: bool | None = None


Frames = Callable[[str], bytes | None]
"""Original image bytes by sha256; None where the frame is gone."""


class Sitting(Protocol):
    """One judge on one run. Steps come in order, once each."""

    def recall(self, step: Step) -> None:
        """A step that was judged already, after a restart: remember it, say nothing."""

    def step(self, step: Step) -> StepVerdict:
        """The verdict on the newest step, in the light of those before."""

    def finish(self, ending: Ending) -> RunVerdict:
        """The verdict on the run. Without a task: flags only, label unknown."""


class Judge(Protocol):
    """Makes sittings. Cheap to build; loads what is heavy in `sit`."""

    name: str

    def sit(self, case: Case, frames: Frames) -> Sitting:
        """Begin with a run."""
