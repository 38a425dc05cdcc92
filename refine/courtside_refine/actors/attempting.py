"""Lets an actor try a task in a page: look, decide, act, until it stops. Judges nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from courtside_store.records import EndedBy, Record

from .actor import Actor, ActorTask
from .actor_actions import ChosenAction, Click, Hover, NoAction, Stop, Type
from .page_view import PageView, name_of
from .picture_reading import Reading
from .playwright_driver import QUIET_S, PlaywrightDriver
from .webarena_grammar import write_webarena_action

MAX_STEPS = 15
TIMES_IN_A_ROW = 3
"""So many unparsable or identical actions in a row end an attempt, as in Pan et al. 2024."""
OnAction = Callable[[PageView, ChosenAction, str], None]
"""Called with what was seen, what was done, and what kept it from being done."""
AttemptEnd = Literal["stopped", "too-many-steps", "unparsable", "repeated", "over"]
"""`over`: its last action ended the place, as games do. All but that and `stopped` cut it off."""


class AttemptedAction(Record, frozen=True, kw_only=True):
    """One action of an attempt, and what became of it."""

    written: str
    """In the WebArena grammar (desktops: the desk grammar), with a name in place of the id."""
    thought: str = ""
    problem: str = ""
    """What kept it from being done."""


class FinishedAttempt(Record, frozen=True, kw_only=True):
    """One attempt, as far as its actor knows."""

    end: AttemptEnd
    answer: str = ""
    actions: tuple[AttemptedAction, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether it was cut off before it stopped by itself."""
        return end_of_run(self.end) == "truncated"

    @property
    def claims_success(self) -> bool | None:
        """What it says of itself: "N/A" is no success. None: it did not get to say anything."""
        return self.answer.strip().upper() != "N/A" if self.end == "stopped" else None


def end_of_run(end: AttemptEnd) -> EndedBy:
    """What an attempt that ended so makes of its run."""
    return "finish" if end in ("stopped", "over") else "truncated"


async def attempt(
    page: Any,
    actor: Actor,
    task: ActorTask,
    *,
    max_steps: int = MAX_STEPS,
    quiet_s: float = QUIET_S,
    think: Callable[[str], None] = lambda _: None,
    on_action: OnAction = lambda view, decision, problem: None,
    settle: Callable[[], Awaitable[None]] | None = None,
    is_over: Callable[[], Awaitable[bool]] | None = None,
    reading: Reading | None = None,
) -> FinishedAttempt:
    """One attempt in a Playwright page. `think` gets each thought before it is acted upon, e.g.
    `run.thought`; `on_action` gets each action; `settle` waits for what an action set off, where
    something knows better than a pause of `quiet_s`; `is_over` says that the place takes no more
    actions, as games do; `reading` reads what the page's tree leaves out, e.g. a canvas
    (`open_reading`).
    """
    driver = PlaywrightDriver(page, quiet_s, reading)
    try:
        return await _PageAttempt(
            driver, actor, task, think, on_action, settle, is_over
        ).until_it_ends(max_steps)
    finally:
        driver.leave()


class _PageAttempt:
    def __init__(
        self,
        driver: PlaywrightDriver,
        actor: Actor,
        task: ActorTask,
        think: Callable[[str], None],
        on_action: OnAction,
        settle: Callable[[], Awaitable[None]] | None,
        is_over: Callable[[], Awaitable[bool]] | None,
    ) -> None:
        self._driver = driver
        self._session = actor.start(task)
        self._sees = actor.sees
        self._think = think
        self._on_action = on_action
        self._settle = settle
        self._is_over = is_over
        self._actions: list[AttemptedAction] = []
        self._last: tuple[str, str] | None = None
        """The action before, and the words beside its element."""
        self._alike = 0
        """Unparsable or identical actions up to now, one after the other."""

    async def until_it_ends(self, max_steps: int) -> FinishedAttempt:
        previous = ""
        for _ in range(max_steps):
            view = await self._driver.look(self._sees)
            try:
                decision = await self._session.decide(view, previous)
            except NoAction as error:
                previous = str(error)
                if self._add("", "", previous):
                    return self._finished("unparsable")
                continue
            if isinstance(decision.action, Stop):
                self._think(decision.thought)
                self._on_action(view, decision, "")
                return self._finished("stopped", decision.action.answer)
            previous = await self._do(decision)
            self._on_action(view, decision, previous)
            written, beside = described(decision, view), words_beside(decision, view)
            if self._add(written, beside, previous, decision.thought):
                return self._finished("repeated")
            if self._is_over is not None and await self._is_over():
                return self._finished("over")
        return self._finished("too-many-steps")

    async def _do(self, decision: ChosenAction) -> str:
        if decision.thought:
            self._think(decision.thought)
        problem = await self._driver.act(decision.action)
        if self._settle is not None:
            await self._settle()
        return problem

    def _add(self, written: str, beside: str, problem: str, thought: str = "") -> bool:
        """Keeps what was done. True where it is the third such action running; one button of
        each of three rows is three actions."""
        self._alike = self._alike + 1 if (written, beside) == self._last else 1
        self._last = written, beside
        self._actions.append(AttemptedAction(written=written, thought=thought, problem=problem))
        return self._alike >= TIMES_IN_A_ROW

    def _finished(self, end: AttemptEnd, answer: str = "") -> FinishedAttempt:
        return FinishedAttempt(end=end, answer=answer, actions=tuple(self._actions))


def described(decision: ChosenAction, view: PageView) -> str:
    """The action in the WebArena grammar, with what its id named."""
    match decision.action:
        case Click(id=number) | Type(id=number) | Hover(id=number):
            return write_webarena_action(decision.action, name_of(view.row(number)))
        case _:
            return write_webarena_action(decision.action)


def words_beside(decision: ChosenAction, view: PageView) -> str:
    """What tells an element from others of its name; empty where the action names none."""
    match decision.action:
        case Click(id=number) | Type(id=number) | Hover(id=number):
            row = view.row(number)
            return row.near if row else ""
        case _:
            return ""
