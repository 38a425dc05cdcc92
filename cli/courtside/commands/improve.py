"""`courtside improve`: an agent proposes, tries, is judged, is trained, and tries again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from courtside.agent_training.improving import (
    ImproveOptions,
    check,
    load_tasks,
    load_unseen,
    open_engine,
)
from courtside.agent_training.site_walk import check_address
from courtside.engines.loop_trainers import ACTORS, trainer_of
from courtside.options.empty_words import FilePath
from courtside.options.engine_options import engine_options
from courtside.output.printing import as_json_lines, print_json
from courtside.output.terminal_tables import console, print_table
from courtside_judge.context import context_of
from courtside_judge.readiness import check_ready
from courtside_refine.improving.environment import Reset
from courtside_refine.improving.iteration_rows import HEADS, IterationRow, cells
from courtside_refine.improving.kept_work import describe_kept
from courtside_refine.improving.training_loop import LoopPlan, TrainingLoop, loop_folder
from courtside_store.config import Config


@click.command()
@click.argument("url")
@click.option(
    "--out",
    type=FilePath(file_okay=False, path_type=Path),
    required=True,
    help="The loop's folder; the same command continues there.",
)
@click.option(
    "--tasks",
    type=FilePath(dir_okay=False, exists=True, path_type=Path),
    help="What `courtside propose` wrote; without it the site itself is walked through.",
)
@click.option(
    "--unseen",
    type=FilePath(dir_okay=False, exists=True, path_type=Path),
    help="Tasks to try after each iteration and never to train on.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    help="How often to propose, try, judge and train.",
)
@click.option(
    "--rollouts",
    type=click.IntRange(1, 100_000),
    default=30,
    show_default=True,
    help="Attempts per iteration.",
)
@click.option(
    "--actor",
    type=click.Choice(ACTORS),
    default="policy",
    show_default=True,
    help="Who acts. policy: a small policy, the one that is trained; explorer: presses and fills "
    "by rules; text: the model in use, which reads the elements; marks: the model in use for "
    "pictures, which sees the page with its elements numbered; fine-tuned: the model in use, with "
    "an adapter of `courtside train policy --model`.",
)
@click.option(
    "--judge",
    default="evidence",
    show_default=True,
    help="The judge of each attempt. evidence needs no model; pae asks the model in use.",
)
@click.option(
    "--keep",
    type=click.Choice(["success", "every"]),
    default="success",
    show_default=True,
    help="Train on what the judge calls a success, or on every attempt.",
)
@click.option(
    "--start",
    type=FilePath(exists=True),
    help="Weights to begin with, which `courtside train policy` or an earlier loop wrote.",
)
@click.option(
    "--reset-cmd",
    default="",
    metavar="CMD",
    help="Command that resets the site before each attempt.",
)
@click.option(
    "--reset-url", default="", metavar="URL", help="URL that resets the site when it gets a POST."
)
@click.option(
    "--max-steps",
    type=click.IntRange(1, 200),
    default=15,
    show_default=True,
    help="Most actions of an attempt.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@engine_options("Make the attempts")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Attempts at once; they share the site.",
)
@as_json_lines
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
    """Train an agent on a site: propose, try, judge, train.

    After PAE (Zhou et al. 2024). Tasks come from --tasks or from the site itself. Each attempt
    begins with the reset, in a fresh browser context, and is judged by its outcome; the policy
    actor, which begins as the explorer, is trained on what the judge calls a success. After Ctrl-C
    or a kill the same command continues. With --json it prints a line for each iteration.

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
        LoopPlan,
    )
    asked = ImproveOptions(
        out=out,
        tasks=tasks,
        unseen=unseen,
        reset=Reset(command=reset_cmd, url=reset_url),
        engine=engine,
        address=address,
        workers=workers,
    )
    check(plan, asked)
    check_ready(config, plan.judge)
    with loop_folder(out, plan):
        try:
            rows = asyncio.run(_run(config, plan, asked, as_json))
        except KeyboardInterrupt:
            if kept := describe_kept(out):
                click.echo(f"courtside: {out} keeps {kept}; the same command goes on", err=True)
            raise
    if not as_json:
        print_table(console(), HEADS, [cells(row) for row in rows], "trained on")


async def _run(
    config: Config, plan: LoopPlan, asked: ImproveOptions, as_json: bool
) -> list[IterationRow]:
    unseen = load_unseen(plan, asked)
    context = context_of(config)
    screen = Console(stderr=True)
    try:
        trainer = trainer_of(plan, context)
        engine = open_engine(config, plan, asked, context, trainer)
        with screen.status("improving") as status:

            def say(what: str, done: int, of: int) -> None:
                """A terminal keeps the line of a stage that is over; elsewhere each is one."""
                line = f"{what}: {done} of {of}"
                if done == of or not screen.is_terminal:
                    screen.print(Text(line), soft_wrap=True)
                status.update(escape(line))

            proposals = await load_tasks(plan, asked, say)  # last: a folder with tasks stays
            loop = TrainingLoop(asked.out, plan, trainer, engine, say)
            return await loop.run(proposals, unseen, print_json if as_json else lambda row: None)
    finally:
        context.models.close()
