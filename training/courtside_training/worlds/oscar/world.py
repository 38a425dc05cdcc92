"""The shop as a place to train in: its server, what counts in its database, who is signed in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

from courtside_training.worlds.app_server import HOME, free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld, read_rows
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg

from .facts import LASTING, QUERIES
from .shop.catalogue import ACCOUNTS, CUSTOMER
from .shopping import mend_basket

_SHOP = Path(__file__).parent / "shop"


@contextmanager
def oscar_served(kinds: Mapping[str, Kind]) -> Iterator[DatabaseWorld]:
    """The world, its server running. Raises FileNotFoundError where the shop was not set up."""
    base, live = HOME / "shop" / "base.sqlite3", HOME / "shop" / f"live-{os.getpid()}.sqlite3"
    if not base.is_file():
        raise FileNotFoundError(f"{base} is missing; run training/courtside_training/setup_apps.sh")
    copyfile(base, live)
    port = free_port()
    command = [str(HOME / "venv/bin/python"), "-m", "django", "runserver", "--noreload"]
    environ = {
        **os.environ,
        "SHOP_FOLDER": str(HOME / "shop"),
        "SHOP_DATABASE": live.name,
        "DJANGO_SETTINGS_MODULE": "shop_settings",
        "PYTHONPATH": str(_SHOP),
    }
    with serving(
        [*command, "--insecure", f"127.0.0.1:{port}"], port, live.with_suffix(".log"), environ
    ) as url:
        yield Oscar(url, base, live, kinds)


class Oscar(DatabaseWorld):
    name = "oscar"
    idle = ".h1 small, h1"
    starts = ("/catalogue/", "/basket/", "/catalogue/category/desk_3/", "/search/?q=lamp")
    lasting = LASTING

    def facts(self, db: sqlite3.Connection) -> Facts:
        return read_rows(db, QUERIES)

    def cookies(self, account: str) -> Mapping[str, str]:
        email = account or CUSTOMER.email
        return {"sessionid": next(each.session for each in ACCOUNTS if each.email == email)}

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        match fact:
            case ("basket", email, title):
                return mend_basket(title, email, now, right)
            case _:
                return None
