"""What must not be seen is in no file, row or pixel."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from courtside_daemon.app import running

pytestmark = pytest.mark.chrome
SECRET = "4242-hunter2-xyzzy"


async def test_passwords_cards_and_codes_appear_nowhere(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site + "/secrets")
    run = await chrome.record(page)
    for steps, field in enumerate(("#pw", "#card", "#code"), 1):
        await page.fill(field, SECRET)
        await chrome.until_steps(steps)
    await page.click("#pay")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [
        'type (secret) into textbox "Password"',
        'type (secret) into textbox "Number"',
        'type (secret) into textbox "Sent to you"',
        'click button "Pay"',
    ]
    assert stored.frames(run), "masked frames are recorded, not withheld"
    assert stored.finds(SECRET) == []


async def test_frames_of_other_sites_and_shadow_roots_are_heard_and_masked(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site + "/nested")
    run = await chrome.record(page)
    await page.locator("#host").get_by_text("In the shadow").click()
    await chrome.until_steps(1)
    await page.frame("same").click("#in")
    await chrome.until_steps(2)
    await page.frame("other").fill("#n", SECRET)
    await chrome.until_steps(3)
    await page.frame("other").click("#pay")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert [line.split(" into ")[0] for line in stored.rendered(run)] == [
        'click button "In the shadow"',
        'click button "In the frame"',
        "type (secret)",
        'click button "Pay now"',
    ]
    assert stored.frames(run) and set(stored.green(run)) == {0}
    assert stored.finds(SECRET) == []


async def test_a_second_run_in_the_same_page_is_masked_like_the_first(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site + "/nested")
    for _ in range(2):
        run = await chrome.record(page)
        await page.locator("#host").get_by_text("In the shadow").click()
        await chrome.until_steps(1)
        await chrome.send(type="stop")
        await stored.ended(run)
        assert stored.frames(run) and set(stored.green(run)) == {0}


async def test_a_secret_that_comes_while_it_is_paused_is_masked_afterwards(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site + "/late")
    run = await chrome.record(page)
    await chrome.send(type="pause")
    await page.click("#show")
    await page.frame_locator("iframe").locator("#n").wait_for()
    await page.frame_locator("iframe").locator("#n").click()
    await chrome.send(type="resume")
    await page.click("#other")
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.frames(run) and set(stored.green(run)) == {0}


async def test_a_frame_of_another_site_that_does_not_answer_is_taken_to_hold_a_secret(
    chrome: Any, stored: Any, site: str, held: Any
) -> None:
    """Here it hangs; where Chrome grants one site at a time, it has nobody who could answer."""
    page = await chrome.open(site + "/stuck")
    await held.asked.wait()
    run = await chrome.record(page)
    await page.click("#go")
    await chrome.send(type="stop")
    await stored.ended(run)
    held.set()
    assert len(stored.frames(run)) == 2 and set(stored.green(run)) == {0}


async def test_what_was_typed_while_it_was_paused_is_never_told(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.fill("#nam", "before")  # half typed: the pause must not swallow it
    await chrome.send(type="pause")
    await page.fill("#nam", SECRET)
    await page.click("#save")
    await page.fill("#nam", "still " + SECRET)  # half typed: going on must not tell it
    await chrome.send(type="resume")
    await page.fill("#nam", "")
    await page.click("#save")
    await chrome.until_steps(3)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [
        'type "before" into textbox "Name"',
        'type "" into textbox "Name"',
        'click button "Save"',
    ]


async def test_a_masked_region_is_hidden_with_all_that_is_inside(
    config: Any, open_chrome: Any, stored: Any, site: str
) -> None:
    hiding = msgspec.structs.replace(config, mask=(".balance",))
    async with running(hiding) as (daemon, _), open_chrome("first") as chrome:
        await chrome.pair(daemon)
        page = await chrome.open(site + "/balance")
        run = await chrome.record(page)
        await page.click("#more")
        await chrome.send(type="stop")
        await stored.ended(run)
    looks = [look for s in stored.steps(run) for look in (s.before, s.after) if look]
    assert looks and all(look.frame for look in looks)
    for look in looks:
        words = look.text + " ".join(e.text for e in look.elements)
        assert "1,234" not in words and "5,678" not in words
    assert set(stored.green(run)) == {0}
