"""What `courtside watch` lists and offers, and what desktop commands refuse in one line."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from debug_port import a_debug_port
from waiting import WITHIN_S, until, wait_until

from courtside.commands import watch as commands_watch
from courtside.main import cli
from courtside_bridges.discovery import Nearby, look_around
from courtside_bridges.web.browsers import find_browser
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.reading import Reader

BROWSER = Nearby(
    kind="chrome",
    name="Chrome/140.0",
    address="http://127.0.0.1:9222",
    command=("watch", "--cdp", "http://127.0.0.1:9222"),
)
PHONE = Nearby(kind="android", name="Pixel 4", address="x", advice="start `appium` to drive it")
NOTHING = Nearby(kind="desktop", name="no desktop", advice="DISPLAY is not set")


def run(tmp_path: Path, *words: str, **environ: str) -> Result:
    """One command, without a display unless one is named."""
    known = {"WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_SESSION_TYPE": "", **environ}
    arguments = ["--data-dir", str(tmp_path), *words]
    return CliRunner().invoke(cli, arguments, env=known, catch_exceptions=False)


def test_what_is_there_is_listed_with_the_command_that_watches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands_watch, "look_around", lambda: [PHONE, BROWSER, NOTHING])
    lines = run(tmp_path, "watch").stdout.splitlines()
    assert lines == [
        " - android  Pixel 4  x  start `appium` to drive it",
        "1. chrome   Chrome/140.0  http://127.0.0.1:9222  "
        "courtside watch --cdp http://127.0.0.1:9222",
        " - desktop  no desktop  DISPLAY is not set",
    ]


def test_a_task_without_a_browser_to_watch_is_not_ignored(tmp_path: Path) -> None:
    refused = run(tmp_path, "watch", "--task", "Order two tickets")
    assert refused.exit_code == 2 and "need --cdp" in refused.stderr


def test_a_machine_with_nothing_is_told_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands_watch, "look_around", lambda: [NOTHING])
    output = run(tmp_path, "watch").stdout
    assert "--remote-debugging-port=9222" in output and "docs/guide/devices.md" in output


def test_the_list_is_one_json_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands_watch, "look_around", lambda: [BROWSER, NOTHING])
    first, second = json.loads(run(tmp_path, "watch", "--json").stdout)
    assert first["command"] == ["watch", "--cdp", "http://127.0.0.1:9222"]
    assert second == {
        "kind": "desktop",
        "name": "no desktop",
        "address": "",
        "command": [],
        "advice": "DISPLAY is not set",
    }


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        ({}, "DISPLAY is not set"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "Wayland lets no program see"),
        ({"DISPLAY": ":4711"}, "no picture of the screen :4711: "),
    ],
)
def test_a_desktop_that_cannot_be_watched_says_why_and_the_doctor_too(
    tmp_path: Path, environ: dict[str, str], why: str
) -> None:
    pytest.importorskip("Xlib", reason="courtside[desktop] is not installed")
    known = {**os.environ, "WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_SESSION_TYPE": "", **environ}
    words = [sys.executable, "-m", "courtside", "--data-dir", str(tmp_path), "desktop"]
    done = subprocess.run(words, env=known, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"courtside: {why}")
    checks = json.loads(run(tmp_path, "doctor", "--json", **environ).stdout)
    (check,) = [one for one in checks if one["what"] == "desktop"]
    assert not check["ok"] and "\n" not in check["detail"]


def test_half_a_region_is_refused_with_an_example(tmp_path: Path) -> None:
    done = run(tmp_path, "desktop", "--region", "1,2,wide", DISPLAY=":0")
    assert done.exit_code == 2
    assert "'1,2,wide'; expected four whole numbers, e.g. 0,0,1280,720" in done.output


def test_what_was_chosen_is_watched_by_its_own_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    @click.command(context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1)
    def stand_in(words: tuple[str, ...]) -> None:
        started.append(list(words))

    group = click.Group(commands={"android": stand_in})
    chosen = Nearby(kind="appium", name="Appium", command=("android", "--appium", "http://x"))
    with click.Context(group) as parent, click.Context(click.Command("watch"), parent) as own:
        commands_watch.start(own, chosen, "Open it", "")
        gone = Nearby(kind="ios", name="idb companion", command=("ios", "--companion", "x:1"))
        with pytest.raises(RuntimeError, match="courtside ios is not part of this build"):
            commands_watch.start(own, gone, "", "")
    assert started == [["--appium", "http://x", "--task", "Open it"]]


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:9", "ws://127.0.0.1:9/devtools/browser/x", "9", "http://a b", "ws://"],
)
def test_at_a_dead_address_nothing_is_recorded(tmp_path: Path, address: str) -> None:
    environ = {**os.environ, "COURTSIDE_PORT": "0"}
    words = [sys.executable, "-m", "courtside", "--data-dir", str(tmp_path / "data")]
    done = subprocess.run(
        [*words, "watch", "--cdp", address],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    shown = "http://127.0.0.1:9" if address == "9" else address
    assert line.startswith(f"courtside: no browser answers at {shown} (")
    port = 9 if address.endswith(("9", "/x")) else 9222
    assert f"--remote-debugging-port={port} " in line
    assert not (tmp_path / "data").exists()


@pytest.mark.chrome
def test_a_browser_is_watched_until_it_goes(tmp_path: Path) -> None:
    browser = find_browser()
    if browser is None:
        pytest.skip("no Chromium found; `make test` installs one")
    profile = tmp_path / "chrome"
    flags = [*browser.flags, "--headless", f"--user-data-dir={profile}"]
    chrome = subprocess.Popen(
        [browser.path, *flags, "--remote-debugging-port=0", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert chrome.stderr
        address = next(line for line in chrome.stderr if line.startswith("DevTools listening on"))
        url = re.sub(r".*ws://([^/]+)/.*", r"http://\1", address.strip())
        wait_until(lambda: url in [one.address for one in look_around()])
        words = [
            "--data-dir",
            str(tmp_path / "data"),
            "watch",
            "--cdp",
            url,
            "--task",
            "Wait",
            "--json",
        ]
        environ = {**os.environ, "COURTSIDE_AUTOSTART": "false"}
        with subprocess.Popen(
            [sys.executable, "-m", "courtside", *words],
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as watcher:
            assert watcher.stderr
            began = next(line for line in watcher.stderr if line.startswith("recording"))
            chrome.terminate()
            out, rest = watcher.communicate(timeout=60)
    finally:
        chrome.kill()
        chrome.communicate()
    assert began.startswith(f"recording {url}")
    assert "the browser was closed" in rest
    assert list(json.loads(out)) == ["run"]


@pytest.mark.chrome
async def test_the_verdict_is_printed_when_the_run_ends(
    config: Config, driver: Any, tmp_path: Path
) -> None:
    async def has_a_step() -> bool:
        with Reader(config) as reader:
            return any(one.steps for one in reader.runs())

    words = ("--data-dir", str(config.data_dir), "watch", "--task", "Press Save", "--cdp")
    async with (
        running(config),
        a_debug_port(tmp_path) as address,
        asyncio.timeout(2 * WITHIN_S),
    ):
        watcher = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "courtside", *words, address),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert watcher.stderr and (await watcher.stderr.readline()).startswith(b"recording")
        chromium = await driver.chromium.connect_over_cdp(address)
        page = await chromium.contexts[0].new_page()
        await page.set_content(
            "<button onclick=\"document.body.innerText = 'Saved'\">Save</button>"
        )
        await page.click("button")
        await until(has_a_step)
        watcher.send_signal(signal.SIGINT)
        out, _ = await watcher.communicate()
    first, verdict = out.decode().splitlines()
    assert first.startswith("run_") and "courtside show run_" in first
    assert re.match("verdict: (success|failure|unknown)", verdict)
