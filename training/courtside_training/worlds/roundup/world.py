"""Roundup as a place to train in: its server, what counts in its database, who is signed in."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile, copytree
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from courtside_training.worlds.app_server import HOME, free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld, read_rows
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg

from .desk.jobs import KEYWORDS, PASSWORD, RUNNER, jobs
from .pages import set_back

_DESK = HOME / "desk"
_OLD = len(jobs())
_OLD_KEYWORDS = len(KEYWORDS)
_LINKS = {"nosy": ("user", "username"), "keyword": ("keyword", "name")}
_USER = ("realname", "phone", "organisation", "address", "roles", "timezone")
_TEXT = (
    "(select rtrim(c3, char(10, 13, 32)) from __fts_content"
    " where c0 = 'msg' and c2 = 'content' and c1 = m.id)"
)
_FACTS = (
    f"select 'job', id, 'title', _title from _issue where not __retired__ and id <= {_OLD}",
    *(
        f"select 'job', i.id, '{name}', n.{key} from _issue i join _{table} n on n.id = i._{name}"
        f" where not i.__retired__ and i.id <= {_OLD}"
        for name, table, key in (
            ("priority", "priority", "_name"),
            ("status", "status", "_name"),
            ("assignedto", "user", "_username"),
        )
    ),
    *(
        f"select '{name}', l.nodeid, n._{key}, 1 from issue_{name} l"
        f" join _{table} n on n.id = l.linkid where l.nodeid <= {_OLD}"
        for name, (table, key) in _LINKS.items()
    ),
    "select 'superseder', nodeid, linkid, 1 from issue_superseder",
    f"select 'remark', l.nodeid, {_TEXT}, group_concat(u._username) from issue_messages l"
    " join _msg m on m.id = l.linkid join _user u on u.id = m._author"
    f" where l.nodeid <= {_OLD} group by 2, 3",
    "select 'new job', i._title, coalesce(p._name, ''), coalesce(s._name, ''),"
    " coalesce(u._username, ''), coalesce((select group_concat(k._name) from issue_keyword l"
    " join _keyword k on k.id = l.linkid where l.nodeid = i.id), ''),"
    f" coalesce((select group_concat({_TEXT}) from issue_messages l join _msg m on m.id = l.linkid"
    " where l.nodeid = i.id), '') from _issue i left join _priority p on p.id = i._priority"
    " left join _status s on s.id = i._status left join _user u on u.id = i._assignedto"
    f" where not i.__retired__ and i.id > {_OLD}",
    *(
        f"select 'user', _username, '{name}', _{name} from _user"
        f" where not __retired__ and _{name} is not null"
        for name in _USER
    ),
    "select 'user', _username, 'number', id from _user where not __retired__",
    "select 'keyword name', id, _name from _keyword where not __retired__"
    f" and id <= {_OLD_KEYWORDS}",
    f"select 'new keyword', _name, 1 from _keyword where not __retired__ and id > {_OLD_KEYWORDS}",
    "select 'query', _name, 1 from _query where not __retired__",
)


class Roundup(DatabaseWorld):
    name = "roundup"
    idle = "#body-title"
    starts = (
        "/desk/issue?@template=search",
        "/desk/user",
        "/desk/issue?@template=item",
        "/desk/keyword?@template=item",
        "/desk/",
    )
    lasting = frozenset({"remark", "new job"})

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
        return read_rows(db, _FACTS)

    def cookies(self, account: str) -> Mapping[str, str]:
        return self._session

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        """What was changed and should not have been is set back; what is wanted has its leg."""
        if self._before.get(fact) != right:
            return None
        return set_back(fact, right)


@contextmanager
def roundup_served(kinds: Mapping[str, Kind]) -> Iterator[Roundup]:
    """The world, its server running. Raises FileNotFoundError where Roundup was not set up."""
    if not (_DESK / "db" / "db").is_file():
        raise FileNotFoundError(
            f"{_DESK} is missing; run training/courtside_training/setup_apps.sh"
        )
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "desk"
        copytree(_DESK, home)
        port = free_port()
        settings = (home / "config.ini").read_text()
        address = f"web = http://127.0.0.1:{port}/desk/"
        (home / "config.ini").write_text(re.sub("(?m)^web = .*$", address, settings))
        command = [str(HOME / "venv/bin/roundup-server"), "-n", "127.0.0.1", "-p", str(port)]
        command += ["-u", str(os.getuid()), "-t", "thread", f"desk={home}"]
        with serving(command, port, Path(folder) / "log", os.environ) as url:
            session = _signed_in(f"{url}/desk/")
            base, live = Path(folder) / "base.sqlite3", home / "db" / "db"
            copyfile(live, base)
            yield Roundup(url, base, live, kinds, session)


def _signed_in(url: str) -> dict[str, str]:
    """The cookie of the one who runs the desk; the session is in the database from now on."""
    cookies = HTTPCookieProcessor()
    form = {"@action": "login", "__login_name": RUNNER, "__login_password": PASSWORD}
    request = Request(url, urlencode(form).encode(), {"Referer": url, "Origin": url[:-6]})
    with build_opener(cookies).open(request, timeout=30) as answer:
        answer.read()
    found = {cookie.name: str(cookie.value) for cookie in cookies.cookiejar}
    if not found:
        raise RuntimeError(f"{url} signs nobody in; run training/courtside_training/setup_apps.sh")
    return found
