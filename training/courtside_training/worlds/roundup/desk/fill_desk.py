"""Makes a Roundup tracker in a folder and fills it with the desk's people and jobs.

    python fill_desk.py FOLDER

Runs in the training worlds' own environment. Dates are set afterwards: Roundup stamps its own.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from jobs import HOUSE, KEYWORDS, PASSWORD, PEOPLE, STATES, URGENCIES, Job, jobs
from roundup import configuration, init, instance, password

_FIRST = datetime(2026, 3, 2, 9, 0)
_SPACING = timedelta(hours=31)
_LATER = timedelta(hours=5)
_INITIAL = """
for number, name in enumerate({urgencies!r}, start=1):
    db.priority.create(name=name, order=str(number))
for number, name in enumerate({states!r}, start=1):
    db.status.create(name=name, order=str(number))
db.user.create(username="admin", password=adminpw, address=admin_email, roles="Admin")
db.user.create(username="anonymous", roles="Anonymous")
"""


def fill(home: Path) -> None:
    """Everything, from Roundup's template to the last remark."""
    _install(home)
    tracker = instance.open(str(home))
    tracker.init(_secret(tracker))
    with closing(tracker.open("admin")) as db:
        for name in KEYWORDS:
            db.keyword.create(name=name)
        for person in PEOPLE:
            db.user.create(
                username=person.login,
                realname=person.name,
                phone=person.phone,
                organisation=person.firm,
                address=person.address,
                roles=person.roles,
                password=_secret(tracker),
            )
        db.commit()
    for job in jobs():
        _job(tracker, job)
    with closing(sqlite3.connect(home / "db" / "db")) as database, database:
        for job in jobs():
            _date(database, job)


def _install(home: Path) -> None:
    template = Path(sys.prefix) / "share" / "roundup" / "templates" / "classic"
    shutil.rmtree(home, ignore_errors=True)
    init.install(str(home), str(template))
    settings = configuration.CoreConfig()
    settings.HOME = str(home)
    settings["RDBMS_BACKEND"] = "sqlite"
    settings["TRACKER_NAME"] = HOUSE
    settings["TRACKER_WEB"] = "http://127.0.0.1/desk/"
    settings["MAIL_DOMAIN"] = "playhouse.example"
    settings["MAIL_HOST"] = "127.0.0.1"
    settings["INDEXER"] = "native-fts"
    settings.save(str(home / "config.ini"))
    (home / "detectors" / "nosyreaction.py").unlink()  # it would send mail
    initial = _INITIAL.format(urgencies=URGENCIES, states=STATES)
    (home / "initial_data.py").write_text(initial)


def _job(tracker: Any, job: Job) -> None:
    with closing(tracker.open(job.by)) as db:
        number = db.issue.create(
            title=job.title,
            priority=db.priority.lookup(job.urgency),
            status=db.status.lookup(job.state),
            assignedto=db.user.lookup(job.to) if job.to else None,
            keyword=[db.keyword.lookup(job.keyword)],
            nosy=[db.user.lookup(login) for login in job.nosy],
        )
        db.commit()
    if number != str(job.number):
        raise RuntimeError(f"{job.title!r} became number {number}; expected {job.number}")
    for remark in job.remarks:
        with closing(tracker.open(remark.by)) as db:
            known = db.issue.get(number, "messages")
            author = db.user.lookup(remark.by)
            message = db.msg.create(
                author=author,
                date=db.msg.get(known[-1], "date") if known else db.issue.get(number, "creation"),
                content=remark.text,
            )
            db.issue.set(number, messages=[*known, message], status=_state(db, job))
            db.commit()


def _state(db: Any, job: Job) -> str:
    return str(db.status.lookup(job.state))


def _date(database: sqlite3.Connection, job: Job) -> None:
    made = _FIRST + job.number * _SPACING
    (messages,) = [
        database.execute(
            "select linkid from issue_messages where nodeid = ? order by cast(linkid as int)",
            (job.number,),
        ).fetchall()
    ]
    last = made + len(messages) * _LATER
    database.execute(
        "update _issue set _creation = ?, _activity = ? where id = ?",
        (_stamp(made), _stamp(last), job.number),
    )
    database.execute(
        "update issue__journal set date = ? where nodeid = ?", (_stamp(made), job.number)
    )
    for number, (message,) in enumerate(messages, start=1):
        at = _stamp(made + number * _LATER)
        database.execute(
            "update _msg set _date = ?, _creation = ?, _activity = ? where id = ?",
            (at, at, at, message),
        )


def _secret(tracker: Any) -> password.Password:
    return password.Password(PASSWORD, config=tracker.config)


def _stamp(at: datetime) -> str:
    return at.strftime("%Y%m%d%H%M%S.000")


if __name__ == "__main__":
    fill(Path(sys.argv[1]).resolve())
