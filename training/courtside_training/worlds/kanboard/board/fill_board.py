"""Makes Kanboard's database as a file and fills it with the museum's people, projects and cards.

    python -m courtside_training.worlds.kanboard.board.fill_board PROGRAM FILE

PROGRAM is Kanboard's own folder, whose PHP makes the tables. What a person does on the board is
written as rows, with dates that stay.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from .cards import (
    COLUMNS,
    HOUSE,
    LIMIT,
    PASSWORD,
    PEOPLE,
    PROJECTS,
    TAGS,
    Card,
    Project,
    cards,
)

_FIRST = datetime(2025, 3, 3, 9, 0, tzinfo=UTC)
_SPACING = timedelta(hours=29)
_BLOCKS, _IS_BLOCKED = 2, 3
"""Numbers of Kanboard's own links."""
_SETTINGS = {
    "application_timezone": "UTC",
    "application_date_format": "Y-m-d",
    "board_private_refresh_interval": "0",  # else each board asks every ten seconds
    "subtask_time_tracking": "0",
    "password_reset": "0",
}


def fill(program: Path, file: Path) -> None:
    """Everything, from the empty tables to the last comment."""
    file.unlink(missing_ok=True)
    environ = {**os.environ, "DB_FILENAME": str(file), "DB_WAL_MODE": "false"}
    environ["DATA_DIR"] = str(file.parent)
    php = ["php", "cli", "db:migrate"]
    subprocess.run(php, cwd=program, env=environ, check=True, stdout=subprocess.DEVNULL)
    with closing(sqlite3.connect(file)) as db, db:
        _settings(db)
        _people(db, _hashed())
        for project in PROJECTS:
            _project(db, project)
        for number, name in enumerate(TAGS, start=1):
            _add(db, "tags", id=number, name=name, project_id=0)
        for card in cards():
            _card(db, card)


def _hashed() -> str:
    """The password as Kanboard keeps it."""
    code = f"echo password_hash('{PASSWORD}', PASSWORD_BCRYPT);"
    done = subprocess.run(["php", "-r", code], check=True, capture_output=True, text=True)
    return done.stdout


def _add(db: sqlite3.Connection, table: str, **row: object) -> None:
    names = ", ".join(row)
    marks = ", ".join(f":{name}" for name in row)
    db.execute(f"insert into {table} ({names}) values ({marks})", row)


def _settings(db: sqlite3.Connection) -> None:
    for option, value in _SETTINGS.items():
        db.execute("update settings set value = ? where option = ?", (value, option))


def _people(db: sqlite3.Connection, secret: str) -> None:
    db.execute("delete from users")
    for number, person in enumerate(PEOPLE, start=1):
        _add(
            db,
            "users",
            id=number,
            username=person.login,
            name=person.name,
            email=person.mail,
            role=person.role,
            password=secret,
        )


def _number(login: str) -> int:
    return next((n for n, each in enumerate(PEOPLE, start=1) if each.login == login), 0)


def _project(db: sqlite3.Connection, project: Project) -> None:
    _add(
        db,
        "projects",
        id=project.number,
        name=project.name,
        identifier=project.code,
        description=project.description,
        owner_id=_number(project.owner),
        is_active=1,
        last_modified=_seconds(_FIRST),
    )
    for position, title in enumerate(COLUMNS, start=1):
        limit = LIMIT if title == "In progress" else 0
        number = column_number(project, title)
        _add(
            db,
            "columns",
            id=number,
            title=title,
            position=position,
            project_id=project.number,
            task_limit=limit,
            description="",
        )
    for position, name in enumerate(project.lanes, start=1):
        _add(db, "swimlanes", name=name, position=position, project_id=project.number)
    for name in project.categories:
        _add(db, "project_has_categories", name=name, project_id=project.number, description="")
    for login in project.members:
        role = "project-manager" if login in (project.owner, "maud") else "project-member"
        _add(
            db,
            "project_has_users",
            project_id=project.number,
            user_id=_number(login),
            role=role,
        )


def column_number(project: Project, title: str) -> int:
    return (project.number - 1) * len(COLUMNS) + COLUMNS.index(title) + 1


def _card(db: sqlite3.Connection, card: Card) -> None:
    project = PROJECTS[card.project - 1]
    made = _FIRST + card.number * _SPACING
    _add(
        db,
        "tasks",
        id=card.number,
        title=card.title,
        description=card.description,
        project_id=card.project,
        column_id=column_number(project, card.column),
        swimlane_id=_found(db, "swimlanes", card.lane, card.project),
        owner_id=_number(card.to),
        creator_id=_number(project.owner),
        category_id=_found(db, "project_has_categories", card.category, card.project),
        priority=card.priority,
        color_id=card.colour.lower(),
        date_due=_day(card.due),
        date_creation=_seconds(made),
        date_modification=_seconds(made),
        date_moved=_seconds(made),
        date_completed=None if card.is_open else _seconds(made + timedelta(days=30)),
        time_estimated=card.hours,
        score=card.points,
        reference=card.reference,
        is_active=int(card.is_open),
        position=1 + sum(_together(card, each) for each in cards()[: card.number - 1]),
    )
    for position, subtask in enumerate(card.subtasks, start=1):
        _add(
            db,
            "subtasks",
            title=subtask.title,
            status=subtask.status,
            task_id=card.number,
            user_id=_number(subtask.to),
            position=position,
        )
    for number, comment in enumerate(card.comments, start=1):
        at = _seconds(made + number * timedelta(hours=5))
        _add(
            db,
            "comments",
            task_id=card.number,
            user_id=_number(comment.by),
            date_creation=at,
            date_modification=at,
            comment=comment.text,
        )
    for name in card.tags:
        _add(db, "task_has_tags", task_id=card.number, tag_id=TAGS.index(name) + 1)
    if card.blocks:
        for link, one, other in (
            (_BLOCKS, card.number, card.blocks),
            (_IS_BLOCKED, card.blocks, card.number),
        ):
            _add(db, "task_has_links", link_id=link, task_id=one, opposite_task_id=other)


def _together(card: Card, other: Card) -> bool:
    return (card.project, card.column, card.lane) == (other.project, other.column, other.lane)


def _found(db: sqlite3.Connection, table: str, name: str, project: int) -> int:
    query = f"select id from {table} where name = ? and project_id = ?"
    row = db.execute(query, (name, project)).fetchone()
    return int(row[0]) if row else 0


def _day(day: date | None) -> int:
    return _seconds(datetime(day.year, day.month, day.day, tzinfo=UTC)) if day else 0


def _seconds(at: datetime) -> int:
    return int(at.timestamp())


if __name__ == "__main__":
    fill(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    print(f"{HOUSE}: {len(PROJECTS)} projects, {len(cards())} cards")
