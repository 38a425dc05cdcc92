"""`courtside ablate` judges the same runs without each part of their screens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from builders import a_screen, a_step, an_action, an_element
from click.testing import CliRunner, Result
from labels import store_run

from courtside.main import cli
from courtside_judge.backends.chosen import Chosen, save_chosen
from courtside_store.config import Config
from courtside_store.database import Store

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
    said = courtside(config, "--json")
    assert said.exit_code == 0, said.exception
    found: dict[str, Any] = json.loads(said.stdout)
    (rows,) = found["sets"].values()
    assert found["judge"] == "evidence"
    assert [row["arm"] for row in rows] == [
        "everything",
        *(f"without {part}" for part in ("screenshot", "text", "tag", "caption", "alt")),
        *(f"without {part}" for part in ("interactable-text", "static-text", "element-text")),
        "order random",
    ]
    by_arm = {row["arm"]: row for row in rows}
    assert by_arm["everything"]["change"] is None
    assert by_arm["without screenshot"]["change"] == 0, "there is none"
    assert all(row["numbers"]["n"] == 12 for row in rows)
    blind, whole = by_arm["without text"]["numbers"], by_arm["everything"]["numbers"]
    assert (blind["auroc"] or 0.5) < whole["auroc"], "what it judges by is gone"


def test_one_part_and_the_orders_that_are_asked_for(config: Config) -> None:
    fill(config, 4)
    said = courtside(config, "--part", "tag", "--order", "raster", "--order", "xy-cut")
    assert said.exit_code == 0, said.exception
    lines = [line.strip() for line in said.output.splitlines()]
    starts = ("everything", "without tag", "order raster", "order xy-cut")
    assert [line for line in lines if line.startswith(starts)] and "evidence on" in said.output
    assert sum(line.startswith(("without", "order ")) for line in lines) == 3


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--part", "marks"], "is shown no marks; use vlm:marks"),
        (["x", "--data", "y"], "give one of the two"),
        (["--judge", "nobody"], "judge is 'nobody'"),
        ([], "no labelled run"),
    ],
)
def test_what_cannot_be_done_is_one_line(config: Config, words: list[str], why: str) -> None:
    with Store.open(config):
        pass
    said = courtside(config, *words)
    assert said.exit_code == 1 and why in str(said.exception)


def test_the_next_action_needs_a_model_that_says_how_likely_a_text_is(config: Config) -> None:
    fill(config, 2)
    said = courtside(config, "--next-action")
    assert said.exit_code == 1 and "courtside model use" in str(said.exception)


@pytest.mark.models
def test_the_true_next_action_is_measured_under_each_order(config: Config, tiny: Chosen) -> None:
    with Store.open(config) as store:
        for n in range(3):
            names = [
                an_element(k, f"Lamp {k}", box=(9.0, 30.0 * k, 90.0, 20.0)) for k in range(1, 10)
            ]
            step = a_step(1, an_action("click", f"Lamp {n + 1}"), before=a_screen(*names))
            store_run(store, [step], task=TASK, oracle=True)
    save_chosen(config.models_file, Chosen(reasoner=tiny.reasoner))
    orders = ("--order", "document", "--order", "random")
    said = courtside(config, "--next-action", *orders, "--sample", "2", "--json")
    assert said.exit_code == 0, said.exception
    document, mixed = json.loads(said.stdout)["orders"]
    assert document["n"] == mixed["n"] == 2 and document["change"] is None
    assert document["perplexity"] > 1 and mixed["change"] is not None
