"""Spreads judging over Ray: actors of this machine or a cluster hold the judge. Stores nothing."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec

import msgspec

from courtside.rejudging.judging_pass import Take
from courtside_judge.pending import Pending
from courtside_judge.process.client import JudgeProcess
from courtside_judge.process.stored_run import judge_stored_run
from courtside_store.config import Config
from courtside_store.records import Record, RunVerdict, StepVerdict, Verdict

CONNECT_S = 5.0
RayRow = dict[str, bytes]
_verdicts: msgspec.msgpack.Decoder[StepVerdict | RunVerdict] = msgspec.msgpack.Decoder(
    StepVerdict | RunVerdict
)


class RayEngine(Record, frozen=True, kw_only=True):
    """A shard is a run: where its actor dies, Ray has another one judge it from the start.

    Verdicts come back here, to the one that writes. Frames are read from the data folder's blobs:
    the actors are on this machine, or have that folder under the same path on a shared disk.
    """

    workers: int = 1
    address: str | None = None
    """Of a cluster; None: this machine, for as long as the work lasts."""

    def judge(self, config: Config, pending: Iterator[Pending], take: Take) -> None:
        """Raises RuntimeError where Ray is not installed, ConnectionError without a cluster."""
        if find_spec("ray") is None or find_spec("pyarrow") is None:
            raise RuntimeError("--engine ray needs Ray: pip install 'courtside[ray]'")
        if self.address:
            _check(self.address)
        rows = [{"pending": _pack(one)} for one in pending]
        if not rows:
            return
        with _connected(self.address, self.workers):
            import ray.data

            judged = ray.data.from_items(rows, override_num_blocks=len(rows)).flat_map(
                RayJudge,
                fn_constructor_args=(config,),
                compute=ray.data.ActorPoolStrategy(size=self.workers),
                num_cpus=1,
            )
            for row in judged.iter_rows():
                take(_verdicts.decode(row["verdict"]))


class RayJudge:
    """One judge, started once, in a process that Ray owns."""

    def __init__(self, config: Config) -> None:
        self._process = JudgeProcess(config)
        self._loop = asyncio.new_event_loop()

    def __call__(self, row: RayRow) -> list[RayRow]:
        """Every verdict that one run wants."""
        verdicts: list[RayRow] = []

        async def keep(verdict: Verdict) -> None:
            verdicts.append({"verdict": msgspec.msgpack.encode(verdict)})

        self._loop.run_until_complete(
            judge_stored_run(self._process, _unpack(row["pending"]), keep)
        )
        return verdicts


def _pack(pending: Pending) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(pending), 1)


def _unpack(data: bytes) -> Pending:
    return msgspec.msgpack.decode(zlib.decompress(data), type=Pending)


def _check(address: str) -> None:
    """Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"--address is {address!r}; expected HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host, int(port)), CONNECT_S).close()
    except OSError as error:
        raise ConnectionError(
            f"no Ray cluster at {address} ({error}); `ray start --head` starts one"
        ) from error


@contextmanager
def _connected(address: str | None, workers: int) -> Iterator[None]:
    """Ray, quiet and without its telemetry."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    import ray
    import ray.data

    with redirect_stdout(sys.stderr):  # it prints about dead workers there, amid `--json`
        ray.init(
            address=address or "local",
            num_cpus=workers if address is None else None,
            include_dashboard=False if address is None else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        try:
            yield
        finally:
            ray.shutdown()
