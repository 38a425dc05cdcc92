"""Each move is real input: the page hears keys, the pointer and the wheel."""

from __future__ import annotations

from typing import Any

import pytest

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_store.geometry import Point

pytestmark = pytest.mark.chrome
PAGE = """
<body style="margin: 0"><input id="field"><div id="long" style="height: 40px; overflow: auto">
<div style="height: 400px">long</div></div><div id="pad" style="height: 100px">pad</div><script>
  const events = [];
  const at = (e) => events.push(`${e.type} ${e.offsetX} ${e.offsetY}`);
  for (const name of ["mousedown", "mouseup", "mouseenter"]) pad.addEventListener(name, at);
  field.addEventListener("keydown", (e) => events.push(e.key));
</script>"""
AT = Point(7, 9)


@pytest.mark.parametrize(
    ("move", "events"),
    [
        (Move("type", "#field", "ab"), ["a", "b"]),
        (Move("press", "#field", "Home ArrowRight"), ["Home", "ArrowRight"]),
        (Move("click", "#pad", at=(AT,)), ["mouseenter 7 9", "mousedown 7 9", "mouseup 7 9"]),
        (
            Move("drag", "#pad", at=(Point(5, 5), Point(20, 5), Point(20, 30))),
            ["mouseenter 5 5", "mousedown 5 5", "mouseup 20 30"],
        ),
    ],
    ids=lambda value: value.act if isinstance(value, Move) else "",
)
async def test_a_move_is_what_a_hand_would_do(chromium: Any, move: Move, events: list[str]) -> None:
    page = await chromium.new_page()
    await page.set_content(PAGE)

    await make(page, move)

    assert await page.evaluate("events") == events


async def test_a_scroll_is_over_when_the_page_has_moved(chromium: Any) -> None:
    page = await chromium.new_page()
    await page.set_content(PAGE)

    await make(page, Move("scroll", "#long", "120"))

    assert await page.evaluate("long.scrollTop") == 120


async def test_a_pointer_that_hovers_presses_nothing(chromium: Any) -> None:
    page = await chromium.new_page()
    await page.set_content(PAGE)

    await make(page, Move("hover", "#pad"))

    assert [event.split()[0] for event in await page.evaluate("events")] == ["mouseenter"]
