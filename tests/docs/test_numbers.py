"""Numbers in documents that the code has too are the same there."""

from __future__ import annotations

from pathlib import Path

from courtside_judge.evidence.linear import load_weights

DESIGN = Path(__file__).parents[2] / "docs/design/evidence.md"
MEASURED = Path(__file__).parents[2] / "docs/lab/evidence.md"


def test_the_limits_of_the_evidence_judge_are_those_that_ship() -> None:
    limits = load_weights().run_limits
    design = " ".join(DESIGN.read_text().split())
    assert f"From {limits.success} on it is a success, below {limits.failure} a failure." in design
    assert f"{limits.unsent} is enough" in design and f"pressed last, {limits.handed_in}." in design
    assert f": {limits.success}, {limits.unsent} where nothing was sent" in MEASURED.read_text()
