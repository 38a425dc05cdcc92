"""Tables of runs that somebody else had watched, and labelled by an oracle of their own.

    python -m courtside_training.recorded_runs FOLDER --world exam-travel [--choosing]

FOLDER has the daemon's data in `home/`, and `runs.jsonl`: for each run its id (`run`), what the
oracle says (`oracle`), and in which way it was meant to fail (`way`). Runs of one task are one kind
of task. The table goes to `training/tables/exams/kept_back`, and with --choosing to `choosing`
beside it, on which settings may be chosen; no fit reads either. What the judge's language model
says of the runs, which it must not have seen, goes to `training/tables/language`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import rows_of
from courtside_training.fitting.language_scores import score_by_what_ships

from .tables import CHOOSING_TABLES, ENDING, KEPT_BACK_TABLES, save_table
from .worlds.catalogue import entry_of


class Result(Record, frozen=True, kw_only=True):
    """One line of `runs.jsonl`."""

    run: str
    oracle: bool
    way: str = ""


def episodes_of(folder: Path, world: str) -> Iterator[Episode]:
    """The runs of a folder, each once. Raises ValueError where a line is none."""
    decode = msgspec.json.Decoder(Result).decode
    results = [decode(line) for line in (folder / "runs.jsonl").read_bytes().splitlines()]
    ways: dict[str, int] = {}
    with Reader(Config(data_dir=folder.resolve() / "home")) as reader:
        for result in {one.run: one for one in results}.values():
            if (history := reader.run(result.run)) is not None:
                run = history.summary.run
                ways[run.task] = ways.get(run.task, -1) + 1
                yield Episode(
                    world=world,
                    kind=f"task-{[*ways].index(run.task) + 1}",
                    seed=ways[run.task],
                    behaviour=result.way,
                    task=run.task,
                    steps=tuple(reader.steps(result.run)),
                    answer=run.answer or "",
                    claims_success=run.claims_success,
                    oracle=result.oracle,
                )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--world", required=True, help="its name in the catalogue of worlds")
    parser.add_argument("--choosing", action="store_true", help="settings may be chosen on it")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    entry = entry_of(options.world)
    rows = [*rows_of([*episodes_of(options.folder, options.world)], options.workers)]
    tables = CHOOSING_TABLES if options.choosing else KEPT_BACK_TABLES
    save_table(tables / f"{options.world}{ENDING}", rows, entry.licence)
    score_by_what_ships((row.episode, row.story) for row in rows)


if __name__ == "__main__":
    main()
