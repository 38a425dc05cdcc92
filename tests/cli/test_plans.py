"""`courtside plans` and what `courtside operate` refuses."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from builders import a_step, an_action, an_element
from click.testing import CliRunner
from labels import store_run

from courtside.commands import operate
from courtside.main import cli
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.desktop.desk_actions import DeskPointer, DeskTurn
from courtside_refine.actors.desktop.desktop_view import DeskView
from courtside_refine.plans.compared_plan import ComparedPlan, KeptPlan, actions_of
from courtside_refine.plans.plan_scores import action_score
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Observation

CLICK = Action(kind="click", at_ms=0, point=Point(10.0, 10.0))
SAVE = an_element(1, text="Save", role="button", box=Box(0.0, 0.0, 20.0, 20.0))
MISS = Action(kind="click", at_ms=0, point=Point(90.0, 10.0))


def test_a_file_of_plans_is_scored(tmp_path: Path) -> None:
    plans = [ComparedPlan(name="save", wanted=(CLICK,), given=(one,)) for one in (CLICK, MISS)]
    plans.append(ComparedPlan(name="none", wanted=(CLICK,), given=()))
    file = tmp_path / "plans.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, plans)))
    report = json.loads(CliRunner().invoke(cli, ["plans", str(file), "--json"]).stdout)
    assert report == {"plans": 3, "sequence": 66.7, "action": 33.3}
    shown = CliRunner().invoke(cli, ["plans", str(file)]).stdout.splitlines()
    assert shown[1] == "1  0.00  save"
    assert shown[-1] == "3 plans: sequence score 66.7 %, action score 33.3 %"
    file.write_bytes(msgspec.json.encode(plans[0]))
    shown = CliRunner().invoke(cli, ["plans", str(file)]).stdout.splitlines()
    assert shown[-1] == "1 plan: sequence score 100.0 %, action score 100.0 %"


def test_a_line_that_is_no_plan_is_named(tmp_path: Path) -> None:
    file = tmp_path / "plans.jsonl"
    file.write_bytes(msgspec.json.encode(ComparedPlan(wanted=(), given=())) + b'\n{"wanted": 7}\n')
    run = CliRunner().invoke(cli, ["plans", str(file)])
    assert run.exit_code and "line 2" in run.output
    deep = b'{"unknown": ' + 100_000 * b"[" + 100_000 * b"]" + b"}"
    file.write_bytes(b'{"wanted": [], "given": []}\n' + deep)
    run = CliRunner().invoke(cli, ["plans", str(file)])
    assert run.exit_code and f"{file}, line 2: " in run.output


def test_an_empty_line_is_no_plan(tmp_path: Path) -> None:
    file = tmp_path / "plans.jsonl"
    file.write_bytes(b'\n{"wanted": [], "given": []}\n \n')
    shown = CliRunner().invoke(cli, ["plans", str(file)]).stdout.splitlines()
    assert shown[-1] == "1 plan: sequence score 100.0 %, action score 100.0 %"


def test_a_plan_of_which_nobody_said_what_was_wanted_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "plans.jsonl"
    undone = msgspec.json.encode(KeptPlan(name="open the menu", given=()))
    assert b"wanted" not in undone
    file.write_bytes(undone)
    run = CliRunner().invoke(cli, ["plans", str(file)])
    assert run.stdout == "no plans\n" and "1 plan without `wanted`: left out" in run.stderr
    file.write_bytes(undone + b'\n{"wanted": [], "given": []}\n')
    scores = json.loads(CliRunner().invoke(cli, ["plans", str(file), "--json"]).stdout)
    assert scores == {"plans": 1, "sequence": 100.0, "action": 100.0}


def test_a_plan_with_half_a_character_is_scored(tmp_path: Path) -> None:
    file = tmp_path / "plans.jsonl"
    action = rb'{"kind": "type", "at_ms": 1, "text": "Ada \ud83d"}'
    file.write_bytes(b'{"wanted": [%s], "given": [%s]}' % (action, action))
    shown = CliRunner().invoke(cli, ["plans", str(file)]).stdout.splitlines()
    assert shown[-1] == "1 plan: sequence score 100.0 %, action score 100.0 %"


def test_an_empty_file_has_no_scores(tmp_path: Path) -> None:
    (tmp_path / "plans.jsonl").touch()
    run = CliRunner().invoke(cli, ["plans", str(tmp_path / "plans.jsonl")])
    assert run.stdout == "no plans\n"


def test_the_wanted_plan_is_what_a_recorded_run_did() -> None:
    steps = [
        a_step(1, CLICK, an_action("type", text="Ada")),
        a_step(2, an_action("answer", text="done")),
        a_step(3, an_action("press", text="Enter")),
    ]
    wanted = actions_of(steps)
    assert [one.kind for one in wanted] == ["click", "type", "press"]
    assert action_score(ComparedPlan(wanted=wanted, given=wanted)) == 1.0
    assert action_score(ComparedPlan(wanted=wanted, given=(MISS, *wanted[1:]))) < 1.0


def test_a_wanted_run_is_found_before_the_desktop_is_touched(config: Config) -> None:
    with Store.open(config) as store:
        run = store_run(store, [a_step(1, CLICK)], task="Save it", oracle=True)
    words = ["--data-dir", str(config.data_dir), "operate", "Save it", "--wanted"]
    assert "--wanted is for --plan" in CliRunner().invoke(cli, [*words, run]).output
    plan = ["--plan", str(config.data_dir / "plans.jsonl")]
    none = CliRunner().invoke(cli, [*words, "run_none", *plan])
    assert "no run's id begins with 'run_none'" in str(none.exception)
    found = CliRunner().invoke(cli, [*words, run, *plan])
    assert "no model is chosen" in str(found.exception), "the run is known"


def test_operating_wants_a_model_and_one_place(tmp_path: Path) -> None:
    words = ["--data-dir", str(tmp_path), "operate", "Save it"]
    both = CliRunner().invoke(cli, [*words, "--window", "a", "--region", "0,0,9,9"])
    assert "choose --window or --region, not both" in both.output
    run = CliRunner().invoke(cli, words)
    assert run.exit_code and "no model is chosen" in str(run.exception)


class Desk:
    """One button; the second press of it also sends Ctrl-C."""

    def __init__(self) -> None:
        self.done = 0

    async def __aenter__(self) -> Desk:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def look(self) -> Observation:
        return Observation(at_ms=0, width=100, height=100, elements=(SAVE,))

    async def perform(self, action: Action) -> None:
        if self.done == 1:
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(60)
        self.done += 1

    def thought(self, text: str) -> None:
        pass


MODELS = SimpleNamespace(open=lambda _: None, reasoner="")


class Presses:
    """An agent that presses the button, or fails before."""

    name, sees = "presses", False

    def __init__(self, fails: bool) -> None:
        self._fails = fails

    def start(self, task: ActorTask) -> Presses:
        return self

    async def decide(self, view: DeskView, previous: str) -> DeskTurn:
        if self._fails:
            raise OSError("the model does not answer")
        return DeskTurn(actions=(DeskPointer(kind="click", id=1),))


@pytest.mark.parametrize(("fails", "plans"), [(False, 1), (True, 0)])
def test_what_was_done_before_ctrl_c_is_kept_as_a_plan_and_an_attempt_that_did_nothing_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool, plans: int
) -> None:
    monkeypatch.setattr(operate, "DesktopActor", lambda _: Presses(fails))
    monkeypatch.setattr(operate, "desktop", lambda **_: Desk())
    monkeypatch.setattr(operate, "context_of", lambda _: SimpleNamespace(models=MODELS))
    file = tmp_path / "plans.jsonl"
    words = ["--data-dir", str(tmp_path), "operate", "Save it", "--plan", str(file)]
    ended = CliRunner().invoke(cli, words)
    assert ended.exit_code == 1
    kept = [msgspec.json.decode(line, type=KeptPlan) for line in file.read_bytes().splitlines()]
    assert len(kept) == plans
    assert all(one.name == "Save it" and len(one.given) == 1 for one in kept)
