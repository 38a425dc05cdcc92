"""What the judge could learn from labels, and the request to learn. For those who may label."""

from __future__ import annotations

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.learning_offers import LearningOffers
from courtside_daemon.learning_process import LearningProcess
from courtside_judge.learning.scope import Scope
from courtside_store.login_name import login_name
from courtside_store.records import Short

from .json_http import ControlBody, answer, read_body


class Learn(ControlBody, frozen=True):
    """POST /v1/learn"""

    agent: Short = ""
    who: Short = ""
    """Empty: the user who runs the daemon."""


class LearningRoutes:
    """Answers the requests to learn from labels."""

    def __init__(self, offers: LearningOffers, process: LearningProcess) -> None:
        self._offers = offers
        self._process = process

    async def offer(self, request: web.Request, caller: Credential | None) -> web.Response:
        """How many labels the judge has not learned from, and which would be most informative."""
        person = request.query.get("who", "") or login_name()
        return answer(await self._offers.offer(person))

    async def learn(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Learns from people's labels, as `courtside learn` does."""
        body = await read_body(request, Learn)
        try:
            scope = Scope(agent=body.agent)
            return answer(await self._process.learn(scope, body.who or login_name()))
        except RuntimeError as error:
            raise refusal(web.HTTPConflict, str(error)) from error
