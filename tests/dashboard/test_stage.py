"""The screen: what is drawn on it, what changed, and what it says where there is none."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_step, an_action, an_element
from dense_screens import DENSE_SCREENS
from pages import Agent, becomes_true, open_page
from PIL import Image, ImageDraw
from waiting import until

from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Box, Point
from courtside_store.records import Announcement, Effects, Element, Request

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
BOX = Box(100.0, 50.0, 80.0, 20.0)
RED = """([x, y]) => {
  const marks = document.querySelector("#marks"), screen = document.querySelector("#screen");
  if (!marks.width || !screen.width) return null;
  const fit = Math.min(marks.width / screen.width, marks.height / screen.height);
  const left = (marks.width - screen.width * fit) / 2;
  const top = (marks.height - screen.height * fit) / 2;
  const around = marks.getContext("2d").getImageData(left + x * fit - 8, top + y * fit - 8, 16, 16);
  return around.data.some((v, n) => n % 4 === 0 && v > 200 && around.data[n + 3] > 200);
}"""
# In the page itself: an interception at the network begins a moment after it is asked for.
HOLD_STEP_1 = """() => {
  const ask = window.fetch;
  const may = new Promise((resolve) => { window.answer = resolve; });
  window.fetch = async (path, ...rest) => {
    if (path.endsWith("/steps/1")) await may;
    return ask(path, ...rest);
  };
}"""


def a_picture(saved: bool) -> bytes:
    """A white screen, with a green field in it or not."""
    image = Image.new("RGB", (320, 200), "white")
    if saved:
        ImageDraw.Draw(image).rectangle((200, 120, 280, 160), fill="green")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def a_pictured_step(config: Config) -> Agent:
    """An agent whose one step saved something, with a picture on both sides."""
    agent = Agent(config)
    agent.begin()
    images = a_picture(False), a_picture(True)
    before, after = (agent.look(image, an_element(box=BOX)) for image in images)
    agent.step(a_step(1, an_action(box=BOX), before=before, after=after), *images)
    return agent


async def test_the_action_is_drawn_where_it_was_and_what_changed_is_framed(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = a_pictured_step(config)
    await page.wait_for_selector("#card .label")
    await page.keyboard.press("b")
    await expect(page.locator("[data-view=before]")).to_have_attribute("aria-pressed", "true")
    corner = [BOX[0], BOX[1]]
    await becomes_true(page, RED, corner)
    assert await page.evaluate(RED, [20, 20]) is False
    await page.keyboard.press("o")
    await expect(page.locator("#overlay")).to_have_attribute("aria-pressed", "false")
    await becomes_true(page, f"(at) => ({RED})(at) === false", corner)
    await page.keyboard.press("d")
    await expect(page.locator("#action")).to_contain_text("5.2 % changed")
    at = "([x, y]) => [...screen.getContext('2d').getImageData(x, y, 1, 1).data]"
    look = at.replace("screen", "document.querySelector('#screen')")
    assert await page.evaluate(look, [240, 140]) == [0, 128, 0, 255]
    assert await page.evaluate(look, [190, 140]) == [229, 72, 77, 255]  # the region's frame
    assert await page.evaluate(look, [20, 20]) == [252, 252, 252, 255]
    await page.keyboard.press("d")
    await expect(page.locator("#action")).not_to_contain_text("changed")
    await agent.close()


INK = """(box) => {
  const marks = document.querySelector("#marks"), screen = document.querySelector("#screen");
  if (!marks.width || !screen.width) return null;
  const fit = Math.min(marks.width / screen.width, marks.height / screen.height);
  const left = (marks.width - screen.width * fit) / 2;
  const top = (marks.height - screen.height * fit) / 2;
  const [x, y, w, h] = box.map((side) => side * fit);
  const { data } = marks.getContext("2d").getImageData(left + x, top + y, w, h);
  return data.filter((v, n) => n % 4 === 3 && v > 0).length;
}"""
"""How many pixels of a box are drawn over."""


@pytest.mark.parametrize(
    ("target", "others"),
    [
        (Box(100, 80, 80, 20), [Box(100, 55, 80, 16), Box(200, 80, 100, 20)]),
        (Box(240, 80, 78, 20), [Box(240, 55, 78, 16), Box(150, 120, 168, 20)]),
        (Box(4, 178, 312, 20), [Box(4, 120, 312, 20)]),
    ],
    ids=["in the middle", "at the right edge", "at the bottom"],
)
async def test_what_was_typed_stands_beside_its_field_and_hides_no_other(
    config: Config, daemon: Running, chromium: Any, target: Box, others: list[Box]
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(False)
    boxes = [target, *others]
    look = agent.look(image, *(an_element(n, f"{n}", box=b) for n, b in enumerate(boxes, 1)))
    typed = an_action("type", "1", "Ada Lovelace", box=target)
    agent.step(a_step(1, typed, before=look, after=look), image)
    await page.wait_for_selector("#card .label")
    await becomes_true(page, f"(box) => ({INK})(box) > 1500", [-40, -40, 400, 280])
    inside = [target.x + 4, target.y + 4, target.width - 8, target.height - 8]
    assert [await page.evaluate(INK, [*box]) for box in (inside, *others)] == [0] * len(boxes)
    await agent.close()


async def test_an_action_is_not_drawn_on_a_screen_that_no_longer_has_its_target(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    images = a_picture(False), a_picture(True)
    before = agent.look(images[0], an_element(box=BOX))
    after = agent.look(images[1], an_element(text="Orders", box=BOX))
    agent.step(a_step(1, an_action(box=BOX), before=before, after=after), *images)
    await page.wait_for_selector("#card .label")
    await becomes_true(page, "document.querySelector('#marks').width > 0")
    assert await page.evaluate(RED, [BOX[0], BOX[1]]) is False
    await page.keyboard.press("b")
    await becomes_true(page, RED, [BOX[0], BOX[1]])
    await agent.close()


async def test_a_press_on_what_was_scrolled_to_points_beyond_the_screen_before_it(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    images = a_picture(False), a_picture(True)
    then, now = Box(100.0, 650.0, 80.0, 20.0), Box(100.0, 50.0, 80.0, 20.0)
    before, after = (
        agent.look(image, an_element(box=box))
        for image, box in zip(images, (then, now), strict=True)
    )
    press = an_action(box=then)
    press = msgspec.structs.replace(press, point=Point(140, 660), raw={"moved": [0, -600]})
    agent.step(a_step(1, press, before=before, after=after), *images)
    await page.wait_for_selector("#card .label")
    await becomes_true(page, RED, [100, 50])
    await page.keyboard.press("b")
    await becomes_true(page, RED, [140, 190])
    assert await page.evaluate(RED, [100, 50]) is False
    await agent.close()


async def test_an_element_that_is_pointed_at_is_framed(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    look = agent.look(image, an_element(1, "Save", box=BOX, value="yes", state=("focused",)))
    agent.step(a_step(1, before=look, after=look), image)
    await page.click("#tabs >> text=Elements")
    await page.hover("#tab tr:has-text('Save')")
    blue = RED.replace("n % 4 === 0 && v > 200 &&", "n % 4 === 0 && v < 20 &&")
    await becomes_true(page, blue, [BOX[0], BOX[1]])
    await expect(page.locator("#tab tr")).to_have_text("1buttonSave yes focused")
    await agent.close()


async def test_the_elements_tab_writes_the_ids_on_the_screen(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    others = [an_element(1, "Back", box=None), an_element(2, "Help", box=None)]
    look = agent.look(image, *others, an_element(7, "Save", box=BOX))
    agent.step(a_step(1, before=look, after=look), image)
    purple = """() => {
      const canvas = document.querySelector("#marks");
      if (!canvas.width) return false;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 0x7b && data[at + 1] === 0x1f && data[at + 2] === 0xa2) return true;
      return false;
    }"""
    await page.click("#tabs >> text=Elements")
    await becomes_true(page, purple)
    await page.click("#tabs >> text=Raw")
    await becomes_true(page, f"() => !({purple})()")
    await agent.close()


HIDDEN_IDS = """async (elements) => {
  const drawn = document.querySelector("#marks"), screen = document.querySelector("#screen");
  if (!drawn.width || !screen.width) return null;
  const { width, height } = drawn;
  const { marks } = await import(new URL("draw.js", document.querySelector("script").src));
  const shown = drawn.getContext("2d").getImageData(0, 0, width, height).data;
  const alone = drawn.cloneNode();
  const size = { clientWidth: { value: width }, clientHeight: { value: height } };
  Object.defineProperties(alone, size);
  const tagOf = (id) => {
    const ids = [{ id, box: [600, 300, 200, 200] }];
    marks(alone, screen, { ids, actions: [], boxes: [], scale: 1 });
    const { data } = alone.getContext("2d").getImageData(0, 0, width, height);
    const [columns, rows] = [width, height].map((side) => [...Array(side).keys()]);
    const row = (y) => columns.filter((x) => data[4 * (y * width + x) + 3] === 255);
    const top = rows.find((y) => row(y).length);
    const left = row(top)[0], wide = row(top).length;
    const digits = [];
    for (let y = top; row(y).length === wide; y += 1) {
      const begin = 4 * (y * width + left);
      digits.push(data.slice(begin, begin + 4 * wide));
    }
    return digits;
  };
  const isAt = (tag, x, y) => tag.every((line, n) => {
    const at = 4 * ((y + n) * width + x);
    return line.every((value, m) => Math.abs(value - shown[at + m]) < 8);
  });
  const isShown = (tag) => {
    for (let y = 0; y + tag.length <= height; y += 1)
      for (let x = 0; 4 * x + tag[0].length <= 4 * width; x += 1) if (isAt(tag, x, y)) return true;
    return false;
  };
  return elements.filter((id) => !isShown(tagOf(id)));
}"""
"""The ids that do not stand on the screen as they look alone, every pixel of them."""


@pytest.mark.parametrize("screen", DENSE_SCREENS)
async def test_every_id_on_a_screen_full_of_controls_can_be_read(
    config: Config, daemon: Running, chromium: Any, screen: Callable[[], list[Element]]
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    out = io.BytesIO()
    Image.new("RGB", (1280, 720), "white").save(out, "PNG")
    elements = screen()
    look = agent.look(out.getvalue(), *elements, width=1280, height=720)
    agent.step(a_step(1, before=look, after=look), out.getvalue())
    await page.click("#tabs >> text=Elements")
    await expect(page.locator("#tab tr")).to_have_count(len(elements))
    ids = list(range(1, len(elements) + 1))
    await until(lambda: page.evaluate("() => document.querySelector('#screen').width === 1280"))
    hidden = await page.evaluate(HIDDEN_IDS, ids)
    assert hidden == [], f"{len(hidden)} of {len(ids)} ids cannot be read"
    await agent.close()


async def test_a_run_that_ended_without_a_step_speaks_of_none(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    await expect(page.locator("#nothing")).to_have_text("No step yet.")
    agent.end(ended_by="finish", answer="Saved")
    await expect(page.locator("#nothing")).to_have_text("It ended without a step.")
    await expect(page.locator("#action")).to_have_text("")
    await expect(page.locator("#of-run .why")).to_contain_text("nothing was observed")
    await expect(page.locator("#of-step")).to_be_hidden()
    await expect(page.get_by_role("tabpanel")).to_have_text("The whole runIt names no findings.")
    await agent.close()


async def test_a_frame_that_was_withheld_says_why(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    await page.wait_for_selector("text=No step yet.")
    look = agent.look(b"", withheld="a secret field moved")
    hidden = type(look)(at_ms=look.at_ms, withheld=look.withheld)
    agent.step(a_step(1, before=hidden, after=hidden))
    await page.wait_for_selector("text=Screenshot withheld: a secret field moved")
    await agent.close()


async def test_a_screen_that_was_withheld_is_never_shown_as_the_one_before_it(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    look = agent.look(image)
    hidden = agent.look(b"", an_element(box=BOX), withheld="the agent went on")
    agent.step(a_step(1, before=look, after=msgspec.structs.replace(hidden, frame=None)), image)
    instead, screen = page.locator("#instead"), page.locator("#screen")
    await expect(instead).to_have_text(
        "The screen after this step was withheld (the agent went on). This is the screen before it."
    )
    await expect(screen).to_have_css("opacity", "0.4")
    await expect(screen).to_have_attribute("aria-label", re.compile("^The screen before step 1"))
    await page.keyboard.press("b")
    await expect(instead).to_be_hidden()
    await expect(screen).to_have_css("opacity", "1")
    await agent.close()


async def test_the_tag_of_a_click_stands_at_its_target(
    config: Config, daemon: Running, chromium: Any
) -> None:
    """Beside it, never in a far corner."""
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(False)
    high = (200.0, 2.0, 60.0, 10.0)
    look = agent.look(image, an_element(box=high))
    agent.step(a_step(1, an_action(box=high), before=look, after=look), image)
    await page.wait_for_selector("#card .label")
    await becomes_true(page, RED, [270, 7])
    assert await page.evaluate(RED, [15, 12]) is False
    await agent.close()


async def test_a_long_task_leaves_room_for_the_screen(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin("Invite bert as an editor and export the audit log of the last 30 days. " * 40)
    image = a_jpeg(1, (320, 200))
    look = agent.look(image)
    agent.step(a_step(1, before=look, after=look), image)
    await page.wait_for_selector("#card .label")
    box = await page.locator("#frame").bounding_box()
    assert box is not None and box["height"] > 450
    await page.hover("#task")
    assert (await page.locator("#task").bounding_box())["height"] > 100
    await agent.close()


async def test_what_came_of_a_step_stands_below_what_was_done_as_plain_text(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_jpeg(1, (320, 200))
    sent = Request(method="POST", path="/orders", at_ms=5, status=201, took_ms=84.0)
    announced = Announcement(kind="status", text="<b>Saved</b>", at_ms=6)
    step = a_step(1, an_action(), before=agent.look(image), after=agent.look(image))
    effects = Effects(requests=(sent,), announced=(announced,))
    agent.step(msgspec.structs.replace(step, effects=effects), image)
    lines = page.locator("#came li")
    await expect(lines).to_have_text(
        ["sent POST /orders: 201 in 84 ms", "the page said: <b>Saved</b>"]
    )


async def test_the_elements_are_listed_in_the_order_that_is_chosen(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    look = agent.look(
        image,
        an_element(1, "Lower", box=Box(10.0, 80.0, 40.0, 10.0)),
        an_element(2, "Upper", box=Box(10.0, 10.0, 40.0, 10.0)),
    )
    agent.step(a_step(1, before=look, after=look), image)
    await page.click("#tabs >> text=Elements")
    rows = page.locator("#tab tr")
    await expect(rows).to_have_text(["1buttonLower", "2buttonUpper"])
    await page.get_by_label("Order").select_option("raster")
    await expect(rows).to_have_text(["1buttonUpper", "2buttonLower"])
    await page.get_by_label("Order").select_option("")
    await expect(rows).to_have_text(["1buttonLower", "2buttonUpper"])
    await agent.close()


async def test_a_step_opens_with_its_action_on_the_screen_before_it_and_a_live_run_on_its_newest(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = a_pictured_step(config)
    await expect(page.locator("[data-view=after]")).to_have_attribute("aria-pressed", "true")
    agent.end()
    await page.wait_for_selector("#card .label")
    await page.reload()
    await expect(page.locator("[data-view=before]")).to_have_attribute("aria-pressed", "true")
    await becomes_true(page, RED, [BOX[0], BOX[1]])
    await page.keyboard.press("b")
    await page.keyboard.press("k")
    await expect(page.locator("[data-view=after]")).to_have_attribute("aria-pressed", "true")


async def test_where_no_screen_before_is_recorded_the_one_after_says_so(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    after = agent.look(image, an_element(box=BOX))
    agent.step(a_step(1, an_action(box=BOX), before=None, after=after), image)
    agent.end()
    await page.wait_for_selector("#card .label")
    await page.reload()
    shown = "The screen before this step is not recorded. This is the screen after it."
    await expect(page.locator("#instead")).to_have_text(shown)
    await expect(page.locator("#screen")).not_to_have_class(re.compile("dimmed"))


async def test_an_action_is_not_drawn_on_another_page_that_stands_for_a_withheld_screen(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_picture(True)
    hidden = agent.look(b"", an_element(box=BOX), withheld="the agent went on")
    before = msgspec.structs.replace(hidden, frame=None)
    after = agent.look(image, an_element(text="Orders", box=Box(10.0, 150.0, 80.0, 20.0)))
    agent.step(a_step(1, an_action(box=BOX), before=before, after=after), image)
    agent.end()
    await page.wait_for_selector("#card .label")
    await page.reload()
    await expect(page.locator("#instead")).to_contain_text("This is the screen after it.")
    await becomes_true(page, "document.querySelector('#marks').width > 0")
    assert await page.evaluate(RED, [BOX[0], BOX[1]]) is False
    await agent.close()


async def test_a_screen_without_a_picture_is_drawn_from_its_elements_with_the_action_on_it(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    hidden = agent.look(b"", an_element(box=BOX), withheld="the agent went on")
    bare = msgspec.structs.replace(hidden, frame=None)
    agent.step(a_step(1, an_action(box=BOX), before=bare, after=bare))
    agent.end()
    await page.wait_for_selector("#card .label")
    await page.reload()
    why = "The screen before this step was withheld (the agent went on)."
    told = f"{why} This is drawn from what is known of its elements."
    await expect(page.locator("#instead")).to_have_text(told)
    await expect(page.locator("#nothing")).to_be_empty()
    size = "[document.querySelector('#screen').width, document.querySelector('#screen').height]"
    assert await page.evaluate(size) == [bare.width, bare.height]
    await becomes_true(page, "document.querySelector('#marks').width > 0")
    assert await page.evaluate(RED, [BOX[0], BOX[1]]) is True
    await agent.close()


async def test_a_picture_is_never_called_that_of_a_step_that_is_still_being_asked_for(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    for index in (1, 2):
        image = a_picture(index == 2)
        look = agent.look(image, an_element(box=BOX))
        agent.step(a_step(index, before=look, after=look), image)
    screen = page.locator("#screen")
    await expect(screen).to_have_attribute("data-step", "2")
    await page.evaluate(HOLD_STEP_1)
    await page.keyboard.press("k")
    await expect(page.locator("#action")).to_contain_text("step 1 of 2")
    await page.click("#tabs >> text=Elements")  # which draws the picture again
    await page.evaluate("import('/stage.js').then((stage) => stage.show())")  # returns once drawn
    await expect(screen).to_have_attribute("data-step", "2")
    await expect(screen).to_have_attribute("aria-label", re.compile("step 2"))
    await page.evaluate("answer()")
    await expect(screen).to_have_attribute("data-step", "1")
    await expect(screen).to_have_attribute("aria-label", re.compile("step 1"))
    await agent.close()
