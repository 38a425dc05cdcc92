"""Fills the tool library's empty database: branches, tools, members, loans, who is signed in.

Runs in the training worlds' own environment, with DJANGO_SETTINGS_MODULE and SHED_DATABASE set.
"""

from __future__ import annotations

from datetime import UTC, datetime

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from lending import models  # noqa: E402
from stock import BRANCHES, RUNNER, SESSION, SORTS, loans, members, tools  # noqa: E402


def fill() -> None:
    """Everything, numbered as it stands in the stock."""
    branches = {each.name: models.Branch.objects.create(**vars(each)) for each in BRANCHES}
    sorts = {name: models.Sort.objects.create(name=name) for name in SORTS}
    for tool in tools():
        values = {name: value for name, value in vars(tool).items() if name != "about"}
        values |= {"sort": sorts[tool.sort], "branch": branches[tool.branch]}
        models.Tool.objects.create(**values)
    for member in members():
        values = {**vars(member), "branch": branches[member.branch], "email": member.mail}
        models.Member.objects.create(**values)
    for loan in loans():
        values = {**vars(loan), "tool_id": loan.tool, "member_id": loan.member}
        del values["tool"], values["member"]
        models.Loan.objects.create(**values)
    _sign_in()


def _sign_in() -> None:
    user = get_user_model().objects.create_superuser(RUNNER, "gerd@library.example", "unused")
    signed_in = {
        "_auth_user_id": str(user.pk),
        "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
        "_auth_user_hash": user.get_session_auth_hash(),
    }
    Session.objects.create(
        session_key=SESSION,
        session_data=SessionStore().encode(signed_in),
        expire_date=datetime(2046, 1, 1, tzinfo=UTC),
    )


if __name__ == "__main__":
    fill()
