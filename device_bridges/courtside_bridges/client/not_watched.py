"""A run of which nothing is recorded: the agent goes on, and one line says why."""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any, Self

from .linked_run import Outcome, no_verdict

log = logging.getLogger("courtside")
NOT_WATCHED = "courtside: this run is not watched: %s"


class NotWatched:
    """Has every method of a watched run, for agents of both kinds: each result may be awaited."""

    run = ""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._is_warned = False

    def _warn(self) -> None:
        if not self._is_warned:
            self._is_warned = True
            log.warning(NOT_WATCHED, self._reason)

    def thought(self, *_: Any, **__: Any) -> None:
        """Nothing."""
        self._warn()

    def oracle(self, *_: Any, **__: Any) -> None:
        """Nothing."""
        self._warn()

    def step(self, *_: Any, **__: Any) -> NothingToDo:
        """Nothing."""
        self._warn()
        return NothingToDo()

    def settled(self) -> NothingToDo:
        """At once."""
        self._warn()
        return NothingToDo()

    def together(self, *_: Any, **__: Any) -> NothingToDo:
        """Nothing, round the agent's actions."""
        self._warn()
        return NothingToDo()

    def finish(self, *_: Any, **__: Any) -> Unjudged:
        """At once: "unknown", with the reason."""
        self._warn()
        why = no_verdict("", f"No verdict: the run was not watched: {self._reason}.")
        return Unjudged(verdict=why.verdict)


class NothingToDo:
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
