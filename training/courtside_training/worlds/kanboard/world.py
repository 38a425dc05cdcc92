"""Kanboard as a place to train in: its server, what counts in its database, who is signed in."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from courtside_training.worlds.app_server import HOME, free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld, read_rows
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg

from .board.cards import PASSWORD, RUNNER
from .facts import FACTS, LASTING
from .set_back import set_back

BASE = HOME / "board" / "base.sqlite3"
PROGRAM = HOME / "board" / "kanboard"
_ROUTER = Path(__file__).with_name("serve.php")
_SESSION = "KB_SID"
_YEARS_S = 10 * 365 * 24 * 3600


class Kanboard(DatabaseWorld):
    name = "kanboard"
    idle = ":is(#modal-content h2, body:not(:has(#modal-overlay)) header h1 .title)"
    starts = (
        "/dashboard",
        "/board/1",
        "/board/2",
        "/board/3",
        "/board/4",
        "/search",
        "/users",
    )
    lasting = LASTING
    impossible = frozenset(
        {
            "impossible-person",
            "impossible-card",
            "impossible-column",
            "impossible-restore",
        }
    )

    def __init__(
        self,
        url: str,
        base: Path,
        live: Path,
        kinds: Mapping[str, Kind],
        session: Mapping[str, str],
    ) -> None:
        super().__init__(url, base, live, kinds)
        self._session = session

    def facts(self, db: sqlite3.Connection) -> Facts:
        return read_rows(db, FACTS)

    def cookies(self, account: str) -> Mapping[str, str]:
        return self._session

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        """What was changed and should not have been is set back; what is wanted has its leg."""
        if self._before.get(fact) != right or right is None or now is None:
            return None
        return set_back(fact, right)

    async def settle(self, page: Any) -> None:
        """A form in a window is answered first, then its script loads the page again."""
        await super().settle(page)
        await super().settle(page)


@contextmanager
def kanboard_served(kinds: Mapping[str, Kind]) -> Iterator[Kanboard]:
    """The world, its server running. Raises FileNotFoundError where it was not set up."""
    php = shutil.which("php")
    if php is None or not BASE.is_file():
        raise FileNotFoundError(
            f"{BASE} or php is missing; run training/courtside_training/setup_apps.sh"
        )
    with tempfile.TemporaryDirectory() as folder:
        base, live = Path(folder) / "base.sqlite3", Path(folder) / "live.sqlite3"
        shutil.copyfile(BASE, live)
        port = free_port()
        environ = {
            **os.environ,
            "DATA_DIR": folder,
            "DB_FILENAME": str(live),
            "DB_WAL_MODE": "false",
            "DB_RUN_MIGRATIONS": "false",
            "ENABLE_URL_REWRITE": "1",
            "SESSION_DURATION": str(_YEARS_S),
        }
        command = [php, "-d", "opcache.enable_cli=1", "-S", f"127.0.0.1:{port}"]
        command += ["-t", str(PROGRAM), str(_ROUTER)]
        with serving(command, port, Path(folder) / "log", environ) as url:
            session = _signed_in(url)
            shutil.copyfile(live, base)
            yield Kanboard(url, base, live, kinds, session)


def _signed_in(url: str) -> dict[str, str]:
    """The cookie of the one who runs the board; the session is in the database from now on."""
    cookies = HTTPCookieProcessor()
    opener = build_opener(cookies)
    with opener.open(f"{url}/login", timeout=30) as answer:
        token = answer.read().decode().partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "username": RUNNER, "password": PASSWORD}
    with opener.open(f"{url}/login/check", urlencode(form).encode(), timeout=30) as answer:
        answer.read()
    found = {each.name: str(each.value) for each in cookies.cookiejar if each.name == _SESSION}
    if not found:
        raise RuntimeError(f"{url} signs nobody in; run training/courtside_training/setup_apps.sh")
    return found
