"""ATIF trajectories."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, write

from courtside_formats.importers import Broken, load_runs, read_runs


def a_trajectory(**more: Any) -> dict[str, Any]:
    """Two steps of a computer-using agent."""
    shown = [
        {"type": "text", "text": "clicked"},
        {"type": "image", "source": {"media_type": "image/png", "path": "images/1.png"}},
    ]
    return {
        "schema_version": "ATIF-v1.7",
        "trajectory_id": "t1",
        "agent": {"name": "cua", "version": "1", "model_name": "m"},
        "steps": [
            {"step_id": 1, "source": "system", "message": "rules"},
            {"step_id": 2, "source": "user", "message": "Save the file"},
            {
                "step_id": 3,
                "timestamp": "2026-01-02T03:04:05Z",
                "source": "agent",
                "message": "I click",
                "reasoning_content": "hm",
                "tool_calls": [
                    {
                        "tool_call_id": "c",
                        "function_name": "computer",
                        "arguments": {"action": "left_click", "coordinate": [3, 4]},
                    }
                ],
                "observation": {"results": [{"source_call_id": "c", "content": shown}]},
            },
            {"step_id": 4, "source": "agent", "message": "It is saved."},
        ],
        **more,
    }


def test_tool_calls_are_actions_and_results_are_screens(tmp_path: Path) -> None:
    folder = tmp_path / "trial" / "agent"
    write(folder / "images" / "1.png", a_png(1))
    write(folder / "trajectory.json", a_trajectory())
    write(tmp_path / "trial" / "verifier" / "reward.txt", "\ufeff0.5\r\n")
    [run] = load_runs(tmp_path)
    first, last = run.steps
    assert (run.task, run.answer, run.agent) == ("Save the file", "It is saved.", "cua m")
    assert (run.oracle, run.reward) == (False, 0.5)
    click = first.actions[0]
    assert (click.kind, click.point) == ("click", (3, 4)) and first.thought == "hm\nI click"
    assert first.before is None and first.after and first.after.text == "clicked"
    assert run.frames(first.after.frame or "") == a_png(1)
    assert first.after.at_ms == 1767323045000 and last.actions == () and last.before is first.after


def test_an_image_elsewhere_is_withheld(tmp_path: Path) -> None:
    made = a_trajectory()
    image = made["steps"][2]["observation"]["results"][0]["content"][1]
    image["source"]["path"] = "https://example.com/1.png"
    [run] = load_runs(write(tmp_path / "t.json", made))
    after = run.steps[0].after
    assert after and after.withheld and "not beside" in after.withheld


@pytest.mark.parametrize("version", ["ATIF-v2.0", "ATIF-v9"])
def test_a_version_that_is_not_known_is_named(tmp_path: Path, version: str) -> None:
    write(tmp_path / "t.json", a_trajectory(schema_version=version))
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and version in broken.reason


def test_a_text_that_ends_in_the_middle_of_a_character_costs_no_run(tmp_path: Path) -> None:
    given = a_trajectory()
    given["steps"][2]["message"] = "I press the \ud83d"
    write(tmp_path / "trajectory.json", given)
    [run] = load_runs(tmp_path)
    assert run.steps[0].thought == "hm\nI press the \ufffd"
