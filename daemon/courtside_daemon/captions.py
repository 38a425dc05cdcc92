"""The folder of described screens that a person reviews on the page. Knows no route and no file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from courtside_store.records import CaptionDecision
from courtside_store.wire import CaptionsToReview

T = TypeVar("T")


class CaptionFolder(Protocol):
    """One open folder of described screens. The command line hands it in."""

    def to_review(self) -> CaptionsToReview:
        """How far it is, and what comes next."""

    def picture(self, frame: str) -> bytes | None:
        """None where the folder has no such screen."""

    def review(self, frame: str, decision: CaptionDecision, who: str, caption: str = "") -> None:
        """Kept beside what was decided before. Raises ValueError where there is no such screen."""


OpenCaptions = Callable[[Path], CaptionFolder]
"""Raises ValueError or OSError where the folder is none of described screens."""


class CaptionReviews:
    """One folder at a time: the one that was opened last."""

    def __init__(self, open_folder: OpenCaptions | None) -> None:
        self._open_folder = open_folder
        self._folder: CaptionFolder | None = None
        self._lock = asyncio.Lock()

    async def open(self, path: Path) -> CaptionsToReview:
        """Raises as `OpenCaptions` does."""
        if self._open_folder is None:
            raise ValueError("this daemon was started without what reads captions")
        async with self._lock:
            self._folder = await asyncio.to_thread(self._open_folder, path)
        return await self.to_review()

    async def to_review(self) -> CaptionsToReview:
        """Of nothing, where no folder was opened."""
        if self._folder is None:
            return CaptionsToReview()
        return await self._ask(self._folder.to_review)

    async def picture(self, frame: str) -> bytes | None:
        """Of one screen of the folder."""
        return None if self._folder is None else await self._ask(self._folder.picture, frame)

    async def review(
        self, frame: str, decision: CaptionDecision, who: str, caption: str
    ) -> CaptionsToReview:
        """What comes next. Raises ValueError where there is no such screen."""
        if self._folder is None:
            raise ValueError("no captions are reviewed; `courtside captions review` opens a folder")
        await self._ask(self._folder.review, frame, decision, who, caption)
        return await self.to_review()

    async def _ask(self, act: Callable[..., T], *args: Any) -> T:
        async with self._lock:
            return await asyncio.to_thread(act, *args)
