"""A tap on a screen that is only a picture is named by the word there, once the step is judged."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from appium_server import Phone, phone_server
from drawing import a_drawn_screen
from waiting import until

from courtside_bridges.android.running_proxy import proxying
from courtside_daemon.app import running
from courtside_judge.perception.registry import is_installed
from courtside_store.config import Config
from courtside_store.reading import Reader

from .conftest import Agents, Stored

SIZE = (400, 852)
MENU = a_drawn_screen("Inbox", "Drafts", "Settings", size=SIZE)
SETTINGS = a_drawn_screen("Notifications", "Sound", size=SIZE)
EMPTY = '<hierarchy class="hierarchy" rotation="0" width="400" height="852"></hierarchy>'
GAME = EMPTY.replace(
    "></", '><android.view.SurfaceView clickable="true" bounds="[0,0][400,852]"/></'
)


@pytest.mark.parametrize("source", [EMPTY, GAME], ids=["empty tree", "a surface alone"])
async def test_a_tap_without_a_tree_is_named_by_the_word_that_it_hit(
    config: Config, stored: Stored, agents: Agents, source: str
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    reads = msgspec.structs.replace(config, ocr="rapidocr", judge_timeout_s=300.0)
    phone = Phone()
    phone.source, phone.picture = source, MENU
    async with (
        running(reads),
        phone_server(phone) as server,
        proxying(server, reads, port=0) as (url, _),
    ):
        agent = agents(url)
        asked = {"platformName": "Android", "courtside:task": "Open the settings."}
        await asyncio.to_thread(agent.open, asked)
        await until(lambda: phone.pictures_taken == 1)
        phone.picture = SETTINGS
        await asyncio.to_thread(agent.tap, 90, 172)
        await asyncio.to_thread(agent.ask, "DELETE", "{s}")
        await stored.ended()
        (run,) = stored.runs()
        with Reader(reads) as reader:
            verdict = await until(lambda: reader.run_verdict(run.id), 120)
            step = reader.step_summary(run.id, 1)
    assert step and step.action == 'tap element "Settings"'
    assert verdict.status == "ok" and "unsighted" not in {one.kind for one in verdict.evidence}
