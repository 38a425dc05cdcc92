"""What `benchmarks.families` prints, and the tables that it reads by default."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from family_episodes import WORLDS, an_episode

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from benchmarks import families

from courtside_training.fitting.calibration import family_of
from courtside_training.fitting.features import row_of
from courtside_training.packed_lines import write_lines
from courtside_training.tables import TABLES

MAX_TABLE_BYTES = 25_000_000
MAIN = {
    *("n", "families", "auroc", "accuracy", "coverage", "precision", "brier"),
    *("claimers_auroc", "claimers_precision", "step_balanced_accuracy"),
}


def test_the_last_line_has_every_number_that_the_bars_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row_of(an_episode(world, seed)) for world in WORLDS for seed in range(24)]
    table = tmp_path / "toy.jsonl.xz"
    write_lines(table, rows)
    monkeypatch.setattr(families, "COSTED", 1)
    monkeypatch.setattr("sys.argv", ["families", str(table), "--json"])
    families.main()
    metrics = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert metrics["families"].keys() == {family_of(world) for world in WORLDS}
    assert all(one.keys() >= MAIN for one in [metrics["all"], *metrics["families"].values()])
    assert metrics["all"]["n"] == len(rows) and metrics["all"]["families"] == len(WORLDS)
    assert metrics["full_coverage"] == {"accuracy": 1.0, "precision": 1.0}
    assert metrics["after_labels"] == dict.fromkeys(("0", "5", "10", "20", "40"), 1.0)
    for one in metrics["after_labels_with_abstention"].values():
        assert one.keys() == {"accuracy", "coverage", "precision"}
    assert metrics["cpu_ms_per_step"] > 0 and metrics["cpu_ms_per_run"] > 0


def test_the_tables_stay_small_enough_for_the_repository() -> None:
    sizes = {file: file.stat().st_size for file in TABLES.rglob("*") if file.is_file()}
    assert len(sizes) > 20 and sum(sizes.values()) <= MAX_TABLE_BYTES
