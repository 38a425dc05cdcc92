"""AndroidWorld: told episodes, narrated ones, and the harness's pickles."""

from __future__ import annotations

import gzip
import os
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from recordings import lines, need, write

from courtside_formats.importers import Broken, Imported, load_runs, read_runs
from courtside_formats.importers.agent_text import claims_success, target_in_text


def an_episode(*actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An episode as a list of steps."""
    steps = [
        {"step": n, "action_json": a, "reason": "because", "summary": "it worked"}
        for n, a in enumerate(actions, 1)
    ]
    return {
        "task": "ClockStopWatchRunning",
        "goal": "Run it",
        "steps": steps,
        "oracle": True,
    } | more


def one(tmp_path: Path, episode: Any) -> Imported:
    """The episode, read back."""
    [run] = load_runs(write(tmp_path / "episodes.json", [episode]))
    return run


def test_every_kind_of_action_is_ours(tmp_path: Path) -> None:
    given: list[tuple[dict[str, Any], str, str]] = [
        ({"action_type": "click", "index": 3}, "tap", ""),
        ({"action_type": "double_tap", "x": 5, "y": 6}, "double-click", ""),
        ({"action_type": "long_press", "index": 3}, "long-press", ""),
        ({"action_type": "input_text", "index": 1, "text": "milk"}, "type", "milk"),
        ({"action_type": "keyboard_enter"}, "press", "Enter"),
        ({"action_type": "scroll", "direction": "down"}, "scroll", ""),
        ({"action_type": "swipe", "direction": "left"}, "swipe", ""),
        ({"action_type": "open_app", "app_name": "Clock"}, "launch-app", "Clock"),
        ({"action_type": "navigate_back"}, "back", ""),
        ({"action_type": "navigate_home"}, "home", ""),
        ({"action_type": "wait"}, "wait", ""),
        ({"action_type": "answer", "text": "42"}, "answer", "42"),
        ({"action_type": "status", "goal_status": "complete"}, "other", "status complete"),
    ]
    run = one(tmp_path, an_episode(*[action for action, _, _ in given]))
    actions = [step.actions[0] for step in run.steps]
    assert [(a.kind, a.text) for a in actions] == [(kind, text) for _, kind, text in given]
    assert [a.raw for a in actions] == [action for action, _, _ in given]
    assert (
        actions[1].point == (5, 6)
        and actions[5].to_point == (0, 1)
        and actions[6].to_point == (-1, 0)
    )
    assert run.answer == "42" and run.domain == "Clock" and run.surface == "android"


def test_thought_and_summary_are_kept_and_name_what_was_hit(tmp_path: Path) -> None:
    episode = an_episode({"action_type": "click", "index": 6}, {"action_type": "click", "index": 7})
    episode["steps"][0]["reason"] = 'I see the "More options" button (UI element 6) on top.'
    episode["steps"][1]["summary"] = 'Clicked on "Delete" and a dialog came.'
    run = one(tmp_path, episode)
    first, second = (step.actions[0].target for step in run.steps)
    assert first and first.text == "More options"
    assert second and second.text == "Delete"
    assert "because" in run.steps[1].thought and "a dialog came" in run.steps[1].thought


@pytest.mark.parametrize(
    ("typed", "reason", "summary", "name", "role"),
    [
        ("", 'I see the "More options" button (UI element 6) on top', "", "More options", "button"),
        ("", '"Delete" option visible as UI element 6', "", "Delete", ""),
        ("", "I'll use the right arrow (UI element 6)", "", "right", "button"),
        ("Ada", 'enter "Ada" in the Name field (index 6)', "", "Name", "textbox"),
        ("9.5", "", 'Successfully entered "9.5" in the Amount field', "Amount", "textbox"),
        ("x", "", "I filled the Source field with more", "Source", "textbox"),
        ("", "", 'Clicked NEXT button to advance from "To-Do" screen', "NEXT", "button"),
        ("", "", 'Clicked on "Taxi Fare" expense entry', "Taxi Fare", ""),
        ("", "", 'I clicked the second "Soup" recipe', "Soup", ""),
        ("", 'I see "Wrong" (UI element 7)', "It went well", "", ""),
        ("Ada", 'type "Ada" (UI element 6)', "", "", ""),
    ],
)
def test_what_the_agent_calls_what_it_acts_on(
    typed: str, reason: str, summary: str, name: str, role: str
) -> None:
    assert target_in_text(6, typed, reason, summary) == (name, role)


def test_a_number_that_nobody_names_has_no_target(tmp_path: Path) -> None:
    run = one(tmp_path, an_episode({"action_type": "click", "index": 6}))
    assert run.steps[0].actions[0].target is None


def test_a_truncated_list_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "episodes.json", lines([an_episode({"action_type": "wait"})])[:-30])
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(file) and "not JSON" in broken.reason


def test_a_bad_episode_is_named_and_the_others_go_in(tmp_path: Path) -> None:
    write(tmp_path / "episodes.json", [an_episode(), {"goal": 3, "steps": "none"}, an_episode()])
    found = list(read_runs(tmp_path))
    assert [type(each) for each in found] == [Imported, Broken, Imported]


def test_a_narrated_episode_is_one_step_without_an_action(tmp_path: Path) -> None:
    data = {"agent_output": ["I tap it.\n\nThe task is done."], "step_number": [0]}
    run = one(
        tmp_path,
        {
            "goal": "g",
            "task_template": "CameraTakePhoto",
            "episode_data": data,
            "is_successful": 0.5,
        },
    )
    assert run.steps[0].actions == () and "I tap it" in run.steps[0].thought
    assert run.answer == "The task is done." and run.claims_success is True
    assert (run.oracle, run.reward) == (False, 0.5)


def pickled(path: Path, what: Any) -> Path:
    """As the harness writes it."""
    path.write_bytes(gzip.compress(pickle.dumps(what)))
    return path


class Evil:
    """A pickle that would run a command."""

    def __reduce__(self) -> Any:
        return os.system, ("touch evil-was-here",)


def test_a_pickle_that_wants_to_run_code_is_refused_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = pickled(tmp_path / "ClockStopWatchRunning_0.pkl.gz", [Evil()])
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(file)
    assert "system" in broken.reason and not (tmp_path / "evil-was-here").exists()


def test_half_a_character_in_a_pickle_costs_no_episode(tmp_path: Path) -> None:
    data = {
        "action_output": ['Reason: I start it \ud83d\nAction: {"action_type": "wait"}'],
        "summary": ["It runs\udfff"],
    }
    episode = {
        "goal": "Start \ud83d",
        "task_template": "ClockStopWatchRunning",
        "episode_data": data,
        "is_successful": 1.0,
    }
    pickled(tmp_path / "ClockStopWatchRunning_0.pkl.gz", [episode])
    [run] = load_runs(tmp_path)
    assert run.task == "Start \ufffd" and "It runs\ufffd" in run.steps[0].thought
    msgspec.json.encode([run.task, run.steps])


def test_the_harness_pickle_gives_screens_elements_and_targets(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason="numpy is not installed: no array to pickle")
    pixels = [np.full((60, 40, 3), shade, np.uint8) for shade in (10, 90)]
    element = {"text": "Start", "class_name": "android.widget.Button", "is_clickable": True}
    data = {
        "before_screenshot": [pixels[0]],
        "after_screenshot": [pixels[1]],
        "before_element_list": [[{"text": "Clock"}, element]],
        "action_output": ['Reason: I start it\nAction: {"action_type": "click", "index": 1}'],
        "summary": ["It runs"],
    }
    episode = {
        "goal": "g",
        "task_template": "ClockStopWatchRunning",
        "episode_data": data,
        "is_successful": np.float64(1.0),
    }
    pickled(tmp_path / "ClockStopWatchRunning_0.pkl.gz", [episode])
    [run] = load_runs(tmp_path)
    [step] = run.steps
    assert step.before and step.after and step.before.frame != step.after.frame
    assert (step.before.width, step.before.height) == (40, 60)
    target = step.actions[0].target
    assert target and (target.text, target.role) == ("Start", "button")
    assert "I start it" in step.thought and run.oracle is True


def test_the_real_episodes() -> None:
    runs = list(load_runs(need("androidworld_t3a")))
    assert len(runs) == 48 and sum(run.oracle is True for run in runs) == 19
    assert sum(run.claims_success is True for run in runs) == 31
    assert {run.ended_by for run in runs if run.claims_success is None} == {"truncated"}
    actions = [action for run in runs for step in run.steps for action in step.actions]
    assert len(actions) == 645 and {a.text for a in actions if a.kind == "other"} <= {
        "status complete",
        "status infeasible",
    }
    aimed = [a for a in actions if a.kind in ("tap", "type", "long-press")]
    assert sum(a.target is not None for a in aimed) > 0.8 * len(aimed)


def test_the_real_narrated_episodes() -> None:
    runs = list(load_runs(need("androidworld_gbox")))
    assert len(runs) == 116 and sum(run.oracle is True for run in runs) == 100
    assert all(run.answer and run.steps for run in runs)
    assert sum(run.claims_success is True for run in runs) > 100


@pytest.mark.parametrize(
    ("action", "claims"),
    [
        ({"action_type": "wait"}, None),
        ({"action_type": "status", "goal_status": "complete"}, True),
        ({"action_type": "status", "goal_status": "infeasible"}, False),
    ],
)
def test_only_a_status_claims_something(
    tmp_path: Path, action: dict[str, Any], claims: bool | None
) -> None:
    episode = an_episode(action) | {"agent_claimed_done": claims is True}
    run = one(tmp_path, episode)
    assert run.claims_success is claims
    assert run.ended_by == ("truncated" if claims is None else "finish")


@pytest.mark.parametrize(
    ("said", "claims"), [("", None), ("I look at it.", None), ("I am unable to.", False)]
)
def test_the_end_of_what_an_agent_wrote_is_its_claim(said: str, claims: bool | None) -> None:
    assert claims_success(said) is claims
