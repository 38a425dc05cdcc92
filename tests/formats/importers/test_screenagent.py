"""ScreenAgent: a run for each subtask that somebody judged."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from recordings import a_png, lines, need, write

from courtside_formats.importers import Broken, load_runs, read_runs


def a_row(minute: int, actions: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """One record of a session."""
    return {
        "source": f"s/{minute:02}.json",
        "session_id": "s",
        "kind": "pos",
        "image": f"images/{minute}.png",
        "task_en": "Make a file",
        "actions": actions,
        **more,
    }


def a_click(x: int, y: int, kind: str = "click") -> dict[str, Any]:
    """A mouse action."""
    place = {"width": x, "height": y}
    return {"action_type": "MouseAction", "mouse_action_type": kind, "mouse_position": place}


SAID = [{"action_type": "EvaluateSubTaskAction", "situation": "x"}]


def test_a_run_is_what_was_done_between_two_judgements(tmp_path: Path) -> None:
    rows = [
        a_row(1, [{"action_type": "PlanAction", "element": "open"}]),
        a_row(2, [a_click(3, 4)]),
        a_row(3, SAID, label="need_retry", subtask="open the menu"),
        a_row(4, [a_click(5, 6), {"action_type": "WaitAction", "wait_time": 1}]),
        a_row(5, [a_click(7, 8, "drag")]),
        a_row(6, SAID, label="sub_task_success", subtask="open the menu"),
        a_row(7, SAID, label="need_retry", subtask="save", kind="neg_eval", image="images/4.png"),
    ]
    for n in range(7):
        write(tmp_path / f"images/{n}.png", a_png(n))
    write(tmp_path / "steps.jsonl", lines(*rows))
    failed, done, made_up = load_runs(tmp_path)
    assert (failed.task, failed.oracle, len(failed.steps)) == ("open the menu", False, 1)
    assert (done.oracle, len(done.steps), done.step_labels) == (True, 2, {2: "goal-reached"})
    assert [a.kind for a in done.steps[0].actions] == ["click", "wait"]
    assert done.steps[0].actions[0].point == (5, 6) and done.steps[1].actions[0].to_point == (7, 8)
    assert done.steps[0].after == done.steps[1].before != done.steps[1].after
    assert made_up.domain == "synthetic" and made_up.steps[0].actions == ()
    assert made_up.steps[0].after and made_up.steps[0].after.frame


def test_a_label_that_is_not_known_is_named(tmp_path: Path) -> None:
    write(tmp_path / "images/1.png", a_png())
    write(tmp_path / "steps.jsonl", lines(a_row(1, [], label="splendid", subtask="x")))
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and "'splendid'" in broken.reason


def test_the_real_sessions() -> None:
    runs = list(load_runs(need("screenagent")))
    outcomes = Counter((run.domain, run.oracle) for run in runs)
    assert outcomes == {("human", True): 102, ("human", False): 11, ("synthetic", False): 32}
    for run in runs:
        end = run.steps[-1].after
        assert end and end.frame and run.frames(end.frame)
