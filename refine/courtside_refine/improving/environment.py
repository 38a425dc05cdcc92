"""Where attempts are made: puts everything back, waits, and looks what became of a task."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from courtside_refine.actors.page_errors import why_not_opened
from courtside_refine.command_agent import CommandFailed, run_reset, split_command
from courtside_refine.proposing.checking import holds
from courtside_refine.proposing.crawl import TIMEOUT_MS, VIEWPORT
from courtside_refine.proposing.proposal import Proposal
from courtside_store.records import Record

RESET_S = 60.0


class EnvironmentFailed(RuntimeError):
    """The site, its reset or the browser failed: no failed attempt of the agent."""


class Environment(Protocol):
    """One site."""

    viewport: dict[str, int]

    async def begin(self, page: Any, proposal: Proposal) -> None:
        """Puts everything back and shows the page that the task begins at.

        Raises EnvironmentFailed where that fails.
        """

    async def settle(self, page: Any) -> None:
        """Waits for what an action set off."""

    async def decided(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        """Whether the task was done, by what decides it; None where nothing does."""


class Reset(Record, frozen=True, kw_only=True):
    """How a site is put back. With neither, a fresh browser context is all."""

    command: str = ""
    url: str = ""
    """It is sent a POST request."""

    def check(self) -> None:
        """Raises ValueError where the command cannot be run."""
        if self.command:
            split_command(self.command)

    def run(self) -> None:
        """Raises EnvironmentFailed."""
        try:
            if self.command:
                run_reset(split_command(self.command), RESET_S)
            if self.url:
                with urlopen(Request(self.url, data=b"", method="POST"), timeout=RESET_S):
                    pass
        except (CommandFailed, URLError, OSError, ValueError) as error:
            raise EnvironmentFailed(f"the reset failed: {error}") from error


class SiteEnvironment:
    """A site that a person named, in a fresh browser context each time."""

    viewport = VIEWPORT

    def __init__(self, reset: Reset) -> None:
        self._reset = reset

    async def begin(self, page: Any, proposal: Proposal) -> None:
        from playwright.async_api import Error

        await asyncio.to_thread(self._reset.run)
        try:
            answer = await page.goto(proposal.web, timeout=TIMEOUT_MS)
        except Error as error:
            why = why_not_opened(error.message)
            raise EnvironmentFailed(f"{proposal.web} does not answer: {why}") from error
        if answer is not None and answer.status >= 500:
            raise EnvironmentFailed(f"{proposal.web} answers with status {answer.status}")

    async def settle(self, page: Any) -> None:
        return

    async def decided(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        check = proposal.decided_by
        return None if check is None else await holds(check, page, answer)
