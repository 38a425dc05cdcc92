"""Tells open pages what changed, and sources what was judged. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from courtside_store import wire
from courtside_store.reading import Reader

from .hub import Hub
from .store_threads import StoreThreads

Notice = wire.StepJudged | wire.RunJudged | wire.RunsGone
Push = Callable[[Notice], None]


@dataclass
class Notices:
    """Sends notices to viewers and sources, and waits for none of them to read one."""

    hub: Hub
    reader: Reader
    threads: StoreThreads

    def __post_init__(self) -> None:
        self._pushes: dict[str, Push] = {}

    async def show(self, run: str, step: int | None = None) -> None:
        """Sends viewers a run's newest state, and one of its steps."""
        if not self.hub.watched:
            return
        read = self.threads.read
        if step is not None and (cell := await read(self.reader.step_summary, run, step)):
            self.hub.publish(wire.StepChanged(summary=cell))
        if summary := await read(self.reader.summary, run):
            self.hub.publish(wire.RunChanged(summary=summary))

    def attach(self, session: str, push: Push) -> None:
        """From now on `push` gets what is told to the source of that session."""
        self._pushes[session] = push

    def detach(self, session: str) -> None:
        """The source of that session is gone."""
        self._pushes.pop(session, None)

    def push(self, session: str, notice: Notice) -> None:
        """Sends a notice to the source of that session, where it is connected."""
        if push := self._pushes.get(session):
            push(notice)
