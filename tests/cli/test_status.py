"""`courtside status`: the same fields whether the daemon is up or not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from click.testing import CliRunner, Result
from labels import filled
from pages import Agent
from screens import a_button, a_click, a_run, a_screen

from courtside.commands.status import Standing
from courtside.main import cli
from courtside_store.config import Config, Running

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
    said = status(config)
    assert said.exit_code == 1
    assert (
        "not running; `courtside up` starts it" in said.stdout and "2 runs, 2 steps" in said.stdout
    )
    found = fields(status(config, "--json"))
    assert (found["running"], found["runs"], found["judge_queue"]) == (False, 2, None)


async def test_of_a_running_one_it_says_address_judge_sources_and_disk(
    config: Config, daemon: Running
) -> None:
    agent = Agent(config)
    run = agent.begin("Press Go")
    agent.end()
    await asyncio.to_thread(agent.link.wait_judged, run, 60)
    said = await asyncio.to_thread(status, config)
    assert said.exit_code == 0, said.exception
    for word in (daemon.url, "evidence, ready: 0 runs wait", "1 runs", "GB free", "0 steps, 0 fr"):
        assert word in said.stdout
    found = fields(await asyncio.to_thread(status, config, "--json"))
    assert (found["running"], found["url"], found["ocr"]) == (True, daemon.url, "")
    (source,) = found["sources"]
    assert source.keys() == {"session", "source", "surface", "name", "connected"}
    await agent.close()
