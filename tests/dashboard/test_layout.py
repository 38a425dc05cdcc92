"""The page at the sizes of a desk, a tablet and a phone: what stands where, and how large."""

from __future__ import annotations

import re
from typing import Any

import pytest
from builders import a_screen, a_step
from pages import LONG, SIZES, THOUGHT, Agent, a_page_with_one_step, becomes_true, open_page, seed

from courtside_store.config import Config
from courtside_store.daemon_state import Running

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
PICTURE = """() => {
  const [screen, frame] = ["#screen", "#frame"].map((one) => document.querySelector(one));
  const { width, height } = frame.getBoundingClientRect();
  return screen.width * Math.min(width / screen.width, height / screen.height);
}"""
"""How wide the picture is on the page."""
OUTSIDE = """() => [...document.querySelectorAll("#left, #right, #stage, #card *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.id)"""
"""What is cut off at the right."""


@pytest.mark.parametrize("width", SIZES)
async def test_the_picture_is_large_and_nothing_is_cut_off(
    config: Config, daemon: Running, chromium: Any, width: int
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, width)
    wanted = {1440: 700, 800: 400, 390: 350}[width]
    await becomes_true(page, f"() => ({PICTURE})() >= {wanted}")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate(OUTSIDE) == []
    frame = await page.locator("#frame").bounding_box()
    assert frame is not None and frame["y"] + frame["height"] < SIZES[width]  # seen at first sight
    for part in ("#left", "#right"):
        box = await page.locator(part).bounding_box()
        assert box is not None and box["width"] > 200


@pytest.mark.parametrize("width", [1280, 1440])
async def test_the_tabs_stand_in_one_row_beside_a_scroll_bar(
    config: Config, daemon: Running, chromium: Any, width: int
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    await page.set_viewport_size({"width": width, "height": 800})
    bar = "document.querySelector('#right').style.paddingRight = '29px'"  # 15 of them for the bar
    await page.evaluate(bar)
    for tab in await page.locator("#tabs button").all():
        await tab.click()
        tops = await page.locator("#tabs button").evaluate_all("all => all.map((b) => b.offsetTop)")
        assert len(tops) == 7 and len(set(tops)) == 1


async def test_each_row_of_the_list_is_of_whole_pixels_so_that_its_line_below_is_seen(
    config: Config, daemon: Running, chromium: Any
) -> None:
    seed(config, 3)
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector(".run >> nth=2")
    of_rows = "all => all.map((row) => row.getBoundingClientRect().height % 1)"
    assert await page.locator(".run").evaluate_all(of_rows) == [0, 0, 0]


async def test_in_a_low_window_no_part_lies_over_another(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 800)
    await page.set_viewport_size({"width": 800, "height": 600})
    strip, left = [await page.locator(one).bounding_box() for one in ("#strip", "#left")]
    assert strip is not None and left is not None and strip["height"] > 30
    assert strip["y"] + strip["height"] <= left["y"] and left["height"] >= 160
    await page.locator("#runs .run").scroll_into_view_if_needed()
    await expect(page.locator("#runs .run")).to_be_in_viewport()


async def test_a_row_of_the_list_names_the_task_the_agent_its_steps_and_its_age(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    row = page.locator("#runs .run")
    await expect(row.locator(".name")).to_have_text('Press "Save".')
    await expect(row.locator(".agent")).to_have_text(" the ticket agent")
    await expect(row.locator(".meta")).to_contain_text("1 step")
    await expect(row.locator(".age")).to_have_text(re.compile(r"^\d+ s$"))
    assert (await row.bounding_box())["height"] < 70  # the kind of failure has a line of its own
    await expect(page.locator("#runs > *")).to_have_count(1)


async def test_a_row_names_the_agent_by_the_name_that_filters_and_the_command_line_know(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config, "a phone of six inches")
    agent.begin(agent="planner")
    await expect(page.locator("#runs .agent")).to_have_text(" planner")
    await agent.close()


async def test_under_the_title_stand_the_address_the_thought_the_whole_action_and_its_time(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    await expect(page.locator("#where")).to_have_text("http://127.0.0.1/done · took 2.3 s")
    await expect(page.locator("#thought")).to_contain_text(THOUGHT)
    await expect(page.locator("#thought")).to_contain_text(LONG.strip())
    await page.keyboard.press("b")
    await expect(page.locator("#where")).to_contain_text("http://127.0.0.1/form")


async def test_where_a_screen_has_no_address_the_app_in_front_stands_there(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    shop, home = (a_screen(url="", title=f"org.example.{name}") for name in ("shop", "home"))
    agent.step(a_step(before=shop, after=home))
    await expect(page.locator("#where")).to_contain_text("org.example.home")
    await expect(page.locator("#came")).to_have_text("in front now: org.example.home")
    await page.keyboard.press("b")
    await expect(page.locator("#where")).to_contain_text("org.example.shop")
    await agent.close()


async def test_by_keyboard_space_presses_what_has_the_focus_and_arrows_walk_the_tabs(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    follow, tabs = page.locator("#follow"), page.locator("#tabs [role=tab]")
    await page.locator("#overlay").focus()
    await page.keyboard.press(" ")
    await expect(page.locator("#overlay")).to_have_attribute("aria-pressed", "false")
    await expect(follow).to_have_attribute("aria-pressed", "true")
    await tabs.first.focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("tab", name="Raw")).to_be_focused()
    await page.keyboard.press("Home")
    for _ in range(2):
        await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="Elements")).to_have_attribute(
        "aria-selected", "true"
    )
    await expect(page.locator("#tabs [tabindex='0']")).to_have_count(1)
    await expect(follow).to_have_attribute("aria-pressed", "true")  # no step was walked to
    await page.locator("body").click(position={"x": 3, "y": 3})
    await page.keyboard.press(" ")
    await expect(follow).to_have_attribute("aria-pressed", "false")


async def test_the_help_explains_the_colours_and_turns_the_keys_off(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    await page.keyboard.press("?")
    await expect(page.locator("#help tr:has(.sample.pending)")).to_contain_text("not judged yet")
    await page.get_by_label("Keyboard shortcuts").uncheck()
    await page.keyboard.press("Escape")
    await expect(page.locator("#help")).to_be_hidden()
    await page.keyboard.press("b")
    await page.keyboard.press("?")
    await expect(page.locator("#help")).to_be_visible()
    await expect(page.locator("[data-view=after]")).to_have_attribute("aria-pressed", "true")
    await page.get_by_label("Keyboard shortcuts").check()
    await page.keyboard.press("Escape")
    await expect(page.locator("#help")).to_be_hidden()
    await page.keyboard.press("b")
    await expect(page.locator("[data-view=before]")).to_have_attribute("aria-pressed", "true")


async def test_the_page_has_one_heading_above_the_others_and_its_picture_has_words(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Courtside")
    await expect(page.get_by_role("heading", level=2).first).to_have_text('Press "Save".')
    await expect(page.locator("#screen")).to_have_attribute("role", "img")
    order = "[...document.querySelectorAll('#follow, #runs .run')].map((one) => one.id)"
    assert await page.evaluate(order) == ["follow", ""]  # the screen is reached before the runs


async def test_on_a_phone_a_run_that_a_person_opens_comes_into_view_and_others_do_not(
    config: Config, chromium: Any
) -> None:
    from courtside_daemon.app import running

    seed(config, 6)
    async with running(config) as (daemon, _):
        phone = {"width": 390, "height": SIZES[390]}
        page = await open_page(chromium, config, daemon, viewport=phone)
        rows, title = page.locator("#runs .run"), page.locator("#task")
        await expect(title).to_contain_text("task 5")
        agent = Agent(config)
        agent.begin("Arrives by itself")
        await expect(title).to_have_text("Arrives by itself")
        assert await page.evaluate("scrollY") == 0
        await rows.nth(1).click()
        await expect(title).to_contain_text("task 5")
        top = "document.querySelector('#stage').getBoundingClientRect().top"
        await becomes_true(page, f"Math.abs({top}) < 2")
        await expect(title).to_be_focused()
        await expect(page.locator("#of-run .label")).to_be_in_viewport()
        agent.begin("Arrives later")
        await expect(rows).to_have_count(8)
        await expect(title).to_contain_text("task 5")
        await agent.close()
        await page.context.close()


async def test_on_a_desk_the_focus_stays_on_the_run_that_was_opened(
    config: Config, chromium: Any
) -> None:
    from courtside_daemon.app import running

    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        row = page.locator("#runs .run").nth(1)
        await row.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#task")).to_contain_text("task 1")
        await expect(row).to_be_focused()
        await page.context.close()


async def test_on_a_phone_an_empty_page_says_every_way_to_start(
    config: Config, daemon: Running, chromium: Any
) -> None:
    phone = {"width": 390, "height": SIZES[390]}
    page = await open_page(chromium, config, daemon, viewport=phone)
    frame = page.locator("#frame")
    await expect(page.locator("#nothing .way")).to_have_count(4)
    outer = await frame.bounding_box()
    assert outer is not None
    for part in await page.locator("#nothing b, #nothing .way").all():
        inner = await part.bounding_box()
        assert inner is not None and inner["y"] > outer["y"]
        assert inner["y"] + inner["height"] < outer["y"] + outer["height"]


async def test_a_button_above_the_screen_says_in_words_what_it_does(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    for button in await page.locator("#views button").all():
        title = await button.get_attribute("title")
        assert title is not None and re.search(r"\w+ \w+ \w+.* \(\w+\)$", title)


async def test_a_row_of_the_list_says_that_the_agent_crashed(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    agent.step(a_step())
    agent.end(ended_by="agent-crashed")
    await expect(page.locator("#runs .meta")).to_contain_text("1 step · the agent crashed · ")
    await agent.close()
