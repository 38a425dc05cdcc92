"""Puts texts of pages, tasks and agents into Python source, which they cannot leave."""

from __future__ import annotations

import json
import re
from itertools import chain, count
from urllib.parse import urlsplit

from courtside_store.addresses import MARK


def literal(text: str) -> str:
    """A string literal on one line."""
    return json.dumps(text, ensure_ascii=False) if text.isprintable() else repr(text)


def comment(text: str) -> str:
    """The words of a comment, on one line."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))


def slug(text: str, most: int = 50) -> str:
    """A name in small letters, cut between words; "run" where there is nothing to name."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    whole = words if len(words) <= most else words[: most + 1].rpartition("_")[0]
    return whole or words[:most] or "run"


def is_cut(text: str) -> bool:
    """Whether something secret was cut out of it."""
    return MARK in text


class Placeholders:
    """What the test reads from its environment, because the recording does not hold it."""

    def __init__(self) -> None:
        """None yet."""
        self._names: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """Those that were given, in their order."""
        return list(self._names.values())

    def name(self, of: str) -> str:
        """The variable that stands for something; the same for the same, and for nothing else."""
        if of not in self._names:
            plain = slug(of).upper()
            plain = f"SECRET_{plain}" if plain[0].isdigit() or plain in _TAKEN else plain
            more = (f"{plain}_{number}" for number in count(2))
            self._names[of] = next(one for one in chain([plain], more) if one not in self.names)
        return self._names[of]


_TAKEN = {
    *("BASE", "BASE_URL", "START", "TASK", "CHROMIUM", "RUN"),
    *("HOME", "LANG", "PATH", "PWD", "SHELL", "USER"),
}
"""Variables that mean something else in a test, or in every environment."""


class Addresses:
    """Addresses of the recording, those of its site beginning with BASE."""

    def __init__(self, start: str, secrets: Placeholders) -> None:
        """`start`: the address that the run began at."""
        parts = urlsplit(start)
        self.base = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
        self._secrets = secrets

    def code(self, address: str, name: str) -> str:
        """An expression for it; a variable called `name` where something secret was cut out."""
        if is_cut(address):
            return self._secrets.name(name)
        if self.base and (address + "/").startswith(self.base + "/"):
            return f"BASE + {literal(address[len(self.base) :])}"
        return literal(address)
