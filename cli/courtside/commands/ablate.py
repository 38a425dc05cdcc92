"""`courtside ablate`: what a judge or an actor is worth without each part of a screen. It needs no
daemon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace
from rich.console import Console

from courtside.agreement.labelled_screens import Screens
from courtside.agreement.sets import check_any, open_sets
from courtside.agreement.terminal import print_blocks
from courtside.options.empty_words import not_empty
from courtside.options.filters import filter_of
from courtside.options.run_options import check_one_source, run_options
from courtside.output.printing import as_json, print_json
from courtside.output.progress_bar import progress_bar
from courtside.running_daemon import judge_in_use
from courtside_judge.agreement.ablation import (
    ALL_PARTS,
    Ablated,
    Arm,
    ablate,
    ablation_blocks,
    arms,
    default_parts,
)
from courtside_judge.agreement.labelled import Labelled, LabelledSet, draw
from courtside_judge.agreement.next_action_likelihood import (
    ELEMENTS,
    find_cases,
    likelihood_blocks,
    measure_orders,
)
from courtside_judge.backends.protocol import Scoring
from courtside_judge.context import JudgeContext, context_of
from courtside_judge.perception.orders import ORDERS, ElementOrder
from courtside_judge.protocol import Judge
from courtside_judge.readiness import check_ready
from courtside_judge.registry import load_judge
from courtside_store.config import Config
from courtside_store.records import Record

OF_MARKS = ":marks"
"""The name of a judge that is shown marks ends so; without the ending it is the same judge, shown
none."""
ACTIONS = 50
"""Next actions that are asked for, unless --sample says how many."""


class AblateOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside ablate`."""

    words: tuple[str, ...]
    data: tuple[Path, ...]
    format: str
    judge: str | None
    actor: str | None
    parts: tuple[str, ...]
    orders: tuple[ElementOrder, ...]
    next_action: bool
    sample: int | None
    seed: int
    as_json: bool


@click.command("ablate")
@run_options("Labelled runs in a file or folder instead of the stored ones; may be repeated.")
@click.option(
    "--judge",
    metavar="NAME",
    callback=not_empty,
    help="The judge to measure; default: the live one.",
)
@click.option(
    "--actor",
    metavar="NAME",
    callback=not_empty,
    help="Measure an actor instead: text, marks, fine-tuned, desktop, explorer, or the folder of a "
    "policy.",
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(ALL_PARTS),
    help="Leave out this part only; may be repeated.  [default: each in turn; marks only where"
    " marks are shown]",
)
@click.option(
    "--order",
    "orders",
    multiple=True,
    type=click.Choice(ORDERS),
    help="List elements in this order; may be repeated.  [default: random]",
)
@click.option(
    "--next-action",
    is_flag=True,
    help="Measure how probable the model in use finds the agent's own actions, by element order.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    metavar="N",
    help="Judge this many runs of each set (with --actor or --next-action: this many actions of all"
    " sets), drawn by --seed.",
)
@click.option("--seed", default=7, show_default=True, help="Seed of all drawing and resampling.")
@as_json
@click.pass_obj
def ablate_parts(config: Config, /, **options: Any) -> None:
    """Measure what each part of a screen is worth.

    The labelled runs are judged with everything, then without one part at a time: screenshot,
    text, tags, captions, alternative texts, text of controls, static text, order of the elements,
    and marks where they are shown.

    With --actor: how often it does what was recorded next, on single screens of labelled runs that
    succeeded.
    """
    asked = AblateOptions(**options)
    check_one_source(asked.words, asked.data)
    if sum((asked.next_action, asked.actor is not None, asked.judge is not None)) > 1:
        raise click.UsageError("give one of --judge, --actor and --next-action")
    if asked.next_action:
        return _next_action(config, asked)
    if asked.actor:
        return _actor(config, asked, asked.actor)
    judge = asked.judge or judge_in_use(config)
    tried = _arms(asked, judge.endswith(OF_MARKS))
    context = context_of(config)
    load_judge(judge, context)  # says what is wrong with it before the long work
    check_ready(config, judge)
    found: dict[str, list[Ablated]] = {}
    with ExitStack() as held:
        screens = Screens(config)
        held.callback(screens.close)
        choose = partial(draw, most=asked.sample, seed=asked.seed)
        filter = filter_of(asked.words)
        for data in open_sets(config, filter, asked.data, asked.format, screens, held, choose):
            found[data.name] = _measure(config, data, tried, partial(_judge, judge, context), asked)
            blocks = ablation_blocks(data.name, judge, found[data.name])
            print_blocks(Console(stderr=asked.as_json), blocks)
    if asked.as_json:
        print_json({"judge": judge, "sets": found})
    return None


def _arms(asked: AblateOptions, has_marks: bool) -> list[Arm]:
    return arms(
        asked.parts or ([] if asked.orders else default_parts(has_marks)),
        asked.orders or ([] if asked.parts else ["random"]),
        asked.seed,
        has_marks,
    )


def _actor(config: Config, asked: AblateOptions, name: str) -> None:
    """Over the runs of all sets together."""
    from courtside.agreement.actor_ablation import measure_actor, open_actor
    from courtside_refine.plans.next_actions import actor_blocks

    actor = open_actor(name, context_of(config))
    with _all_runs(config, asked) as runs:
        tried = _arms(asked, actor.sees)
        rows = measure_actor(actor, runs, tried, asked.sample or ACTIONS, asked.seed)
    print_blocks(Console(stderr=asked.as_json), actor_blocks(name, rows))
    if asked.as_json:
        print_json({"actor": name, "rows": rows})


@contextmanager
def _all_runs(config: Config, asked: AblateOptions) -> Iterator[list[Labelled]]:
    """Raises ValueError where there is none."""
    with ExitStack() as held:
        screens = Screens(config)
        held.callback(screens.close)
        filter = filter_of(asked.words)
        sets = list(open_sets(config, filter, asked.data, asked.format, screens, held))
        runs = [run for data in sets for run in data.runs]
        for data in sets if not runs else ():
            check_any(data)
        yield runs


def _next_action(config: Config, asked: AblateOptions) -> None:
    """Over the runs of all sets together, whatever their labels."""
    context = context_of(config)
    choice = context.models.reasoner
    model = context.models.open(choice)
    if not isinstance(model, Scoring):
        raise ValueError(
            f"{choice.name} runs on {choice.backend}, which does not say how likely a text is; "
            "use a GGUF model: courtside model use smollm2"
        )
    with _all_runs(config, asked) as runs:
        stories = [(run.case.task, run.steps()) for run in runs]
        cases = find_cases(stories, asked.sample or ACTIONS, asked.seed)
        if not cases:
            raise ValueError(
                "--next-action found no step with one action on one of the "
                f"{ELEMENTS.start} to {ELEMENTS.stop - 1} elements of its screen; screens that "
                "Courtside recorded, or read by OCR, have elements, many of other tools have none"
            )
        orders = asked.orders or ORDERS
        with progress_bar() as bar:
            work = bar.add_task(choice.name, total=len(cases) * len(orders))
            rows = measure_orders(model, cases, orders, asked.seed, partial(bar.advance, work))
    print_blocks(Console(stderr=asked.as_json), likelihood_blocks(choice.name, rows))
    if asked.as_json:
        print_json({"model": choice.name, "orders": rows})


def _judge(name: str, context: JudgeContext, arm: Arm) -> Judge:
    """Each arm has a judge of its own, which lists elements in the arm's order; the models that
    are open stay open.
    """
    models = context.models
    chosen, settings = models.chosen, models.settings
    if arm.order:
        settings = replace(settings, orders={"": arm.order})
    if not arm.captions:
        chosen = replace(chosen, captioner=None)
    judge = name if arm.marks else name.removesuffix(OF_MARKS)
    return load_judge(judge, JudgeContext(models.sharing(chosen, settings)))


def _measure(
    config: Config,
    data: LabelledSet,
    tried: list[Arm],
    judge_of: Callable[[Arm], Judge],
    asked: AblateOptions,
) -> list[Ablated]:
    check_any(data)
    with progress_bar() as bar:
        work = bar.add_task(data.name, total=len(data.runs) * len(tried))
        on_judged = partial(bar.advance, work)
        return ablate(data, tried, judge_of, asked.seed, config.measured_run_timeout_s, on_judged)
