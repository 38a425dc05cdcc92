"""browser-use histories: both generations of the schema."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, write

from courtside_formats.importers import Broken, load_runs, read_runs


def older() -> dict[str, Any]:
    """As versions before 0.5 save it."""
    element = {
        "tag_name": "button",
        "xpath": "html/body/button",
        "attributes": {"aria-label": "Search", "role": "button"},
        "viewport_coordinates": {"top_left": {"x": 10, "y": 20}, "width": 30, "height": 40},
    }
    brain = {"evaluation_previous_goal": "ok", "memory": "tea", "next_goal": "search"}
    return {
        "history": [
            {
                "model_output": {
                    "current_state": brain,
                    "action": [
                        {"input_text": {"index": 2, "text": "tea"}},
                        {"click_element": {"index": 3}},
                    ],
                },
                "result": [{"is_done": False}, {"error": "no such element"}],
                "state": {
                    "url": "http://x/",
                    "title": "X",
                    "screenshot": base64.b64encode(a_png(1)).decode(),
                    "interacted_element": [None, element],
                },
                "metadata": {"step_start_time": 1700000000.5, "step_end_time": 1700000002.0},
            },
            {
                "model_output": {"current_state": brain, "action": [{"done": {"text": "3 euros"}}]},
                "result": [{"is_done": True, "extracted_content": "3 euros"}],
                "state": {"url": "http://x/t", "title": "T", "screenshot": None},
                "metadata": None,
            },
        ]
    }


def newer(screenshot: str) -> dict[str, Any]:
    """As 0.5 and later save it."""
    element = {
        "node_name": "A",
        "ax_name": "Green tea",
        "attributes": {"href": "/t"},
        "bounds": {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0},
    }
    return {
        "history": [
            {
                "model_output": {
                    "thinking": "hm",
                    "evaluation_previous_goal": "ok",
                    "memory": "tea",
                    "next_goal": "open it",
                    "action": [{"click": {"index": 3}}],
                },
                "result": [{"is_done": False}],
                "state": {
                    "url": "http://x/",
                    "title": "X",
                    "screenshot_path": screenshot,
                    "interacted_element": [element],
                },
                "metadata": {"step_start_time": 1.0, "step_end_time": 2.0, "step_number": 1},
                "state_message": None,
            },
            {
                "model_output": {"action": [{"done": {"text": "no tea", "success": False}}]},
                "result": [
                    {
                        "is_done": True,
                        "success": False,
                        "extracted_content": "no tea",
                        "judgement": {"verdict": False},
                    }
                ],
                "state": {"url": "http://x/t", "title": "T", "screenshot_path": None},
            },
        ]
    }


def test_the_older_generation(tmp_path: Path) -> None:
    [run] = load_runs(write(tmp_path / "AgentHistory.json", older()))
    first, last = run.steps
    assert [(a.kind, a.text) for a in first.actions] == [("type", "tea"), ("click", "")]
    target = first.actions[1].target
    assert target and (target.text, target.role, target.tag) == ("Search", "button", "button")
    assert target.box == (10, 20, 30, 40) and first.actions[0].target is None
    assert first.before and first.before.url == "http://x/" and first.before.at_ms == 1700000000500
    assert run.frames(first.before.frame or "") == a_png(1)
    assert "search" in first.thought and "no such element" in first.thought
    assert (run.answer, run.claims_success, last.actions[0].kind) == ("3 euros", True, "answer")
    assert run.oracle is None and "does not keep the task" in run.note


@pytest.mark.parametrize(("width", "box"), [(-5.0, (5, 2, 5, 4)), (2e9, None), (1e300, None)])
def test_a_box_that_no_screen_has_is_mended_or_none(
    tmp_path: Path, width: float, box: tuple[float, ...] | None
) -> None:
    made = newer("gone.png")
    element = made["history"][0]["state"]["interacted_element"][0]
    element["bounds"] |= {"x": 10.0, "width": width}
    [run] = load_runs(write(tmp_path / "h.json", made))
    target = run.steps[0].actions[0].target
    assert target and target.box == box


def test_the_newer_generation(tmp_path: Path) -> None:
    write(tmp_path / "screenshots" / "step_1.png", a_png(2))
    [run] = load_runs(write(tmp_path / "h.json", newer("/gone/away/screenshots/step_1.png")))
    first = run.steps[0]
    target = first.actions[0].target
    assert target and (target.text, target.tag, target.box) == ("Green tea", "a", (1, 2, 3, 4))
    assert first.thought.startswith("hm") and first.before
    assert run.frames(first.before.frame or "") == a_png(2), "images are looked for beside the file"
    assert run.claims_success is False and "its own judge: False" in run.note


def test_an_image_that_it_names_elsewhere_is_not_read(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.png", a_png())
    [run] = load_runs(write(tmp_path / "in" / "h.json", newer(str(secret))))
    before = run.steps[0].before
    assert before and before.frame is None and before.withheld and "outside" in before.withheld


def test_the_placeholder_of_an_empty_page_is_no_screen(tmp_path: Path) -> None:
    made = older()
    made["history"][0]["state"]["screenshot"] = base64.b64encode(a_png(1, (4, 4))).decode()
    [run] = load_runs(write(tmp_path / "h.json", made))
    before = run.steps[0].before
    assert before and before.frame is None and before.withheld == "image is 4x4: a placeholder"


def test_a_history_cut_off_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "h.json", older())
    file.write_text(file.read_text()[:-100])
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(file)


def test_a_history_that_was_broken_off_claims_nothing(tmp_path: Path) -> None:
    found = newer("gone.png")
    found["history"] = found["history"][:1]
    [run] = load_runs(write(tmp_path / "h.json", found))
    assert run.claims_success is None and run.ended_by == "truncated"
