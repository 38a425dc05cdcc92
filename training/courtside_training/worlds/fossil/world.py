"""Fossil as a place to train in: its repository from the story, its server, what counts in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile, which

from courtside_training.worlds.app_server import free_port, serving
from courtside_training.worlds.database_world import DatabaseWorld
from courtside_training.worlds.errand import Facts, Kind

from .artifacts import history, ticket_id
from .story import ADMIN, PEOPLE, PROJECT, TICKETS

_CODE = "7d1d7" * 8
_COOKIE = "c0ffee" * 6
_SETTINGS = {
    "project-name": PROJECT,
    "project-code": _CODE,
    "server-code": _CODE[::-1],
    "project-description": "Tide tables for small harbours.",
    "index-page": "/timeline",
    "access-log": "0",
    "admin-log": "0",
    "backoffice-disable": "1",  # else each request leaves a process that lingers
    "search-forum": "1",
}
_TICKET = ("status", "type", "severity", "priority", "resolution", "subsystem", "foundin", "title")
_FACTS = (
    # What Fossil counts for itself, and a menu that the form about the project writes as it is.
    "select 'setting', name, value from config"
    " where name not in ('backoffice', 'cfgcnt', 'mainmenu') and name not like 'baseurl:%'",
    "select 'user', login, 'rights', cap from user",
    "select 'user', login, 'contact', info from user",
    *(
        f"select 'ticket', tkt_uuid, '{name}', {name} from ticket where was_there(tkt_uuid)"
        for name in _TICKET
    ),
    "select 'new ticket', title, type, severity, (select group_concat(icomment) from ticketchng"
    " where ticketchng.tkt_id = ticket.tkt_id) from ticket where not was_there(tkt_uuid)",
    "select 'remark', tkt_uuid, icomment, tkt_user from ticketchng join ticket using (tkt_id)"
    " where icomment is not null and was_there(tkt_uuid)",
    "select 'wiki', substr(tagname, 6), words(content) from tagxref join tag using (tagid)"
    " join blob using (rid) where tagname like 'wiki-%' and not exists"
    " (select 1 from delta where delta.rid = blob.rid) order by mtime",
    "select 'post', substr(comment, instr(comment, ': ') + 2), user, words(content),"
    " coalesce((select words(content) from blob where rid = firt), '')"
    " from forumpost join event on objid = fpid join blob on rid = fpid"
    " where fpid not in (select fprev from forumpost where fprev)",
    "select 'check-in', substr(uuid, 1, 10), coalesce(ecomment, comment) from event"
    " join blob on rid = objid where type = 'ci'",
    "select 'tag', substr(uuid, 1, 10), substr(tagname, 5), tagtype from tagxref"
    " join tag using (tagid) join event on objid = rid join blob using (rid)"
    " where event.type = 'ci' and tagname like 'sym-%'",
    "select 'tech note', comment, words(content), user from event"
    " join blob on rid = objid where type = 'e'",
    "select 'report', title, sqlcode from reportfmt",
)
_OLD = frozenset(ticket_id(ticket.title) for ticket in TICKETS)


class Fossil(DatabaseWorld):
    name = "fossil"
    idle = "div.header h1"
    starts = ("/timeline", "/forum", "/ticket", "/wcontent", "/dir?ci=tip", "/brlist")
    lasting = frozenset({"post", "new ticket", "remark", "tech note"})

    def facts(self, db: sqlite3.Connection) -> Facts:
        db.create_function("words", 1, _words, deterministic=True)
        db.create_function("was_there", 1, _OLD.__contains__, deterministic=True)
        rows = (row for query in _FACTS for row in db.execute(query))
        return {tuple(map(str, row[:-1])): str(row[-1]) for row in rows}

    def cookies(self, account: str) -> Mapping[str, str]:
        return {f"fossil-{_CODE[:16]}": f"{_COOKIE}/{_CODE[:16]}/{ADMIN}"}


@contextmanager
def fossil_served(kinds: Mapping[str, Kind]) -> Iterator[Fossil]:
    """The world, its server running. Raises FileNotFoundError where Fossil is not installed."""
    fossil = which("fossil")
    if fossil is None:
        raise FileNotFoundError("fossil is missing; run training/courtside_training/setup_apps.sh")
    with tempfile.TemporaryDirectory() as folder:
        base, live = Path(folder) / "base.fossil", Path(folder) / "live.fossil"
        environ = {**os.environ, "FOSSIL_HOME": folder, "USER": ADMIN}
        _build(fossil, base, environ)
        copyfile(base, live)
        port = free_port()
        command = [fossil, "server", "--localhost", "--nojail", "--port", str(port), str(live)]
        with serving(command, port, Path(folder) / "log", environ) as url:
            yield Fossil(url, base, live, kinds)


def _build(fossil: str, base: Path, environ: Mapping[str, str]) -> None:
    """A repository of the story, the same each time."""
    folder = base.with_suffix(".history")
    folder.mkdir()
    for number, (_, artifact) in enumerate(history()):
        (folder / f"{number:04}").write_bytes(artifact)
    command = [fossil, "reconstruct", str(base), str(folder)]
    subprocess.run(command, env=environ, check=True, capture_output=True)
    with closing(sqlite3.connect(base)) as db, db:
        db.executemany("replace into config values (?, ?, 1772438400)", _SETTINGS.items())
        for person in PEOPLE:
            db.execute(
                "insert or replace into user (uid, login, pw, cap, info, mtime)"
                " values ((select uid from user where login = :login), :login, 'x', :rights,"
                " :contact, 1772438400)",
                vars(person),
            )
        db.execute(
            "update user set cookie = ?, cexpire = julianday('2046-01-01') where login = ?",
            (_COOKIE, ADMIN),
        )


def _words(content: bytes) -> str:
    """What an artifact says below its cards; empty where it is kept as a difference to another."""
    text = zlib.decompress(content[4:])
    _, card, rest = text.partition(b"\nW ")
    size, _, body = rest.partition(b"\n")
    return body[: int(size)].decode() if card else ""
