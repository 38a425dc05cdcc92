"""How many runs of each way to succeed and to fail the tables have, by family of apps.

    python -m courtside_training.measures.ways

Prints the table in docs/lab/evidence.md. Exams are left out: each has ways of its own author's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from courtside_training.collecting.behaviours import MISSING, REACHING, STUCK
from courtside_training.fitting.calibration import EXAM_FAMILIES, family_of
from courtside_training.fitting.rows import Row
from courtside_training.tables import read_tables

RANDOM = "random"
WAYS = (*REACHING, *MISSING, *STUCK, RANDOM)


def runs_of_our_worlds(rows: Iterable[Row]) -> list[Row]:
    """Without exams, and without runs of other people's agents."""
    return [row for row in rows if family_of(row.episode.world) not in EXAM_FAMILIES]


def ways_table(rows: Sequence[Row]) -> str:
    """In Markdown: a line a way, a column a family, and last how many of all are successes."""
    counts = Counter((family_of(row.episode.world), row.episode.behaviour) for row in rows)
    right = Counter(row.episode.behaviour for row in rows if row.episode.oracle)
    families = sorted({family for family, _ in counts})
    lines = [_line("", *families, "all", "of them successes"), "|" + "---|" * (len(families) + 3)]
    for way in WAYS:
        mine = [counts[family, way] for family in families]
        lines.append(_line(f"`{way}`", *(n or "-" for n in mine), sum(mine), right[way]))
    return "\n".join(lines)


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |".replace("|  |", "| |", 1)


if __name__ == "__main__":
    print(ways_table(runs_of_our_worlds(read_tables())))
