"""Every route, and who it is for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from courtside_daemon.access_guard import Access
from courtside_daemon.credentials import Credential
from courtside_daemon.ingest import Sources

from .access import AccessRoutes
from .captions import CaptionRoutes
from .control import ControlRoutes
from .learning import LearningRoutes
from .page import page
from .people import PeopleRoutes
from .posting import PostingRoutes
from .queries import QueryRoutes
from .retrying import RetryRoutes
from .viewers import Viewers

RouteMethod = Callable[[web.Request, Credential | None], Awaitable[web.StreamResponse]]
Route = tuple[str, str, Access, RouteMethod]


@dataclass(frozen=True)
class RouteHandlers:
    """The objects whose methods answer the requests, one for each subject."""

    queries: QueryRoutes
    people: PeopleRoutes
    access: AccessRoutes
    control: ControlRoutes
    posting: PostingRoutes
    learning: LearningRoutes
    retrying: RetryRoutes
    captions: CaptionRoutes
    viewers: Viewers


def routes(of: RouteHandlers, sources: Sources) -> list[Route]:
    """Every route, and which credential it needs. There are no others."""
    run = "/v1/runs/{run:run_[0-9a-z]+}"
    screen = "/v1/captions/{frame:[0-9a-f]{64}}"
    return [
        ("GET", "/v1/status", "view", of.queries.status),
        ("GET", "/v1/runs", "view", of.queries.runs),
        ("GET", run, "view", of.queries.run),
        ("GET", f"{run}/strip", "view", of.queries.strip),
        ("GET", f"{run}/steps/{{step:[0-9]{{1,9}}}}", "view", of.queries.step),
        ("GET", "/v1/filters", "view", of.queries.filters),
        ("GET", "/v1/search", "view", of.queries.search),
        ("GET", "/v1/blobs/{sha256:[0-9a-f]{64}}", "view", of.queries.blob),
        ("POST", "/v1/overrides", "view", of.people.override),
        ("POST", f"{run}/pin", "view", of.people.pin),
        ("POST", f"{run}/task", "view", of.people.change_task),
        ("GET", "/v1/learning", "view", of.learning.offer),
        ("POST", "/v1/learn", "view", of.learning.learn),
        ("GET", "/v1/captions", "view", of.captions.next),
        ("POST", "/v1/captions", "control", of.captions.open),
        ("GET", f"{screen}/picture", "view", of.captions.picture),
        ("POST", screen, "view", of.captions.review),
        ("GET", "/v1/live", "view-socket", of.viewers.live),
        ("POST", "/v1/login", "login", of.access.login),
        ("POST", "/v1/pair/claim", "claim", of.access.claim),
        ("POST", "/v1/viewer", "control", of.access.viewer),
        ("POST", "/v1/pair", "control", of.access.pair),
        ("GET", "/v1/sources", "control", of.access.sources),
        ("POST", "/v1/sources", "control", of.access.add_source),
        ("DELETE", "/v1/sources/{id}", "control", of.access.revoke),
        ("POST", "/v1/purge", "control", of.control.purge),
        ("POST", "/v1/verdicts", "control", of.control.add_verdicts),
        ("POST", f"{run}/lesson", "control", of.retrying.lesson),
        ("POST", f"{run}/crashed", "control", of.retrying.crashed),
        ("GET", f"{run}/retry", "control", of.retrying.wait),
        ("POST", f"{run}/retry", "view", of.retrying.want),
        ("POST", "/v1/stop", "control", of.control.stop),
        ("GET", "/v1/ingest", "ingest-socket", sources.handle),
        ("POST", "/v1/blobs", "ingest", of.posting.add_blob),
        ("POST", "/v1/steps", "ingest", of.posting.add_step),
        ("POST", f"{run}/end", "ingest", of.posting.end_run),
        ("POST", "/v1/oracle", "ingest", of.posting.add_oracle),
        ("GET", "/{file:[a-z_/]*(?:\\.(?:html|js|css|svg|png))?}", "page", page),
    ]
