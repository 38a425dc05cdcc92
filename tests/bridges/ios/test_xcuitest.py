"""An agent on Appium's XCUITest driver, through the Appium proxy: points, pixels, secrets."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

from appium_server import Agent, Phone, a_finger, phone_server
from PIL import Image, ImageDraw

from courtside_bridges.android.running_proxy import proxying
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import PageState
from courtside_store.rendering import render_step

GREEN = (0, 255, 0)
SECRET = "hunter2-xyzzy"
FIELD = (20, 100, 350, 40)
BUTTON = (20, 200, 350, 40)


def a_tag(type: str, label: str, box: tuple[int, ...], value: str = "", inner: str = "") -> str:
    x, y, width, height = box
    return (
        f'<XCUIElementType{type} type="XCUIElementType{type}" name="{label}" label="{label}" '
        f'value="{value}" enabled="true" visible="true" x="{x}" y="{y}" width="{width}" '
        f'height="{height}">{inner}</XCUIElementType{type}>'
    )


SOURCE = a_tag(
    "Application",
    "Bank",
    (0, 0, 390, 844),
    inner=a_tag("SecureTextField", "PIN", FIELD, SECRET) + a_tag("Button", "Pay", BUTTON),
)


def a_picture() -> bytes:
    """The screen at three pixels a point; the secret is pure green."""
    image = Image.new("RGB", (1170, 2532), "white")
    x, y, width, height = FIELD
    draw = ImageDraw.Draw(image)
    draw.rectangle((x * 3, y * 3, (x + width) * 3, (y + height) * 3), fill=GREEN)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def drive(url: str) -> None:
    agent = Agent(url)
    agent.open({"platformName": "iOS", "appium:automationName": "XCUITest"})

    def run(script: str, **argument: Any) -> None:
        agent.value("POST", "{s}/execute/sync", {"script": f"mobile: {script}", "args": [argument]})

    agent.value("POST", "{s}/actions", {"actions": [a_finger((195, 120))]})
    run("keys", keys=[{"key": SECRET[0]}, *SECRET[1:]])
    run("tap", x=195, y=220)
    run("swipe", direction="up")
    run("pressButton", name="home")
    run("launchApp", bundleId="com.apple.Preferences")
    agent.ask("DELETE", "{s}")
    agent.close()


async def test_xcuitest_s_commands_become_steps_in_points(config: Config, daemon: Running) -> None:
    phone = Phone()
    phone.source, phone.picture = SOURCE, a_picture()
    phone.capabilities = {"platformName": "iOS", "deviceName": "iPhone 13", "pixelRatio": 3}
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        await asyncio.to_thread(drive, url)
    with Reader(config) as reader:
        [summary] = reader.runs()
        steps = list(reader.steps(summary.run.id))
    assert (summary.surface, summary.source) == ("ios", "appium")
    assert [render_step(step) for step in steps] == [
        'tap textbox "PIN"',
        "type (secret) into textbox",
        'tap button "Pay"',
        "swipe at (195, 633) to (195, 211)",
        "home",
        'launch-app "com.apple.Preferences"',
    ]
    blobs = Blobs(config.blobs)
    for step in steps:
        assert step.before and step.before.frame
        assert (step.before.width, step.before.height, step.before.scale) == (390, 844, 3)
        assert [one.text for one in step.before.elements] == ["PIN", "Pay"]
        assert (step.before.title, step.before.page) == ("Bank", PageState())
        data = blobs.read(step.before.frame)
        assert data
        colours = Image.open(io.BytesIO(data)).convert("RGB").getcolors(1 << 24)
        assert colours and GREEN not in {colour for _, colour in colours}
    kept = b"".join(path.read_bytes() for path in config.data_dir.rglob("*") if path.is_file())
    assert SECRET.encode() not in kept and json.dumps(SECRET).encode() not in kept
