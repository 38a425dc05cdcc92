"""`courtside plans`: how near agents' plans come to the recorded ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from courtside.options.empty_words import FilePath
from courtside.output.printing import as_json, print_json
from courtside_formats.codecs.bounded import parse_json
from courtside_refine.plans.compared_plan import KeptPlan
from courtside_refine.plans.plan_scores import action_score, score_plans, sequence_score
from courtside_store.rendering import counted


@click.command()
@click.argument("file", type=FilePath(exists=True, dir_okay=False, path_type=Path))
@as_json
def plans(file: Path, as_json: bool) -> None:
    """Score planned actions against the wanted ones in FILE.

    FILE has a JSON object a line: `name`, `wanted` and `given`, both lists of actions as
    Courtside records them. The sequence score is the share of plans with the wanted kinds of action
    in their order; the action score also wants each target, text and key. A line without
    `wanted`, as `courtside operate --plan` writes without `--wanted`, is left out.
    """
    kept = list(read_plans(file))
    known = [plan for one in kept if (plan := one.compared())]
    scores = score_plans(known)
    if len(known) < len(kept):
        left = counted(len(kept) - len(known), "plan")
        click.echo(f"{left} without `wanted`: left out until somebody says it", err=True)
    if as_json:
        print_json(scores)
        return
    if not known:
        click.echo("no plans")
        return
    for plan in known:
        click.echo(f"{sequence_score(plan):.0f}  {action_score(plan):.2f}  {plan.name}")
    both = f"sequence score {scores.sequence} %, action score {scores.action} %"
    click.echo(f"{counted(scores.plans, 'plan')}: {both}")


def read_plans(file: Path) -> Iterator[KeptPlan]:
    """Passes over empty lines; half a character, as a text that was cut may end with, becomes a
    mark. Raises click.ClickException that names the first line besides that is no plan.
    """
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        name = f"{file}, line {number}"
        try:
            yield msgspec.convert(parse_json(line, name), KeptPlan)
        except msgspec.ValidationError as error:
            raise click.ClickException(f"{name}: {error}") from error
        except ValueError as error:
            raise click.ClickException(str(error)) from error
