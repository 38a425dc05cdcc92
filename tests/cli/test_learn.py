"""`courtside learn` says what it changed, lists it and undoes it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from autosave import AGENT, SITE, fill
from click.testing import CliRunner, Result
from msgspec.structs import replace
from rich.console import Console

from courtside.main import cli
from courtside_judge.learning.learned import LearnedFile, Measure
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Override, now_ms


def courtside(config: Config, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *words])


def answer(result: Result) -> Any:
    return json.loads(result.stdout)


def test_it_says_before_and_after_and_how_to_take_it_back(config: Config) -> None:
    fill(config, 40)
    result = courtside(config, "learn", "--agent", AGENT)
    assert result.exit_code == 0, result.exception
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["before", "after"]
    assert lines[1][0] == "accuracy" and lines[1][1] == "0.00"
    assert "40 labelled runs of 20 tasks, 20 of them successes" in result.stdout
    assert f"learned for the agent {AGENT} (" in result.stdout
    assert "the judge uses it from the next run on" in result.stdout
    assert f"`courtside judge agent:{AGENT} --again` judges earlier runs" in result.stdout
    assert f"`courtside learn --forget --agent {AGENT}` deletes it" in result.stdout


def test_what_was_learned_is_listed_told_by_status_and_forgotten(config: Config) -> None:
    fill(config, 40)
    one = answer(courtside(config, "learn", "--site", SITE, "--json"))["learned"]
    (listed,) = answer(courtside(config, "learn", "--list", "--json"))
    assert listed == one and one["scope"] == {"agent": "", "site": SITE}
    table = courtside(config, "learn", "--list").stdout
    assert one["id"] in table and f"the site {SITE}" in table and "40 labels" in table
    assert " in use" in table
    assert f"learned  the site {SITE}; " in courtside(config, "status").stdout
    assert answer(courtside(config, "status", "--json"))["learned"] == [f"the site {SITE}"]
    assert f"learned from labels: the site {SITE}" in courtside(config, "config").stderr
    (gone,) = answer(courtside(config, "learn", "--forget", "--site", SITE, "--json"))
    assert gone == one
    assert "nothing was learned; " in courtside(config, "learn", "--list").stdout
    assert answer(courtside(config, "status", "--json"))["learned"] == []


def test_the_list_tells_a_gain_that_accuracy_does_not_show(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(config, 40)
    assert courtside(config, "learn", "--agent", AGENT).exit_code == 0
    file = LearnedFile(config.learned_file)
    (one,) = file.load()
    same = replace(one.benefit.after, brier=Measure(value=0.08))
    file.save([replace(one, benefit=replace(one.benefit, before=same))])
    change = "accuracy 1.00 -> 1.00, Brier score 0.08 -> 0.05"
    assert change in courtside(config, "learn", "--list").stdout
    for columns in (60, 80):
        screen = Console(width=columns, force_terminal=True, color_system=None)
        monkeypatch.setattr("courtside.commands.learn.console", lambda screen=screen: screen)
        lines = courtside(config, "learn", "--list").stdout.splitlines()
        assert all(len(line) <= columns for line in lines)
        for words in change.split(", "):
            assert any(words in line for line in lines), "no number without its name"


def test_a_dry_run_stores_nothing(config: Config) -> None:
    fill(config, 40)
    result = courtside(config, "learn", "--dry-run")
    assert result.exit_code == 0 and "with --dry-run nothing is stored" in result.stdout
    assert not config.learned_file.exists()


def test_what_is_deleted_is_named_with_what_judges_then(config: Config) -> None:
    fill(config, 40)
    assert courtside(config, "learn").exit_code == 0
    printed = courtside(config, "learn", "--forget").stdout
    assert "deleted what was learned for all runs; from the next run on the judge uses" in printed


def test_a_hint_at_deleting_everything_names_what_else_goes(config: Config) -> None:
    fill(config, 40)
    for words in (["--agent", AGENT], ["--site", SITE]):
        assert courtside(config, "learn", *words).stdout.rstrip().endswith("` deletes it")
    printed = courtside(config, "learn").stdout.rstrip()
    others = f"the agent {AGENT}, the site {SITE}"
    assert printed.endswith(
        f"`courtside learn --forget` deletes it, and what was learned for {others} too"
    )


def test_what_would_be_deleted_is_not_deleted_in_a_dry_run(config: Config) -> None:
    fill(config, 40)
    assert courtside(config, "learn").exit_code == 0
    result = courtside(config, "learn", "--forget", "--dry-run")
    assert result.exit_code == 1 and result.stdout == ""
    assert str(result.exception) == (
        "--forget deletes, and has no --dry-run; `courtside learn --list` shows what there is to "
        "delete"
    )
    assert len(LearnedFile(config.learned_file).load()) == 1


@pytest.mark.parametrize("site", ["127.0.0.1:8765", f"http://{SITE}/"])
def test_a_site_where_no_run_begins_is_named_with_what_a_site_is(config: Config, site: str) -> None:
    fill(config, 2)
    result = courtside(config, "learn", "--site", site)
    assert result.exit_code == 1 and str(result.exception) == (
        f"no run begins on the site {site}; a site is the host of a web page without scheme, port "
        "and path, e.g. shop.example, or the name of a phone app"
    )


def test_a_site_whose_runs_have_no_label_needs_labels(config: Config) -> None:
    fill(config, 2, lambda *_: None)
    assert "10 more labelled runs" in str(courtside(config, "learn", "--site", SITE).exception)


def test_learning_again_replaces_what_was_learned_for_that_scope(config: Config) -> None:
    fill(config, 40)
    for _ in range(2):
        assert courtside(config, "learn").exit_code == 0
    assert len(LearnedFile(config.learned_file).load()) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "10 more labelled runs"),
        (["--agent", "nobody"], "no run is of the agent nobody"),
        (["--agent", "a", "--site", "b"], "give one of the two"),
        (["--list", "--forget"], "give one of the two"),
        (["--forget"], "nothing was learned for all runs"),
    ],
)
def test_what_cannot_be_done_is_one_line(config: Config, words: list[str], why: str) -> None:
    fill(config, 1, lambda *_: None)
    result = courtside(config, "learn", *words)
    assert result.exit_code == 1 and why in str(result.exception)
    assert "\n" not in str(result.exception) and result.stdout == ""


def test_what_is_refused_is_json_too(config: Config) -> None:
    fill(config, 2)
    result = courtside(config, "learn", "--json")
    assert result.exit_code == 1 and answer(result)["learned"] is None
    assert "too few labels" in answer(result)["why"]


def test_a_damaged_file_is_named_and_kept(config: Config) -> None:
    fill(config, 40)
    config.learned_file.write_text("[{")
    for words in (["learn"], ["learn", "--list"], ["config"], ["judge", "--again"]):
        result = courtside(config, *words)
        assert str(config.learned_file) in str(result.exception)
    assert str(config.learned_file) in courtside(config, "status").stdout
    assert config.learned_file.read_text() == "[{"


def test_an_agent_without_any_run_is_named(config: Config) -> None:
    fill(config, 2)
    result = courtside(config, "learn", "--agent", "nobody")
    assert str(result.exception) == (
        "no run is of the agent nobody; `courtside list` shows the agents' names"
    )


def test_a_refusal_is_one_line_without_an_empty_one_before_it(config: Config) -> None:
    fill(config, 2)
    result = courtside(config, "learn")
    assert result.exit_code == 1 and result.stderr == ""
    assert "too few labels" in str(result.exception)


def test_runs_whose_labels_teach_nothing_are_named(config: Config) -> None:
    ids = fill(config, 10)
    with Store.open(config) as store:
        for run in ids[:4]:  # ann calls two of them failures
            store.add_override(Override(run=run, label="success", who="bob", at_ms=now_ms()))
    why = str(courtside(config, "learn").exception)
    assert "2 more labelled runs (not counted: 2 runs on which people are even); `cour" in why
