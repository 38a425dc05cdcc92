"""Looks at the shop once: what it makes at a first look is there at the start of each task."""

from __future__ import annotations

import django

django.setup()

from catalogue import products  # noqa: E402
from django.test import Client  # noqa: E402


def warm() -> None:
    """Raises RuntimeError where a page of the new shop fails."""
    client = Client(SERVER_NAME="127.0.0.1")
    for path in ("/catalogue/", "/search/?q=mug", products()[0].path):
        answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} answers {answer.status_code}; expected 200")


if __name__ == "__main__":
    warm()
