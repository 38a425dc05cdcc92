"""The document's table of ways to succeed and to fail is what the tables of runs hold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from family_episodes import an_episode
from msgspec.structs import replace

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.fitting.calibration import family_of
from courtside_training.fitting.rows import Row
from courtside_training.measures.ways import WAYS, runs_of_our_worlds, ways_table
from courtside_training.tables import read_tables

MEASURED = Path(__file__).parents[3] / "docs/lab/evidence.md"


def a_row(world: str, seed: int, behaviour: str) -> Row:
    return Row(episode=replace(an_episode(world, seed), behaviour=behaviour, steps=()), views={})


@pytest.fixture(scope="module")
def ours() -> list[Row]:
    return runs_of_our_worlds(read_tables())


def test_runs_are_counted_by_way_and_family_and_what_no_family_has_is_seen() -> None:
    rows = [a_row("fossil", 0, "good"), a_row("fossil", 1, "good"), a_row("gmail", 1, "undone")]
    table = ways_table(runs_of_our_worlds([*rows, a_row("exam-bank", 1, "good")]))
    assert table.splitlines()[0] == "| | mail | source code | all | of them successes |"
    assert "| `good` | - | 2 | 2 | 1 |" in table and "| `undone` | 1 | - | 1 | 0 |" in table
    assert "| `swapped` | - | - | 0 | 0 |" in table


def test_the_document_has_the_table_and_every_run_is_in_it(ours: list[Row]) -> None:
    assert {row.episode.behaviour for row in ours} == set(WAYS)
    assert ways_table(ours) in MEASURED.read_text()


def test_the_document_has_each_family_s_episodes_successes_kinds_and_labelled_steps(
    ours: list[Row],
) -> None:
    by_family: dict[str, list[Row]] = {}
    for row in ours:
        by_family.setdefault(family_of(row.episode.world), []).append(row)
    counted = Counter(
        f"| {len(rows)} | {sum(row.episode.oracle for row in rows)} "
        f"| {len({row.group for row in rows})} "
        f"| {sum(len(row.episode.labels) for row in rows):,} |"
        for rows in by_family.values()
    )
    lines = MEASURED.read_text().splitlines()
    assert all(sum(line.endswith(one) for line in lines) == n for one, n in counted.items())
    steps = sum(len(row.episode.labels) for row in ours)
    assert f"{steps:,} steps have a label" in MEASURED.read_text()
