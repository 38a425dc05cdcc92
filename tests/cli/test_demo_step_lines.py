"""What the live demo says of each step while two agents act at once."""

from __future__ import annotations

from courtside.demo.step_lines import legend, line
from courtside_store.summaries import StepSummary


def test_a_step_names_its_run_and_its_mark_is_explained() -> None:
    step = StepSummary(
        run="run_1a21dae0013efb27b596565b1b2",
        step=3,
        at_ms=1,
        action='click button "Save"',
        label="away-from-the-goal",
        status="ok",
    )
    assert line(step).plain == '  6565b1b2  3 ↓ click button "Save"'
    assert "↓ away-from-the-goal" in legend()
