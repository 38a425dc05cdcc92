"""An actor looks, decides and acts in a real page until it stops, or has to."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import pytest
from actor_pages import FORM, Scripted, a_page
from dot_font import DOT_STYLE
from waiting import until

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import Click, Scroll
from courtside_refine.actors.attempting import AttemptEnd, attempt, end_of_run
from courtside_refine.actors.playwright_driver import PlaywrightDriver

pytestmark = pytest.mark.chrome
TASK = ActorTask(text="Save Ada of Oslo.")


def test_an_attempt_finishes_its_run_where_it_stopped_or_its_place_was_over() -> None:
    ends = {end: end_of_run(end) for end in get_args(AttemptEnd)}
    finished = {end for end, by in ends.items() if by == "finish"}
    assert finished == {"stopped", "over"} and {*ends.values()} == {"finish", "truncated"}


async def test_an_actor_fills_a_form_and_says_that_it_is_done(blank_page: Any) -> None:
    actor = Scripted("type [3] [Ada] [0]", "type [5] [oslo] [0]", "click [6]", "stop [done]")
    thoughts: list[str] = []
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, actor, TASK, think=thoughts.append)
        assert await page.inner_text("#said") == "Ada of Oslo is saved"
    assert (tried.end, tried.answer, tried.claims_success) == ("stopped", "done", True)
    assert not tried.truncated
    assert [action.written for action in tried.actions] == [
        "type [Name] [Ada] [0]",
        "type [City] [oslo] [0]",
        "click [Save]",
    ]
    assert thoughts[0] == "so I type [3] [Ada] [0]"
    assert tried.actions[0].thought == thoughts[0]


async def test_an_actor_sees_one_line_an_element_and_text_without_an_id(blank_page: Any) -> None:
    actor = Scripted("stop")
    async with a_page(blank_page, FORM) as page:
        await attempt(page, actor, TASK)
    view = actor.seen[0][0]
    assert view.title == "Guests" and view.render().splitlines() == [
        "[] [H1] [Guests]",
        "[2] [LABEL] [Name]",
        "[3] [TEXTBOX] [Name]",
        "[4] [LABEL] [City]",
        "[5] [COMBOBOX] [City] (value 'Bern', options Bern | Oslo)",
        "[6] [BUTTON] [Save]",
        "[7] [BUTTON] [Send] (disabled)",
    ]


async def test_three_identical_actions_in_a_row_end_the_attempt(blank_page: Any) -> None:
    actor = Scripted("hover [6]", "click [6]", "click [6]", "click [6]", "stop")
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, actor, TASK)
    assert tried.end == "repeated" and tried.claims_success is None
    assert len(tried.actions) == 4


async def test_the_same_button_of_three_rows_is_no_repetition(blank_page: Any) -> None:
    html = "".join(
        f"<li>{name} <button>Revoke</button></li>" for name in ("Mac", "Linux", "iPhone")
    )
    actor = Scripted("click [2]", "click [4]", "click [6]", "stop")
    async with a_page(blank_page, html) as page:
        tried = await attempt(page, actor, TASK)
    assert tried.end == "stopped" and {action.written for action in tried.actions} == {
        "click [Revoke]"
    }


async def test_three_answers_that_are_no_action_end_the_attempt(blank_page: Any) -> None:
    actor = Scripted("?", "?", "click [6]", "?", "?", "?")
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, actor, TASK)
    assert tried.end == "unparsable" and len(actor.seen) == 6
    assert actor.seen[1][1] == "'?' is no action"


async def test_what_kept_an_action_from_being_done_is_said_before_the_next(blank_page: Any) -> None:
    actor = Scripted("click [99]", "type [5] [Rome] [0]", "tab_focus [4]", "close_tab", "stop")
    async with a_page(blank_page, FORM) as page:
        await attempt(page, actor, TASK)
    reasons = [previous for _, previous in actor.seen]
    assert reasons[1] == "there is no element [99]; there are 7"
    assert reasons[2] == "there is no option 'Rome'; there are Bern, Oslo"
    assert reasons[3] == "there is no tab 4; there are 1, from 0"
    assert reasons[4] == "the last tab stays open"


async def test_what_a_secret_field_holds_is_not_shown(blank_page: Any) -> None:
    html = """<input type=password aria-label=Password value=hidden-1>
        <input autocomplete='billing cc-number' aria-label=Number value=hidden-2>
        <label>Security code <input value=hidden-3></label>
        <input aria-label=Discs value=hidden-4 style="-webkit-text-security:disc">
        <input aria-label=Dots value=hidden-5 style="font-family:dots">
        <p style="font-family:dots">hidden-6</p>
        <button>Copy <span style="font-family:dots">hidden-7</span></button>
        <label>City <input value=Oslo></label>"""
    actor = Scripted("stop")
    async with a_page(blank_page, DOT_STYLE + html) as page:
        await page.evaluate("document.fonts.load('9px dots', 'aW1')")
        await attempt(page, actor, TASK)
    (view, _), *_ = actor.seen
    shown = {
        row.element.text: (row.element.value, row.element.state)
        for row in view.rows
        if row.is_field
    }
    secret = ("", ("secret",))
    assert shown == {
        "Password": secret,
        "Number": secret,
        "Security code": secret,
        "Discs": secret,
        "Dots": secret,
        "City": ("Oslo", ()),
    }
    assert "hidden" not in view.render() and "Copy" in view.render()


async def test_nothing_is_scrolled_by_the_number_of_no_element(blank_page: Any) -> None:
    async with a_page(blank_page, "<p style='height:3000px'>long</p>") as page:
        driver = PlaywrightDriver(page)
        await driver.look()
        problem = await driver.act(Scroll(direction="down", id=99))
        assert problem == "there is no element [99]; there are 1"
        assert await page.evaluate("scrollY") == 0
        assert await driver.act(Scroll(direction="down", id=1)) == ""
        await page.wait_for_function("scrollY > 0")
        driver.leave()


async def test_a_window_that_opens_is_followed(blank_page: Any) -> None:
    html = "<title>first</title><a href='about:blank' target=_blank>Open</a>"
    actor = Scripted("click [1]", "close_tab", "stop")
    async with a_page(blank_page, html) as page:
        wanted = iter((2, 1))

        async def settle() -> None:
            number = next(wanted)
            await until(lambda: len(page.context.pages) == number)

        await attempt(page, actor, TASK, settle=settle)
    shown = [(view.title, view.tab, len(view.tabs)) for view, _ in actor.seen]
    assert shown == [("first", 0, 1), ("", 1, 2), ("first", 0, 1)]


async def test_where_the_window_closes_by_itself_the_one_that_is_left_is_seen(
    blank_page: Any,
) -> None:
    async with a_page(blank_page, "<title>first</title>") as page:
        driver = PlaywrightDriver(page)
        async with page.expect_popup() as opening:
            await page.evaluate("() => void open('about:blank')")
        window = await opening.value
        await window.set_content("<title>second</title><button onclick='self.close()'>End</button>")
        assert (await driver.look()).title == "second"
        async with window.expect_event("close"):
            await driver.act(Click(id=1))
        assert (await driver.look()).title == "first" and driver.page is page
        driver.leave()


async def test_a_look_is_of_one_window_also_where_another_opens_meanwhile(blank_page: Any) -> None:
    async with a_page(blank_page, "<title>first</title>") as page:
        for _ in range(5):
            driver = PlaywrightDriver(page)
            async with asyncio.TaskGroup() as group:
                looking = group.create_task(driver.look())
                other = await page.context.new_page()
            view = looking.result()
            assert view.title == view.tabs[view.tab] == ("" if view.tab else "first")
            driver.leave()
            await other.close()


async def test_what_is_scrolled_away_in_a_box_is_seen_and_what_is_covered_is_not(
    blank_page: Any,
) -> None:
    box = "<div style='height:50px;overflow:auto'><p style='height:200px'></p>"
    far = f"{box}<button>Far</button></div>"
    lid = "<div style='position:fixed;inset:60px 0 0 0;background:white'></div><button>Lid</button>"
    actor = Scripted("click [1]", "stop")
    async with a_page(blank_page, far + lid) as page:
        tried = await attempt(page, actor, TASK)
    assert [row.element.text for row in actor.seen[0][0].rows] == ["Far"]
    assert tried.actions[0].problem == ""


async def test_no_more_steps_than_allowed(blank_page: Any) -> None:
    actor = Scripted("click [6]", "hover [6]", "click [6]")
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, actor, TASK, max_steps=2)
    assert tried.end == "too-many-steps" and tried.truncated
