"""Fills the budget's database with the household's projects, and keeps a signed-in session.

Run by setup_apps.sh in the app's own environment. Writes the file named by BUDGET_DATABASE, and
beside it `session.txt`, the cookie of somebody who may see all projects.
"""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

from budget_settings import SECRET_KEY
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from household import BILLS, MEMBERS, PROJECTS
from household import Bill as Planned
from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.run import create_app
from werkzeug.security import generate_password_hash

_CURRENCY = "XXX"
"""None: with any other the app asks a server for rates when debts are settled."""


def fill() -> None:
    """Members and bills get the numbers of their places in the household's lists."""
    people = {}
    for each in PROJECTS:
        db.session.add(
            Project(
                id=each.id,
                name=each.name,
                password=generate_password_hash(each.code, "pbkdf2:sha256:1000"),
                contact_email=each.email,
                default_currency=_CURRENCY,
            )
        )
    db.session.commit()
    for number, each in enumerate(MEMBERS, 1):
        person = Person(id=number, name=each.name, project_id=each.project, weight=each.weight)
        people[each.project, each.name] = person
        db.session.add(person)
    db.session.commit()
    for number, each in enumerate(BILLS, 1):
        db.session.add(_bill(number, each, people))
    db.session.commit()
    for each in MEMBERS:
        people[each.project, each.name].activated = each.active
    db.session.commit()


def _bill(number: int, each: Planned, people: dict[tuple[str, str], Person]) -> Bill:
    bill = Bill(
        amount=float(each.amount),
        date=date.fromisoformat(each.day),
        external_link="",
        original_currency=_CURRENCY,
        owers=[people[each.project, name] for name in each.owers],
        payer_id=people[each.project, each.payer].id,
        project_default_currency=_CURRENCY,
        what=each.what,
        bill_type=each.type,
    )
    bill.id = number
    bill.creation_date = bill.date
    return bill


def cookie(app: Flask) -> str:
    """The session of somebody who has entered all projects."""
    with app.test_request_context():
        session["projects"] = {each.id: each.name for each in PROJECTS}
        session["lang"] = "en"
        session.permanent = True
        signer = SecureCookieSessionInterface().get_signing_serializer(app)
        return str(signer.dumps(dict(session)))


def main() -> None:
    app = create_app()
    assert app.config["SECRET_KEY"] == SECRET_KEY
    with app.app_context():
        fill()
    Path(os.environ["BUDGET_DATABASE"]).with_name("session.txt").write_text(cookie(app))


if __name__ == "__main__":
    main()
