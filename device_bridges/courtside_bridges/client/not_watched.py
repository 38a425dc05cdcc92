"""A run of which nothing is recorded: the agent goes on, and one line says why."""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any, Self

from .recorded import Outcome, no_verdict

log = logging.getLogger("courtside")
NOT_WATCHED = "courtside: this run is not watched: %s"


class NotWatched:
    """Has every method of a watched run, for agents of both kinds: each result may be awaited."""

    run = ""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._is_told = False

    def _tell(self) -> None:
        if not self._is_told:
            self._is_told = True
            log.warning(NOT_WATCHED, self._reason)

    def thought(self, *_: Any, **__: Any) -> None:
        """Nothing."""
        self._tell()

    def oracle(self, *_: Any, **__: Any) -> None:
        """Nothing."""
        self._tell()

    def step(self, *_: Any, **__: Any) -> Done:
        """Nothing."""
        self._tell()
        return Done()

    def settled(self) -> Done:
        """At once."""
        self._tell()
        return Done()

    def together(self, *_: Any, **__: Any) -> Done:
        """Nothing, round the agent's actions."""
        self._tell()
        return Done()

    def finish(self, *_: Any, **__: Any) -> Unjudged:
        """At once: "unknown", with the reason."""
        self._tell()
        why = no_verdict("", f"No verdict: the run was not watched: {self._reason}.")
        return Unjudged(verdict=why.verdict)


class Done:
    """Of work that there is none of: to be awaited, entered, or left alone."""

    def __await__(self) -> Generator[None, None, None]:
        return
        yield

    def __enter__(self) -> None:
        """Nothing."""

    def __exit__(self, *_: object) -> None:
        """Nothing."""

    async def __aenter__(self) -> None:
        """Nothing."""

    async def __aexit__(self, *_: object) -> None:
        """Nothing."""


class Unjudged(Outcome, frozen=True, kw_only=True):
    """An outcome that may be awaited, or read as it is."""

    def __await__(self) -> Generator[None, None, Self]:
        return self
        yield
