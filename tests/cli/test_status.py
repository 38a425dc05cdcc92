"""`courtside status`: the same fields whether the daemon is up or not."""

from __future__ import annotations

import asyncio
import json
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from labels import filled
from pages import Agent
from screens import a_button, a_click, a_run, a_screen

from courtside.commands.status import Standing
from courtside.errors import one_line
from courtside.main import cli
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store

STEPS = a_run((a_click("Go"), a_screen(a_button("Done"))), start=a_screen(a_button("Go")))


def status(config: Config, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "status", *words])


def fields(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    assert list(found) == list(Standing.__struct_fields__)
    return found


def test_without_a_daemon_it_says_so_what_is_stored_and_how_to_start(config: Config) -> None:
    assert fields(status(config, "--json"))["runs"] == 0
    filled(config, 2, STEPS)
    result = status(config)
    assert result.exit_code == 1
    assert (
        "not running; `courtside up` starts it" in result.stdout
        and "2 runs, 2 steps" in result.stdout
    )
    found = fields(status(config, "--json"))
    assert (found["running"], found["runs"], found["judge_queue"]) == (False, 2, None)


def test_damaged_thresholds_are_named_by_status_and_doctor(config: Config) -> None:
    config.data_dir.mkdir()
    config.thresholds_file.write_text('{"judge": 3')
    asked = status(config)
    assert "trouble  calibrated thresholds are not applied: " in asked.stdout
    assert "`courtside agreement --calibrate` makes a new one" in asked.stdout
    checked = CliRunner().invoke(
        cli,
        ["--data-dir", str(config.data_dir), "doctor"],
        env={"COURTSIDE_MAX_FALSE_SUCCESS": "0.05"},
    )
    assert "miss     thresholds: calibrated thresholds are not applied: " in checked.stdout


@pytest.mark.parametrize("command", ["list", "status"])
def test_a_folder_in_the_databases_place_is_named_with_what_to_do(
    config: Config, command: str
) -> None:
    config.database.mkdir(parents=True)
    asked = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), command])
    assert asked.exception is not None
    line = one_line(asked.exception)
    assert line is not None and f"{config.database} is a folder" in line and "move it away" in line
    checked = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "doctor"])
    assert f"miss     database: {config.database} is a folder" in checked.stdout
    with pytest.raises(ValueError, match="is a folder"):
        Store.open(config)


async def test_of_a_running_one_it_says_address_judge_sources_and_disk(
    config: Config, daemon: Running
) -> None:
    agent = Agent(config)
    run = agent.begin("Press Go")
    agent.end()
    await asyncio.to_thread(agent.link.wait_judged, run, 60)
    result = await asyncio.to_thread(status, config)
    assert result.exit_code == 0, result.exception
    for word in (
        daemon.url,
        "evidence, ready: 0 runs pending",
        "1 run,",
        "MB used, ",
        "GB free",
        "0 steps, 0 fr",
    ):
        assert word in result.stdout
    found = fields(await asyncio.to_thread(status, config, "--json"))
    assert (found["running"], found["url"], found["ocr"]) == (True, daemon.url, "")
    (source,) = found["sources"]
    assert source.keys() == {"session", "source", "surface", "name", "connected"}
    await agent.close()


async def test_a_judge_without_its_model_is_not_called_ready(config: Config) -> None:
    async with running(msgspec.structs.replace(config, judge="reasoner")):
        shown = await asyncio.to_thread(status, config)
        found = fields(await asyncio.to_thread(status, config, "--json"))
        words = ["--data-dir", str(config.data_dir), "doctor"]
        doctor = await asyncio.to_thread(CliRunner().invoke, cli, words)
    assert "judge    reasoner, not ready: no model is chosen; `courtside model" in shown.stdout
    assert "ready:" not in shown.stdout.replace("not ready:", "")
    assert found["judge_trouble"].startswith("no model is chosen")
    assert "miss     judge: reasoner: not ready: no model is chosen" in doctor.stdout


async def test_the_doctor_describes_the_daemons_judge_and_names_its_environment(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(msgspec.structs.replace(config, judge="rubric", ocr="off")):
        words = ["--data-dir", str(config.data_dir), "doctor"]
        same = await asyncio.to_thread(CliRunner().invoke, cli, words)
        with monkeypatch.context() as patch:
            patch.setattr("courtside.commands.doctor.sys", SimpleNamespace(prefix="/other"))
            other = await asyncio.to_thread(CliRunner().invoke, cli, words)
    assert "ok       judge: rubric" in same.stdout and "environment" not in same.stdout
    assert "optional ocr: off: screens without elements are not read" in same.stdout
    assert f"miss     environment: the daemon runs in {sys.prefix}, this command in /other" in (
        other.stdout
    )
