"""`courtside ablate` judges the same runs without each part of their screens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg, a_screen, a_step, an_action, an_element
from click.testing import CliRunner, Result
from labels import store_run
from model_server import model_server
from msgspec.structs import replace

from courtside.main import cli
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Box
from courtside_store.records import target_of

TASK = 'Make the page say "Blue Lamp added".'


def courtside(config: Config, *words: str) -> Result:
    env = {"COLUMNS": "200", "COURTSIDE_OCR": "off"}
    return CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "ablate", *words], env=env)


def fill(config: Config, runs: int) -> None:
    """Every other run ends at a screen that shows what the task asks for."""
    with Store.open(config) as store:
        for n in range(runs):
            done = an_element(2, "Blue Lamp added", interactable=False, tag="p")
            other = an_element(2, "Sorry, an error occurred", interactable=False, tag="p")
            shop = a_screen(an_element(1, "Blue Lamp"), an_element(2, "Add to basket"))
            end = a_screen(an_element(1, "Checkout"), other if n % 2 else done)
            step = a_step(1, an_action("click", "Add to basket"), before=shop, after=end)
            store_run(store, [step], task=TASK, oracle=n % 2 == 0, claims=None)


def test_every_part_is_left_out_in_turn_beside_everything(config: Config) -> None:
    fill(config, 12)
    result = courtside(config, "--json")
    assert result.exit_code == 0, result.exception
    found: dict[str, Any] = json.loads(result.stdout)
    (rows,) = found["sets"].values()
    assert found["judge"] == "evidence"
    assert [row["arm"] for row in rows] == [
        "everything",
        *(f"without {part}" for part in ("screenshot", "text", "tag", "alt")),
        *(f"without {part}" for part in ("interactable-text", "static-text", "element-text")),
        "without caption",
        "order random",
    ]
    by_arm = {row["arm"]: row for row in rows}
    assert by_arm["everything"]["change"] is None
    assert by_arm["without screenshot"]["change"] == 0, "there is none"
    assert all(row["numbers"]["n"] == 12 for row in rows)
    changed = {row["arm"]: row["runs_changed"] for row in rows}
    assert changed["everything"] is None and changed["without screenshot"] == 0
    assert changed["without caption"] == 0, "this judge asks no captioner"
    assert changed["without text"] == changed["without tag"] == 12
    blind, whole = by_arm["without text"]["numbers"], by_arm["everything"]["numbers"]
    assert (blind["auroc"] or 0.5) < whole["auroc"], "what it judges by is gone"


def test_marks_are_left_out_in_turn_of_a_judge_that_is_shown_them(config: Config) -> None:
    fill(config, 2)
    with model_server(lambda _: "success") as address:
        choice = ModelChoice(backend="openai", model=address, name="words")
        save_chosen(config.models_file, Chosen(captioner=choice, reasoner=choice))
        result = courtside(config, "--judge", "vlm:marks", "--json")
    assert result.exit_code == 0, result.exception
    (rows,) = json.loads(result.stdout)["sets"].values()
    arms = [row["arm"] for row in rows]
    assert arms[-3:] == ["without caption", "without marks", "order random"]


def test_captions_are_what_a_captioner_wrote_of_a_picture(config: Config) -> None:
    asked: list[str] = []

    def write(messages: Any) -> str:
        asked.append(json.dumps(messages))
        return "a lamp on a shelf" if "image_url" in asked[-1] else "success"

    with Store.open(config) as store:
        picture = replace(a_screen(), frame=store.add_blob(a_jpeg(1, (64, 48))))
        step = a_step(1, an_action("click"), before=None, after=picture)
        store_run(store, [step], task=TASK, oracle=True, claims=None)
    with model_server(write) as address:
        choice = ModelChoice(backend="openai", model=address, name="words")
        save_chosen(config.models_file, Chosen(captioner=choice, reasoner=choice))
        result = courtside(config, "--judge", "reasoner", "--part", "caption", "--json")
    assert result.exit_code == 0, result.exception
    (rows,) = json.loads(result.stdout)["sets"].values()
    assert any("a lamp on a shelf" in one for one in asked)
    assert "a lamp on a shelf" not in asked[-1]
    assert rows[1]["arm"] == "without caption" and rows[1]["runs_changed"] is None


def test_one_part_and_the_orders_that_are_asked_for(config: Config) -> None:
    fill(config, 4)
    result = courtside(config, "--part", "tag", "--order", "raster", "--order", "xy-cut")
    assert result.exit_code == 0, result.exception
    lines = [line.strip() for line in result.output.splitlines()]
    starts = ("everything", "without tag", "order raster", "order xy-cut")
    assert [line for line in lines if line.startswith(starts)] and "evidence on" in result.output
    assert sum(line.startswith(("without", "order ")) for line in lines) == 3


def test_a_part_that_no_run_has_is_named_instead_of_measured(config: Config) -> None:
    fill(config, 4)
    whole = " ".join(courtside(config, "--part", "alt", "--part", "tag").output.split())
    assert "the same steps as with everything: without alt. These runs have nothing" in whole
    assert "the same steps" not in courtside(config, "--part", "tag").output


@pytest.mark.parametrize(("runs", "is_few"), [(4, True), (30, False)])
def test_a_handful_of_runs_comes_with_a_warning(config: Config, runs: int, is_few: bool) -> None:
    fill(config, runs)
    result = courtside(config, "--part", "tag")
    assert (f"warning: only {runs} labelled runs" in result.output) == is_few


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--part", "marks"], "is shown no marks; use the judge vlm:marks, or an actor"),
        (["x", "--data", "y"], "give one of the two"),
        (["--judge", "nobody"], "judge is 'nobody'"),
        (["--judge", "vlm:marks"], "judge vlm:marks is not ready: no chosen model sees images"),
        ([], "no labelled run (nothing matches); label some (`courtside label`"),
    ],
)
def test_what_cannot_be_done_is_one_line(config: Config, words: list[str], why: str) -> None:
    with Store.open(config):
        pass
    result = courtside(config, *words)
    assert result.exit_code == 1 and why in str(result.exception)


def test_runs_that_are_all_broken_are_counted_where_none_is_left(
    config: Config, tmp_path: Path
) -> None:
    (tmp_path / "my-runs.jsonl").write_text('{"id": "a", "task": "b", "no such field": 1}\n')
    why = str(courtside(config, "--data", str(tmp_path / "my-runs.jsonl")).exception)
    assert "no labelled run (1 broken)" in why and "`courtside import` says" in why


def test_the_next_action_needs_a_model_that_says_how_likely_a_text_is(config: Config) -> None:
    fill(config, 2)
    result = courtside(config, "--next-action")
    assert result.exit_code == 1 and "courtside model use" in str(result.exception)


@pytest.mark.models
def test_the_true_next_action_is_measured_under_each_order(config: Config, tiny: Chosen) -> None:
    with Store.open(config) as store:
        for n in range(3):
            names = [
                an_element(k, f"Lamp {k}", box=Box(9.0, 30.0 * k, 90.0, 20.0)) for k in range(1, 10)
            ]
            step = a_step(1, an_action("click", f"Lamp {n + 1}"), before=a_screen(*names))
            store_run(store, [step], task=TASK, oracle=True)
    save_chosen(config.models_file, Chosen(reasoner=tiny.reasoner))
    orders = ("--order", "document", "--order", "random")
    result = courtside(config, "--next-action", *orders, "--sample", "2", "--json")
    assert result.exit_code == 0, result.exception
    document, mixed = json.loads(result.stdout)["orders"]
    assert document["n"] == mixed["n"] == 2 and document["change"] is None
    assert document["perplexity"] > 1 and mixed["change"] is not None


@pytest.mark.models
def test_runs_without_lists_of_elements_have_no_next_action(config: Config, tiny: Chosen) -> None:
    fill(config, 2)
    save_chosen(config.models_file, Chosen(reasoner=tiny.reasoner))
    why = str(courtside(config, "--next-action").exception)
    assert "one of the 8 to 60 elements of its screen" in why


def fill_for_actors(config: Config, runs: int) -> None:
    """Each task asks for the one button of its name; failed runs press another one."""
    with Store.open(config) as store:
        frame = store.add_blob(a_jpeg(1, (400, 300)))
        for n in range(runs):
            names = ("Save", "Publish", "Delete")
            row = [
                an_element(k, name, box=Box(9.0, 30.0 * k, 90.0, 20.0))
                for k, name in enumerate(names, 1)
            ]
            pressed = replace(target_of(row[n % 3]), role="button")
            before = replace(a_screen(*row), width=400, height=300, frame=frame)
            step = a_step(1, replace(an_action("click"), target=pressed), before=before)
            store_run(store, [step], task=f'Click the "{names[n % 3]}" button.', oracle=n < 9)


def test_an_actor_is_asked_for_the_next_action_without_each_part(config: Config) -> None:
    fill_for_actors(config, 12)
    words = ("--actor", "explorer", "--part", "interactable-text", "--part", "alt")
    result = courtside(config, *words, "--json")
    assert result.exit_code == 0, result.exception
    found = json.loads(result.stdout)
    whole, nameless, same = found["rows"]
    assert found["actor"] == "explorer"
    assert [row["arm"] for row in found["rows"]] == [
        *("everything", "without interactable-text", "without alt")
    ]
    assert whole["n"] == 9, "failed runs do not say what is right"
    assert whole["action"] == 1.0 and whole["change"] is None
    assert nameless["action"] < 1.0
    assert nameless["change"] == pytest.approx(nameless["action"] - 1.0)
    assert nameless["screens_changed"] == 9 and same["screens_changed"] == 0
    shown = " ".join(courtside(config, *words, "--sample", "4").output.split())
    assert "explorer: the recorded next action (4 screens)" in shown
    assert "the same screens as with everything: without alt." in shown


def test_the_desktop_actor_is_asked_on_recorded_screens(config: Config) -> None:
    fill_for_actors(config, 3)
    with model_server(lambda _: "So.\n```\nclick [1]\n```") as address:
        choice = ModelChoice(backend="openai", model=address, name="words")
        save_chosen(config.models_file, Chosen(reasoner=choice))
        result = courtside(config, "--actor", "desktop", "--part", "marks", "--json")
    assert result.exit_code == 0, result.exception
    found = json.loads(result.stdout)
    assert found["actor"] == "desktop"
    assert [row["arm"] for row in found["rows"]] == ["everything", "without marks"]
    assert found["rows"][0]["action"] == pytest.approx(1 / 3)
    assert found["rows"][1]["screens_changed"] == 3


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["--actor", "nobody"],
            "actor is 'nobody'; expected one of text, marks, fine-tuned, desktop, exp",
        ),
        (["--actor", "explorer", "--judge", "evidence"], "give one of --judge, --actor and"),
        (
            ["--actor", "explorer", "--part", "marks"],
            "shown no marks; use the judge vlm:marks, or an actor",
        ),
        (["--actor", "explorer"], "no step of a run that succeeded with one action"),
        (["--actor", "text"], "courtside model use"),
        (["--actor", "desktop"], "courtside model use"),
    ],
)
def test_what_cannot_be_asked_of_an_actor_is_one_line(
    config: Config, words: list[str], why: str
) -> None:
    with Store.open(config) as store:
        store_run(store, [a_step(1, an_action("wait"))], task=TASK, oracle=True)
    result = courtside(config, *words)
    assert result.exit_code and why in f"{result.exception} {result.output}"
