"""A server that describes pictures in the same words, so many and no more, at OpenAI's address."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event
from typing import Any

from model_server import model_server

WORDS = "- Order form\n  - a field for the name, and two buttons"


@contextmanager
def describing_server(most: float = math.inf) -> Iterator[str]:
    """Its address. After `most` descriptions it leaves every request open until it is over."""
    numbers, over = count(1), Event()

    def describe(messages: Any) -> str | None:
        if "Describe" in json.dumps(messages) and next(numbers) > most:
            over.wait()
            return None
        return WORDS

    with model_server(describe) as address:
        try:
            yield address
        finally:
            over.set()
