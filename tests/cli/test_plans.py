"""`courtside plans` and what `courtside operate` refuses."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from builders import a_step, an_action
from click.testing import CliRunner
from labels import store_run

from courtside.main import cli
from courtside_refine.plans.compared_plan import ComparedPlan, KeptPlan, actions_of
from courtside_refine.plans.plan_scores import action_score
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Point
from courtside_store.records import Action

CLICK = Action(kind="click", at_ms=0, point=Point(10.0, 10.0))
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
