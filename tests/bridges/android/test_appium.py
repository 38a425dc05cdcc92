"""A real Appium server behind the proxy: same answers, all actions recorded, no secret kept."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from appium_server import ALERT, PASSWORD, Agent, a_finger, an_app, capabilities, free_port

from courtside_bridges.android.attach import attach
from courtside_bridges.android.running_proxy import proxying
from courtside_daemon.app import running
from courtside_formats.importers import load_runs
from courtside_refine.lessons.reflection import reflect
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import PageState
from courtside_store.rendering import render_step

from .conftest import Agents, Stored, all_bytes

SECRET = "hunter2-xyzzy"
SESSION = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def script(agent: Agent, app: Path) -> list[tuple[int, dict[str, str], bytes]]:
    """An agent's whole story, good and bad; every answer with its fields, ids levelled."""
    answers: list[tuple[int, dict[str, str], bytes]] = []

    def ask(method: str, path: str, body: Any = None, **more: Any) -> bytes:
        status, data = agent.ask(method, path, body, **more)
        fields = {k: v for k, v in agent.headers.items() if k not in ("ETag", "Content-Length")}
        answers.append((status, fields, SESSION.sub(b"ID", data)))
        return data

    asked = {"alwaysMatch": capabilities(app), "firstMatch": [{}]}
    agent.session = json.loads(ask("POST", "/session", {"capabilities": asked}))["value"][
        "sessionId"
    ]
    ask("GET", "/status")
    ask("GET", "{s}/window/rect")
    ask("GET", "{s}/source")
    ask("GET", "{s}/screenshot")
    found = json.loads(ask("POST", "{s}/element", {"using": "id", "value": "item"}))["value"]
    item = next(iter(found.values()))
    ask("POST", f"{{s}}/element/{item}/value", {"text": "two litres"})
    ask("GET", f"{{s}}/element/{item}/text")
    ask("POST", "{s}/element", {"using": "id", "value": "nobody"})
    ask("POST", "{s}/element/99/click", {})
    ask("POST", "{s}/actions", {"actions": [a_finger((100, 320))]})
    ask("POST", "{s}/actions", {"actions": [a_finger((200, 700), (200, 200), ms=10)]})
    ask("POST", "{s}/actions", {"actions": 7})
    ask("POST", "{s}/actions", "{not json")
    ask("POST", "{s}/back", {})
    ask("POST", "{s}/nobody/knows", {})
    ask("POST", "{s}/execute/sync", {"script": "mobile: pressKey", "args": [{"keycode": 4}]})
    chunks = iter([b'{"using": "id", ', b'"value": "save"}'])
    ask("POST", "{s}/elements", chunks, encode_chunked=True)
    ask("GET", "/session/nobody/source")
    ask("POST", "{s}/log", {"type": "actions"})
    ask("DELETE", "{s}")
    ask("GET", "{s}/source")
    return answers


async def test_the_agent_is_answered_byte_for_byte_as_without_us_and_its_actions_are_recorded(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    app = an_app(tmp_path)
    direct = await asyncio.to_thread(script, agents(appium), app)
    async with proxying(appium, config, port=0, task='Add "two litres"', agent="a") as (url, _):
        ours = await asyncio.to_thread(script, agents(url), app)
        assert await stored.ended() == ["finish"]
    for (status, fields, data), (status0, fields0, data0) in zip(ours, direct, strict=True):
        assert (status, data) == (status0, data0)
        assert fields == fields0
    assert stored.rendered() == [
        'type "two litres" into textbox "Item"',
        "tap element failed: stale element reference",
        'tap button "Save"',
        "swipe at (200, 700) to (200, 200)",
        "actions: actions is '7'; expected a list of input sources",
        "actions: actions is 'None'; expected a list of input sources failed: invalid argument",
        "back failed: unknown method",
        "nobody/knows failed: unknown command",
        "back failed: unsupported operation",
    ]
    (run,) = stored.runs()
    assert (run.task, run.agent) == ('Add "two litres"', "a")
    assert stored.names() == [("appium", "android", "Fake, Android")]
    steps = stored.steps()
    for step, following in pairwise(steps):
        assert step.before and step.after and step.after.frame
        assert step.after == following.before, "a screen is taken once"
    assert steps[0].before and [e.text for e in steps[0].before.elements] == ["Item", "Save"]


async def test_recorded_actions_equal_the_device_s_own_log(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    pytest.importorskip("appium", reason="Appium-Python-Client is not installed")
    async with proxying(appium, config, port=0) as (url, _):
        log = await asyncio.to_thread(drive, url, an_app(tmp_path))
        await stored.ended()
    (run,) = stored.runs()
    assert run.task == "Scroll, then tap."
    gestures = [a for step in stored.steps() for a in step.actions if a.kind in ("tap", "swipe")]
    assert [(a.kind, *a.raw["path"]) for a in gestures if a.raw] == [
        ("tap" if len(path) == 1 else "swipe", *path) for path in map(path_of, log)
    ]
    assert [a.text for step in stored.steps() for a in step.actions if a.kind == "type"] == ["milk"]


def drive(url: str, app: Path) -> Any:
    """A scripted agent on Appium-Python-Client; the fake device's log of what reached it."""
    from appium import webdriver
    from appium.options.common import AppiumOptions
    from appium.webdriver.common.appiumby import AppiumBy

    options = AppiumOptions()
    wanted = capabilities(app, **{"courtside:task": "Scroll, then tap."})
    options.load_capabilities(wanted)
    driver = webdriver.Remote(url, options=options)
    assert "courtside:task" not in driver.capabilities
    driver.tap([(100, 320)])
    driver.swipe(200, 700, 200, 200, 50)
    driver.find_element(AppiumBy.ID, "item").send_keys("milk")
    for x in range(20, 40):
        driver.tap([(x, 120)])
    log = driver.get_log("actions")
    driver.quit()
    driver.command_executor.close()
    return log


def path_of(sources: list[dict[str, Any]]) -> list[list[float]]:
    """Where the finger of one logged gesture was, from its touch on."""
    (finger,) = (source for source in sources if source["type"] == "pointer")
    moves = [step for step in finger["actions"] if step["type"] == "pointerMove"]
    points = [[step["x"], step["y"]] for step in moves]
    return points if points[0] != points[-1] else points[:1]


async def test_the_server_s_own_log_tells_the_same_actions(
    appium_folder: Path,
    appium: str,
    config: Config,
    daemon: Running,
    stored: Stored,
    tmp_path: Path,
    agents: Agents,
) -> None:
    async with proxying(appium, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, capabilities(an_app(tmp_path)))
        await asyncio.to_thread(_tap_five, agent, 700)
        await asyncio.to_thread(agent.value, "DELETE", "{s}")
        await stored.ended()
    (run,) = (run for run in load_runs(appium_folder / "appium.log") if run.id == agent.session)
    assert [render_step(step) for step in run.steps] == stored.rendered()
    assert run.surface == "android" and run.note == ""


async def test_nothing_of_a_secret_field_is_kept(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    def enter(url: str) -> None:
        agent = agents(url)
        agent.open(capabilities(an_app(tmp_path, PASSWORD)))
        agent.value("GET", "{s}/screenshot")
        agent.value("POST", f"{{s}}/element/{agent.find('pw')}/value", {"text": SECRET})
        letters = [{"type": "keyDown", "value": letter} for letter in SECRET]
        typed = {"type": "key", "id": "k", "actions": letters}
        agent.value("POST", "{s}/actions", {"actions": [typed]})
        agent.tap(100, 320)
        agent.value("DELETE", "{s}")

    async with proxying(appium, config, port=0) as (url, _):
        await asyncio.to_thread(enter, url)
        await stored.ended()
    assert stored.rendered()[0] == 'type (secret) into textbox "Password"'
    assert SECRET.encode() not in all_bytes(config.data_dir)
    for step in stored.steps():
        assert step.before and step.before.frame, "painted over, not withheld"


async def test_a_step_has_the_app_in_front_and_the_dialog_that_waits(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    def tap_once(url: str) -> None:
        agent = agents(url)
        agent.open(capabilities(an_app(tmp_path, ALERT)))
        agent.tap(100, 320)
        agent.value("DELETE", "{s}")

    async with proxying(appium, config, port=0) as (url, _):
        await asyncio.to_thread(tap_once, url)
        await stored.ended()
    (step,) = stored.steps()
    for look in (step.before, step.after):
        assert look and look.title == "org.example.list"
        assert look.page == PageState(dialog="Delete the list?")


async def test_several_sessions_at_once_are_runs_of_their_own(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    app = an_app(tmp_path)

    def tap_often(url: str, y: int) -> None:
        agent = agents(url)
        agent.open(capabilities(app, **{"courtside:task": f"Tap at {y}"}))
        for x in range(10):
            agent.tap(x, y)
        agent.value("DELETE", "{s}")

    async with proxying(appium, config, port=0) as (url, _), asyncio.TaskGroup() as group:
        for y in (500, 600, 700):
            group.create_task(asyncio.to_thread(tap_often, url, y))
    assert await stored.ended(3) == ["finish"] * 3
    for number, run in enumerate(stored.runs()):
        y = int(run.task.split()[-1])
        assert stored.rendered(number) == [f"tap at ({x}, {y})" for x in range(10)]


async def test_two_agents_on_one_session_take_turns(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    async with proxying(appium, config, port=0) as (url, _):
        first, second = agents(url), agents(url)
        await asyncio.to_thread(first.open, capabilities(an_app(tmp_path)))
        second.session = first.session
        async with asyncio.TaskGroup() as group:
            for agent, y in ((first, 500), (second, 600)):
                group.create_task(asyncio.to_thread(_tap_five, agent, y))
        await asyncio.to_thread(first.value, "DELETE", "{s}")
        await stored.ended()
    assert sorted(stored.rendered()) == sorted(
        f"tap at ({x}, {y})" for y in (500, 600) for x in range(5)
    )


def _tap_five(agent: Agent, y: int) -> None:
    for x in range(5):
        agent.tap(x, y)


async def test_a_session_that_is_deleted_behind_our_back_ends_its_run(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    async with proxying(appium, config, port=0) as (url, _):
        agent, other = agents(url), agents(appium)
        await asyncio.to_thread(agent.open, capabilities(an_app(tmp_path)))
        await asyncio.to_thread(agent.tap, 1, 2)
        other.session = agent.session
        await asyncio.to_thread(other.value, "DELETE", "{s}")
        body = {"actions": [a_finger((3, 4))]}
        ours = await asyncio.to_thread(agent.ask, "POST", "{s}/actions", body)
        assert ours == await asyncio.to_thread(other.ask, "POST", "{s}/actions", body)
        assert ours[0] == 404
        assert await stored.ended() == ["session-gone"]
        assert (await asyncio.to_thread(agent.ask, "GET", "/status"))[0] == 200
    assert stored.rendered()[0] == "tap at (1, 2)"


async def test_steps_survive_a_restart_of_the_daemon_in_the_middle(
    appium: str, config: Config, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    async with proxying(appium, config, port=0) as (url, _):
        agent = agents(url)
        async with running(config, reflect):
            await asyncio.to_thread(agent.open, capabilities(an_app(tmp_path)))
            await asyncio.to_thread(_tap_five, agent, 500)
            await stored.has(4)
        await asyncio.to_thread(_tap_five, agent, 600)
        async with running(config, reflect):
            await asyncio.to_thread(_tap_five, agent, 700)
            await asyncio.to_thread(agent.value, "DELETE", "{s}")
            assert await stored.ended() == ["finish"]
    assert stored.rendered() == [f"tap at ({x}, {y})" for y in (500, 600, 700) for x in range(5)]


async def test_a_killed_proxy_that_starts_again_goes_on_with_the_session(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    port = free_port()
    words = ["--data-dir", str(config.data_dir), "android", "--appium", appium]
    command = [sys.executable, "-m", "courtside", *words, "--port", str(port), "--task", "Tap."]

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout and process.stdout.readline() == f"http://127.0.0.1:{port}\n"
        return process

    process = await asyncio.to_thread(start)
    agent = agents(f"http://127.0.0.1:{port}")
    await asyncio.to_thread(agent.open, capabilities(an_app(tmp_path)))
    await asyncio.to_thread(_tap_five, agent, 500)
    await stored.has(4)
    process.kill()
    await asyncio.to_thread(process.communicate)
    process = await asyncio.to_thread(start)
    agent.close()
    await asyncio.to_thread(_tap_five, agent, 600)
    process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(process.communicate)
    assert process.returncode == 0
    await stored.has(5, number=1)
    assert stored.rendered(0)[:4] == [f"tap at ({x}, 500)" for x in range(4)]
    assert stored.rendered(1) == [f"tap at ({x}, 600)" for x in range(5)]
    assert [(run.task, run.ended_by) for run in stored.runs()][1] == ("Tap.", "stop")


async def test_a_session_that_goes_past_us_is_watched_by_its_id(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    agent = agents(appium)
    await asyncio.to_thread(agent.open, capabilities(an_app(tmp_path)))
    watching = asyncio.create_task(  # noqa: TID251  ended below
        attach(appium, agent.session, config, task="Look on.", every_s=0.05)
    )
    await stored.has(1)
    await asyncio.to_thread(agent.value, "DELETE", "{s}")
    assert await watching == 1
    assert await stored.ended() == ["session-gone"]
    (step,) = stored.steps()
    assert step.actions == () and step.after and step.after.frame and step.after.elements
    with pytest.raises(ValueError, match="has no session 'nobody'"):
        await attach(appium, "nobody", config)
