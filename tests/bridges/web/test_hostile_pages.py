"""Pages that take listeners away, hide a form's own methods, or answer to keys and drags."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from waiting import until

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step

pytestmark = pytest.mark.chrome
FORM = """<title>Form</title><form onsubmit="return false"><input type=hidden name={name}>
<button id=b>Save</button><input id=t aria-label=Plain></form>"""
SHOWS_KEYS = "<p id=o>Keys</p><script>document.onkeydown = (e) => o.append(e.key)</script>"


@pytest.fixture
async def page(chromium: Any) -> Any:
    return await chromium.new_page()


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def has_steps(config: Config, run: str, count: int) -> bool:
    return len(steps(config, run)) == count


def actions(config: Config, run: str) -> list[str]:
    return [render_step(step) for step in steps(config, run)]


async def test_a_page_that_rewrites_itself_is_still_recorded(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<button id=b>Save</button>")
    await page.evaluate(
        "() => { b.onclick = () => { document.open(); document.open();"
        "document.write('<button id=b>Again</button><input id=t>'); document.close(); } }"
    )
    async with watch(page, config=config) as run:
        await page.click("#b")
        await page.click("text=Again")
        await page.fill("#t", "Ada")
        await page.press("#t", "Enter")
        await run.finish()
    assert actions(config, run.run) == [
        'click button "Save"',
        'click button "Again"',
        'type "Ada" into textbox "t"',
        'press Enter in textbox "t"',
    ]


@pytest.mark.parametrize(
    "name",
    [
        "matches",
        "getBoundingClientRect",
        "childNodes",
        "nodeType",
        "localName",
        "closest",
        "firstElementChild",
        "parentElement",
        "ownerDocument",
        "getRootNode",
        "nextElementSibling",
        "getAttribute",
        "elements",
        "shadowRoot",
    ],
)
async def test_a_form_with_fields_of_any_name_is_recorded_and_read(
    config: Config, daemon: Running, page: Any, name: str
) -> None:
    await page.set_content(FORM.format(name=name))
    async with watch(page, config=config) as run:
        await page.evaluate("() => document.getElementById('b').click()")
        await page.focus("#t")
        await page.keyboard.type("hi")
        await page.keyboard.press("Enter")
        await run.finish()
    assert actions(config, run.run) == [
        'click button "Save"',
        'type "hi" into textbox "Plain"',
        'press Enter in textbox "Plain"',
    ]
    last = steps(config, run.run)[-1].after
    assert last is not None and "hi" in [one.value for one in last.elements], last


async def test_a_page_whose_things_are_called_as_our_script_is_recorded(
    config: Config, daemon: Running, page: Any
) -> None:
    names = ("courtsideRecorder", "courtsideSecrets", "courtsideDom")
    await page.set_content("".join(f"<p id={name}></p>" for name in names) + FORM)
    async with watch(page, config=config) as run:
        await page.click("#b")
        await run.finish()
    (step,) = steps(config, run.run)
    assert render_step(step) == 'click button "Save"' and step.after and step.after.elements


async def test_a_key_that_a_page_answers_to_is_a_step(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content(SHOWS_KEYS)
    async with watch(page, config=config) as run:
        for key in ("j", "?", " ", "F2", "Insert", "Alt+q"):
            await page.keyboard.press(key)
            await run.settled()
        await page.keyboard.type("hello")
        await run.finish()
    assert [step.actions[0].text for step in steps(config, run.run)] == [
        "j", "?", "Space", "F2", "Insert", "Alt+q", "h e l l o",
    ]  # fmt: skip


@pytest.mark.alone
async def test_a_driver_that_is_held_up_between_two_characters_makes_one_action(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content(FORM.format(name="plain") + SHOWS_KEYS)
    async with watch(page, config=config) as run:
        for target in ("#t", "body"):
            await page.focus(target)
            await page.evaluate("document.activeElement.blur()" if target == "body" else "1")
            await page.keyboard.press("a")
            # The two pauses are what is tested: keys of one action come within a second.
            await asyncio.sleep(0.5)
            await page.keyboard.press("b")
            await asyncio.sleep(1.3)
            await page.keyboard.press("c")
        await run.finish()
    assert [one.partition(" in body")[0] for one in actions(config, run.run)] == [
        'type "ab" into textbox "Plain"',
        'type "abc" into textbox "Plain"',
        "press a b",
        "press c",
    ]


@pytest.mark.alone
async def test_a_text_is_not_told_anew_because_its_field_lost_the_focus(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content(FORM.format(name="plain") + "<input id=u aria-label=Other>")
    async with watch(page, config=config) as run:
        for made, target in enumerate(("#t", "#u", "#t"), 1):
            await page.fill(target, f"into {target}")
            await until(partial(has_steps, config, run.run, made))
        await run.finish()
    found = steps(config, run.run)
    assert len(found) == 3
    for step in found:
        assert step.actions[0].target and "focused" in step.actions[0].target.state
        assert step.before and step.before.frame and step.after and step.after.frame, step


async def test_keys_right_after_those_of_a_secret_field_are_not_told(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<p>Log in</p><input id=pw type=password>")
    await page.evaluate("() => { pw.oninput = () => { if (pw.value.length == 4) pw.remove(); } }")
    async with watch(page, config=config) as run:
        await page.focus("#pw")
        await page.keyboard.type("abcdXYZ")
        await page.keyboard.press("Enter")
        await run.finish()
    texts = [step.actions[0].text for step in steps(config, run.run)]
    assert texts == ["", "(secret) (secret) (secret)", "Enter"]


async def test_characters_with_alt_in_a_secret_field_are_not_told(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<input id=pw type=password>")
    async with watch(page, config=config) as run:
        await page.focus("#pw")
        for key in ("Alt+q", "Alt+!", "Control+Alt+e"):
            await page.keyboard.press(key)
        await page.keyboard.press("Enter")
        await run.finish()
    assert actions(config, run.run) == ['press Enter in textbox "pw"']


async def test_a_key_held_down_is_one_press(config: Config, daemon: Running, page: Any) -> None:
    await page.set_content(SHOWS_KEYS)
    async with watch(page, config=config) as run:
        for _ in range(5):
            await page.keyboard.down("ArrowDown")
        await page.keyboard.up("ArrowDown")
        await run.finish()
    assert [step.actions[0].text for step in steps(config, run.run)] == ["ArrowDown"]


async def test_what_is_dragged_and_dropped_is_one_drag(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content(
        "<ul><li id=from draggable=true>Card</ul><p id=to ondragover='event.preventDefault()'"
        ' ondrop=\'to.append("!"); document.querySelector("#from").remove()\'>Done</p>'
    )
    async with watch(page, config=config) as run:
        end = await page.locator("#to").bounding_box()
        await page.drag_and_drop("#from", "#to")
        await run.finish()
    (step,) = steps(config, run.run)
    action = step.actions[0]
    assert action.kind == "drag" and action.target and action.target.text == "Card"
    assert action.to_point and abs(action.to_point[1] - end["y"] - end["height"] / 2) < 2
    assert step.after and "Done!" in step.after.text


async def test_a_click_with_the_middle_button_is_a_click(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<a href='about:blank#new'>More</a>")
    async with watch(page, config=config) as run:
        await page.click("a", button="middle")
        await run.finish()
    assert actions(config, run.run) == ['click link "More"']


@pytest.mark.alone
async def test_a_page_of_very_many_elements_is_looked_at_in_part_and_not_pictured(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<button id=b onclick='this.append(1)'>Save</button><div id=m></div>")
    await page.evaluate("m.innerHTML = '<button>x</button>'.repeat(11000)")  # 10,000 are looked at
    async with watch(page, config=config) as run:
        await page.click("#b")
        await run.finish()
    (step,) = steps(config, run.run)
    assert render_step(step) == 'click button "Save"' and step.after
    assert step.after.frame is None and "too large" in (step.after.withheld or "")
    assert "Save1" in step.after.text and len(step.after.elements) == 500
    assert step.after.elements_cut


async def test_a_page_of_more_elements_than_are_kept_says_so(
    config: Config, daemon: Running, page: Any
) -> None:
    more = "<button>x</button>"
    await page.set_content(f"<button id=b>Add</button><div id=m>{more * 499}</div><h1></h1>")
    await page.evaluate("() => { b.onclick = () => m.append(m.lastChild.cloneNode(true)) }")
    async with watch(page, config=config) as run:
        await page.click("#b")
        await run.finish()
    (step,) = steps(config, run.run)
    assert step.before and step.after
    assert [len(look.elements) for look in (step.before, step.after)] == [500, 500]
    assert (step.before.elements_cut, step.after.elements_cut) == (False, True)


async def test_an_editor_that_draws_its_text_itself_is_typed_into(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content("<div id=a tabindex=0 aria-label=Editor>.</div>")
    await page.evaluate(
        "() => { const c = new EditContext(); a.editContext = c;"
        " c.ontextupdate = () => { a.textContent = c.text; }; }"
    )
    async with watch(page, config=config) as run:
        await page.focus("#a")
        await page.keyboard.type("hello")
        await run.finish()
    assert actions(config, run.run)[-1].startswith('type "hello" into')
    assert len(actions(config, run.run)) == 1


@pytest.mark.parametrize("takes", ["every character", "no digit"])
@pytest.mark.parametrize("element", ["div contenteditable", "input", "textarea"])
async def test_an_editor_that_puts_in_each_character_itself_is_typed_into(
    config: Config, daemon: Running, page: Any, element: str, takes: str
) -> None:
    """As Slate, Lexical and masked fields do, so that the browser tells nothing of it."""
    await page.set_content(f"<{element} id=a>")
    await page.evaluate(
        "(takes) => a.addEventListener('beforeinput', (e) => { e.preventDefault();"
        " if (takes === 'no digit' && /\\d/.test(e.data)) return;"
        " const text = 'value' in a ? 'value' : 'textContent'; a[text] += e.data })",
        takes,
    )
    async with watch(page, config=config) as run:
        await page.focus("#a")
        await page.keyboard.type("42hello")
        await run.finish()
    text = "42hello" if takes == "every character" else "hello"
    assert [one.partition(" into")[0] for one in actions(config, run.run)] == [f'type "{text}"']


@pytest.mark.parametrize("stops", [True, False])
async def test_a_page_that_keeps_its_events_to_itself_is_said_to(
    config: Config, daemon: Running, page: Any, stops: bool
) -> None:
    await page.set_content("<button id=b>Save</button><input id=t>")
    await page.evaluate(
        "(stops) => { for (const e of ['pointerdown', 'pointerup', 'click', 'keydown', 'input'])"
        " addEventListener(e, (x) => stops && x.stopImmediatePropagation(), true) }",
        stops,
    )
    await page.click("#b")
    async with watch(page, config=config) as run:
        await page.click("#b")
        await run.settled()
        await page.fill("#t", "Ada")
        await page.press("#t", "Enter")
        await run.finish()
    recorded = actions(config, run.run)
    if stops:
        assert recorded[0].startswith(
            "click 1: the page keeps what is done in it from being recorded"
        )
        assert recorded[-1].startswith("click 1, keydown 1, input 1") or "keydown 1" in recorded[-1]
    else:
        assert [one.split()[0] for one in recorded] == ["click", "type", "press"]
