"""What a page draws on a canvas is read where that is wanted, and then judged and shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from aiohttp import web

from courtside_bridges.client.control_api import call
from courtside_bridges.web.watching import watch
from courtside_daemon.app import running
from courtside_judge.perception.registry import is_installed
from courtside_store.config import Config
from courtside_store.reading import Reader

pytestmark = [pytest.mark.chrome, pytest.mark.slow]
PAGE = """<!doctype html><title>Board</title><style>body{margin:0;font:16px sans-serif}</style>
<button>Undo</button><button>Redo</button><button>Share</button><button>Help</button><br>
<canvas id=board width=900 height=500></canvas><script>
const pen = board.getContext("2d");
function draw(line, button) {
  pen.fillStyle = "#fff"; pen.fillRect(0, 0, 900, 500);
  pen.fillStyle = "#222"; pen.font = "22px sans-serif"; pen.fillText(line, 60, 80);
  pen.fillStyle = "#0969da"; pen.fillRect(60, 140, 180, 48);
  pen.fillStyle = "#fff"; pen.fillText(button, 96, 171);
}
draw("Your basket", "Place order");
board.onclick = () => draw("Your order 4711 was placed", "Go on");
</script>"""
BOARD = PAGE[PAGE.index("<canvas") :]
ALONE = {
    "/alone": f"<!doctype html><style>body{{margin:0}}</style>{BOARD}",
    "/pressable": f"<!doctype html><style>body{{margin:0}}</style>{BOARD}".replace(
        "id=board", "id=board tabindex=0"
    ),
}
"""The same board with nothing beside it; as games and drawing programs have it."""


@pytest.fixture
async def page(chromium: Any) -> AsyncIterator[Any]:
    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=ALONE.get(request.path, PAGE), content_type="text/html")

    app = web.Application()
    app.router.add_get("/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    opened = await (await chromium.new_context()).new_page()
    await opened.goto(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield opened
    await runner.cleanup()


async def judged(config: Config, page: Any) -> tuple[set[str], Any]:
    """The evidence on a run that presses the drawn button, and its step as viewers get it."""
    async with running(config) as (daemon, _):
        task = "What is the number of the order that was placed?"
        async with watch(page, task=task, config=config) as run:
            await page.click("#board", position={"x": 150, "y": 164})
            await run.settled()
            outcome = await run.finish("The order is 4711", True, 240)
        step = await asyncio.to_thread(call, config, daemon, "GET", f"/v1/runs/{run.run}/steps/1")
    return {one.kind for one in outcome.verdict.evidence}, step["step"]


@pytest.mark.parametrize("screens", ["with-gaps", "without-elements"])
async def test_what_is_drawn_is_read_named_and_judged_where_gaps_are_read(
    config: Config, page: Any, screens: Any
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    patient = msgspec.structs.replace(
        config, ocr="rapidocr", ocr_screens=screens, judge_timeout_s=300.0
    )
    kinds, step = await judged(patient, page)
    reads = screens == "with-gaps"
    assert ("answer-unseen" in kinds) != reads
    sources = {one.get("source", "dom") for one in step["after"]["elements"]}
    assert sources == ({"dom", "ocr", "detector"} if reads else {"dom"})
    (pressed,) = [one for one in step["actions"] if one["kind"] == "click"]
    assert pressed["target"].get("text", "") == ("Place order" if reads else "")


async def test_a_canvas_is_an_element_beside_others_and_alone(config: Config, page: Any) -> None:
    off = msgspec.structs.replace(config, ocr="off")
    async with running(off):
        async with watch(page, config=off) as run:
            await page.click("#board")
            await run.settled()
            await page.goto(page.url + "alone")
            await run.settled()
            await run.finish()
        with Reader(off) as reader:
            looks = [step.after for step in reader.steps(run.run) if step.after]
    assert looks[-1].url.endswith("/alone") and len(looks[-1].elements) == 1
    for look in looks:
        canvas = look.elements[-1]
        assert (canvas.tag, canvas.interactable, canvas.text) == ("canvas", False, "")


@pytest.mark.parametrize("path", list(ALONE))
async def test_a_page_that_is_one_canvas_is_read_by_default_and_known_as_a_drawing(
    config: Config, page: Any, path: str
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    patient = msgspec.structs.replace(config, ocr="rapidocr", judge_timeout_s=300.0)
    await page.set_viewport_size({"width": 900, "height": 560})
    await page.goto(page.url + path[1:])
    kinds, step = await judged(patient, page)
    assert "unfamiliar" in kinds and not {"unsighted", "answer-unseen"} & kinds
    canvas, *words = step["after"]["elements"]
    assert canvas["tag"] == "canvas" and {one["source"] for one in words} == {"ocr"}
    (pressed,) = [one for one in step["actions"] if one["kind"] == "click"]
    assert pressed["target"]["text"] == "Place order"
