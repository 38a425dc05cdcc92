"""One run as its recorder sends it to the daemon. Knows no screen, no page and no device."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from courtside_store import wire
from courtside_store.config import Config, load_config
from courtside_store.lifecycle import kept_reason
from courtside_store.records import (
    Action,
    Effects,
    EndedBy,
    JudgeStamp,
    Observation,
    Oracle,
    Record,
    Reflection,
    RunVerdict,
    Session,
    Short,
    Source,
    Step,
    Surface,
    new_id,
    now_ms,
)
from courtside_store.run_secrets import KnownSecrets

from .attempt import current_attempt
from .link import Link

_NOT_YET = "the run is not judged yet"


class Outcome(Record, frozen=True, kw_only=True):
    """How a run was judged: the verdict and the lesson that `finish` returns."""

    verdict: RunVerdict
    """Where none came, its label is "unknown", its status "error", and its explanation says why."""
    reflection: Reflection | None = None
    """The lesson of a failed run: its `text` belongs in the next attempt's prompt."""


def no_verdict(run: str, why: str) -> Outcome:
    """The outcome of a run that nobody has judged."""
    stamp = JudgeStamp(name="none")
    return Outcome(
        verdict=RunVerdict(run=run, explanation=why, judge=stamp, status="error", at_ms=now_ms())
    )


def ended_by(error: BaseException | None) -> EndedBy:
    """How a run ended, by how its `with` is left: Ctrl-C, cancelling and exiting are no crash."""
    return "agent-crashed" if isinstance(error, Exception) else "stop"


def crash_reason(error: BaseException | None) -> str:
    """Why the agent crashed, in the words of retries and in full; empty where it did not."""
    if ended_by(error) != "agent-crashed":
        return ""
    return f"the agent failed: {type(error).__name__}: {words_of(error)}".rstrip(": ")


def words_of(error: BaseException | None) -> str:
    """What an error says, without what a terminal would obey and half characters, which nothing
    can print; nothing where its own `__str__` fails.
    """
    with suppress(Exception):
        lines = str(error).splitlines()
        return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)
    return ""


class LinkedRun:
    """One run on a link. Every method returns at once, from any thread, whatever the daemon does.

    Frames go first: `sha = link.frame(data)`, then a step whose observations name the hash.
    With `begins=False` it begins at `begin()` or with its first message; before that the daemon
    knows nothing of it. Within an attempt of `reflexion` or `courtside retry` it is chained to the
    attempt before and has its task, unless the caller gives an attempt or parent of its own.
    """

    def __init__(
        self,
        link: Link,
        task: str = "",
        agent: str = "",
        attempt: int = 1,
        parent_run: str | None = None,
        begins: bool = True,
    ) -> None:
        self.link = link
        self.run = new_id("run")
        self.ended = False
        self.steps = 0
        self.begun = False
        self._beginning = threading.Lock()
        self._attempt = current_attempt()
        self._secrets = self._attempt.secrets if self._attempt else KnownSecrets()
        self._judged_by = self._attempt if attempt == 1 and parent_run is None else None
        if here := self._judged_by:
            attempt, parent_run, task = here.number, here.parent_run, here.judged_task(task)
        self._begin = partial(
            wire.RunBegin,
            run=self.run,
            task=task,
            agent=agent,
            attempt=attempt,
            parent_run=parent_run,
        )
        if begins:
            self.begin()

    def begin(self) -> None:
        """Tells the daemon of the run; a second call is ignored."""
        with self._beginning:
            if not self.begun:
                self.begun = True
                if self._attempt:
                    self._attempt.add_run(self.run)
                self.link.send(lambda seq: self._begin(seq=seq, at_ms=now_ms()))

    def _send(self, make: Callable[[int], wire.Sequenced]) -> None:
        self.begin()
        self.link.send(make)

    def name_task(self, task: str) -> None:
        """Says what the task is, once somebody knows. Within an attempt it is known already."""
        task = self._judged_by.judged_task(task) if self._judged_by else task
        self._send(lambda seq: wire.RunTask(seq=seq, run=self.run, task=task))

    def know(self, secrets: Iterable[str]) -> None:
        """What secret fields held or got, which no step has: the agent's answer and the reason of a
        crash go without it.
        """
        self._secrets.add(secrets)

    def add_step(self, step: Step) -> None:
        """Sends a step that was numbered elsewhere."""
        self.steps = step.index
        self._secrets.see(step)
        self._send(lambda seq: wire.StepSeen(seq=seq, step=step))

    def add_effects(self, step: int, effects: Effects) -> None:
        """Sends more of what came of a step that was sent."""
        self._send(lambda seq: wire.EffectsSeen(seq=seq, run=self.run, step=step, effects=effects))

    def step(
        self,
        actions: Sequence[Action],
        before: Observation | None,
        after: Observation | None,
        thought: str = "",
        effects: Effects | None = None,
    ) -> Step:
        """Sends the next step, which is returned as it was sent."""
        step = Step(
            run=self.run,
            index=self.steps + 1,
            before=before,
            actions=tuple(actions),
            after=after,
            thought=thought,
            effects=effects,
        )
        self.add_step(step)
        return step

    def oracle(self, success: bool, reward: float | None = None, name: str = "") -> None:
        """A benchmark's own result for this run; no judge sees it."""
        oracle = Oracle(run=self.run, success=success, reward=reward, name=name, at_ms=now_ms())
        self._send(lambda seq: wire.OracleResult(seq=seq, oracle=oracle))

    def end(
        self,
        by: EndedBy,
        answer: str = "",
        claims_success: bool | None = None,
        reason: str = "",
    ) -> None:
        """Ends the run, where it has begun; a second end is ignored. `reason`: of a crash.

        Neither it nor the answer is sent with what secret fields held or got.
        """
        if self.ended:
            return
        self.ended = True
        if not self.begun:
            return
        answer, reason = self._secrets.cut(answer), kept_reason(self._secrets.cut(reason))
        self._send(
            lambda seq: wire.RunEnd(
                seq=seq,
                run=self.run,
                at_ms=now_ms(),
                ended_by=by,
                answer=answer,
                claims_success=claims_success,
                reason=reason,
            )
        )

    def wait_outcome(self, timeout_s: float) -> Outcome:
        """The verdict on the run; "unknown" and why, where it does not come in time. Blocks."""
        if not self.begun:
            return no_verdict("", "No verdict: the run was not watched: there was no answer.")
        judged = self.link.wait_judged(self.run, timeout_s)
        if judged is not None:
            return Outcome(verdict=judged.verdict, reflection=judged.reflection)
        if trouble := self.link.trouble:
            return no_verdict(self.run, f"No verdict: {trouble}.")
        if why := self.link.why_given_up(self.run):
            return no_verdict(self.run, f"No verdict: {why}.")
        waiting = self.link.waiting
        refusal = f" ({self.link.refusal})" if self.link.refusal else ""
        not_taken = f"the daemon has not taken the last {waiting} messages{refusal}"
        why = not_taken if waiting else _NOT_YET
        return no_verdict(
            self.run,
            f"No verdict within {timeout_s:g} s: {why}. `courtside status` says whether the judge "
            f"is busy; `courtside show {self.run}` shows the verdict once it is there.",
        )


def open_link(
    name: Short,
    config: Config | None = None,
    source: Source = "cdp",
    surface: Surface = "web",
) -> Link:
    """A session of its own, which several runs may share."""
    session = Session(
        id=new_id("ses"), source=source, surface=surface, name=name, started_at_ms=now_ms()
    )
    return Link(config or load_config(), session)
