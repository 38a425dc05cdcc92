"""How good the evidence judge is on families of apps that its training never saw.

    python -m benchmarks.families [TABLE.jsonl.xz...] [--pictures|--curve] [--quick] [--json]

Leaves one family out at a time (`courtside_training.measures.families`), by the tables in
training/tables unless others are named. Sealed families are left out unless `--sealed` is said;
each such use is a line in docs/lab/sealed.md. `--quick` takes every fourth run, and splits each
family once. The last line is one object:
`families` by name, then `all` with the thresholds that each family was judged with, `full_coverage`
without abstaining, `after_labels` of so many runs of the left-out family's own, tested on its other
kinds of task, its accuracy without abstaining (`after_labels_with_abstention`: accuracy, coverage
and precision with the thresholds of the family's fold), and `believe_the_agent` beside them.

`--pictures`: the same runs with their trees hidden instead, as ideal OCR would have their screens,
where what was pressed is told by the source, is the text at its point, or is not known; judged by
models of screens with trees, by models of read screens, and by what ships, which has seen all
families in the repository.

`--explorer`: the explorer's runs (`training/tables/explorer`), by models that saw nothing of their
family and no run of its; an agent that follows no plan, beside those that do.

`--curve`: the learning curve over the number of other families, and over the share of their runs.

`--shipped`: by the weights in the package alone, on runs in worlds that those were not made of, and
after so many labels of each world's own.
"""

from __future__ import annotations

import argparse
import json
import random
import time

from benchmarks.pieces import existing, need_modules

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_store.records import new_id
from courtside_training.tables import ENDING, EXPLORER_TABLES, read_tables

from .evidence_cost import STEPS, TASK, a_run

need_modules("run `.venv/bin/python -m pip install --group fit`", "sklearn")
from courtside_training.measures.after_labels import SPLITS  # noqa: E402
from courtside_training.measures.unseen_families import (  # noqa: E402
    explored,
    learned,
    pictures,
    report,
    shipped,
)

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
    parser.add_argument(
        "--quick", action="store_true", help="every fourth run, and one split of each family"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = read_tables(options.tables, sealed=options.sealed)
    rows = rows[::QUICK] if options.quick else rows
    splits = 1 if options.quick else SPLITS
    if options.explorer:
        metrics = explored(rows, read_tables(sorted(EXPLORER_TABLES.glob(f"*{ENDING}"))))
    elif options.curve:
        metrics = learned(rows)
    elif options.shipped:
        metrics = shipped(rows, splits)
        if not metrics:
            raise SystemExit(
                "the weights in the package were made of all these worlds; name others"
            )
    else:
        metrics = pictures(rows) if options.pictures else {**report(rows, splits), **cost()}
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


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
