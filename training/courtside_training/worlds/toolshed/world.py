"""The tool library as a place to train in: its server, what counts in its database."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

from courtside_training.worlds.app_server import HOME, free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld, read_rows
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg

from .pages import set_back
from .shed.stock import BRANCHES, SESSION, SORTS, loans, members, tools

BASE = HOME / "shed" / "base.sqlite3"
_SHED = Path(__file__).parent / "shed"
_COLUMNS = {
    "branch": (len(BRANCHES), ("name", "telephone", "opens")),
    "sort": (len(SORTS), ("name",)),
    "tool": (
        len(tools()),
        ("code", "name", "sort_id", "branch_id", "deposit", "weight", "condition", "for_loan"),
    ),
    "member": (
        len(members()),
        ("name", "email", "telephone", "joined", "branch_id", "paused"),
    ),
    "loan": (len(loans()), ("tool_id", "member_id", "taken", "due", "returned", "remark")),
}
_MONEY = ("deposit", "weight")


def _value(column: str) -> str:
    return f"printf('%.2f', {column})" if column in _MONEY else f"coalesce({column}, '')"


_FACTS = (
    *(
        f"select '{table}', id, '{column}', {_value(column)} from lending_{table} where id <= {old}"
        for table, (old, columns) in _COLUMNS.items()
        for column in columns
    ),
    *(
        f"select 'new {table}', {', '.join(map(_value, columns))}, 1 from lending_{table}"
        f" where id > {old}"
        for table, (old, columns) in _COLUMNS.items()
    ),
)


class Toolshed(DatabaseWorld):
    name = "toolshed"
    idle = "#user-tools strong"
    starts = (
        "/admin/",
        "/admin/lending/tool/",
        "/admin/lending/loan/",
        "/admin/lending/member/",
        "/admin/lending/branch/",
    )
    lasting = frozenset({"new tool", "new member", "new loan"})

    def facts(self, db: sqlite3.Connection) -> Facts:
        return read_rows(db, _FACTS)

    def cookies(self, account: str) -> Mapping[str, str]:
        return {"sessionid": SESSION}

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        """What was changed and should not have been is set back; what is wanted has its leg."""
        if self._before.get(fact) != right or right is None or now is None:
            return None
        return set_back(fact, right)


@contextmanager
def toolshed_served(kinds: Mapping[str, Kind]) -> Iterator[Toolshed]:
    """The world, its server running. Raises FileNotFoundError where it was not set up."""
    if not BASE.is_file():
        raise FileNotFoundError(f"{BASE} is missing; run training/courtside_training/setup_apps.sh")
    with tempfile.TemporaryDirectory() as folder:
        live = Path(folder) / "live.sqlite3"
        copyfile(BASE, live)
        port = free_port()
        environ = {
            **os.environ,
            "SHED_DATABASE": str(live),
            "DJANGO_SETTINGS_MODULE": "shed_settings",
            "PYTHONPATH": str(_SHED),
        }
        command = [str(HOME / "venv/bin/python"), "-m", "django", "runserver", "--noreload"]
        command += ["--insecure", f"127.0.0.1:{port}"]
        with serving(command, port, Path(folder) / "log", environ) as url:
            yield Toolshed(url, BASE, live, kinds)
