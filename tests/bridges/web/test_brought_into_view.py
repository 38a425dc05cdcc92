"""A driver scrolls to what it presses: the press lies where that lay on the screen before it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Box
from courtside_store.reading import Reader
from courtside_store.records import Step

pytestmark = pytest.mark.chrome

ROWS = "".join(
    f"<tr style='height:40px'><td>Customer {n}<td><button onclick=\"this.closest('tr').remove()\">"
    "Delete</button>"
    for n in range(60)
)
LONG = f"<!doctype html><title>Customers</title><table>{ROWS}</table>"
BOXED = f"<!doctype html><title>Boxed</title><div style='height:300px;overflow:auto'>{LONG}</div>"
FRAMED = "<!doctype html><title>Framed</title><p>Above<iframe width=400 height=300></iframe>"
PIECE = """<!doctype html><title>Board</title><div style='height:3000px'></div>
<div id=piece style='width:60px;height:60px;position:absolute;top:2000px;left:40px'>piece</div>
<script>
  let by = null;
  piece.onpointerdown = ({ clientX: x, clientY: y }) => {
    by = [x - piece.offsetLeft, y - piece.offsetTop];
  };
  onpointermove = (e) => {
    if (!by) return;
    piece.style.left = `${e.clientX - by[0]}px`;
    piece.style.top = `${e.clientY - by[1]}px`;
  };
  onpointerup = () => { by = null; };
</script>"""


async def shown(run: Any, page: Any, text: str) -> None:
    """The page, with a look at it: something was pressed there."""
    await page.set_content(text)
    await page.mouse.click(2, 2)
    await run.settled()


async def once_of_three(scenario: Callable[[], Awaitable[bool]]) -> bool:
    """On a busy machine a driver may press so late that a look came between its scroll and that."""
    for _ in range(3):
        if await scenario():
            return True
    return False


def last_step(config: Config, run: str) -> Step:
    with Reader(config) as reader:
        return list(reader.steps(run))[-1]


def row_box(step: Step, words: str) -> Box:
    """The button beside these words on the screen before the step."""
    assert step.before and step.before.elements  # a busy machine may not get to its picture
    boxes = [e.box for e in step.before.elements if e.box and e.text == words]
    buttons = [e.box for e in step.before.elements if e.box and e.text == "Delete"]
    return next(one for one in buttons if abs(one.middle - boxes[0].middle) < 2)


@pytest.mark.alone
@pytest.mark.parametrize("text", [LONG, BOXED], ids=["the page", "a part of the page"])
async def test_what_was_scrolled_to_is_pressed_where_it_lay_before(
    config: Config, daemon: Running, chromium: Any, text: str
) -> None:
    async def press() -> bool:
        page = await chromium.new_page()
        async with watch(page, config=config) as run:
            await shown(run, page, text)
            await page.locator("tr", has_text="Customer 37").get_by_role("button").click()
        step = last_step(config, run.run)
        (action,) = step.actions
        assert action.kind == "click" and action.target and action.point and step.index == 2
        box = row_box(step, "Customer 37")
        assert action.target.box and action.target.box.is_near(box, 1)
        assert box.contains(action.point, 1)
        assert step.after and all(e.text != "Customer 37" for e in step.after.elements)
        return box.y > 700 and step.before is not None and step.before.frame is not None

    assert await once_of_three(press), "no picture before is kept that shows it where it lay"


async def test_what_was_scrolled_to_in_a_frame_is_pressed_where_it_lay_before(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await chromium.new_page()
    async with watch(page, config=config) as run:
        await page.set_content(FRAMED)
        await page.eval_on_selector("iframe", "(frame, text) => frame.srcdoc = text", LONG)
        await page.frame_locator("iframe").get_by_text("Customer 59").wait_for()
        await page.mouse.click(2, 2)
        await run.settled()
        row = page.frame_locator("iframe").locator("tr", has_text="Customer 37")
        await row.get_by_role("button").click()
    step = last_step(config, run.run)
    (action,) = step.actions
    box = row_box(step, "Customer 37")
    assert action.target and action.target.box and action.target.box.is_near(box, 1)
    assert action.point and box.contains(action.point, 1)


@pytest.mark.alone
async def test_what_is_typed_after_a_scroll_and_a_pause_lies_where_its_field_lay_before(
    config: Config, daemon: Running, chromium: Any
) -> None:
    text = "<!doctype html><div style='height:2000px'>Top</div><input aria-label=Name>"

    async def type_twice() -> bool:
        page = await chromium.new_page()
        async with watch(page, config=config) as run:
            await shown(run, page, text)
            await page.get_by_label("Name").press_sequentially("Ada")
            await page.wait_for_timeout(400)
            await page.get_by_label("Name").press_sequentially(" L")
            await run.settled()
        step = last_step(config, run.run)
        action = step.actions[-1]
        assert (action.kind, action.text) == ("type", "Ada L") and step.before
        field = next(e.box for e in step.before.elements if e.text == "Name")
        assert field and action.target and action.target.box
        assert action.target.box.is_near(field, 1)
        return field.y > 1000

    assert await once_of_three(type_twice), "no picture before shows it where it lay"


async def test_a_slow_driver_that_scrolls_to_a_field_and_types_has_not_scrolled(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await chromium.new_page()
    async with watch(page, config=config) as run:
        await shown(
            run, page, "<!doctype html><p style='height:2000px'>Top</p><input aria-label=Name>"
        )
        await page.evaluate("document.querySelector('input').focus()")
        await page.wait_for_timeout(600)
        await page.keyboard.type("Ada")
    with Reader(config) as reader:
        kinds = [action.kind for step in reader.steps(run.run) for action in step.actions]
    assert kinds == ["click", "type"]


async def test_what_needs_no_scrolling_is_pressed_where_it_lies(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await chromium.new_page()
    async with watch(page, config=config) as run:
        await shown(run, page, LONG)
        await page.mouse.wheel(0, 400)
        await page.wait_for_function("scrollY === 400")
        await run.settled()
        await page.locator("tr", has_text="Customer 12").get_by_role("button").click()
    step = last_step(config, run.run)
    (action,) = step.actions
    box = row_box(step, "Customer 12")
    assert 0 < box.y < 300, "as the agent scrolled it"
    assert action.target and action.target.box and action.target.box.is_near(box, 1)


@pytest.mark.parametrize("first", ["press", "typing"])
async def test_a_wheel_right_after_something_else_is_a_step_of_its_own(
    config: Config, daemon: Running, chromium: Any, first: str
) -> None:
    page = await chromium.new_page()
    async with watch(page, config=config) as run:
        await page.set_content("<!doctype html><input aria-label=Name>" + LONG)
        if first == "press":
            await page.mouse.click(2, 2)
        else:
            await page.keyboard.press("Tab")
            await page.keyboard.type("Ada")
        await page.mouse.wheel(0, 400)
        await page.wait_for_function("scrollY === 400")
        await run.settled()
    with Reader(config) as reader:
        kinds = [action.kind for step in reader.steps(run.run) for action in step.actions]
    assert kinds[-2:] == ["click" if first == "press" else "type", "scroll"]


async def test_a_drag_of_what_was_scrolled_to_goes_as_far_as_it_went(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await chromium.new_page()
    async with watch(page, config=config) as run:
        await shown(run, page, PIECE)
        await page.locator("#piece").scroll_into_view_if_needed()
        box = await page.locator("#piece").bounding_box()
        await page.mouse.move(box["x"] + 30, box["y"] + 30)
        await page.mouse.down()
        await page.mouse.move(box["x"] + 90, box["y"] - 20)
        await page.mouse.move(box["x"] + 130, box["y"] - 70)
        await page.mouse.up()
    step = last_step(config, run.run)
    action = step.actions[-1]
    assert action.kind == "drag" and action.point and action.to_point
    assert (action.to_point.x - action.point.x, action.to_point.y - action.point.y) == (100, -100)
    raw = action.raw or {"moved": [0]}  # a busy machine may see the page once it has scrolled
    assert raw["moved"][0] == 0, "the page's way, without the piece's own"
    assert step.before
    piece = next(e.box for e in step.before.elements if e.text == "piece")
    assert piece and piece.contains(action.point, 1)
