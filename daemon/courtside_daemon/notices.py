"""Tells open pages what changed, and sources what was judged. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from courtside_store import wire
from courtside_store.reading import Reader

from .hub import Hub
from .store_threads import StoreThreads

Notice = wire.StepJudged | wire.RunJudged | wire.RunsGone
Push = Callable[[Notice], None]


@dataclass
class Notices:
    """Waits for nobody who reads them."""

    hub: Hub
    reader: Reader
    threads: StoreThreads
    pushes: dict[str, Push] = field(default_factory=dict)
    """How to reach the connected sources, by session."""

    async def show(self, run: str, step: int | None = None) -> None:
        """Sends viewers a run's newest state, and one of its steps."""
        if not self.hub.watched:
            return
        read = self.threads.read
        if step is not None and (cell := await read(self.reader.step_summary, run, step)):
            self.hub.publish(wire.StepChanged(summary=cell))
        if summary := await read(self.reader.summary, run):
            self.hub.publish(wire.RunChanged(summary=summary))

    def push(self, session: str, notice: Notice) -> None:
        """To the source of that session, where it is connected."""
        if push := self.pushes.get(session):
            push(notice)
