"""How good the evidence judge is on families of apps that its training never saw.

    python -m benchmarks.families [TABLE.jsonl.xz...] [--pictures|--curve] [--quick] [--json]

Leaves one family out at a time (`courtside_training.families`), by the tables in training/tables
unless others are named. Sealed families are left out unless `--sealed` is said; each such use is a
line in docs/lab/sealed.md. `--quick` takes every fourth run. The last line is one object:
`families` by name, then `all` with the thresholds that each family was judged with, `full_coverage`
without abstaining, `after_labels` of so many runs of the left-out family's own, tested on its other
kinds of task, and `believe_the_agent` beside them.

`--pictures`: the same runs with their trees hidden instead, as ideal OCR would have their screens,
where what was pressed is told by the source, is the text at its point, or is not known; judged by
models of screens with trees, by models of read screens, by those with the earlier model, and by
what ships, which has seen all families in the repository.

`--explorer`: the explorer's runs (`training/tables/explorer`), by models that saw nothing of their
family and no run of its; an agent that follows no plan, beside those that do.

`--curve`: the learning curve over the number of other families, and over the share of their runs.

`--shipped`: by the weights in the package alone, on runs in worlds that those were not made of.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable

import msgspec
from benchmarks.pieces import existing, need_modules

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import load_weights
from courtside_judge.protocol import Case, Ending
from courtside_store.records import new_id
from courtside_training.rows import READ, Row, View, run_rows
from courtside_training.tables import ENDING, EXPLORER_TABLES, read_tables
from courtside_training.worlds.catalogue import NAMES

from .evidence_cost import STEPS, TASK, a_run

need_modules("run `.venv/bin/python -m pip install --group fit`", "sklearn")
from courtside_training.calibration import (  # noqa: E402
    WIDGETS,
    calibrated,
    families_of,
    is_of,
    score,
)
from courtside_training.families import LeftOut, judge_others, judge_views, leave_each_out, numbers  # noqa: E402
from courtside_training.learning_curve import LearningCurve  # noqa: E402
from courtside_training.read_screens_model import read_model  # noqa: E402

QUICK = 4
COSTED = 5
"""Runs of 100 steps whose cost is measured."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", type=existing, nargs="*", help="training/tables unless given")
    parser.add_argument("--sealed", action="store_true", help="only with a line in the ledger")
    parser.add_argument("--pictures", action="store_true", help="with the trees hidden")
    parser.add_argument("--curve", action="store_true", help="by how much was learned from")
    parser.add_argument("--shipped", action="store_true", help="by the weights in the package")
    parser.add_argument("--explorer", action="store_true", help="the runs of the explorer")
    parser.add_argument("--quick", action="store_true", help="every fourth run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = read_tables(options.tables, sealed=options.sealed)
    rows = rows[::QUICK] if options.quick else rows
    if options.explorer:
        metrics = explored(rows, read_tables(sorted(EXPLORER_TABLES.glob(f"*{ENDING}"))))
    elif options.curve:
        metrics = learned(rows)
    elif options.shipped:
        metrics = shipped(rows)
    else:
        metrics = pictures(rows) if options.pictures else report(rows)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def report(rows: list[Row]) -> dict[str, object]:
    """All tables."""
    found = leave_each_out(rows)
    families = {
        one.family: numbers([one])["all"]
        | {
            "success_from": one.limits.success,
            "success_from_where_nothing_was_sent": one.limits.unsent,
            "success_from_where_it_was_handed_in": one.limits.handed_in,
            "failure_below": one.limits.failure,
        }
        for one in found
    }
    unseen = by_what_ships(rows)
    return {
        "families": families,
        **numbers(found),
        "apps": of_apps(found),
        "what_ships": numbers(unseen)["all"] if unseen else None,
        **cost(),
    }


def explored(rows: list[Row], others: list[Row]) -> dict[str, object]:
    """The runs of the explorer, all and those in apps alone."""
    keys = ("all", "full_coverage", "believe_the_agent")
    found = judge_others(rows, others)
    metrics = numbers(found)
    return {
        "families": {one.family: numbers([one])["all"] for one in found},
        **{key: metrics[key] for key in keys},
        "apps": {key: part for key, part in of_apps(found).items() if key in keys},
    }


def learned(rows: list[Row]) -> dict[str, object]:
    """The learning curves of the families of apps."""
    curve = LearningCurve(rows)
    return {
        "by_families": [msgspec.to_builtins(point) for point in curve.by_families()],
        "by_share_of_runs": [msgspec.to_builtins(point) for point in curve.by_runs()],
    }


def shipped(rows: list[Row]) -> dict[str, object]:
    """What the package does on families that it knows nothing of.

    Ends with one line where its weights were made of all of them.
    """
    found = by_what_ships(rows)
    if not found:
        raise SystemExit("the weights in the package were made of all these worlds; name others")
    families = {one.family: numbers([one]) for one in found}
    keys = ("all", "full_coverage", "believe_the_agent")
    metrics = {**families, "together": numbers(found)}
    return {name: {key: part[key] for key in keys} for name, part in metrics.items()}


def pictures(rows: list[Row]) -> dict[str, object]:
    """The families of apps, left out in turn, by how their screens come and what judges them; last
    by what ships for screens that were only read, which has seen them all."""
    views: tuple[View, ...] = ("elements", *READ)
    metrics: dict[str, object] = {}
    models = (
        ("trees", views[:1], calibrated),
        ("read screens", READ, calibrated),
        ("read screens and the earlier model", READ, read_model),
    )
    for name, fitted, made in models:
        for view, found in judge_views(rows, fitted, views, made).items():
            metrics[f"{view} by a model of {name}"] = of_apps(found)
    weights = load_weights()
    for view in views:
        seen = run_rows(rows, (view,))
        metrics[f"{view} by what ships for read screens"] = of_apps(
            LeftOut(
                family=family,
                runs=tuple(score(weights.read, row) for row in seen if is_of(row, family)),
                limits=weights.read_limits,
            )
            for family in families_of(seen)
        )
    return metrics


def of_apps(found: Iterable[LeftOut]) -> dict[str, object]:
    """Without MiniWoB++, whose pages of one control are no app."""
    apps = numbers([one for one in found if one.family != WIDGETS])
    return {key: apps[key] for key in ("all", "full_coverage", "promises", "believe_the_agent")}


def by_what_ships(rows: list[Row]) -> list[LeftOut]:
    """The same runs by the weights in the package, of apps that those were not made of; none
    where they were made of all."""
    weights = load_weights()
    names = [name for name in NAMES if name in weights.made_by]
    new = [row for row in run_rows(rows) if row.episode.world not in names]
    return [
        LeftOut(
            family=family,
            runs=tuple(score(weights.run, row) for row in new if is_of(row, family)),
            limits=weights.run_limits,
        )
        for family in families_of(new)
    ]


def cost() -> dict[str, float]:
    """CPU milliseconds of the judge that ships, a step and the end of a run."""
    steps_s = ends_s = 0.0
    for seed in range(COSTED):
        run = new_id("run")
        session = EvidenceJudge().start(Case(run=run, task=TASK), lambda _: None)
        steps = a_run(random.Random(seed), run)
        begun = time.process_time()
        for step in steps:
            session.step(step)
        done = time.process_time()
        session.finish(Ending(answer="Done.", claims_success=True, ended_by="finish"))
        steps_s += done - begun
        ends_s += time.process_time() - done
    return {
        "cpu_ms_per_step": round(1000 * steps_s / (COSTED * STEPS), 2),
        "cpu_ms_per_run": round(1000 * ends_s / COSTED, 2),
    }


if __name__ == "__main__":
    main()
