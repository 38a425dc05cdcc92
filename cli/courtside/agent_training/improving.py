"""Prepares a loop of proposing, trying, judging and training. Runs nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import click

from courtside.agent_training.site_walk import walk
from courtside_judge.context import JudgeContext
from courtside_judge.registry import judge_names, load_judge, unknown_judge
from courtside_refine.actors.picture_reading import open_reading
from courtside_refine.improving.engine import Engine, LocalEngine
from courtside_refine.improving.environment import Reset, SiteEnvironment
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.trainers import Trainer
from courtside_refine.improving.training_loop import LoopPlan, Say
from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals
from courtside_refine.proposing.site_tasks import propose_from
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_store.rendering import counted

MAX_PROPOSALS = 100
MAX_SCREENS = 25
NO_TORCH = "the policy actor needs torch: pip install 'courtside[training]'; or --actor explorer"


class ImproveOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside improve` that are not the loop's own."""

    out: Path
    tasks: Path | None
    unseen: Path | None
    reset: Reset
    engine: str
    address: str | None
    workers: int


def check(plan: LoopPlan, asked: ImproveOptions) -> None:
    """Raises in one line on what cannot be done, before the long work."""
    if plan.judge not in judge_names():
        raise unknown_judge(plan.judge)
    if plan.actor == "policy" and find_spec("torch") is None:
        raise ImportError(NO_TORCH)
    if plan.start and plan.actor != "policy":
        raise click.UsageError(f"--start is for the policy actor, not for {plan.actor}")
    if asked.address and asked.engine != "ray":
        raise ValueError(f"--address {asked.address} is for a Ray cluster; add --engine ray")
    asked.reset.check()


async def load_tasks(plan: LoopPlan, asked: ImproveOptions, say: Say) -> Sequence[Proposal]:
    """The tasks of the file, else of the site. They are kept in the folder, to be made once."""
    path = asked.out / "tasks.jsonl"
    if not path.exists():
        if asked.tasks:
            found: Sequence[Proposal] = read_proposals(asked.tasks)
        else:
            say(f"screens of {plan.url}, for tasks", 0, MAX_SCREENS)
            site = await walk(
                plan.url,
                urlsplit(plan.url).netloc,
                MAX_SCREENS,
                lambda found, most: say(f"screens of {plan.url}, for tasks", found, most),
            )
            found = propose_from(site, plan.seed, MAX_PROPOSALS).proposals
        if not found:
            raise ValueError(
                f"no task could be made from the pages of {plan.url}; give a file with --tasks"
            )
        write_proposals(path, found)
    return answerable(plan, read_proposals(path), "task")


def load_unseen(plan: LoopPlan, asked: ImproveOptions) -> Sequence[Proposal]:
    """Those that nothing is trained on; none where no file was given."""
    if not asked.unseen:
        return []
    return answerable(plan, read_proposals(asked.unseen), "unseen task")


def answerable(plan: LoopPlan, found: Sequence[Proposal], noun: str) -> Sequence[Proposal]:
    """Without questions, where the actor gives no answers; one line says so. Raises ValueError
    where nothing is left."""
    kept = [one for one in found if plan.actor != "policy" or not one.asks]
    if not kept:
        raise ValueError(
            f"all {noun}s are questions, which the policy actor does not answer; --actor text "
            "answers them"
        )
    if left_out := len(found) - len(kept):
        click.echo(
            f"courtside: {counted(left_out, noun)} of {len(found)} left out: questions, which "
            "the policy actor does not answer (--actor text does)",
            err=True,
        )
    return kept


def open_engine(
    config: Config, plan: LoopPlan, asked: ImproveOptions, context: JudgeContext, trainer: Trainer
) -> Engine:
    frames = Blobs(asked.out / "frames")
    if asked.engine == "ray":
        from courtside.engines.ray_loop_engine import RayLoopEngine

        return RayLoopEngine(
            config=config,
            plan=plan,
            reset=asked.reset,
            frames=asked.out / "frames",
            workers=asked.workers,
            address=asked.address,
        )
    judge = OutcomeJudge(load_judge(plan.judge, context), frames.read, config)
    return LocalEngine(
        SiteEnvironment(asked.reset),
        trainer,
        judge,
        frames.add,
        plan.max_steps,
        asked.workers,
        open_reading(config, pixels=False),
    )
