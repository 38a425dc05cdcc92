"""Spreads judging over Ray: actors of this machine or a cluster hold the judge. Stores nothing."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator

import msgspec

from courtside.rejudging.judging_pass import Take
from courtside_judge.pending import Pending
from courtside_judge.process.client import JudgeProcess
from courtside_judge.process.stored_run import judge_stored_run
from courtside_store.config import Config
from courtside_store.records import Record, RunVerdict, StepVerdict, Verdict

from .ray_cluster import RayRow, connected, require_ray

_verdicts: msgspec.msgpack.Decoder[StepVerdict | RunVerdict] = msgspec.msgpack.Decoder(
    StepVerdict | RunVerdict
)


class RayJudging(Record, frozen=True, kw_only=True):
    """A shard is a run: where its actor dies, Ray has another one judge it from the start.

    Verdicts come back here, to the one that writes. Frames are read from the data folder's blobs:
    the actors are on this machine, or have that folder under the same path on a shared disk.
    """

    workers: int = 1
    address: str | None = None
    """Of a cluster; None: this machine, for as long as the work lasts."""

    def judge(self, config: Config, pending: Iterator[Pending], take: Take) -> None:
        """Raises RuntimeError where Ray is not installed, ConnectionError without a cluster."""
        require_ray(self.address)
        rows = [{"pending": _pack(one)} for one in pending]
        if not rows:
            return
        with connected(self.address, self.workers):
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
