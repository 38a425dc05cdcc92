"""Algorithm 1 of Zhou et al. 2024: choose tasks, attempt, judge, train on the buffer, repeat.

Each stage writes its rows into the loop's folder as it goes: killed and begun again, it goes on
there. Knows no browser, no judge and no network.
"""

from __future__ import annotations

import asyncio
import fcntl
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from courtside_refine.kept_rows import KeptRows
from courtside_refine.proposing.proposal import Proposal
from courtside_store.private_files import drop_partials, make_private, write_private
from courtside_store.records import Record
from courtside_store.rendering import counted

from .choosing import choose
from .engine import ActorSpec, Engine
from .environment import EnvironmentFailed
from .iteration_rows import IterationRow, counts
from .rollout import AttemptJob, Rollout, RolloutVerdict
from .trainers import JudgedRollout, RolloutsToKeep, Trainer

SEED_STEP = 100_000
MAX_SPOILT = 3
"""Attempts in a row that site, reset or browser spoil, after which the loop ends."""
Say = Callable[[str, int, int], None]
"""Called with what is done, how much of it, and of how much."""


class LoopPlan(Record, frozen=True, kw_only=True):
    """What a loop is; one that is begun again must be the same."""

    url: str
    iterations: int = 3
    rollouts: int = 30
    """Attempts of an iteration."""
    seed: int = 0
    max_steps: int = 15
    actor: str = "policy"
    judge: str = "evidence"
    keep: RolloutsToKeep = "success"
    start: str = ""
    """The folder of weights that it begins with; empty: none."""


class TrainingLoop:
    """One loop in one folder."""

    def __init__(
        self,
        folder: Path,
        plan: LoopPlan,
        trainer: Trainer,
        engine: Engine,
        say: Say = lambda what, done, of: None,
    ) -> None:
        self._folder = folder
        self._plan = plan
        self._trainer = trainer
        self._engine = engine
        self._say = say
        self._buffer: list[JudgedRollout] = []
        self._weights: Path | None = None

    async def run(
        self,
        proposals: Sequence[Proposal],
        unseen: Sequence[Proposal] = (),
        on_row: Callable[[IterationRow], None] = lambda row: None,
    ) -> list[IterationRow]:
        """The rows of all iterations. `unseen`: tasks that are attempted after each, never trained
        from. Raises ValueError where the folder is another loop's, EnvironmentFailed where the
        site does not work, OSError on a full disk."""
        known = list(proposals)
        rows = []
        for iteration in range(self._plan.iterations + 1):
            if iteration == 0 and not unseen:
                continue
            row = await self._iteration(iteration, known, unseen)
            rows.append(row)
            on_row(row)
        return rows

    async def _iteration(
        self, iteration: int, known: list[Proposal], unseen: Sequence[Proposal]
    ) -> IterationRow:
        began = time.monotonic()
        actor = self._trainer.actor(self._weights).name
        row = IterationRow(iteration=iteration, actor=actor, tasks=len(known))
        if iteration:
            row = await self._train(row, known)
        if unseen:
            jobs = self._jobs(unseen, iteration)
            spec = ActorSpec(weights=self._weights, is_measured=True)
            done, spoilt = await self._attempt_and_judge(iteration, "unseen", jobs, spec)
            row = msgspec.structs.replace(row, unseen=counts(done, spoilt))
        return self._kept(row, time.monotonic() - began)

    async def _train(self, row: IterationRow, known: list[Proposal]) -> IterationRow:
        """The iteration's attempts, and what those of all so far train."""
        picked = self._pick(row.iteration, known)
        by_id = {job.proposal.id: job.proposal for job in picked}
        here = {one.id for one in known}
        made = [one for name, one in by_id.items() if name not in here]
        known += made
        spec = ActorSpec(weights=self._weights)
        done, spoilt = await self._attempt_and_judge(row.iteration, "training", picked, spec)
        if spoilt and not done:
            raise EnvironmentFailed(
                f"not one of {len(spoilt)} attempts could be made: {spoilt[-1].why}"
            )
        self._buffer += done
        trained, note = await self._update(row.iteration)
        return msgspec.structs.replace(
            row,
            tasks=len(known),
            harder=len(made),
            training=counts(done, spoilt),
            buffer=len(self._selected()),
            trained=trained,
            note=note,
            weights=str(self._weights.relative_to(self._folder)) if self._weights else "",
        )

    def _pick(self, iteration: int, known: Sequence[Proposal]) -> list[AttemptJob]:
        """The attempts of an iteration; those of a loop that was killed are the same again."""
        path = self._stage(iteration) / "picked.jsonl"
        if not path.exists():
            chosen = choose(known, self._buffer, self._plan.rollouts, self._plan.seed + iteration)
            jobs = self._jobs(chosen.proposals, iteration)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_private(path, b"".join(msgspec.json.encode(one) + b"\n" for one in jobs), True)
        return KeptRows(path, AttemptJob).rows

    def _jobs(self, proposals: Sequence[Proposal], iteration: int) -> list[AttemptJob]:
        first = self._plan.seed + SEED_STEP * iteration
        return [
            AttemptJob(number=number, proposal=one, seed=first + number)
            for number, one in enumerate(proposals)
        ]

    async def _attempt_and_judge(
        self, iteration: int, what: str, jobs: Sequence[AttemptJob], spec: ActorSpec
    ) -> tuple[list[JudgedRollout], list[Rollout]]:
        """Attempts with their verdicts, and those that were spoilt."""
        rollouts = await self._make_attempts(iteration, what, jobs, spec)
        made = [one for one in rollouts if one.status == "done"]
        judged = await self._judge(iteration, what, made)
        done = [JudgedRollout(rollout=one, judged=judged[one.number]) for one in made]
        return done, [one for one in rollouts if one.status != "done"]

    async def _make_attempts(
        self, iteration: int, what: str, jobs: Sequence[AttemptJob], spec: ActorSpec
    ) -> list[Rollout]:
        """What was spoilt is attempted again where the loop is begun again."""
        file = KeptRows(self._stage(iteration) / f"{what}-rollouts.jsonl", Rollout)
        done = {one.number for one in file if one.status == "done"}
        left = [job for job in jobs if job.number not in done]
        spoilt, made = 0, len(done)
        stage = f"iteration {iteration}: {what} attempts"

        def take(row: Rollout) -> None:
            nonlocal spoilt, made
            file.add(row)
            made += 1
            self._say(stage, made, len(jobs))
            spoilt = spoilt + 1 if row.status == "environment-error" else 0
            if spoilt == MAX_SPOILT:
                raise EnvironmentFailed(
                    f"{MAX_SPOILT} attempts in a row came to nothing: {row.why}"
                )

        self._say(stage, made, len(jobs))
        await self._engine.make_attempts(left, spec, take)
        last = {one.number: one for one in file}
        return [last[job.number] for job in jobs if job.number in last]

    async def _judge(
        self, iteration: int, what: str, rollouts: Sequence[Rollout]
    ) -> dict[int, RolloutVerdict]:
        """By the attempt's number. What a judge could not answer is asked again another time."""
        file = KeptRows(self._stage(iteration) / f"{what}-verdicts.jsonl", RolloutVerdict)
        done = {one.number for one in file if one.status != "error"}
        left = [one for one in rollouts if one.number not in done]
        stage, answered = f"iteration {iteration}: {what} verdicts", len(done)

        def take(row: RolloutVerdict) -> None:
            nonlocal answered
            file.add(row)
            answered += 1
            self._say(stage, answered, len(rollouts))

        self._say(stage, answered, len(rollouts))
        await self._engine.judge(left, take)
        return {one.number: one for one in file}

    async def _update(self, iteration: int) -> tuple[bool, str]:
        """Whether there are new weights, and why not."""
        if not self._trainer.is_trained:
            return False, "this actor is not trained"
        out = self._stage(iteration) / "policy"
        selected = self._selected()
        stage = f"iteration {iteration}: training on {counted(len(selected), 'attempt')}"
        self._say(stage, 0, 1)
        try:
            await asyncio.to_thread(
                self._trainer.update, selected, out, self._plan.seed, self._plan.keep
            )
        except ValueError as error:
            return False, str(error)
        self._say(stage, 1, 1)
        self._weights = out
        return True, ""

    def _selected(self) -> list[JudgedRollout]:
        every = self._plan.keep == "every"
        return [one for one in self._buffer if every or one.is_success]

    def _stage(self, iteration: int) -> Path:
        return self._folder / f"{iteration:02d}"

    def _kept(self, row: IterationRow, took_s: float) -> IterationRow:
        """The row as it was written first: begun again, an iteration takes no time."""
        path = self._stage(row.iteration) / "row.json"
        if path.exists():
            return msgspec.json.decode(path.read_bytes(), type=IterationRow)
        row = msgspec.structs.replace(row, took_s=round(took_s, 1))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, msgspec.json.encode(row) + b"\n", flush=True)
        return row


@contextmanager
def loop_folder(folder: Path, plan: LoopPlan) -> Iterator[Path]:
    """The folder of a loop, which one process at a time works in.

    A new one in which nothing was done is not left behind. Raises ValueError where it holds
    another loop or another process works in it, FileExistsError where it holds something else.
    """
    path = folder / "loop.json"
    is_new = not folder.exists()
    if folder.is_dir() and {one.name for one in folder.iterdir()} - {"lock"} and not path.exists():
        raise FileExistsError(f"{folder} holds something else; choose another --out")
    make_private(folder)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ValueError(f"another process works in {folder}") from error
        _check_plan(path, plan)
        drop_partials(folder)
        try:
            yield folder
        except BaseException:
            if is_new and {one.name for one in folder.iterdir()} <= {"lock", path.name}:
                shutil.rmtree(folder)
            raise


def _check_plan(path: Path, plan: LoopPlan) -> None:
    """More iterations may be asked for than before; nothing else may differ."""
    if path.exists():
        before = msgspec.json.decode(path.read_bytes(), type=LoopPlan)
        for name in LoopPlan.__struct_fields__:
            old, new = getattr(before, name), getattr(plan, name)
            if name != "iterations" and old != new:
                raise ValueError(
                    f"{path.parent} is of a loop with {name} {old!r}, not {new!r};"
                    " give the same, or choose another --out"
                )
    write_private(path, msgspec.json.encode(plan) + b"\n", flush=True)
