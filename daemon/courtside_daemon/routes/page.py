"""The dashboard's files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from aiohttp import web

from courtside_daemon.access_guard import HEADERS, refusal
from courtside_daemon.credentials import Credential

WEB = Path(__file__).parents[1] / "web"


async def page(request: web.Request, caller: Credential | None) -> web.StreamResponse:
    """A file of the dashboard. None of them holds a secret."""
    name = request.match_info["file"] or "index.html"
    if name not in page_files():
        raise refusal(web.HTTPNotFound, "there is nothing at that path")
    return web.FileResponse(WEB / name, headers=HEADERS)


@cache
def page_files() -> frozenset[str]:
    """The names of the dashboard's files, as their addresses have them."""
    return frozenset(str(one.relative_to(WEB)) for one in WEB.rglob("*") if one.is_file())
