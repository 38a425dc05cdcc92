"""WebVoyager, Online-Mind2Web, OSWorld and OpenCUA: a folder or file a run, images beside it."""

from __future__ import annotations

import gzip
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, lines, need, write

from courtside_formats.importers import Broken, Imported, load_runs, read_runs

ASKED = "Now given a task: Find tea.  Please interact with http://x/ and get the answer."


def a_voyage(folder: Path, actions: list[str], images: int) -> Path:
    """A WebVoyager task folder."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": "You are a robot"}]
    for n, action in enumerate(actions):
        asked = ASKED if n == 0 else "Observation: a screenshot"
        marks = '\n[3]: <button> "Search";\t[4]: "Tea, green";\t'
        messages += [
            {"role": "user", "content": [{"type": "text", "text": asked + marks}]},
            {"role": "assistant", "content": f"Thought: so {n}.\n\nAction: {action}"},
        ]
    write(folder / "interact_messages.json", messages)
    for n in range(1, images + 1):
        write(folder / f"screenshot{n}.png", a_png(n))
    return folder


def test_webvoyager_counts_its_screenshots(tmp_path: Path) -> None:
    actions = ["Click [3]"] * 9 + ["Type [4]; green tea", "ANSWER; It costs 3; really"]
    [run] = load_runs(a_voyage(tmp_path / "taskX--1", actions, 11))
    frames = [run.frames(step.before.frame or "") for step in run.steps if step.before]
    assert frames == [a_png(n) for n in range(1, 12)]
    typed = run.steps[9].actions[0]
    assert (typed.kind, typed.text) == ("type", "green tea")
    assert typed.target and typed.target.text == "Tea, green"
    assert (run.task, run.start_url, run.domain) == ("Find tea.", "http://x/", "X")
    assert run.answer == "It costs 3; really" and run.claims_success is True


def test_a_picture_that_is_a_link_out_of_its_folder_is_withheld(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.png", a_png(9))
    voyage = a_voyage(tmp_path / "in" / "taskX--1", ["Click [3]"], 2)
    sent = a_submission(tmp_path / "in" / "A" / "t1", ["<a>Tea</a> -> CLICK"], 2) / "trajectory"
    gym = tmp_path / "in" / "gym"
    for n, action in enumerate(["noop()", None]):
        step = {"obs": {"goal": "Find tea"}, "action": action}
        write(gym / f"step_{n}.pkl.gz", gzip.compress(pickle.dumps(step)))
        write(gym / f"screenshot_step_{n}.png", a_png(n))
    links = (
        voyage / "screenshot1.png",
        sent / "0_full_screenshot.png",
        gym / "screenshot_step_0.png",
    )
    for link in links:
        link.unlink()
        link.symlink_to(secret)
    runs = list(load_runs(tmp_path / "in"))
    assert len(runs) == len(links)
    for run in runs:
        before, after = run.steps[0].before, run.steps[0].after
        assert before and before.frame is None and "lies outside" in str(before.withheld)
        assert after and after.frame, "the others are there"


@pytest.mark.parametrize(
    ("reply", "kind", "text"),
    [
        ("Click [3]", "click", ""),
        ("Scroll [WINDOW]; [up]", "scroll", ""),
        ("Scroll WINDOW; down", "scroll", ""),
        ("Wait", "wait", ""),
        ("GoBack", "back", ""),
        ("Google", "navigate", "https://www.google.com/"),
        ("Dance [3]; now", "other", "Dance 3 now"),
    ],
)
def test_webvoyager_words(tmp_path: Path, reply: str, kind: str, text: str) -> None:
    [run] = load_runs(a_voyage(tmp_path / "taskX--1", [reply], 1))
    action = run.steps[0].actions[0]
    assert (action.kind, action.text) == (kind, text)
    if kind == "scroll":
        assert action.to_point == (0, -1 if "up" in reply else 1)


def test_a_reply_without_an_action_is_a_thought(tmp_path: Path) -> None:
    folder = a_voyage(tmp_path / "taskX--1", ["Wait"], 1)
    messages = json.loads((folder / "interact_messages.json").read_text())
    messages.append({"role": "assistant", "content": "I cannot help with that."})
    write(folder / "interact_messages.json", messages)
    [run] = load_runs(folder)
    assert run.steps[1].actions == () and run.steps[1].thought == "I cannot help with that."


def test_a_voyage_without_a_task_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "t" / "interact_messages.json", [{"role": "user", "content": "hi"}])
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(folder.parent)


def test_the_real_voyages() -> None:
    runs = list(load_runs(need("webvoyager")))
    assert len(runs) == 15 and all(run.answer and run.task and run.start_url for run in runs)
    assert all(step.before and step.before.frame for run in runs for step in run.steps)


def a_torch_file(path: Path, trajectories: Any) -> Path:
    """A file as `torch.save` writes it."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(trajectories, 2))
        archive.writestr("archive/version", "3")
    return path


def test_pae_steps_find_their_images_here(tmp_path: Path) -> None:
    for n in range(3):
        write(tmp_path / "images" / f"{n}.png", a_png(n))
    steps = [
        {
            "observation": {"task": "Find tea", "image": f"/mnt/efs/run/images/{n}.png"},
            "next_observation": {"task": "Find tea", "image": f"images/{n + 1}.png"},
            "action": action,
            "reward": n / 2,
        }
        for n, action in enumerate(["Thought: so\nAction: Click [3]", "ANSWER; 3 euros"])
    ]
    a_torch_file(tmp_path / "train_trajectories.pt", [steps, [], [{"action": 3}], steps])
    one, broken, two = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path.endswith("#2")
    assert isinstance(one, Imported) and isinstance(two, Imported) and one.run != two.run
    assert (one.task, one.answer, one.oracle, one.reward) == ("Find tea", "3 euros", False, 0.5)
    assert [step.actions[0].kind for step in one.steps] == ["click", "answer"]
    assert one.steps[0].thought == "so" and one.steps[1].after
    frames = [one.frames(s.before.frame or "") for s in one.steps if s.before]
    assert frames == [a_png(0), a_png(1)]
    assert one.frames(one.steps[1].after.frame or "") == a_png(2)


def a_submission(folder: Path, actions: list[str], images: int) -> Path:
    """An Online-Mind2Web folder."""
    write(
        folder / "result.json",
        {
            "task_id": folder.name,
            "task": "Find tea",
            "final_result_response": "found",
            "action_history": actions,
            "thoughts": ["so"],
        },
    )
    for n in range(images):
        write(folder / "trajectory" / f"{n}_full_screenshot.png", a_png(n))
    return folder


def test_mind2web_has_more_images_than_actions_and_labels_by_agent(tmp_path: Path) -> None:
    actions = ['<button aria-label="Go"> -> CLICK', "<input> Tea </input> -> TYPE: green", "danced"]
    for agent in ("Agent-E", "Browser Use", "Nobody"):
        a_submission(tmp_path / agent / "t1", actions, 12)
    label = {"task_id": "t1", "Agent-E_label": 1, "Browser_Use_label": 0, "year": "2025"}
    write(tmp_path / "human_label.json", [label])
    one, two, three = load_runs(tmp_path)
    assert (one.agent, one.oracle, two.oracle, three.oracle) == ("Agent-E", True, False, None)
    imported = [step.actions[0] for step in one.steps]
    assert [(a.kind, a.text, a.target.text if a.target else "") for a in imported] == [
        ("click", "", "Go"),
        ("type", "green", "Tea"),
        ("other", "danced", ""),
    ]
    after = one.steps[-1].after
    assert after and after.frame and one.frames(after.frame) == a_png(11), "the end is the last one"


def test_mind2web_not_executed_is_no_label(tmp_path: Path) -> None:
    a_submission(tmp_path / "A" / "t1", [], 1)
    write(tmp_path / "human_label.json", {"t1": {"A": 2}})
    [run] = load_runs(tmp_path)
    assert run.oracle is None and len(run.steps) == 1 and run.steps[0].after


def test_the_real_submission() -> None:
    [run] = load_runs(need("online_mind2web_sample"))
    assert len(run.steps) == 4 and run.steps[-1].after and run.steps[-1].after.frame


def an_os_run(folder: Path, actions: list[Any], result: str | None = "1.0") -> Path:
    """An OSWorld result folder; screens are taken after each action."""
    rows = []
    for n, action in enumerate(actions, 1):
        name = f"step_{n}_20240101@120{n:03}.png"
        write(folder / name, a_png(n))
        rows.append(
            {
                "step_num": n,
                "action_timestamp": f"20240101@120{n // 60}{n % 60:02}",
                "action": action,
                "reward": 0,
                "done": False,
                "info": {},
                "screenshot_file": name,
            }
        )
    write(folder / "traj.jsonl", lines(*rows))
    if result is not None:
        write(folder / "result.txt", result + "\n")
    return folder


def test_osworld_has_no_first_frame_and_its_task_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "results" / "pyautogui" / "gpt" / "chrome" / "id-1"
    an_os_run(
        folder,
        [
            "import time\npyautogui.click(100, 200, clicks=2)\ntime.sleep(1)",
            "pyautogui.hotkey('ctrl', 's'); pyautogui.typewrite('tea')",
            {"action_type": "RIGHT_CLICK", "parameters": {"x": 3, "y": 4}},
            {"name": "computer", "input": {"action": "left_click", "coordinate": [5, 6]}},
            "for i in range(3):\n    pyautogui.scroll(-5)",
            "DONE",
        ],
        "0.6",
    )
    config = {"id": "id-1", "instruction": "Save the page"}
    write(tmp_path / "evaluation_examples" / "examples" / "chrome" / "id-1.json", config)
    [run] = load_runs(tmp_path / "results")
    assert (run.task, run.domain, run.surface) == ("Save the page", "chrome", "desktop")
    assert (run.oracle, run.reward, run.claims_success) == (False, 0.6, True)
    assert run.steps[0].before is None and run.steps[0].after and run.steps[0].after.frame
    assert run.steps[1].before == run.steps[0].after
    actions = [[(a.kind, a.point, a.text) for a in step.actions] for step in run.steps]
    assert actions == [
        [("double-click", (100, 200), ""), ("wait", None, "")],
        [("press", None, "ctrl+s"), ("type", None, "tea")],
        [("right-click", (3, 4), "")],
        [("click", (5, 6), "")],
        [("scroll", None, "")],
        [("other", None, "DONE")],
    ]
    assert run.steps[4].actions[0].to_point == (0, 5)


@pytest.mark.parametrize(
    ("result", "oracle"), [("\ufeff1.0", True), ("True", True), ("0.0", False), ("", None)]
)
def test_osworld_s_result_is_a_number_or_a_word(
    tmp_path: Path, result: str, oracle: bool | None
) -> None:
    [run] = load_runs(an_os_run(tmp_path / "d" / "i", ["DONE"], result))
    assert run.oracle is oracle


def test_a_result_of_osworld_that_is_none_is_no_failure(tmp_path: Path) -> None:
    [broken] = read_runs(an_os_run(tmp_path / "d" / "i", ["DONE"], "timed out"))
    assert isinstance(broken, Broken) and "'timed out'" in broken.reason


def test_osworld_with_a_first_frame(tmp_path: Path) -> None:
    folder = an_os_run(tmp_path / "d" / "i", ["WAIT", "FAIL"], None)
    write(folder / "step_0.png", a_png(0))
    [run] = load_runs(tmp_path)
    assert run.steps[0].before and run.frames(run.steps[0].before.frame or "") == a_png(0)
    assert run.oracle is None and run.claims_success is False and "task is not known" in run.note


def test_a_line_cut_off_in_the_middle_breaks_that_run_only(tmp_path: Path) -> None:
    an_os_run(tmp_path / "d" / "good", ["DONE"])
    bad = an_os_run(tmp_path / "d" / "bad", ["WAIT", "WAIT", "DONE"])
    rows = (bad / "traj.jsonl").read_text().splitlines()
    write(bad / "traj.jsonl", "\n".join([rows[0], rows[1][:30], rows[2]]))
    found = list(read_runs(tmp_path))
    [broken] = [one for one in found if isinstance(one, Broken)]
    assert len(found) == 2 and broken.path == str(bad) and "traj.jsonl:2" in broken.reason


def test_opencua_points_are_parts_of_the_screen(tmp_path: Path) -> None:
    steps = [
        {"image": "0.png", "action": "pyautogui.click(x=0.5, y=0.25)"},
        {"image": "1.png", "action": "pyautogui.write(message='tea')", "inner_monologue": {}},
    ]
    for n in range(2):
        write(tmp_path / "images" / f"{n}.png", a_png(n, (400, 200)))
    write(
        tmp_path / "s.json",
        {"task_id": "s", "steps": steps, "user_task_description": "t", "ground_truth_actions": 1},
    )
    [run] = load_runs(tmp_path)
    assert run.steps[0].actions[0].point == (200, 50) and run.steps[1].actions[0].text == "tea"


def test_the_real_demonstration() -> None:
    [run] = load_runs(need("opencua_sample"))
    points = [a.point for step in run.steps for a in step.actions if a.point]
    assert len(run.steps) == 7 and all(x > 1 and y > 1 for x, y in points)


def test_every_folder_of_real_data_is_told_apart() -> None:
    expected = {
        "androidworld_t3a": "androidworld",
        "androidworld_gbox": "androidworld",
        "screenagent": "screenagent",
        "webvoyager": "webvoyager",
        "online_mind2web_sample": "online-mind2web",
        "opencua_sample": "opencua",
        "open_operator": "open_operator",
    }
    from courtside_formats.importers import find_units

    for folder, name in expected.items():
        units = find_units(need(folder))
        assert {known.name for known, _ in units} == {name}, json.dumps([str(u) for _, u in units])


def test_a_run_that_just_stops_claims_nothing(tmp_path: Path) -> None:
    a_voyage(tmp_path / "voyages" / "taskX--1", ["Click [3]"], 1)
    an_os_run(tmp_path / "os" / "d" / "stopped", ["pyautogui.click(1, 2)"])
    an_os_run(tmp_path / "os" / "d" / "empty", [])
    submission = a_submission(tmp_path / "m" / "A" / "t1", ["<a> Go </a> -> CLICK"], 1)
    result = json.loads((submission / "result.json").read_text())
    write(submission / "result.json", result | {"final_result_response": None})
    step = {"observation": {"task": "Find tea"}, "action": "Action: Click [3]", "reward": 0}
    a_torch_file(tmp_path / "train_trajectories.pt", [[step]])
    runs = list(load_runs(tmp_path))
    assert {run.format for run in runs} == {"webvoyager", "osworld", "online-mind2web", "pae"}
    assert [run.claims_success for run in runs] == [None] * len(runs)
