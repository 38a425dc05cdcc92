"""Where the experiment's tasks are: MiniWoB++, and apps of webarena-infinity by their verifiers.

Knows no actor and no judge. An actor is given the page and the words of the task, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Protocol

from courtside.demo import miniwob
from courtside.demo.moves import Move
from courtside_judge.evidence.goals import read_goal
from courtside_store.records import Record
from courtside_training.worlds.infinity.apps import load_app
from courtside_training.worlds.infinity.world import infinity_served
from courtside_training.worlds.miniwob.world import MiniWob
from courtside_training.worlds.sealed import require_open

MINIWOB = "miniwob"
RETRIED_APPS = (
    "elation-clinical-records",
    "elation-patient-communication",
    "elation-prescriptions",
    "gmail",
    "gmail-accounts-and-contacts",
)
"""In which attempts are retried. Not linear-account-settings: its tasks were looked at while the
explorer was written."""
KINDS = (
    *("book-flight", "choose-date-easy", "choose-list", "click-button-sequence"),
    *(
        "click-checkboxes",
        "click-checkboxes-large",
        "click-checkboxes-transfer",
        "click-collapsible",
    ),
    *("click-dialog-2", "click-link", "click-menu-2", "click-option", "click-tab-2"),
    *("click-tab-2-easy", "email-inbox-delete", "email-inbox-star-reply", "enter-password"),
    *("enter-text", "enter-text-2", "focus-text-2", "form-sequence-2", "form-sequence-3"),
    *("login-user", "login-user-popup", "multi-layouts", "multi-orderings", "navigate-tree"),
    *("scroll-text-2", "search-engine", "use-autocomplete"),
)
"""Kinds of MiniWoB++ that are done by clicks and typing, without drawing or waiting."""
_DRAWN = "tasks of the experiment"


class ExperimentJob(Record, frozen=True, kw_only=True):
    """One task with one seed."""

    place: str
    task: str
    seed: int

    @property
    def cluster(self) -> str:
        """What is resampled for intervals: seeds of one task are no tasks of their own."""
        return f"{self.place} {self.task}"


class Place(Protocol):
    """One app with its tasks and its own judgement of them."""

    viewport: dict[str, int]

    async def begin(self, page: Any, job: ExperimentJob) -> str:
        """Resets everything and shows the first page; the words of the task."""

    async def plan(self, page: Any, job: ExperimentJob) -> Sequence[Move]:
        """The way to the goal, from the first page, which it shows. It is shown to no actor that is
        measured."""

    async def settle(self, page: Any) -> None:
        """Waits for what an action set off."""

    async def is_over(self, page: Any) -> bool:
        """Whether nothing more can be done."""

    async def succeeded(self, page: Any, job: ExperimentJob) -> bool:
        """The oracle. Only the experiment's log of attempts is told."""


class MiniWobPlace:
    """Task pages whose end is a raw reward of 1."""

    viewport = miniwob.VIEWPORT

    def __init__(self, address: str) -> None:
        self._address = address
        self._world = MiniWob(address)

    async def begin(self, page: Any, job: ExperimentJob) -> str:
        return await miniwob.begin(page, self._address, job.task, job.seed)

    async def plan(self, page: Any, job: ExperimentJob) -> Sequence[Move]:
        words = await self._world.begin(page, job.task, job.seed)
        return await self._world.plan(page, job.task, words, job.seed)

    async def settle(self, page: Any) -> None:
        return

    async def is_over(self, page: Any) -> bool:
        return await miniwob.is_over(page)

    async def succeeded(self, page: Any, job: ExperimentJob) -> bool:
        return (await miniwob.result(page))[0]


class AppPlace:
    """An app of webarena-infinity; a task succeeds where its verifier says so."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self.viewport = world.viewport

    async def begin(self, page: Any, job: ExperimentJob) -> str:
        """Raises ValueError where the verifier is content before the first move."""
        await self._world.reset(page)
        if await self._world.reached(page, job.task):
            raise ValueError(f"{job.task} of {job.place} is done before the first move")
        return str(self._world.words(job.task))

    async def plan(self, page: Any, job: ExperimentJob) -> Sequence[Move]:
        return tuple(self._world.planned(job.task).moves)

    async def settle(self, page: Any) -> None:
        await self._world.settle(page)

    async def is_over(self, page: Any) -> bool:
        return False

    async def succeeded(self, page: Any, job: ExperimentJob) -> bool:
        return bool(await self._world.reached(page, job.task))


@contextmanager
def opened(name: str) -> Iterator[Place]:
    """A place, with whatever serves it."""
    require_open(name)
    if name == MINIWOB:
        with miniwob.served() as address:
            yield MiniWobPlace(address)
    else:
        with infinity_served(name) as world:
            yield AppPlace(world)


def has_plan(job: ExperimentJob) -> bool:
    """Whether somebody has written down how the task is done; of MiniWoB++ all are solved."""
    return job.place == MINIWOB or job.task in load_app(job.place).plans


def tasks_of(name: str, most: int) -> Sequence[str]:
    """So many tasks, the same each time; of an app its short ones, those that ask nothing."""
    if name == MINIWOB:
        return KINDS[:most]
    listed = load_app(name).tasks()
    short = [kind for kind in listed if kind.startswith(("function/", "real/task_e"))]
    short = [kind for kind in short if not read_goal(listed[kind].words).asks]
    Random(f"{_DRAWN} {name}").shuffle(short)
    return short[:most]
