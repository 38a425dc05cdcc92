"""An agent of one's own on a phone: what it does through us is recorded as it was."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from appium_server import PASSWORD, Phone, an_app, capabilities, phone_server

import courtside
from courtside_formats.aitw.action_space import AitwAction, Extension, to_aitw
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Point
from courtside_store.records import Action

from .conftest import Stored


class Refusing(Phone):
    """A phone without apps."""

    async def answer(self, request: Any) -> Any:
        if b"activateApp" in await request.read():
            value = {"error": "unknown error", "message": "no such app", "stacktrace": "at x"}
            return web.json_response({"value": value}, status=500)
        return await super().answer(request)


pytest.importorskip("appium", reason="Appium-Python-Client is not installed")


async def test_an_agent_taps_and_types_on_a_real_appium_and_hears_the_verdict(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path
) -> None:
    app = an_app(tmp_path, PASSWORD)

    def drive() -> Any:
        with courtside.android(
            appium=appium,
            task='Add "two litres" and press Save.',
            agent="mine",
            capabilities=capabilities(app),
            config=config,
        ) as phone:
            assert [e.text for e in phone.look().elements] == ["Item", "Password", "Save"]
            phone.thought("the item first")
            phone.type("two litres", into="item")
            phone.type("hunter2", into="Password")
            phone.tap("Save", long=True)
            phone.double_tap((30, 700))
            phone.swipe((200, 700), (200, 200))
            phone.tap("Save")
            with pytest.raises(LookupError, match="no element says 'Nobody'; there are 'Item', "):
                phone.tap("Nobody")
            with pytest.raises(ValueError, match="key is 'f99'; expected one of 0, 1"):
                phone.press("f99")
            return phone.finish("added with hunter2", True)

    outcome = await asyncio.to_thread(drive)
    assert outcome.verdict.status == "ok"
    assert await stored.ended() == ["finish"]
    (run,) = stored.runs()
    assert (run.agent, run.answer, run.claims_success) == ("mine", "added with ***", True)
    assert stored.rendered() == [
        'type "two litres" into textbox "Item"',
        'type (secret) into textbox "Password"',
        'long-press button "Save"',
        "double-click at (30, 700)",
        "swipe at (200, 700) to (200, 200)",
        'tap button "Save"',
    ]
    assert stored.steps()[0].thought == "the item first"


async def test_an_agent_that_awaits_has_the_same_calls(
    config: Config, daemon: Running, stored: Stored
) -> None:
    async with phone_server(Phone()) as server:
        async with courtside.android(task="Save it.", appium=server, config=config) as phone:
            assert await phone.device.size() == (400, 852)
            assert (await phone.picture()).startswith(b"\x89PNG")
            await phone.tap("Save")
            await phone.scroll(down=200)
            await phone.press("back")
            outcome = await phone.finish("saved", True)
            assert outcome.verdict.run == phone.run
        assert await stored.ended() == ["finish"]
    assert stored.rendered() == ['tap button "Save"', "swipe at (200, 526) to (200, 326)", "back"]


async def test_an_action_that_appium_refuses_is_an_os_error_and_a_step_that_failed(
    config: Config, daemon: Running, stored: Stored
) -> None:
    def drive(server: str) -> None:
        with courtside.android(appium=server, config=config) as phone:
            phone.launch("org.example.nowhere")

    async with phone_server(Refusing()) as server:
        with pytest.raises(OSError, match=r"^no such app$"):
            await asyncio.to_thread(drive, server)
        assert await stored.ended() == ["agent-crashed"]
    (failed,) = stored.rendered()
    assert "launch-app" in failed and "failed: " in failed


async def test_an_action_of_ours_is_done_on_the_phone(
    config: Config, daemon: Running, stored: Stored
) -> None:
    actions = [
        Action(kind="tap", at_ms=0, point=Point(50, 320)),
        Action(kind="long-press", at_ms=0, point=Point(50, 320)),
        Action(kind="swipe", at_ms=0, point=Point(5, 700), to_point=Point(5, 100)),
        Action(kind="type", at_ms=0, text="milk"),
        Action(kind="press", at_ms=0, text="Enter"),
        Action(kind="press", at_ms=0, text="Control+a"),
        Action(kind="back", at_ms=0),
        Action(kind="home", at_ms=0),
        Action(kind="launch-app", at_ms=0, text="com.android.settings"),
    ]

    def drive(server: str) -> None:
        with courtside.android(appium=server, task="All of it.", config=config) as phone:
            for action in actions:
                phone.perform(action)
            with pytest.raises(ValueError, match=r"action.kind is 'hover'; .* can do "):
                phone.perform(Action(kind="hover", at_ms=0))

    async with phone_server(Phone()) as server:
        await asyncio.to_thread(drive, server)
        assert await stored.ended() == ["stop"]
    assert stored.rendered() == [
        'tap button "Save"',
        'long-press button "Save"',
        "swipe at (5, 700) to (5, 100)",
        'type "milk" into the page',
        "press Enter",
        "press Control+a",
        "back",
        "home",
        'launch-app "com.android.settings"',
    ]


async def test_a_policy_trained_on_aitw_drives_the_phone(
    config: Config, daemon: Running, stored: Stored
) -> None:
    """On a screen of 400 x 852, whose button Save has its middle at (110, 330)."""
    save = (330 / 852, 110 / 400)
    two = ((0.5, 0.5), (0.5, 0.25)), ((0.5, 0.6), (0.5, 0.85))
    actions = [
        AitwAction(name="PRESS_HOME"),
        AitwAction(name="DUAL_POINT", touch=save, lift=save),
        AitwAction(
            name="DUAL_POINT", touch=save, lift=save, extension=Extension(kind="long-press")
        ),
        AitwAction(name="DUAL_POINT", touch=(0.8, 0.5), lift=(0.2, 0.5)),
        AitwAction(
            name="DUAL_POINT",
            touch=(0.5, 0.5),
            lift=(0.5, 0.25),
            extension=Extension(kind="other", text="pinch open", took_ms=400, fingers=two),
        ),
        AitwAction(name="TYPE", text="milk"),
        AitwAction(name="PRESS_ENTER"),
        AitwAction(
            name="UNUSED_0", extension=Extension(kind="launch-app", text="com.android.settings")
        ),
        to_aitw(Action(kind="scroll", at_ms=0, to_point=Point(0, 200)), 400, 852),
        AitwAction(name="STATUS_TASK_IMPOSSIBLE"),
    ]

    def drive(server: str) -> None:
        with courtside.android(appium=server, task="Buy milk.", config=config) as phone:
            for one in actions:
                phone.perform_aitw(one)
            assert phone.ended
            with pytest.raises(ValueError, match="has ended"):
                phone.perform_aitw(actions[0])

    async with phone_server(Phone()) as server:
        await asyncio.to_thread(drive, server)
    assert await stored.ended() == ["finish"]
    assert stored.runs()[0].claims_success is False
    assert stored.rendered() == [
        "home",
        'tap button "Save"',
        'long-press button "Save"',
        "swipe at (200, 682) to (200, 170)",
        "pinch open with 2 fingers",
        'type "milk" into the page',
        "press Enter",
        'launch-app "com.android.settings"',
        "swipe at (200, 526) to (200, 326)",
    ]
    again = to_aitw(stored.steps()[4].actions[0], 400, 852)
    assert again.extension and len(again.extension.fingers) == 2


async def test_an_agent_that_crashes_is_said_to_and_one_without_a_server_is_told(
    config: Config, daemon: Running, stored: Stored
) -> None:
    def crash(server: str) -> None:
        with courtside.android(appium=server, config=config) as phone:
            phone.tap((1, 2))
            raise KeyError("mine")

    async with phone_server(Phone()) as server:
        with pytest.raises(KeyError, match="mine"):
            await asyncio.to_thread(crash, server)
        assert await stored.ended() == ["agent-crashed"]
        assert stored.runs()[0].end_reason == "the agent failed: KeyError: 'mine'"
    with pytest.raises(OSError, match="courtside could not reach Appium at"):
        await asyncio.to_thread(crash, server)


def test_without_its_client_one_line_says_what_to_install(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "appium.webdriver", None)
    with (
        pytest.raises(ModuleNotFoundError, match=r"pip install 'courtside\[android\]'"),
        courtside.android(config=config),
    ):
        pass
