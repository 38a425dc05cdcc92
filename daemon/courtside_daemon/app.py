"""Builds the daemon from its parts, listens on loopback, and takes it down again."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import ipaddress
import logging
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.typedefs import Middleware

from courtside_judge.backends.chosen import live_judge
from courtside_judge.process.client import JudgeProcess
from courtside_judge.registry import check_judges
from courtside_store import wire
from courtside_store.config import Config, Running, read_running
from courtside_store.database import Store
from courtside_store.private_files import make_private, open_private, write_private
from courtside_store.reading import Reader

from .captions import CaptionReviews, OpenCaptions
from .connections import Connections, allow_many_files
from .credentials import Credentials
from .guard import Access, RequestGuard, refusal
from .http_errors import PlainHandler, one_line_errors, without_values
from .hub import Hub
from .idle_runs import end_idle_runs
from .ingest import Sources
from .learning import Learning
from .lessons import OnFailure
from .pipeline import Pipeline
from .retries import Retries
from .routes.access import AccessRoutes
from .routes.captions import CaptionRoutes
from .routes.control import Control
from .routes.learning import LearningRoutes
from .routes.people import People
from .routes.posting import Posting
from .routes.queries import Queries
from .routes.retrying import Retrying
from .routes.table import Act, Route, Subjects, routes
from .routes.viewers import Viewers
from .sockets import Sockets
from .supervisor import keep_going, where

log = logging.getLogger(__name__)
MAX_BODIES = 8
SMALL_BODY = 64 * 1024
BODY_S = 60.0
LOCK_TRIES = 10
LOCK_AGAIN_S = 0.02
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build(
    guard: RequestGuard, table: list[Route], open_sockets: Sockets, connections: Connections
) -> web.Application:
    """The web application: each handler behind the guard."""

    async def close_sockets(_: web.Application) -> None:
        await open_sockets.close()

    @web.middleware
    async def note(request: web.Request, handler: Handler) -> web.StreamResponse:
        connections.note(request)
        return await handler(request)

    app = web.Application(
        client_max_size=wire.MAX_IMAGE_BYTES,
        middlewares=[note, one_line_errors, few_large_bodies(asyncio.Semaphore(MAX_BODIES))],
    )
    for method, path, access, act in table:
        app.router.add_route(method, path, guarded(guard, access, act), expect_handler=expect)
    app.on_shutdown.append(close_sockets)
    app.router.add_route("*", "/{rest:.*}", nothing_there, expect_handler=expect)
    return app


def few_large_bodies(places: asyncio.Semaphore) -> Middleware:
    """Large bodies wait for a place, so that many at once do not fill the memory."""

    @web.middleware
    async def wait(request: web.Request, handler: Handler) -> web.StreamResponse:
        length = request.content_length
        if not request.body_exists or (length is not None and length <= SMALL_BODY):
            return await handler(request)
        async with places:
            try:
                async with asyncio.timeout(BODY_S):
                    return await handler(request)
            except TimeoutError as error:
                why = f"the request did not arrive within {BODY_S:g} s; send it again"
                raise refusal(web.HTTPRequestTimeout, why) from error

    return wait


async def nothing_there(request: web.Request) -> web.StreamResponse:
    """For every other path."""
    raise refusal(
        web.HTTPNotFound,
        "there is nothing at that path, or not for that method; see docs/reference/protocol.md",
    )


async def expect(request: web.Request) -> None:
    """Answers the Expect header, which comes before every guard; the library quotes it."""
    if request.headers["Expect"].lower() != "100-continue":
        raise refusal(web.HTTPExpectationFailed, "Expect is not 100-continue; leave it out")
    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")


def guarded(guard: RequestGuard, access: Access, act: Act) -> Handler:
    """A handler that asks the guard first."""

    async def handler(request: web.Request) -> web.StreamResponse:
        return await act(request, guard.admit(request, access))

    return handler


def sockets(config: Config) -> list[socket.socket]:
    """Bound sockets: both loopback addresses, or the one host that the configuration names.

    Raises ValueError for a host beyond loopback without `unsafe_bind`, OSError for a taken port.
    """
    if config.host not in ("127.0.0.1", "localhost"):
        if not config.unsafe_bind and not _is_loopback(config.host):
            raise ValueError(
                f"host is {config.host!r}, beyond loopback; set unsafe_bind to allow it"
            )
        return [
            _bind(
                socket.AF_INET6 if ":" in config.host else socket.AF_INET, config.host, config.port
            )
        ]
    first = _bind(socket.AF_INET, "127.0.0.1", config.port)
    both = [first]
    with contextlib.suppress(OSError):  # a machine without IPv6
        both.append(_bind(socket.AF_INET6, "::1", first.getsockname()[1]))
    return both


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError as error:
        raise ValueError(f"host is {host!r}; expected an address such as 127.0.0.1") from error


@contextmanager
def listening(config: Config) -> Iterator[list[socket.socket]]:
    """The bound sockets. Raises as `sockets` does, with the port in the line."""
    try:
        bound = sockets(config)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise OSError(
            f"port {config.port} is taken by another program, perhaps a daemon with another data "
            "folder; `courtside up --port` names another, 0 takes a free one"
        ) from error
    try:
        yield bound
    finally:
        for one in bound:
            one.close()


async def listen(handler: Callable[[], asyncio.Protocol], bound: socket.socket) -> asyncio.Server:
    """Answers what comes to a socket: as `web.SockSite` does, with a handler of ours."""
    return await asyncio.get_running_loop().create_server(handler, sock=bound, backlog=128)


def _bind(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def _who_has(config: Config) -> str:
    """What to do about the process that holds the data folder: an import may not say so yet."""
    if read_running(config):
        return f"another daemon has {config.data_dir}; `courtside stop` ends it"
    return f"another daemon or import begins or ends in {config.data_dir}; try again in a moment"


@contextmanager
def only_one(config: Config) -> Iterator[None]:
    """Holds the data folder. Raises RuntimeError where another daemon has it."""
    make_private(config.data_dir)
    with open_private(config.lock_file, "wb") as lock:
        for _ in range(LOCK_TRIES):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:  # or somebody only looks: see `read_running`
                time.sleep(LOCK_AGAIN_S)
        else:
            raise RuntimeError(_who_has(config))
        config.running_file.unlink(missing_ok=True)  # a daemon that was killed left it
        yield


@asynccontextmanager
async def running(
    config: Config,
    on_failure: OnFailure | None = None,
    open_captions: OpenCaptions | None = None,
) -> AsyncIterator[tuple[Running, asyncio.Event]]:
    """The daemon, for as long as the block lasts: its address, and the event that stops it."""
    config = msgspec.structs.replace(config, judge=live_judge(config))
    stop = asyncio.Event()
    with (
        only_one(config),
        listening(config) as bound,
        Store.open(config) as store,
        Reader(config) as reader,
    ):
        credentials = Credentials(config.data_dir)
        guard = RequestGuard(config, credentials)
        async with JudgeProcess(config).open() as judging, asyncio.TaskGroup() as group:
            pipeline = Pipeline(config, store, reader, Hub(), judging, on_failure)
            open_sockets, connections = Sockets(), Connections()
            sources = Sources(pipeline, guard, open_sockets)
            number = version("courtside")
            queries = Queries(config, pipeline, sources, number)
            viewers = Viewers(pipeline, guard, open_sockets, queries)
            subjects = Subjects(
                queries=queries,
                people=People(pipeline),
                access=AccessRoutes(credentials, sources),
                control=Control(pipeline, stop),
                posting=Posting(pipeline, sources),
                learning=LearningRoutes(Learning(config, pipeline)),
                retrying=Retrying(pipeline, Retries()),
                captions=CaptionRoutes(CaptionReviews(open_captions)),
                viewers=viewers,
            )
            tasks = [
                group.create_task(keep_going("writer", pipeline.run_writer)),
                group.create_task(keep_going("judge", pipeline.run_judge)),
                group.create_task(
                    keep_going("end of runs", lambda: end_idle_runs(pipeline, sources))
                ),
                group.create_task(keep_going("status", viewers.tell_status)),
            ]
            runner = web.AppRunner(
                build(guard, routes(subjects, sources), open_sockets, connections),
                shutdown_timeout=2,
            )
            await runner.setup()
            assert runner.server is not None
            handler = partial(
                PlainHandler,
                runner.server,
                loop=asyncio.get_running_loop(),
                access_log=None,  # type: ignore[arg-type]  # none at all, as AppRunner takes it
                logger=without_values(),
            )
            sweep = partial(connections.run, runner.server)
            tasks.append(group.create_task(keep_going("silent connections", sweep)))
            servers = [await listen(handler, one) for one in bound]
            try:
                with announced(config, bound[0].getsockname()[1], number) as running_daemon:
                    yield running_daemon, stop
            finally:
                for server in servers:
                    server.close()
                await runner.cleanup()
                for task in tasks:
                    task.cancel()
        pipeline.close()


@contextmanager
def announced(config: Config, port: int, number: str) -> Iterator[Running]:
    """Writes running.json (address and process), and deletes it at the end."""
    host = config.host if config.host not in ("localhost", "0.0.0.0", "::") else "127.0.0.1"
    running_daemon = Running(
        url=f"http://{f'[{host}]' if ':' in host else host}:{port}", pid=os.getpid(), version=number
    )
    write_private(config.running_file, msgspec.json.encode(running_daemon))
    try:
        yield running_daemon
    finally:
        config.running_file.unlink(missing_ok=True)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What no handler of ours could catch, such as a socket that cannot be accepted."""
    error = context.get("exception")
    log.error("%s: %s", context["message"], where(error) if error else "no exception")


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
