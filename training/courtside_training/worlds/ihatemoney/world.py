"""The budget app as a place to train in: its server, what counts in it, who is signed in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import copyfile

from courtside_training.world import Part
from courtside_training.worlds.app_server import HOME, free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld, read_rows
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg, Step

from .facts import LASTING, QUERIES
from .impossible import IMPOSSIBLE
from .mending import mend_bill, mend_member, mend_new_bill
from .pages import nav, project_of
from .server.household import AZORES, BAND, BEFORE, FLAT

_SERVER = Path(__file__).parent / "server"


@contextmanager
def ihatemoney_served(kinds: Mapping[str, Kind]) -> Iterator[DatabaseWorld]:
    """The world, its server running. Raises FileNotFoundError where it was not set up."""
    folder = HOME / "budget"
    base, live = folder / "base.sqlite3", folder / f"live-{os.getpid()}.sqlite3"
    if not base.is_file():
        raise FileNotFoundError(f"{base} is missing; run training/courtside_training/setup_apps.sh")
    copyfile(base, live)
    port = free_port()
    command = [str(HOME / "budget-venv/bin/python"), str(_SERVER / "serve_budget.py"), str(port)]
    environ = {
        **os.environ,
        "BUDGET_DATABASE": str(live),
        "IHATEMONEY_SETTINGS_FILE_PATH": str(_SERVER / "budget_settings.py"),
    }
    with serving(command, port, live.with_suffix(".log"), environ) as url:
        yield IHateMoney(url, base, live, kinds)


class IHateMoney(DatabaseWorld):
    name = "ihatemoney"
    sealed = True
    impossible = frozenset(IMPOSSIBLE)
    idle = "footer .footer-left"
    lasting = LASTING
    starts = (
        f"/{FLAT}/",
        f"/{FLAT}/statistics",
        f"/{AZORES}/",
        f"/{AZORES}/settle_bills",
        f"/{BEFORE}/",
        f"/{BAND}/",
        f"/{BAND}/statistics",
    )

    def facts(self, db: sqlite3.Connection) -> Facts:
        return read_rows(db, QUERIES)

    def cookies(self, account: str) -> Mapping[str, str]:
        return {"session": (self.base.parent / "session.txt").read_text()}

    def beside(self, kind: str, seed: int) -> Part | None:
        """From any page of the project that the task is about, in which it is as well."""
        key = project_of(self._errand(kind, seed).legs[-1])
        others = [self._errand(each, seed).legs[-1] for each in self._open(kind)]
        legs = [leg for leg in others if leg.gives and project_of(leg) == key]
        if not legs:
            return None
        moves = [
            move for stop in Random(f"{kind} {seed}").choice(legs).stops for move in stop.moves
        ]
        there = [move for move in moves if not (isinstance(move, Step) and move.only_if)]
        return Part(nav("Bills"), *there)

    def _open(self, kind: str) -> list[str]:
        """The other kinds of task that can be done."""
        return [each for each in self._kinds if each not in self.impossible | {kind}]

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        match fact:
            case ("bill", bill, column) if now is not None and right is not None:
                return mend_bill(int(bill), column, right)
            case ("member", member, column) if now is not None and right is not None:
                return mend_member(int(member), column, right)
            case ("new bill", project, what, amount, *_) if now == "1" and right is None:
                return mend_new_bill(fact, project, what, amount)
            case _:
                return None
