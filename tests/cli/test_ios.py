"""`courtside ios` as a person runs it: a real process, idb's own command as the agent."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from waiting import WITHIN_S, until

pytest.importorskip("idb", reason="fb-idb is not installed")
from click.testing import CliRunner
from fake_companion import ICON, NAME, FakeCompanion, a_companion, middle

from courtside.doctor import ios as ios_check
from courtside.main import cli
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.rendering import render_step
from courtside_store.summaries import RunSummary


@asynccontextmanager
async def a_proxy(
    companion: FakeCompanion, config: Config, port: int = 0
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """The command in a process of its own, and the port that it says."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), "ios"),
        *("--companion", companion.address, "--port", str(port), "--task", "Open the settings"),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "COURTSIDE_AUTOSTART": "false"},
    )
    assert process.stdout
    try:
        async with asyncio.timeout(WITHIN_S):
            assert b"recording iPhone Fake" in await process.stdout.readline()
            found = re.search(rb"127.0.0.1:(\d+)", await process.stdout.readline())
            assert found
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def idb(port: int, *words: str) -> str:
    """idb's own command."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "idb.cli.main", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "IDB_COMPANION": f"127.0.0.1:{port}"},
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


async def test_idb_s_own_command_is_recorded(
    config: Config, daemon: Running, tmp_path: Path
) -> None:
    async with a_companion() as companion, a_proxy(companion, config) as (process, port):
        assert "iPhone Fake" in await idb(port, "describe")
        await idb(port, "ui", "tap", *map(str, middle(ICON)))
        await idb(port, "ui", "tap", *map(str, middle(NAME)))
        await idb(port, "ui", "text", "Ada")
        await idb(port, "ui", "button", "HOME")
        await idb(port, "ui", "swipe", "150", "160", "10", "160")
        await idb(port, "screenshot", str(tmp_path / "shot.png"))
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(WITHIN_S):
            printed, _ = await process.communicate()
        assert process.returncode == 0
        first, verdict = printed.decode().splitlines()
        assert re.match(r"run_\w+   `courtside show run_\w+`", first)
        assert re.match("verdict: (success|failure|unknown)", verdict)
        assert companion.fields["Name"] == "Ada" and companion.page == 1
    assert (tmp_path / "shot.png").read_bytes() == companion.picture()
    with Reader(config) as reader:
        [run] = reader.runs()
        steps = list(reader.steps(run.run.id))
    assert (run.run.task, run.run.ended_by) == ("Open the settings", "stop")
    assert [render_step(step) for step in steps] == [
        'tap button "Settings"',
        'tap textbox "Name"',
        'type "Ada" into textbox "Name"',
        "home",
        "swipe at (150, 160) to (10, 160)",
    ]


async def test_a_proxy_that_is_killed_loses_no_step_that_was_seen_and_starts_again(
    config: Config, daemon: Running
) -> None:
    async with a_companion() as companion:
        async with a_proxy(companion, config) as (process, port):
            await idb(port, "ui", "tap", *map(str, middle(ICON)))
            await until(lambda: (runs := runs_of(config)) and runs[0].steps)
            process.kill()
            await process.wait()
        async with a_proxy(companion, config, port) as (process, again):
            assert again == port
            await idb(port, "ui", "tap", *map(str, middle(NAME)))
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 0
    second, first = runs_of(config)
    assert (first.steps, second.steps) == (1, 1)
    assert second.run.ended_by == "stop"


def runs_of(config: Config) -> list[RunSummary]:
    """Newest first."""
    with Reader(config) as reader:
        return list(reader.runs())


def test_bad_words_are_one_line(config: Config) -> None:
    where = ["--data-dir", str(config.data_dir), "ios", "--companion"]
    run = CliRunner().invoke(cli, [*where, "nowhere:0"])
    assert isinstance(run.exception, ValueError) and "expected HOST:PORT" in str(run.exception)
    run = CliRunner().invoke(cli, [*where, "ann:hunter2@127.0.0.1:1"])
    assert "takes no user or password" in str(run.exception) and "hunter2" not in str(run.exception)
    run = CliRunner().invoke(cli, [*where, "127.0.0.1:1"])
    assert isinstance(run.exception, ConnectionError)
    assert "idb_companion --udid" in str(run.exception)


async def doctored(config: Config, *words: str) -> dict[str, tuple[bool, str]]:
    """What `courtside doctor ios` says."""
    where = ["--data-dir", str(config.data_dir), "doctor", *words, "--json"]
    run = await asyncio.to_thread(CliRunner().invoke, cli, where, catch_exceptions=False)
    return {one["what"]: (one["ok"], one["detail"]) for one in json.loads(run.stdout)}


async def test_doctor_says_what_is_missing_and_what_is_there(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_companion() as companion:
        checks = await doctored(config, "ios", "--companion", companion.address)
        assert checks["companion"] == (True, f"iPhone Fake iOS 18.0 at {companion.address}")
        [line] = await asyncio.to_thread(ios_check.check_ios, companion.address)
        assert line[1] and "iPhone Fake iOS 18.0" in line[2]
    checks = await doctored(config, "ios", "--companion", companion.address)
    assert not checks["companion"][0] and "idb_companion --udid UDID" in checks["companion"][1]
    assert not (await doctored(config))["ios"][0]
    monkeypatch.setattr(ios_check, "find_spec", lambda _: None)
    checks = await doctored(config, "ios")
    assert checks == {"fb-idb": (False, "pip install 'courtside[ios]'")}
    assert await doctored(config, "ios", "--check") == checks


async def test_doctor_walks_through_it_with_a_device(config: Config, daemon: Running) -> None:
    async with a_companion() as companion:
        where = ("ios", "--check", "--companion", companion.address)
        checks = await doctored(config, *where)
        assert all(ok for ok, _ in checks.values()), checks
        assert checks["picture and tree"][1] == "160x320 units at 2 pixels, 2 elements, app (home)"
        assert checks["recorded"][1].startswith("6 of 6 steps of run_")
        assert [one.kind for one in companion.done] == ["home", "swipe", "tap", "swipe", "home"]
        companion.with_tree = False
        assert "no UI tree" in (await doctored(config, *where))["picture and tree"][1]
    checks = await doctored(config, *where)
    assert not checks["companion"][0] and "session" not in checks
