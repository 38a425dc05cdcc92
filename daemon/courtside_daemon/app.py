"""Builds the daemon from its parts, and takes it down again."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

from aiohttp import web

from courtside_judge.learning.learned import LearnedFile
from courtside_judge.process.client import JudgeProcess
from courtside_judge.registry import check_judges
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.error_stacks import type_and_stack
from courtside_store.reading import Reader

from .access_guard import AccessGuard
from .captions import CaptionReviews, OpenCaptions
from .credentials import Credentials
from .data_folder import announced, only_one
from .hub import Hub
from .idle_runs import end_idle_runs
from .ingest import Sources
from .learning_offers import LearningOffers
from .learning_process import LearningProcess
from .learning_trials import LearningTrials
from .lesson_runner import OnFailure
from .listening import listening
from .open_files import allow_many_files
from .pipeline import Pipeline
from .retry_requests import RetryRequests
from .routes.access import AccessRoutes
from .routes.captions import CaptionRoutes
from .routes.control import ControlRoutes
from .routes.learning import LearningRoutes
from .routes.people import PeopleRoutes
from .routes.posting import PostingRoutes
from .routes.queries import QueryRoutes
from .routes.retrying import RetryRoutes
from .routes.table import RouteHandlers, routes
from .routes.viewers import Viewers
from .silent_connections import SilentConnections
from .sockets import Sockets
from .supervisor import keep_going
from .web_app import answering, build

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Parts:
    """The parts of the daemon that answer requests, beside the pipeline."""

    pipeline: Pipeline
    sources: Sources
    viewers: Viewers
    connections: SilentConnections
    trials: LearningTrials
    app: web.Application

    def loops(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What runs beside the requests, by the name that the log gives it."""
        return {
            "writer": self.pipeline.run_writer,
            "judge": self.pipeline.run_judge,
            "lessons": self.pipeline.run_lessons,
            "trials of labels": self.trials.run,
            "end of runs": lambda: end_idle_runs(self.pipeline, self.sources),
            "status": self.viewers.publish_status,
        }


def _parts(
    config: Config,
    credentials: Credentials,
    pipeline: Pipeline,
    open_captions: OpenCaptions | None,
    stop: asyncio.Event,
) -> _Parts:
    guard = AccessGuard(config, credentials)
    open_sockets, connections = Sockets(), SilentConnections()
    sources = Sources(pipeline, guard, open_sockets)
    learned = LearnedFile(config.learned_file)
    learning = LearningProcess(config, learned)
    trials = LearningTrials(learning)
    queries = QueryRoutes(config, pipeline, sources, version("courtside"))
    viewers = Viewers(pipeline, guard, open_sockets, queries)
    handlers = RouteHandlers(
        queries=queries,
        people=PeopleRoutes(pipeline),
        access=AccessRoutes(credentials, sources, pipeline.disk),
        control=ControlRoutes(pipeline, stop),
        posting=PostingRoutes(pipeline, sources),
        learning=LearningRoutes(LearningOffers(learned, pipeline, trials), learning),
        retrying=RetryRoutes(pipeline, RetryRequests()),
        captions=CaptionRoutes(CaptionReviews(open_captions)),
        viewers=viewers,
    )
    app = build(guard, routes(handlers, sources), open_sockets, connections)
    return _Parts(pipeline, sources, viewers, connections, trials, app)


@asynccontextmanager
async def running(
    config: Config,
    on_failure: OnFailure | None = None,
    open_captions: OpenCaptions | None = None,
) -> AsyncIterator[tuple[Running, asyncio.Event]]:
    """The daemon, for as long as the block lasts: its address, and the event that stops it."""
    stop = asyncio.Event()
    with (
        only_one(config),
        listening(config) as bound,
        Store.open(config) as store,
        Reader(config) as reader,
    ):
        credentials = Credentials(config.data_dir)
        async with JudgeProcess(config).open() as judging, asyncio.TaskGroup() as group:
            pipeline = Pipeline(config, store, reader, Hub(), judging, on_failure)
            parts = _parts(config, credentials, pipeline, open_captions, stop)
            loops = parts.loops()
            tasks = [group.create_task(keep_going(name, loop)) for name, loop in loops.items()]
            try:
                async with answering(parts.app, bound) as server:
                    sweep = keep_going(
                        "end of silent connections", partial(parts.connections.run, server)
                    )
                    tasks.append(group.create_task(sweep))
                    port = bound[0].getsockname()[1]
                    with announced(config, port, version("courtside")) as running_daemon:
                        yield running_daemon, stop
            finally:
                for task in tasks:
                    task.cancel()
        pipeline.close()


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs an error that no handler could catch, such as a socket that cannot be accepted."""
    error = context.get("exception")
    log.error("%s: %s", context["message"], type_and_stack(error) if error else "no exception")


async def serve(
    config: Config,
    on_failure: OnFailure | None = None,
    open_captions: OpenCaptions | None = None,
    ready: Callable[[Running], None] | None = None,
) -> None:
    """Runs until SIGINT, SIGTERM or POST /v1/stop.

    Raises ValueError where the settings name a judge or an order that there is not.
    """
    check_judges(config)
    allow_many_files()
    asyncio.get_running_loop().set_exception_handler(log_loop_error)
    async with running(config, on_failure, open_captions) as (running_daemon, stop):
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        if ready:
            ready(running_daemon)
        await stop.wait()
