"""BrowserGym result folders, and AgentRewardBench's cleaned files of the same runs."""

from __future__ import annotations

import gzip
import pickle
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, write

from courtside_formats.importers import Broken, Imported, load_runs, read_runs

TREE = """RootWebArea 'Shop', focused
\t[a12] textbox 'Search', clickable, visible, value='tea'
\t[a51] button 'Buy', clickable
\t[a52] checkbox 'Gift', checked='true'"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Objects of classes as the benchmark pickles them; the classes are gone when it is read."""
    module = types.ModuleType("browsergym.experiments.loop")
    monkeypatch.setitem(sys.modules, "browsergym", types.ModuleType("browsergym"))
    monkeypatch.setitem(sys.modules, "browsergym.experiments", types.ModuleType("x"))
    monkeypatch.setitem(sys.modules, module.__name__, module)

    def make(name: str, **fields: Any) -> Any:
        kind = getattr(module, name, None)
        if kind is None:
            kind = type(name, (), {"__module__": module.__name__})
            setattr(module, name, kind)
        one = kind()
        one.__dict__.update(fields)
        return one

    return make


def a_folder(folder: Path, made: Callable[..., Any], steps: int, reward: Any) -> Path:
    """A run of some steps; the last one has no action."""
    for n in range(steps):
        last = n == steps - 1
        step = made(
            "StepInfo",
            step=n,
            obs={"axtree_txt": TREE, "url": f"http://x/{n}", "goal": "Buy tea"},
            action=None if last else f"click('a51')\nfill('a12', 'tea {n}')",
            agent_info=made("AgentInfo", think=f"thought {n}"),
        )
        write(folder / f"step_{n}.pkl.gz", gzip.compress(pickle.dumps(step)))
        write(folder / f"screenshot_step_{n}.png", a_png(n))
    args = made(
        "ExpArgs",
        env_args=made("EnvArgs", task_name="webarena.7"),
        agent_args=made("AgentArgs", agent_name="GenericAgent"),
    )
    write(folder / "exp_args.pkl", pickle.dumps(args))
    write(folder / "summary_info.json", {"cum_reward": reward, "n_steps": steps})
    return folder


def test_steps_are_in_the_order_in_which_one_counts(
    tmp_path: Path, made: Callable[..., Any]
) -> None:
    [run] = load_runs(a_folder(tmp_path / "run", made, 12, 1.0))
    assert (run.task, run.agent, run.domain, run.oracle) == (
        "Buy tea",
        "GenericAgent",
        "webarena",
        True,
    )
    assert [step.before.url if step.before else "" for step in run.steps] == [
        f"http://x/{n}" for n in range(11)
    ]
    last = run.steps[-1]
    assert last.thought == "thought 10" and last.after and last.after.url == "http://x/11"
    assert last.after.frame and run.frames(last.after.frame) == a_png(11)
    click, fill = last.actions
    assert click.target and (click.target.role, click.target.text) == ("button", "Buy")
    assert (fill.kind, fill.text) == ("type", "tea 10")
    assert last.after.elements[2].state == ("checked",) and last.after.elements[0].value == "tea"


def test_what_an_agent_says_may_be_a_record_or_a_dictionary(
    tmp_path: Path, made: Callable[..., Any]
) -> None:
    folder = a_folder(tmp_path / "2025-01-01_12-00-00_Mine_on_x.1_7", made, 2, 1)
    kind = type("AgentInfo", (dict,), {"__module__": "browsergym.experiments.loop"})
    sys.modules["browsergym.experiments.loop"].AgentInfo = kind  # type: ignore[attr-defined]
    step = made("StepInfo", obs={}, action="noop()", agent_info=kind(think="hm"))
    write(folder / "step_0.pkl.gz", gzip.compress(pickle.dumps(step)))
    write(folder / "goal_object.pkl.gz", gzip.compress(pickle.dumps(({"text": "Buy"},))))
    (folder / "exp_args.pkl").unlink()
    [run] = load_runs(tmp_path)
    assert (run.steps[0].thought, run.task, run.agent) == ("hm", "Buy", "Mine")


@pytest.mark.parametrize(
    ("given", "oracle", "reward"), [(0.25, False, 0.25), (float("nan"), None, None)]
)
def test_fractional_and_missing_rewards(
    tmp_path: Path, made: Callable[..., Any], given: float, oracle: Any, reward: Any
) -> None:
    [run] = load_runs(a_folder(tmp_path / "run", made, 2, given))
    assert (run.oracle, run.reward) == (oracle, reward)


@pytest.mark.parametrize("truncated", [True, False])
def test_an_agent_that_was_cut_off_did_not_finish_though_it_wrote_to_its_user(
    tmp_path: Path, made: Callable[..., Any], truncated: bool
) -> None:
    folder = a_folder(tmp_path / "run", made, 2, 0)
    summary = {"cum_reward": 0, "n_steps": 2, "truncated": truncated}
    write(folder / "summary_info.json", summary)
    [silent] = load_runs(folder)
    assert (silent.answer, silent.ended_by) == ("", "truncated" if truncated else "stop")
    said = made("StepInfo", obs={}, action="send_msg_to_user('One moment')", agent_info={})
    write(folder / "step_0.pkl.gz", gzip.compress(pickle.dumps(said)))
    [run] = load_runs(folder)
    assert (run.answer, run.ended_by) == ("One moment", "truncated" if truncated else "finish")


def test_a_broken_folder_is_named_and_the_others_go_in(
    tmp_path: Path, made: Callable[..., Any]
) -> None:
    a_folder(tmp_path / "good", made, 2, 0)
    bad = a_folder(tmp_path / "bad", made, 3, 0)
    (bad / "step_1.pkl.gz").write_bytes((bad / "step_1.pkl.gz").read_bytes()[:40])
    found = list(read_runs(tmp_path))
    [broken] = [one for one in found if isinstance(one, Broken)]
    assert len(found) == 2 and broken.path == str(bad)


def a_cleaned(tmp_path: Path, task: str, actions: list[str], reward: Any = 0.0) -> Path:
    """One cleaned trajectory where the dataset has it."""
    steps = [
        {
            "num": n,
            "action": action,
            "reasoning": f"thought {n}",
            "url": f"http://x/{n}",
            "axtree": TREE,
            "screenshot_path": f"trajectories/screenshots/{task}_{n}.png",
        }
        for n, action in enumerate([*actions, None])
    ]
    for n in range(len(steps)):
        write(tmp_path / f"trajectories/screenshots/{task}_{n}.png", a_png(n))
    return write(
        tmp_path / f"trajectories/cleaned/webarena/A/A_on_webarena/{task}.json",
        {
            "benchmark": "webarena",
            "agent": "A",
            "goal": "Buy tea",
            "steps": steps,
            "summary_info": {"cum_reward": reward},
        },
    )


def test_the_experts_word_goes_before_the_rule(tmp_path: Path) -> None:
    a_cleaned(tmp_path, "webarena.1", ["click('a51')", "send_msg_to_user('It is 3')"])
    a_cleaned(tmp_path, "webarena.2", ["report_infeasible('no')"], 1.0)
    a_cleaned(tmp_path, "webarena.3", ["noop()"], 1.0)
    a_cleaned(tmp_path, "webarena.10", ["scroll(0, 200)"], 0.5)
    rows = [
        "benchmark,task_id,model_name,trajectory_success",
        "webarena,webarena.1,A,Successful",
        "webarena,webarena.1,A,Unsuccessful",
        "webarena,webarena.2,A,Unsuccessful",
        "webarena,webarena.3,A,Unsure",
    ]
    write(tmp_path / "annotations.csv", "\ufeff" + "\r\n".join(rows) + "\r\n")  # as Excel saves it
    runs = list(load_runs(tmp_path))
    assert [run.id for run in runs] == [f"webarena.{n}" for n in (1, 2, 3, 10)]
    assert [(run.oracle, run.reward) for run in runs] == [
        (True, 0.0),
        (False, 1.0),
        (None, 1.0),
        (False, 0.5),
    ]
    first = runs[0]
    assert first.answer == "It is 3" and first.claims_success is True
    assert runs[1].claims_success is False and runs[1].answer == "no"
    assert runs[2].claims_success is None and runs[3].claims_success is None, "they just stop"
    assert runs[3].steps[0].actions[0].to_point == (0, 200)
    assert all(step.after and step.after.frame for step in first.steps)


def test_a_screenshot_that_is_named_from_outside_is_withheld(tmp_path: Path) -> None:
    write(tmp_path / "secret.png", a_png())
    file = a_cleaned(tmp_path / "in", "webarena.1", ["noop()"])
    outside = "../" * 8 + str(tmp_path / "secret.png").lstrip("/")
    write(file, file.read_text().replace("trajectories/screenshots/webarena.1_0.png", outside))
    [run] = read_runs(file)
    assert isinstance(run, Imported)
    before = run.steps[0].before
    assert before and before.frame is None and before.withheld
