"""The site that attempts are made in: resets it, waits for it, checks whether a task was done."""

from __future__ import annotations

import os
from typing import Any, Protocol
from urllib.parse import urlsplit

import aiohttp

from courtside_refine.actors.page_errors import why_not_opened
from courtside_refine.child_processes.command_running import CommandFailed, run_reset, split_command
from courtside_refine.proposing.checking import passes
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

    async def was_done(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        """Whether the task was done, by what decides it; None where nothing does."""


class Reset(Record, frozen=True, kw_only=True):
    """How a site is put back. With neither, a fresh browser context is all."""

    command: str = ""
    url: str = ""
    """It is sent a POST request."""

    def check(self) -> None:
        """Raises ValueError where the command cannot be run, or the address is none."""
        if self.command:
            split_command(self.command)
        parts = urlsplit(self.url)
        if self.url and (parts.scheme not in ("http", "https") or not parts.netloc):
            raise ValueError(f"no site can be reset by {self.url!r}; check --reset-url")

    async def run(self) -> None:
        """Raises EnvironmentFailed."""
        try:
            if self.command:
                await run_reset(split_command(self.command), RESET_S)
            if self.url:
                await _post(self.url)
        except (CommandFailed, OSError, ValueError) as error:
            raise EnvironmentFailed(f"the reset failed: {error}") from error


async def _post(url: str) -> None:
    """Raises OSError."""
    timeout = aiohttp.ClientTimeout(total=RESET_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=True) as session,
            session.post(url) as answer,
        ):
            if not answer.ok:
                raise OSError(f"{url} answers with status {answer.status}")
    except TimeoutError as error:
        raise OSError(f"{url} does not answer within {RESET_S:g} s") from error
    except aiohttp.ClientConnectorError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror  # below 0: no such name
        raise OSError(f"{url} does not answer: {why}") from error
    except aiohttp.ClientError as error:
        raise OSError(f"{url} does not answer: {error}") from error


class SiteEnvironment:
    """A site that a person named, in a fresh browser context each time."""

    viewport = VIEWPORT

    def __init__(self, reset: Reset) -> None:
        self._reset = reset

    async def begin(self, page: Any, proposal: Proposal) -> None:
        from playwright.async_api import Error

        await self._reset.run()
        try:
            answer = await page.goto(proposal.web, timeout=TIMEOUT_MS)
        except Error as error:
            why = why_not_opened(error.message)
            raise EnvironmentFailed(f"{proposal.web} does not answer: {why}") from error
        if answer is not None and answer.status >= 500:
            raise EnvironmentFailed(f"{proposal.web} answers with status {answer.status}")

    async def settle(self, page: Any) -> None:
        return

    async def was_done(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        check = proposal.decided_by
        return None if check is None else await passes(check, page, answer)
