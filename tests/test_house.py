"""The house's rules, held: floors, first sentences, names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOOR = {
    "courtside_store": 1,
    "courtside_formats": 2,
    "courtside_judge": 3,
    "courtside_bridges": 3,
    "courtside_daemon": 4,
    "courtside_refine": 4,
    "courtside": 5,
}
HOMES = {
    "store/courtside_store",
    "formats/courtside_formats",
    "judge/courtside_judge",
    "device_bridges/courtside_bridges",
    "refine/courtside_refine",
    "daemon/courtside_daemon",
    "cli/courtside",
}
BENCHMARKS = [
    p for p in sorted((ROOT / "benchmarks").rglob("*.py")) if "def main(" in p.read_text("utf-8")
]
FILES = [p for home in sorted(HOMES) for p in sorted((ROOT / home).rglob("*.py"))]


def _imported(tree: ast.AST) -> list[str]:
    """Absolute names; relative imports stay in their package."""
    nodes = list(ast.walk(tree))
    froms = [n.module or "" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level]
    return froms + [a.name for n in nodes if isinstance(n, ast.Import) for a in n.names]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_downhill_only(path: Path) -> None:
    tree = ast.parse(path.read_text())
    own = next(part for part in path.relative_to(ROOT).parts if part in FLOOR)
    for other in {name.split(".")[0] for name in _imported(tree)} & FLOOR.keys() - {own}:
        judged = own == "courtside_refine" and other == "courtside_judge"
        assert FLOOR[other] < FLOOR[own] or judged, f"{own} imports {other}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_in_the_wheel_imports_training_or_benchmarks(path: Path) -> None:
    tops = {name.split(".")[0] for name in _imported(ast.parse(path.read_text()))}
    assert not tops & {"benchmarks", "courtside_training"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_each_file_begins_with_a_sentence_and_has_a_noun_for_a_name(path: Path) -> None:
    assert re.match(r'"""[^"]+', path.read_text()), "the first line says what the file knows"
    assert path.stem not in {"utils", "helpers", "common", "misc", "manager"}


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_benchmark_has_a_quick_way_and_prints_json(file: Path) -> None:
    text = file.read_text("utf-8")
    assert '"--quick"' in text and '"--json"' in text
    name = file.parent.name if file.stem == "__main__" else file.stem
    assert f"python -m benchmarks.{name} " in text
