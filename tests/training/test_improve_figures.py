"""The loop's experiment counts the tasks that everybody could try, each once."""

from __future__ import annotations

from builders import RUN

from courtside_refine.improving.iteration_rows import AttemptCounts, IterationRow
from courtside_refine.improving.rollout import Rollout
from courtside_training.experiments.improve_figures import figures, table


def tried(*checked: bool | None) -> list[Rollout]:
    return [
        Rollout(
            number=n,
            task=f"task-{n}",
            words="Press Save.",
            seed=n,
            run=RUN,
            actor="policy",
            status="done" if one is not None else "environment-error",
            checked=one,
        )
        for n, one in enumerate(checked)
    ]


ROWS = [IterationRow(iteration=n, actor="policy", unseen=AttemptCounts()) for n in range(2)]
BY_WHO = {
    "explorer": tried(True, False, True, True),
    "untrained": tried(False, False, True, None),
    "iteration 1": tried(True, False, True, True),
}


def test_the_gain_is_paired_by_task_and_a_spoilt_task_counts_for_nobody() -> None:
    found = figures({"app": ROWS}, {"app": ROWS[0]}, {"app": BY_WHO})
    assert found.unseen["untrained"][1] == 0.3333 and found.unseen["iteration 1"][1] == 0.6667
    low, gain, high = found.gains["iteration 1 over untrained"]
    assert low <= gain == 0.3333 <= high
    assert found.gains["iteration 1 over explorer"] == (0.0, 0.0, 0.0)


def test_the_table_has_a_line_for_each_iteration_and_each_difference() -> None:
    lines = table(figures({"app": ROWS}, {"app": ROWS[0]}, {"app": BY_WHO}))
    assert "0, untrained, no loop" in lines and "| iteration 1 over untrained | +0.333 |" in lines
