"""`courtside tasks` as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from recordings import write

from courtside.main import cli


def test_tasks_are_listed_by_split_and_bad_lines_named(tmp_path: Path) -> None:
    train = write(tmp_path / "train.txt", "Open the clock\n")
    test = write(tmp_path / "test.jsonl", '{"task": "Open maps", "app": "Maps"}\n{}\n')
    run = CliRunner().invoke(cli, ["tasks", str(train), str(test), "--json"])
    report = json.loads(run.stdout)
    assert [(one["text"], one["split"]) for one in report["tasks"]] == [
        ("Open the clock", "train"),
        ("Open maps", "test"),
    ]
    assert "test.jsonl:2: no task" in run.stderr and run.exit_code == 1
    run = CliRunner().invoke(cli, ["tasks", str(train), str(test), "--app", "maps"])
    assert "Open maps" in run.stdout and "clock" not in run.stdout and "1 task\n" in run.stdout
    run = CliRunner().invoke(cli, ["tasks", str(train), "--split", "train"])
    assert run.exit_code == 0 and "clock" in run.stdout
    assert CliRunner().invoke(cli, ["tasks", str(train), "--split", "test"]).exit_code == 1
