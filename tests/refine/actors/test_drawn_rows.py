"""What a page draws on a canvas is seen by actors with numbers where it is read, and acted on."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from actor_pages import FORM, Scripted, a_page
from PIL import Image

from courtside_judge.perception.registry import is_installed
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.attempting import attempt
from courtside_refine.actors.page_view import PageView
from courtside_refine.actors.picture_reading import Reading, open_reading
from courtside_store.config import Config
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element

pytestmark = pytest.mark.chrome
TASK = ActorTask(text="Place the order.")
BOARD = """<title>Board</title><style>body{margin:0;font:16px sans-serif}</style>
<button>Undo</button><button>Redo</button><button>Share</button><button>Help</button><br>
<canvas id=board width=700 height=400 tabindex=-1></canvas><p id=said></p><script>
const pen = board.getContext("2d");
pen.fillStyle = "#fff"; pen.fillRect(0, 0, 700, 400);
pen.fillStyle = "#222"; pen.font = "22px sans-serif"; pen.fillText("Your basket", 60, 80);
pen.fillStyle = "#0969da"; pen.fillRect(60, 140, 180, 48);
pen.fillStyle = "#fff"; pen.fillText("Place order", 96, 171);
const say = (words) => { said.textContent += words; };
const isOn = (e) => e.offsetX > 60 && e.offsetX < 240 && e.offsetY > 140 && e.offsetY < 188;
board.onclick = (e) => { board.focus(); say(isOn(e) ? "placed" : "missed"); };
board.onmousemove = (e) => isOn(e) && !said.dataset.over && say(said.dataset.over = "over ");
board.onkeydown = (e) => say(e.key);
</script>"""
DRAWN = Element(id=1, role="button", text="Place order", box=Box(68.0, 170.0, 165.0, 30.0))


class Reads:
    """Sees the one button; `regions` is where it looked."""

    def __init__(self, *found: Element) -> None:
        self._found = found
        self.regions: list[PixelBox | None] = []

    def read(self, image: bytes, region: PixelBox | None) -> tuple[Element, ...]:
        assert Image.open(io.BytesIO(image)).size == (800, 600)
        self.regions.append(region)
        return self._found

    @property
    def reading(self) -> Reading:
        return Reading(read=self.read, only_gaps=True)


def drawn() -> Reads:
    return Reads(msgspec.structs.replace(DRAWN, source="detector"))


class ByName(Scripted):
    """Acts on whatever says this, when it says it; then stops."""

    def __init__(self, form: str, name: str) -> None:
        super().__init__()
        self._form, self._name = form, name

    async def decide(self, view: PageView, previous: str) -> Any:
        named = [row for row in view.controls if row.element.text == self._name]
        self._written = [
            self._form.format(named[0].id) if named and not self.seen else "stop [done]"
        ]
        return await super().decide(view, previous)


async def test_a_button_that_is_only_drawn_is_pressed_by_what_is_really_read(
    config: Config, blank_page: Any
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    filling = msgspec.structs.replace(config, ocr="rapidocr", ocr_screens="with-gaps")
    actor = ByName("click [{}]", "Place order")
    async with a_page(blank_page, BOARD) as page:
        tried = await attempt(page, actor, TASK, reading=open_reading(filling, pixels=False))
        assert await page.inner_text("#said") == "over placed"
    assert tried.actions[0].written == "click [Place order]"
    view = actor.seen[0][0]
    assert [row.id for row in view.rows] == list(range(1, len(view.rows) + 1))
    assert [row.element.text for row in view.rows[:4]] == ["Undo", "Redo", "Share", "Help"]


async def test_without_the_setting_nobody_sees_it(config: Config, blank_page: Any) -> None:
    assert open_reading(config, pixels=False) is None
    actor = ByName("click [{}]", "Place order")
    async with a_page(blank_page, BOARD) as page:
        await attempt(page, actor, TASK)
        assert await page.inner_text("#said") == ""
    assert len(actor.seen[0][0].rows) == 4


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("hover [{}]", "over"),
        ("type [{}] [ab] [1]", "over placedabEnter"),
        ("scroll [down]", ""),
    ],
)
async def test_other_actions_reach_what_is_drawn_too(blank_page: Any, form: str, said: str) -> None:
    actor = ByName(form, "Place order")
    async with a_page(blank_page, BOARD) as page:
        tried = await attempt(page, actor, TASK, reading=drawn().reading)
        assert await page.inner_text("#said") == said
    assert tried.actions[0].problem == ""


async def test_only_the_drawing_is_read_and_a_page_without_one_is_not(blank_page: Any) -> None:
    reads = drawn()
    for html in (BOARD, FORM):
        async with a_page(blank_page, html) as page:
            await attempt(page, Scripted("stop [done]"), TASK, reading=reads.reading)
    ((left, top, width, height),) = (one for one in reads.regions if one)
    assert (left, width, height) == (0, 700, 400) and 0 < top < 60


async def test_what_cannot_be_read_stays_unseen(blank_page: Any) -> None:
    def fails(image: bytes, region: PixelBox | None) -> tuple[Element, ...]:
        raise OSError("the reader is gone")

    actor = Scripted("stop [done]")
    async with a_page(blank_page, BOARD) as page:
        await attempt(page, actor, TASK, reading=Reading(read=fails, only_gaps=True))
    assert len(actor.seen[0][0].rows) == 4
