"""Reads BrowserGym and AgentLab result folders: a pickle a step, screenshots beside them.

The pickles are read without running them (see `pickles`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from courtside_formats.codecs.bounded import JsonObject, by_number, read_json, written_at_ms
from courtside_formats.codecs.pickles import Array, fields, read_pickle
from courtside_store.records import Action, Observation
from courtside_store.secret_names import is_secret_input
from courtside_store.shortened_text import shortened

from .imported import Broken, Imported, read_success, run_id
from .named_secrets import read_attributes
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, ReadImage, listed_image
from .python_calls import read_gym_actions
from .step_builder import AgentTurn, join
from .text_axtree import TextTree

_FIELD = re.compile(r"<(input|textarea|select)\b[^>]*>")


class BrowserGym:
    """BrowserGym and AgentLab folders: `step_N.pkl.gz`, `screenshot_step_N.png`,
    `summary_info.json`.
    """

    name = "browsergym"
    label_source = "`cum_reward`"
    left_out = "DOM, chat, token counts"

    def detect(self, path: Path) -> bool:
        """By its files."""
        return path.is_dir() and (path / "step_0.pkl.gz").is_file()

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the folder."""
        files = by_number(path.glob("step_*.pkl.gz"))
        steps = [fields(read_pickle(file)) for file in files]
        summary = _summary(path)
        at_ms = written_at_ms(files[0])
        pictures = Pictures(at_ms)
        trees = [_tree(_observed(step)) for step in steps]
        looks = [
            _look(path, pictures, number, _observed(step), tree)
            for number, (step, tree) in enumerate(zip(steps, trees, strict=True))
        ]
        turns = _turns(steps, trees, at_ms)
        task, agent = _task_and_agent(path)
        oracle, reward = read_success(summary.get("cum_reward"))
        run = run_id(self.name, path, path.name)
        actions = [action for turn in turns for action in turn.actions]
        yield Imported(
            run=run,
            id=path.name,
            format=self.name,
            task=shortened(_goal(path, steps) or task, MAX_TEXT),
            agent=shortened(agent, MAX_SHORT),
            domain=shortened(task.partition(".")[0], MAX_SHORT),
            start_url=looks[0].url if looks else "",
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=answer_of(actions) or "",
            claims_success=claim_of(actions),
            truncated=summary.get("truncated") is True,
            oracle=oracle,
            reward=reward,
            note=shortened(
                "; ".join([task, str(summary.get("err_msg") or "")]).strip("; "), MAX_SHORT
            ),
        )


def _summary(path: Path) -> JsonObject:
    file = path / "summary_info.json"
    found = read_json(file) if file.is_file() else {}
    return found if isinstance(found, dict) else {}


def _task_and_agent(path: Path) -> tuple[str, str]:
    """Their names, as the run was set up; else what the folder's name says."""
    args = _arguments(path)
    env, agent = fields(args.get("env_args")), fields(args.get("agent_args"))
    task = str(env.get("task_name") or path.name)
    return task, str(agent.get("agent_name") or _agent(path.name))


def _arguments(path: Path) -> JsonObject:
    """How the run was set up; empty where that pickle is not there or cannot be read."""
    try:
        return fields(read_pickle(path / "exp_args.pkl"))
    except (OSError, ValueError):
        return {}


def _agent(folder: str) -> str:
    """The folder's name has it: DATE_AGENT_on_TASK_SEED."""
    found = re.search(r"_\d\d-\d\d-\d\d_(.+)_on_", folder)
    return found[1] if found else ""


def _observed(step: JsonObject) -> JsonObject:
    return fields(step.get("obs"))


def _tree(seen: JsonObject) -> TextTree:
    """What the agent was shown. It does not say which fields take a secret; the page's HTML does,
    where the agent was shown that too.
    """
    pages = (str(seen[name]) for name in ("dom_txt", "pruned_html") if seen.get(name))
    fields = (found for page in pages for found in _FIELD.finditer(page))
    given = ((found[1], read_attributes(found[0])) for found in fields)
    secrets = {one.get("bid", "") for tag, one in given if is_secret_input(tag, one)}
    return TextTree(str(seen.get("axtree_txt") or ""), secrets)


def _goal(path: Path, steps: list[JsonObject]) -> str:
    """What was asked: in the first observation, or in a pickle of its own."""
    seen = _observed(steps[0]) if steps else {}
    if seen.get("goal"):
        return str(seen["goal"])
    parts = seen.get("goal_object")
    goal_file = path / "goal_object.pkl.gz"
    if parts is None and goal_file.is_file():
        parts = read_pickle(goal_file)
    messages = (
        [part for part in parts if isinstance(part, dict)]
        if isinstance(parts, tuple | list)
        else []
    )
    return "\n".join(str(part["text"]) for part in messages if part.get("text"))


def _look(
    path: Path, pictures: Pictures, number: int, seen: JsonObject, tree: TextTree
) -> Observation:
    return pictures.look(
        _image(path, number, seen),
        url=str(seen.get("url") or ""),
        title=tree.title,
        text=tree.text,
        elements=tree.elements,
    )


def _image(path: Path, number: int, seen: JsonObject) -> ReadImage | None:
    for suffix in ("png", "jpg", "jpeg", "webp"):
        file = path / f"screenshot_step_{number}.{suffix}"
        if file.is_file():
            return listed_image(file)
    return (lambda: _pixels(path, number)) if isinstance(seen.get("screenshot"), Array) else None


def _pixels(path: Path, number: int) -> bytes:
    held = _observed(fields(read_pickle(path / f"step_{number}.pkl.gz"))).get("screenshot")
    if not isinstance(held, Array):
        raise ValueError(f"the screenshot of step {number} is not an image")
    return held.as_png()


def _turns(steps: Sequence[JsonObject], trees: Sequence[TextTree], at_ms: int) -> list[AgentTurn]:
    """Of the steps that hold an action."""
    both = zip(steps, trees, strict=True)
    return [_turn(step, tree, at_ms) for step, tree in both if step.get("action")]


def _turn(step: JsonObject, tree: TextTree, at_ms: int) -> AgentTurn:
    info = fields(step.get("agent_info"))
    thought = info.get("think") or info.get("thought") or ""
    code = str(step.get("action") or "")
    return AgentTurn(actions=read_gym_actions(code, at_ms, tree), thought=str(thought))


def answer_of(actions: Sequence[Action]) -> str | None:
    """The last one that it gave; None where it gave none."""
    return next((one.text for one in reversed(actions) if one.kind == "answer"), None)


def claim_of(actions: Sequence[Action]) -> bool | None:
    """It claims success who ends by telling its answer, and failure who calls it infeasible."""
    last = (actions[-1].raw or {}) if actions else {}
    if "report_infeasible" in last:
        return False
    return True if "send_msg_to_user" in last else None
