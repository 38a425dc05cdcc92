"""An agent in a hurry: no action is lost, and no screen is told with the wrong one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

pytestmark = pytest.mark.chrome


async def test_the_screen_after_a_click_is_never_the_next_page(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.click("#save")
    await page.goto(f"{site}/plain")
    await chrome.send(type="stop")
    await stored.ended(run)
    click, goto = stored.steps(run)
    assert [click.actions[0].kind, goto.actions[0].kind] == ["click", "navigate"]
    assert "In the frame" not in [element.text for element in click.after.elements]
    assert "In the frame" in [element.text for element in goto.after.elements]


async def test_the_last_action_before_the_tab_closes_is_a_step(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.click("#save")
    await page.fill("#nam", "Ada")
    await page.close()
    assert await stored.ended(run) == "tab-closed"
    assert stored.rendered(run) == ['click button "Save"', 'type "Ada" into textbox "Name"']
    after = stored.steps(run)[1].after
    assert after.withheld == "the page was closed" or (
        "Ada" in [element.value for element in after.elements]
        and (after.frame or "could be pictured" in after.withheld)
    )


async def test_a_window_that_an_action_opens_is_part_of_the_run(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(f"{site}/opener")
    run = await chrome.record(page)
    async with page.expect_popup() as opening:
        await page.click("#open")
    window = await opening.value
    await chrome.until_steps(1)
    await window.click("#in")
    await chrome.until_steps(2)
    await window.close()
    await page.click("#other")
    await chrome.send(type="stop")
    assert await stored.ended(run) == "finish"
    assert stored.rendered(run) == [
        'click link "Open"',
        'click button "In the frame"',
        'click button "Other"',
    ]
    seen = stored.steps(run)
    assert seen[0].after.url.endswith("/plain") and seen[0].after.frame
    windows = [(one.before and one.before.window, one.after and one.after.window) for one in seen]
    assert windows == [(1, 2), (2, 2), (1, 1)]
    assert [one.before and one.before.opener for one in seen] == [None, 1, None]


async def test_what_a_window_that_closes_itself_leaves_is_on_the_page_that_opened_it(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(f"{site}/signed-out")
    run = await chrome.record(page)
    async with page.expect_popup() as opening:
        await page.click("#in")
    window = await opening.value
    await chrome.until_steps(1)
    async with window.expect_event("close"):
        # The press closes the window, so the driver may find it gone before its own call is over.
        with suppress(PlaywrightError):
            await window.click("#yes")
    await chrome.until_steps(2)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == ['click button "Sign in"', 'click button "Yes"']
    assert [step.after.title for step in stored.steps(run)] == ["Login", "In"]


async def test_what_a_window_leaves_that_closes_itself_at_once_is_on_the_page_that_opened_it(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(f"{site}/asks")
    run = await chrome.record(page)
    await page.click("#in")
    await page.wait_for_function("document.title === 'In'")
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    (step,) = stored.steps(run)
    assert step.after.title == "In" and step.after.frame


async def test_a_frame_whose_page_comes_late_is_recorded(
    chrome: Any, stored: Any, site: str, held: asyncio.Event
) -> None:
    """Until then it shows a blank document, which leaves its window to that page."""
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.goto(f"{site}/waits", wait_until="commit")
    await chrome.until_steps(1)
    held.set()
    await page.frame_locator("iframe").locator("#in").click()
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [f"navigate {site}/waits", 'click button "In the frame"']


async def test_what_is_done_while_a_page_still_arrives_is_a_step(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.goto(f"{site}/eager")
    await chrome.send(type="stop")
    await stored.ended(run)
    kinds = [action.kind for step in stored.steps(run) for action in step.actions]
    assert kinds == ["navigate", "click"]


async def test_a_press_in_a_frame_of_another_site_lies_where_it_is_seen(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(f"{site}/nested")
    run = await chrome.record(page)
    await page.frame_locator("[name=other]").locator("#pay").click()
    await chrome.send(type="stop")
    await stored.ended(run)
    [action] = stored.steps(run)[0].actions
    frame = await page.locator("[name=other]").bounding_box()
    x, y = action.point
    assert frame["x"] < x < frame["x"] + frame["width"]
    assert frame["y"] < y < frame["y"] + frame["height"]
    left, top, width, height = action.target.box
    assert left < x < left + width and top < y < top + height


async def test_a_page_of_half_characters_is_recorded(chrome: Any, stored: Any, site: str) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page, "say \ud83d")
    await page.evaluate("out.textContent = 'a'.repeat(199) + '😀' + '\\ud83d'")
    await page.evaluate("save.textContent = 'b'.repeat(199) + '😀'")
    await page.click("#save")
    await chrome.send(type="stop", answer="\ude00" + "c" * 30_000)
    await stored.ended(run)
    [step] = stored.steps(run)
    assert step.actions[0].target.text == "b" * 199
    ended = stored.run(run)
    assert ended.task == "say \ufffd"
    assert ended.answer.startswith("\ufffdccc") and len(ended.answer) == 20_000
    assert ended.answer.endswith("…")


async def test_a_picture_that_the_daemon_would_refuse_is_made_smaller(chrome: Any) -> None:
    made = await chrome.control.evaluate("""async () => {
      const { mask } = await import(chrome.runtime.getURL('masking.js'));
      const canvas = new OffscreenCanvas(3200, 3200), pen = canvas.getContext('2d');
      const noise = pen.createImageData(3200, 3200);
      for (let at = 0; at < noise.data.length; at += 65536)
        crypto.getRandomValues(noise.data.subarray(at, at + 65536));
      noise.data.forEach((_, at) => { if (at % 4 === 3) noise.data[at] = 255; });
      pen.putImageData(noise, 0, 0);
      const large = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
      const { blob, scale } = await mask(large, [], 1600);
      const small = await createImageBitmap(blob);
      return [large.size, blob.size, scale, small.width];
    }""")
    limit = 8 * 1024 * 1024
    assert made[0] > limit >= made[1]
    assert made[2:] == [1, 1600], "a viewport of 1600 units, 2 pixels each, at half its size"


async def test_text_and_the_enter_right_after_it_have_their_screens(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.fill("#nam", "Ada")
    await page.press("#nam", "Enter")
    await chrome.send(type="stop")
    await stored.ended(run)
    typed, pressed = stored.steps(run)
    assert [typed.actions[0].kind, pressed.actions[0].kind] == ["type", "press"]
    for look in (typed.after, pressed.before):
        assert "Ada" in [element.value for element in look.elements]


async def test_a_blank_page_is_a_step_and_hides_what_was_before_it(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.goto("about:blank")
    await chrome.until_steps(1)
    await page.goto(f"{site}/plain")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == ["navigate about:blank", f"navigate {site}/plain"]
    blank, plain = stored.steps(run)
    assert blank.before.elements and not plain.before.elements


async def test_what_is_typed_at_once_before_the_agent_goes_on_is_told_whole(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.type("#nam", "Ada Lovelace")
    await page.goto(f"{site}/plain")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run)[0] == 'type "Ada Lovelace" into textbox "Name"'


async def test_a_screen_that_nobody_saw_has_the_address_that_the_page_gave_itself(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.evaluate("document.onclick = () => history.pushState(0, 0, '/own/2?token=x')")
    await page.click("#save")
    await page.close()
    await stored.ended(run)
    assert stored.steps(run)[-1].after.url == f"{site}/own/2?token=***"
