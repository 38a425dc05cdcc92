"""`courtside operate`: a model carries out a task on this desktop, watched and judged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from courtside.options.empty_words import FilePath
from courtside.options.run_ids import RunIdType, find_run
from courtside.options.task_options import checked_task
from courtside.output.printing import as_json, print_json
from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.desktop.device import desktop
from courtside_judge.context import context_of
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.desktop.desktop_actor import DesktopActor
from courtside_refine.actors.desktop.desktop_attempting import (
    MAX_TURNS,
    FinishedDesktopAttempt,
    attempt,
)
from courtside_refine.actors.picture_reading import open_reading
from courtside_refine.plans.compared_plan import KeptPlan, actions_of
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Action

from .desktop import parse_region


@click.command()
@click.argument("task", callback=checked_task)
@click.option("--window", default="", metavar="TITLE", help="Only the window with this title.")
@click.option("--region", metavar="X,Y,W,H", help="Only this part of the desktop.")
@click.option("--pixels", is_flag=True, help="Read the picture, not the accessibility tree.")
@click.option(
    "--max-turns",
    type=click.IntRange(1, 200),
    default=MAX_TURNS,
    show_default=True,
    help="Most answers of the model.",
)
@click.option(
    "--plan",
    type=FilePath(dir_okay=False, path_type=Path),
    help="Append what mouse and keyboard did to this file, for `courtside plans`.",
)
@click.option(
    "--wanted",
    type=RunIdType(),
    metavar="RUN",
    help="With --plan: compare with what was done in this recorded run.",
)
@as_json
@click.pass_obj
def operate(
    config: Config,
    task: str,
    window: str,
    region: str | None,
    pixels: bool,
    max_turns: int,
    plan: Path | None,
    wanted: str | None,
    as_json: bool,
) -> None:
    """Let a local model carry out TASK on this desktop.

    After Chi et al. 2024 on OmniACT: the model gets the screen as a numbered list, of the
    accessibility tree or of what is read from the pixels, and answers with actions on numbers. The
    model is the one of `courtside model use`. It moves the real mouse: stop it with Ctrl-C.

    \b
    courtside operate "Save the note as shopping.txt" --window "Plain editor"
    """
    if window and region:
        raise click.UsageError("choose --window or --region, not both")
    if wanted and plan is None:
        raise click.UsageError("--wanted is for --plan")
    recorded = _recorded(config, wanted) if wanted else None
    models = context_of(config).models
    actor = DesktopActor(models.open(models.reasoner))
    reading = open_reading(config, pixels)
    if plan is not None:
        plan.open("ab").close()  # one that cannot be written is told before the mouse moves

    async def act() -> tuple[FinishedDesktopAttempt, Outcome]:
        opening = desktop(
            task=task,
            agent=actor.name,
            window=window,
            region=parse_region(region) if region else None,
            config=config,
        )
        with _kept_plan(plan, task, recorded) as done:
            async with opening as desk:
                finished = await attempt(
                    desk,
                    actor,
                    ActorTask(text=task),
                    reading=reading,
                    max_turns=max_turns,
                    on_done=done.append,
                )
                return finished, await desk.finish(
                    finished.answer, finished.claims_success, truncated=finished.truncated
                )

    finished, outcome = asyncio.run(act())
    if as_json:
        print_json({"attempt": finished, "verdict": outcome.verdict})
    else:
        _print(finished, outcome)


def _recorded(config: Config, run: str) -> tuple[Action, ...]:
    """Raises click.UsageError where there is no such run."""
    with Reader(config) as reader:
        return actions_of(reader.steps(find_run(reader, run).run.id))


def _print(finished: FinishedDesktopAttempt, outcome: Outcome) -> None:
    for action in finished.actions:
        click.echo(
            f"{action.written or 'no action'}{f'   ({action.problem})' if action.problem else ''}"
        )
    click.echo(f"{finished.end}: {finished.answer}" if finished.answer else finished.end)
    click.echo(f"{outcome.verdict.label}: {outcome.verdict.explanation}")


@contextmanager
def _kept_plan(
    file: Path | None, task: str, wanted: tuple[Action, ...] | None
) -> Iterator[list[Action]]:
    """A list for what is done, which is appended to the file when the attempt is over; after Ctrl-C
    or an error as well, unless nothing was done.
    """
    done: list[Action] = []
    is_over = False
    try:
        yield done
        is_over = True
    finally:
        if file is not None and (is_over or done):
            plan = KeptPlan(name=task, wanted=wanted, given=tuple(done))
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(plan) + b"\n")
