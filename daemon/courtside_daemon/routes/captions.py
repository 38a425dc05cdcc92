"""Descriptions of screens that a person keeps, fixes or drops on the page."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from courtside_daemon.access_guard import HEADERS, refusal
from courtside_daemon.captions import CaptionReviews
from courtside_daemon.credentials import Credential
from courtside_store.images import media_type
from courtside_store.login_name import login_name
from courtside_store.records import CaptionDecision, Short, Text

from .json_http import ControlBody, answer, read_body


class OpenFolder(ControlBody, frozen=True):
    """POST /v1/captions"""

    folder: Text
    """On the daemon's machine, absolute."""


class CaptionReview(ControlBody, frozen=True):
    """POST /v1/captions/{frame}"""

    decision: CaptionDecision
    caption: Text = ""
    """As the person wrote it, where it was fixed."""
    who: Short = ""
    """Empty: the user who runs the daemon."""


class CaptionRoutes:
    """Answers the requests of a person who reviews described screens."""

    def __init__(self, reviews: CaptionReviews) -> None:
        self._reviews = reviews

    async def open(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Puts a folder of described screens under review."""
        folder = Path((await read_body(request, OpenFolder)).folder)
        try:
            if not folder.is_absolute():
                raise ValueError(f"folder is {str(folder)!r}; expected an absolute path")
            return answer(await self._reviews.open(folder))
        except ValueError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from error
        except OSError as error:
            raise refusal(web.HTTPBadRequest, f"it cannot be opened: {_why(error)}") from error

    async def next(self, request: web.Request, caller: Credential | None) -> web.Response:
        """How far the review is, and what comes next."""
        return answer(await self._reviews.to_review())

    async def picture(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A screen's picture."""
        try:
            data = await self._reviews.picture(request.match_info["frame"])
        except (ValueError, OSError) as error:
            why = f"the picture cannot be read: {_why(error)}"
            raise refusal(web.HTTPNotFound, why) from error
        if data is None:
            raise refusal(web.HTTPNotFound, "there is no such screen in the folder under review")
        return web.Response(body=data, content_type=media_type(data), headers=HEADERS)

    async def review(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Decides on a caption: keep, fix or drop."""
        body = await read_body(request, CaptionReview)
        caption = body.caption.strip()
        if body.decision == "fix" and not caption:
            raise refusal(web.HTTPBadRequest, "caption is empty; write it, or drop the screen")
        frame = request.match_info["frame"]
        try:
            return answer(
                await self._reviews.review(frame, body.decision, body.who or login_name(), caption)
            )
        except ValueError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error


def _why(error: ValueError | OSError) -> str:
    """Without the number and the path that the system adds."""
    return getattr(error, "strerror", None) or str(error)
