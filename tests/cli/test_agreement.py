"""`courtside agreement` as a person runs it."""

from __future__ import annotations

import json
import time

import pytest
from click.testing import CliRunner, Result
from labels import filled, store_run
from screens import a_button, a_click, a_run, a_screen

from courtside.main import cli
from courtside_store.config import Config
from courtside_store.database import Store

STEPS = a_run(
    *[(a_click("Go"), a_screen(a_button("Go"), a_button(f"Page {n}"))) for n in range(6)],
    start=a_screen(a_button("Go")),
)


def run(config: Config, *words: str) -> Result:
    return CliRunner().invoke(
        cli, ["--data-dir", str(config.data_dir), "agreement", *words], env={"COLUMNS": "200"}
    )


def rows(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    found: list[dict[str, object]] = json.loads(result.stdout.splitlines()[-1])
    return found


def test_the_last_line_is_a_list_with_an_object_a_judge(config: Config) -> None:
    filled(config, 12, STEPS)
    found = rows(run(config, "--json"))
    assert [row["judge"] for row in found] == [
        "evidence",
        "evidence, labels shuffled",
        "believe-the-agent",
        "always-success",
        "always-failure",
    ]
    for row in found:
        assert row["n"] == 12 and row["coverage"] == 1.0 and len(row["by_agent"]) == 3  # type: ignore[arg-type]
        assert {"accuracy", "balanced_accuracy", "precision", "recall", "f1", "npv"} <= row.keys()
        assert row["accuracy"] is not None and "accuracy" in row["intervals"]  # type: ignore[operator]
    assert found[3]["auroc"] is None and found[3]["kappa"] == 0.0


def test_the_table_shows_coverage_beside_accuracy_and_every_agent(config: Config) -> None:
    filled(config, 12, STEPS)
    said = run(config).output
    for word in ("coverage", "accuracy", "always failure", "agent 2", "a.test", "Kendall's tau"):
        assert word in said


def test_a_filter_chooses_the_runs(config: Config) -> None:
    filled(config, 4, STEPS)
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True, agent="other")
    assert rows(run(config, "agent:other", "--json"))[0]["n"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("agent:nobody",), "no labelled run (nothing matches)"),
        (("verdit:x",), "known words"),
        (("--judge", "oracel"), "expected one of"),
    ],
)
def test_bad_input_is_one_line(config: Config, words: tuple[str, ...], said: str) -> None:
    filled(config, 1, STEPS)
    result = run(config, *words)
    assert isinstance(result.exception, ValueError) and said in str(result.exception)
    assert "\n" not in str(result.exception)


def test_without_any_label_it_says_what_to_do(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS)
    assert "1 without a label); label some" in str(run(config).exception)


def test_one_class_alone_is_null_not_a_number(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True)
    found = rows(run(config, "--json"))
    assert found[0]["auroc"] is None and found[0]["balanced_accuracy"] is None


def test_five_hundred_stored_runs_take_well_under_a_minute(config: Config) -> None:
    filled(config, 500, STEPS)
    start = time.monotonic()
    assert rows(run(config, "--json"))[0]["n"] == 500
    assert time.monotonic() - start < 40
