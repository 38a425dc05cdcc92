"""What is known of each app: its folder, tasks, verifiers and our plans. Starts nothing."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from courtside_training.datasets import find_dataset

from .plan import Plan, Plans

APPS = (
    "elation-clinical-records",
    "elation-patient-communication",
    "elation-prescriptions",
    "figma-slides",
    "figma-text-and-typography",
    "gmail",
    "gmail-accounts-and-contacts",
    "handshake-career-exploration",
    "linear-account-settings",
)
_LISTS = {"real": "real-tasks.json", "function": "function-tasks.json"}
Verify = Callable[[str], tuple[bool, str]]


@dataclass(frozen=True)
class Task:
    """A task of the app's own lists."""

    words: str
    verifier: Path


@dataclass(frozen=True)
class App:
    """One app with our plans for it."""

    name: str
    plans: Mapping[str, Plan]
    idle: str
    """Selector of something that is always there and does nothing when it is clicked."""
    ignores: tuple[str, ...]
    """Regular expressions of places in the state that change without being asked: read marks."""
    drawn: tuple[str, ...] = ()
    """Fields of new objects that the app draws at random."""

    @property
    def folder(self) -> Path:
        return apps_folder() / self.name

    def tasks(self) -> dict[str, Task]:
        """All tasks that the app brings along, by name."""
        found = {}
        for kind, name in _LISTS.items():
            for row in json.loads((self.folder / name).read_text()):
                task = Task(row["instruction"], self.folder / row["verify"])
                found[f"{kind}/{row['id']}"] = task
        return found


def apps_folder() -> Path:
    """Where the apps are. Raises FileNotFoundError where they are not."""
    return find_dataset("webarena_infinity")


def load_app(name: str) -> App:
    """An app with the plans of all modules in `plans/NAME`, which need not exist yet."""
    if name not in APPS:
        raise ValueError(f"app is {name!r}; expected one of {APPS}")
    folder = name.replace("-", "_")
    package = import_module(f"{__package__}.plans.{folder}")
    plans: Plans = {}
    for module in iter_modules(package.__path__):
        found = getattr(import_module(f"{package.__name__}.{module.name}"), "PLANS", {})
        if twice := plans.keys() & found.keys():
            raise ValueError(f"{module.name} plans {sorted(twice)} of {name} again")
        plans |= found
    drawn = getattr(package, "RANDOM", ())
    return App(name, plans, package.IDLE, package.IGNORES, drawn)


def load_verifier(task: Task) -> Verify:
    """The task's own check of the state. It asks the server, and blocks."""
    verify: Verify = runpy.run_path(str(task.verifier))["verify"]
    return verify
