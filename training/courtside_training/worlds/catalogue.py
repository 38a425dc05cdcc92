"""Every world, one entry each: its family, its licence, whether it is sealed, how it is opened.

A world is one app, a family all apps of one purpose: what is left out of training together. What a
world needs is imported when it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from courtside_training.world import World

Opened = Callable[[str], AbstractContextManager[Any]]


@contextmanager
def _miniwob(name: str) -> Iterator[World]:
    from courtside.demo.miniwob import served

    from .miniwob.world import MiniWob

    with served() as address:
        yield MiniWob(address)


def open_app(name: str) -> AbstractContextManager[Any]:
    """A real app with a package of its own here: `NAME/world.py` serves the kinds of
    `NAME/tasks.py`."""
    tasks = import_module(f"{__package__}.{name}.tasks")
    world = import_module(f"{__package__}.{name}.world")
    opened: AbstractContextManager[Any] = getattr(world, f"{name}_served")(
        getattr(tasks, f"{name.upper()}_KINDS")
    )
    return opened


def _infinity(name: str) -> AbstractContextManager[Any]:
    from .infinity.world import infinity_served

    return infinity_served(name)


def open_recorded(name: str) -> AbstractContextManager[Any]:
    """An app of which there are recordings alone. Raises ValueError."""
    raise ValueError(
        f"{name} was played once, by somebody else; its runs are below training/tables/exams"
    )


@dataclass(frozen=True)
class Entry:
    """One world."""

    name: str
    family: str
    licence: str
    """Of the app, as SPDX writes it: a table has words of its pages. Empty where none is made."""
    open: Opened = open_app
    sealed: bool = False
    """Kept for measuring: nobody looks at its runs, no judge learns from them."""

    @property
    def is_exam(self) -> bool:
        """A stranger wrote the app, its tasks and its agents: what it tells of is not ours."""
        return self.open is open_recorded


WORLDS = (
    Entry("miniwob", "widgets", "MIT", _miniwob),
    Entry("fossil", "source code", "BSD-2-Clause"),
    Entry("oscar", "shops", "BSD-3-Clause"),
    Entry("roundup", "issue trackers", "MIT AND ZPL-2.0"),
    Entry("dokuwiki", "wikis", "GPL-2.0-only"),
    Entry("toolshed", "lending", "BSD-3-Clause"),
    Entry("kanboard", "project boards", "MIT"),
    Entry("ihatemoney", "shared budgets", "", sealed=True),
    Entry("elation-clinical-records", "clinical records", "MIT", _infinity),
    Entry("elation-patient-communication", "clinical records", "MIT", _infinity),
    Entry("elation-prescriptions", "clinical records", "MIT", _infinity),
    Entry("figma-slides", "design tools", "MIT", _infinity),
    Entry("figma-text-and-typography", "design tools", "MIT", _infinity),
    Entry("gmail", "mail", "MIT", _infinity),
    Entry("gmail-accounts-and-contacts", "mail", "MIT", _infinity),
    Entry("handshake-career-exploration", "careers", "MIT", _infinity, sealed=True),
    Entry("linear-account-settings", "account settings", "MIT", _infinity),
    Entry("exam-town-site", "town websites", "Apache-2.0", open_recorded),
    Entry("exam-travel", "travel", "Apache-2.0", open_recorded),
    Entry("exam-club", "clubs", "Apache-2.0", open_recorded),
    Entry("exam-bank", "banking", "Apache-2.0", open_recorded),
    Entry("exam-helpdesk", "help desks", "Apache-2.0", open_recorded),
    Entry("exam-kitchen", "meal plans", "Apache-2.0", open_recorded),
    Entry("exam-courses", "courses", "Apache-2.0", open_recorded),
    Entry("exam-home", "home control", "Apache-2.0", open_recorded),
    Entry("exam-vet", "vet practices", "Apache-2.0", open_recorded),
    Entry("exam-coop", "food cooperatives", "Apache-2.0", open_recorded),
    Entry("exam-releases", "release boards", "Apache-2.0", open_recorded),
    Entry("exam-museum", "museums", "Apache-2.0", open_recorded),
    Entry("exam-flats", "landlords", "Apache-2.0", open_recorded),
    Entry("exam-newspaper", "newspapers", "Apache-2.0", open_recorded),
)
NAMES = tuple(entry.name for entry in WORLDS)
_BY_NAME = {entry.name: entry for entry in WORLDS}


def entry_of(name: str) -> Entry:
    """The entry of a world. Raises ValueError for one that is not in the catalogue."""
    if name not in _BY_NAME:
        raise ValueError(f"world is {name!r}; expected one of {', '.join(NAMES)}")
    return _BY_NAME[name]


def opened(name: str) -> AbstractContextManager[World]:
    """A world, with whatever serves it."""
    return entry_of(name).open(name)
