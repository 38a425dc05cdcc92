"""Spreads the attempts and verdicts of `courtside improve` over Ray. Chooses and trains nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from courtside_judge.context import context_of
from courtside_judge.registry import load_judge
from courtside_refine.actors.picture_reading import open_reading
from courtside_refine.improving.engine import ActorSpec, LocalEngine
from courtside_refine.improving.environment import Reset, SiteEnvironment
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.rollout import AttemptJob, Rollout, RolloutVerdict
from courtside_refine.improving.training_loop import LoopPlan
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Record

from .loop_trainers import trainer_of
from .ray_cluster import RayRow, connected, require_ray

Kind = TypeVar("Kind", bound=msgspec.Struct)


class RayLoopEngine(Record, frozen=True, kw_only=True):
    """A shard is one attempt or one verdict: where its actor dies, Ray gives it to another.

    Rows come back here, to the one that writes. The loop's folder is on this machine, or on a
    shared disk under the same path.
    """

    config: Config
    plan: LoopPlan
    reset: Reset
    frames: Path
    workers: int = 1
    address: str | None = None

    async def make_attempts(
        self, jobs: Sequence[AttemptJob], spec: ActorSpec, take: Callable[[Rollout], None]
    ) -> None:
        """Every attempt once."""
        await asyncio.to_thread(self._spread, _Attempting, jobs, Rollout, take, spec)

    async def judge(
        self, rollouts: Sequence[Rollout], take: Callable[[RolloutVerdict], None]
    ) -> None:
        """A verdict on every attempt."""
        await asyncio.to_thread(self._spread, _Judging, rollouts, RolloutVerdict, take, None)

    def _spread(
        self,
        worker: type[_Worker],
        rows: Sequence[msgspec.Struct],
        kind: type[Kind],
        take: Callable[[Kind], None],
        spec: ActorSpec | None,
    ) -> None:
        """Raises RuntimeError where Ray is not installed, ConnectionError without a cluster."""
        require_ray(self.address)
        if not rows:
            return
        with connected(self.address, self.workers):
            import ray.data

            packed = [{"row": msgspec.msgpack.encode(one)} for one in rows]
            spread = ray.data.from_items(packed, override_num_blocks=len(packed)).map(
                worker,
                fn_constructor_args=(self, spec),
                compute=ray.data.ActorPoolStrategy(size=self.workers),
                num_cpus=1,
            )
            for row in spread.iter_rows():
                take(msgspec.msgpack.decode(row["row"], type=kind))

    def local(self) -> LocalEngine:
        """The same work in this process."""
        context = context_of(self.config)
        frames = Blobs(self.frames)
        trainer = trainer_of(self.plan, context)
        judge = OutcomeJudge(load_judge(self.plan.judge, context), frames.read, self.config)
        return LocalEngine(
            SiteEnvironment(self.reset),
            trainer,
            judge,
            frames.add,
            self.plan.max_steps,
            reading=open_reading(self.config, pixels=False),
        )


class _Worker:
    """Works in a process that Ray owns."""

    def __init__(self, engine: RayLoopEngine, spec: ActorSpec | None) -> None:
        self._engine = engine.local()
        self._spec = spec or ActorSpec()

    def __call__(self, row: RayRow) -> RayRow:
        made: list[msgspec.Struct] = []
        asyncio.run(self._work(row["row"], made.append))
        return {"row": msgspec.msgpack.encode(made[0])}

    async def _work(self, row: bytes, take: Callable[[Any], None]) -> None:
        raise NotImplementedError


class _Attempting(_Worker):
    """Makes attempts in a process of Ray."""

    async def _work(self, row: bytes, take: Callable[[Any], None]) -> None:
        job = msgspec.msgpack.decode(row, type=AttemptJob)
        await self._engine.make_attempts([job], self._spec, take)


class _Judging(_Worker):
    """Judges runs in a process of Ray."""

    async def _work(self, row: bytes, take: Callable[[Any], None]) -> None:
        await self._engine.judge([msgspec.msgpack.decode(row, type=Rollout)], take)
