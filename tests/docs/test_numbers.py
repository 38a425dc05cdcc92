"""Numbers in documents that the code has too are the same there."""

from __future__ import annotations

from pathlib import Path

from courtside_judge.evidence.linear import load_weights

DESIGN = Path(__file__).parents[2] / "docs/design/evidence.md"
MEASURED = Path(__file__).parents[2] / "docs/lab/evidence.md"


def test_the_limits_of_the_evidence_judge_are_those_that_ship() -> None:
    limits = load_weights().run_limits
    unread = load_weights().unsighted_limits
    design = DESIGN.read_text()
    for success, failure in (
        (limits.success, limits.failure),
        (limits.unsent, limits.failure),
        (limits.handed_in, limits.failure),
        (unread.success, unread.failure),
        ("never", unread.failure),
    ):
        assert f" | {success} | {failure} |" in design
    assert f": {limits.success}, {limits.unsent} where nothing was sent" in MEASURED.read_text()
