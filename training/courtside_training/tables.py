"""What a fit needs of each episode, without its screens: small enough for the repository.

    python -m courtside_training.tables [WORLD...]
    python -m courtside_training.tables [WORLD...] --only-labels
    python -m courtside_training.tables --imported FOLDER --licence NAME [--without FOLDER]

Reads `.training/episodes/WORLD.jsonl` and writes `training/tables/WORLD.jsonl.xz`: of each episode
what the judge finds in it, in each way that its screens may come, its labels, and its story in
words. When a finding changes, a table is made again where its episodes are kept, or were made once
more by `collect --again`. Beside tables the fit and the benchmarks read `training/tables/language`
alone. `data.toml` has the hash, the seeds and the licence of each that a fit reads. Tables of
sealed worlds stay in `.training/tables` and are not in it. `--imported` does so for labelled runs
of other people's agents, of which nothing but numbers is kept. `--explorer` writes the runs of the
explorer, and nothing else, to `training/tables/explorer`, from which no judge learns.
`--only-labels` reads no episode: the tables get the labels that `label_steps` found since.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from courtside_training.collecting.episodes import EXPLORED, OUT, read
from courtside_training.collecting.later_labels import LABELS, labels_of, load_labels, with_labels
from courtside_training.fitting.features import rows_of
from courtside_training.fitting.imported_episodes import imported_episodes
from courtside_training.fitting.language_scores import key_of
from courtside_training.fitting.provenance import describe, note
from courtside_training.fitting.rows import Row
from courtside_training.fitting.stored_story import StoredStory

from .packed_lines import read_lines, write_lines
from .worlds.catalogue import entry_of
from .worlds.sealed import SEALED, require_open

TABLES = Path(__file__).parents[1] / "tables"
EXPLORER_TABLES = TABLES / "explorer"
EXAM_TABLES = TABLES / "exams"
"""Of apps that strangers wrote, with their tasks and agents."""
KEPT_BACK_TABLES = EXAM_TABLES / "kept_back"
"""Of exams that no fit reads: they measure what ships."""
CHOOSING_TABLES = EXAM_TABLES / "choosing"
"""Of exams that no fit reads either: settings of a fit may be chosen on them."""
SEALED_TABLES = OUT.parent / "tables"
ENDING = ".jsonl.xz"


def read_tables(paths: Iterable[Path] = (), *, sealed: bool = False) -> list[Row]:
    """The rows of tables; of all in the repository where none is named.

    Raises ValueError where one is of a sealed world and `sealed` is not said, as `episodes.read`.
    """
    rows: list[Row] = []
    for path in sorted(paths) or all_tables():
        rows += read_lines(path, Row)
    if not sealed:
        require_open(*sorted({row.episode.world for row in rows}))
    return rows


def all_tables() -> list[Path]:
    """The files that a fit reads."""
    return sorted([*TABLES.glob(f"*{ENDING}"), *EXAM_TABLES.glob(f"*{ENDING}")])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("worlds", nargs="*", help="all that have episodes unless given")
    parser.add_argument("--imported", type=Path, help="a folder of labelled runs of other agents")
    parser.add_argument("--licence", help="of those runs, as SPDX writes it")
    parser.add_argument("--without", type=Path, help="a folder whose tasks are left out of those")
    parser.add_argument(
        "--add",
        action="store_true",
        help="keep earlier rows of episodes that are not here; while no finding has changed",
    )
    parser.add_argument(
        "--only-labels", action="store_true", help="labels found since, into tables that are here"
    )
    parser.add_argument("--explorer", action="store_true", help="the runs of the explorer alone")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    if options.imported:
        if not options.licence:
            parser.error("--imported needs --licence: data.toml says it of every table")
        episodes = imported_episodes(options.imported, options.without)
        path = TABLES / f"{options.imported.name}{ENDING}"
        save_table(path, map(nameless, rows_of(episodes)), options.licence)
        return
    if options.only_labels:
        for world in options.worlds or sorted(file.stem for file in LABELS.glob("*.jsonl")):
            path = TABLES / f"{world}{ENDING}"
            rows = with_labels(read_tables([path]), load_labels(labels_of(world)))
            save_table(path, rows, entry_of(world).licence)
        return
    for world in options.worlds or sorted(file.stem for file in OUT.glob("*.jsonl")):
        is_sealed = world in SEALED
        episodes = read(OUT / f"{world}.jsonl", sealed=is_sealed)
        episodes = [one for one in episodes if (one.behaviour == EXPLORED) == options.explorer]
        if options.explorer and not episodes:
            continue
        folder = EXPLORER_TABLES if options.explorer else TABLES
        table = (SEALED_TABLES if is_sealed else folder) / f"{world}{ENDING}"
        rows = rows_of(episodes, options.workers)
        if options.add and table.exists():
            rows += absent(read_tables([table], sealed=is_sealed), rows)
        save_table(table, with_labels(rows, load_labels(labels_of(world))), entry_of(world).licence)


def absent(earlier: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """Earlier rows whose kind and seed no row has."""
    here = {(row.episode.kind, row.episode.seed) for row in rows}
    return [row for row in earlier if (row.episode.kind, row.episode.seed) not in here]


def nameless(row: Row) -> Row:
    """Without a word of its task, its answer and its screens."""
    return replace(row, episode=replace(row.episode, task="", answer=""), story=StoredStory())


def save_table(path: Path, rows: Iterable[Row], licence: str) -> None:
    """Writes a table, each episode once, and its line of `data.toml` where a fit reads it."""
    kept = [*{key_of(row.episode): row for row in rows}.values()]
    write_lines(path, kept)
    entry = describe(path, kept, licence)
    if path.parent in (TABLES, EXAM_TABLES):
        note(entry)
    print(f"{path.name}: {len(kept)} episodes, {path.stat().st_size} bytes, sha256 {entry.sha256}")


if __name__ == "__main__":
    main()
