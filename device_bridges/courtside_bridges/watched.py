"""One watched run, whatever it is watched through: what it tells the daemon, and hears of it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from courtside_store import wire
from courtside_store.config import Config, load_config
from courtside_store.records import (
    Action,
    EndedBy,
    Oracle,
    Record,
    Reflection,
    RunVerdict,
    Session,
    Step,
    new_id,
    now_ms,
)

from .link import Link
from .observer import Observer

VERDICT_S = 60.0
SETTLED_S = 15.0
NOT_WATCHED = "courtside: this run is not watched (%s)"


class Outcome(Record, frozen=True, kw_only=True):
    """What `finish` returns. Both are None where the daemon did not answer in time."""

    verdict: RunVerdict | None = None
    reflection: Reflection | None = None
    """The lesson of a failed run, where retries are turned on."""


class Watched:
    """One run of one agent. Errors of ours never reach the agent."""

    def __init__(
        self,
        task: str = "",
        agent: str = "",
        attempt: int = 1,
        parent_run: str | None = None,
        config: Config | None = None,
        link: Link | None = None,
    ) -> None:
        config = config or load_config()
        self._own_link = link is None
        self._link = link or open_link(agent or "agent", config)
        self.run = new_id("run")
        self._ended = False
        self._observer = Observer(
            self._link.frame, self._on_step, self.run, self._start, config.mask
        )
        self._link.send(
            lambda seq: wire.RunBegin(
                seq=seq,
                run=self.run,
                at_ms=now_ms(),
                task=task,
                agent=agent,
                attempt=attempt,
                parent_run=parent_run,
            )
        )

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine beside the agent."""
        raise NotImplementedError

    def _on_step(self, step: Step) -> None:
        frames = tuple(
            look.frame for look in (step.before, step.after) if look is not None and look.frame
        )
        self._link.send(lambda seq: wire.StepSeen(seq=seq, step=step), frames)

    def oracle(self, success: bool, reward: float | None = None, name: str = "") -> None:
        """A benchmark's own result for this run; no judge sees it."""
        said = Oracle(run=self.run, success=success, reward=reward, name=name, at_ms=now_ms())
        self._link.send(lambda seq: wire.OracleSaid(seq=seq, oracle=said))

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._observer.think(text)

    def _end(self, by: EndedBy, answer: str = "", claims_success: bool | None = None) -> None:
        if self._ended:
            return
        self._ended = True
        self._link.send(
            lambda seq: wire.RunEnd(
                seq=seq,
                run=self.run,
                at_ms=now_ms(),
                ended_by=by,
                answer=answer,
                claims_success=claims_success,
            )
        )

    def _is_closed(self) -> bool:
        """Whether there is nothing left to watch."""
        return self._observer.gone

    def _end_anyhow(self, error: BaseException | None) -> None:
        """Ends a run that nobody finished."""
        if error is not None:
            self._end("agent-crashed")
        else:
            self._end("tab-closed" if self._is_closed() else "stop")

    def _outcome(self, timeout_s: float) -> Outcome:
        judged = self._link.wait_judged(self.run, timeout_s)
        if judged is None:
            return Outcome()
        return Outcome(verdict=judged.verdict, reflection=judged.reflection)


def open_link(name: str, config: Config | None = None) -> Link:
    """A session of its own, which several runs may share."""
    session = Session(id=new_id("ses"), source="cdp", name=name, started_at_ms=now_ms())
    return Link(config or load_config(), session)


def announced(action: str) -> tuple[Action, ...]:
    """What an agent tells of itself, in its own words."""
    return (Action(kind="other", at_ms=now_ms(), text=action),) if action else ()
