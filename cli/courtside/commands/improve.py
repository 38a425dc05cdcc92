"""`courtside improve`: an agent proposes, tries, is judged, learns, and tries again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import click
import msgspec
from rich.console import Console

from courtside.printing import as_json, print_json
from courtside.tables import console, print_table
from courtside_judge.context import JudgeContext, context_of
from courtside_judge.registry import judge_names, load_judge
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.text_actor import TextActor
from courtside_refine.improving.engine import Engine, LocalEngine
from courtside_refine.improving.environment import Reset, SiteEnvironment
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.learners import FixedLearner, Learner
from courtside_refine.improving.loop import Loop, Plan, loop_folder
from courtside_refine.improving.rows import HEADS, Row, cells
from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals
from courtside_refine.proposing.site_tasks import propose_from
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Record

from .propose import check_address, walk

ACTORS = ("learned", "explorer", "text")
PROPOSED = 100
NO_TORCH = "the learned actor needs torch: pip install 'courtside[learning]'; or --actor explorer"


class Asked(Record, frozen=True, kw_only=True):
    """The command's options that are not the loop's own."""

    out: Path
    tasks: Path | None
    unseen: Path | None
    reset: Reset
    engine: str
    address: str | None
    workers: int


@click.command()
@click.argument("url")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The loop's folder; begun again with it, the loop goes on.",
)
@click.option(
    "--tasks",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="What `courtside propose` wrote; without it the site itself is walked through.",
)
@click.option(
    "--unseen",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Tasks that are tried after each iteration and never learned from.",
)
@click.option("--iterations", type=click.IntRange(1, 1000), default=3, show_default=True)
@click.option(
    "--rollouts",
    type=click.IntRange(1, 100_000),
    default=30,
    show_default=True,
    help="Attempts of an iteration.",
)
@click.option("--actor", type=click.Choice(ACTORS), default="learned", show_default=True)
@click.option("--judge", default="evidence", show_default=True, help="pae, where a model is.")
@click.option(
    "--keep",
    type=click.Choice(["success", "every"]),
    default="success",
    show_default=True,
    help="Learn from what the judge calls a success, or from every attempt.",
)
@click.option(
    "--start",
    type=click.Path(exists=True),
    help="Weights to begin with, which `courtside train policy` or an earlier loop wrote.",
)
@click.option("--reset-cmd", default="", metavar="CMD", help="Puts the site back.")
@click.option("--reset-url", default="", metavar="URL", help="Is sent a POST that puts it back.")
@click.option("--max-steps", type=click.IntRange(1, 200), default=15, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True)
@click.option("--address", metavar="HOST:PORT", help="Of a Ray cluster; by default this machine.")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Attempts at once; they share the site.",
)
@as_json
@click.pass_obj
def improve(
    config: Config,
    url: str,
    out: Path,
    tasks: Path | None,
    unseen: Path | None,
    iterations: int,
    rollouts: int,
    actor: str,
    judge: str,
    keep: str,
    start: str | None,
    reset_cmd: str,
    reset_url: str,
    max_steps: int,
    seed: int,
    engine: str,
    address: str | None,
    workers: int,
    as_json: bool,
) -> None:
    """Let an agent learn in a site: propose, try, judge, learn.

    After PAE (Zhou et al. 2024). Tasks come from --tasks or from the site itself. Each attempt
    begins with the reset, in a fresh browser context, and is judged by its outcome; the learned
    actor learns from what is called a success. Without weights yet, the explorer acts. After
    Ctrl-C or a kill the same command goes on. With --json a line for each iteration.

    \b
    courtside improve http://127.0.0.1:8000/ --reset-cmd 'sh reset.sh' --out loop/
    """
    check_address(url)
    plan = msgspec.convert(
        {
            "url": url,
            "iterations": iterations,
            "rollouts": rollouts,
            "seed": seed,
            "max_steps": max_steps,
            "actor": actor,
            "judge": judge,
            "keep": keep,
            "start": str(Path(start).resolve()) if start else "",
        },
        Plan,
    )
    asked = Asked(
        out=out,
        tasks=tasks,
        unseen=unseen,
        reset=Reset(command=reset_cmd, url=reset_url),
        engine=engine,
        address=address,
        workers=workers,
    )
    _check(plan, asked)
    with loop_folder(out, plan):
        rows = asyncio.run(_run(config, plan, asked, as_json))
    if not as_json:
        print_table(console(), HEADS, [cells(row) for row in rows], "learned from")


def _check(plan: Plan, asked: Asked) -> None:
    """Raises in one line on what cannot be done, before the long work."""
    if plan.judge not in judge_names():
        raise ValueError(f"judge is {plan.judge!r}; expected one of {judge_names()}")
    if plan.actor == "learned" and find_spec("torch") is None:
        raise ImportError(NO_TORCH)
    if plan.start and plan.actor != "learned":
        raise click.UsageError(f"--start is for the learned actor, not for {plan.actor}")
    if asked.address and asked.engine != "ray":
        raise ValueError(f"--address {asked.address} is of a Ray cluster; add --engine ray")
    asked.reset.check()


async def _run(config: Config, plan: Plan, asked: Asked, as_json: bool) -> list[Row]:
    proposals = await _proposals(plan, asked)
    unseen = read_proposals(asked.unseen) if asked.unseen else []
    context = context_of(config)
    learner = _learner(plan, context)
    screen = Console(stderr=True)
    hidden = not screen.is_terminal
    try:
        with screen.status("improving") as status:

            def say(what: str, done: int, of: int) -> None:
                line = f"{what}: {done} of {of}"
                if hidden:
                    click.echo(line, err=True)
                status.update(line)

            loop = Loop(
                asked.out, plan, learner, _engine(config, plan, asked, context, learner), say
            )
            return await loop.run(proposals, unseen, print_json if as_json else lambda row: None)
    finally:
        context.models.close()


async def _proposals(plan: Plan, asked: Asked) -> Sequence[Proposal]:
    """Those of the file, else of the site; kept in the folder, so that they are made once."""
    path = asked.out / "tasks.jsonl"
    if not path.exists():
        if asked.tasks:
            found: Sequence[Proposal] = read_proposals(asked.tasks)
        else:
            site = await walk(plan.url, urlsplit(plan.url).netloc, 25)
            found = propose_from(site, plan.seed, PROPOSED).proposals
        if not found:
            raise ValueError(f"{plan.url} states nothing that makes a task; --tasks names a file")
        write_proposals(path, found)
    return read_proposals(path)


def _learner(plan: Plan, context: JudgeContext) -> Learner:
    match plan.actor:
        case "learned":
            from courtside_refine.improving.policy_learner import PolicyLearner

            return PolicyLearner(Path(plan.start) if plan.start else None)
        case "text":
            return FixedLearner(TextActor(context.models.open(context.models.reasoner)))
        case _:
            return FixedLearner(Explorer())


def _engine(
    config: Config, plan: Plan, asked: Asked, context: JudgeContext, learner: Learner
) -> Engine:
    frames = Blobs(asked.out / "frames")
    if asked.engine == "ray":
        from courtside.engines.ray_rollouts import RayRollouts

        return RayRollouts(
            config=config,
            plan=plan,
            reset=asked.reset,
            frames=asked.out / "frames",
            workers=asked.workers,
            address=asked.address,
        )
    judge = OutcomeJudge(load_judge(plan.judge, context), frames.read, config)
    return LocalEngine(
        SiteEnvironment(asked.reset), learner, judge, frames.add, plan.max_steps, asked.workers
    )
