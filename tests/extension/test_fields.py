"""Which fields of a page are secret, told by the page script itself in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from dot_font import DOT_FONT, DOT_STYLE
from planted import green

from courtside_bridges.masking import mask
from courtside_bridges.web.page_scripts import recorder_script

pytestmark = pytest.mark.chrome
VALUE = "zebra-quartz"
SEEN = "() => courtsideRecorder.seen()"


async def start(page: Any, html: str) -> Any:
    """The page with this and the page script in it, looked at once."""
    await page.set_content(html)
    await page.evaluate("(script) => { (0, eval)(script); window.events = []; }", recorder_script())
    await page.evaluate("() => courtsideRecorder.start((event) => events.push(event))")
    await page.evaluate(SEEN)
    return page


async def stop_timers(page: Any) -> None:
    """From here on no pause between two keys is too long, however busy the machine is."""
    await page.evaluate("() => { window.setTimeout = () => 0; }")


async def secrets(page: Any) -> list[str]:
    """The values that are on the screen; a secret one is "secret"."""
    seen = await page.evaluate(SEEN)
    fields = [one for one in seen["look"]["elements"] if one["role"] == "textbox"]
    values = ["secret" if "secret" in one["state"] else one["value"] for one in fields]
    assert len(seen["secrets"]) == values.count("secret"), "each is painted over"
    return values


@pytest.mark.parametrize(
    "html",
    [
        "<input autocomplete='section-red shipping cc-number' value=x>",
        "<input autocomplete='BILLING CC-CSC' value=x>",
        "<input autocomplete='one-time-code webauthn' value=x>",
        "<input name=creditCardNumber value=x>",
        "<textarea id=recovery-codes>x</textarea>",
        "<label>Security code <input value=x></label>",
        "<input aria-label='Verification code' value=x>",
        "<div role=textbox contenteditable style='-webkit-text-security:disc'>x</div>",
        "<div role=textbox contenteditable aria-label=Password><b>x</b></div>",
        "<iframe srcdoc='<input type=password value=x>'></iframe>",
        "<iframe srcdoc='<iframe srcdoc=\"<input name=cvc value=x>\"></iframe>'></iframe>",
    ],
)
async def test_a_field_that_says_secret_in_any_way_is_one(blank_page: Any, html: str) -> None:
    assert await secrets(await start(blank_page, html)) == ["secret"]


async def test_what_a_font_shows_as_dots_is_secret_and_an_ordinary_font_hides_nothing(
    blank_page: Any,
) -> None:
    fields = "".join(f"<input value=x style='font:20px {one}'>" for one in ("dots,serif", "serif"))
    shown = "<p style='font:20px dots'>zebra</p><p style='font:20px monospace'>horse</p>"
    page = await start(blank_page, f"{DOT_STYLE}{fields}{shown}")
    await page.wait_for_function(f"({SEEN})().look.elements[0].state.includes('secret')")
    seen = await page.evaluate(SEEN)
    assert [one["value"] for one in seen["look"]["elements"] if one["role"] == "textbox"] == [
        "",
        "x",
    ]
    assert len(seen["secrets"]) == 2 and "zebra" not in str(seen) and "horse" in str(seen)


async def test_a_font_of_dots_is_known_by_the_frame_that_has_it(blank_page: Any) -> None:
    field = "<input value=x style='font-family:dots,serif'>"
    frame = f'<iframe srcdoc="{DOT_STYLE}{field}"></iframe>'
    page = await start(blank_page, f"{DOT_STYLE.replace('dots', 'others')}{field}{frame}")
    await page.frames[1].evaluate("document.fonts.load('9px dots')")
    assert await secrets(page) == ["x", "secret"]


async def test_a_font_of_dots_is_known_a_moment_after_it_is_loaded(blank_page: Any) -> None:
    page = await start(blank_page, "<input value=x style='font-family:dots,serif'>")
    is_disguised = await page.evaluate(
        """async (source) => {
          const field = document.querySelector("input");
          const font = new FontFace("dots", `url(${source})`);
          document.fonts.add(font);
          const began = performance.now();
          performance.now = () => began;
          const before = courtsideDisguises.isDisguised(field);
          await font.load();
          performance.now = () => began + 200;
          return [before, courtsideDisguises.isDisguised(field)];
        }""",
        DOT_FONT,
    )
    assert is_disguised == [False, True]


async def test_fields_that_say_nothing_of_the_kind_are_read(blank_page: Any) -> None:
    names = ("postcode", "promoCode", "country_code", "keyword", "passenger", "pinned", "email")
    page = await start(blank_page, "".join(f"<input name={n} value={n}>" for n in names))
    assert await secrets(page) == list(names)


async def test_a_secret_in_a_label_or_a_button_is_not_in_its_name(blank_page: Any) -> None:
    dots = "<span contenteditable style='-webkit-text-security:disc'>zebra</span>"
    page = await start(blank_page, f"<label>Code {dots}<input></label><button>Pay {dots}</button>")
    assert "zebra" not in str(await page.evaluate(SEEN))


async def test_a_form_whose_fields_have_names_of_its_own_parts_is_looked_into(
    blank_page: Any,
) -> None:
    html = "<form><input type=password value=x><input type=hidden name=children></form>"
    assert await secrets(await start(blank_page, html)) == ["secret"]


@pytest.mark.parametrize(
    "name",
    [
        "activeElement",
        "body",
        "createRange",
        "createTreeWalker",
        "defaultView",
        "documentElement",
        "getAnimations",
        "getElementById",
        "querySelector",
        "querySelectorAll",
        "readyState",
        "title",
    ],
)
async def test_a_page_whose_things_have_names_of_a_document_s_own_parts_is_looked_into(
    blank_page: Any, name: str
) -> None:
    fields = "<input type=password value=x><input aria-label=Plain value=y>"
    page = await start(
        blank_page, f"<title>Pay</title><img name={name}><form name={name}></form>{fields}"
    )
    assert await secrets(page) == ["secret", "y"]
    assert (await page.evaluate(SEEN))["look"]["title"] == "Pay"


@pytest.mark.parametrize(
    "style",
    ["padding:30px", "border:9px solid", "transform:scale(.5)", "padding:9px;transform:scale(1.5)"],
)
async def test_a_secret_in_a_frame_is_painted_over_where_it_is_shown(
    blank_page: Any, style: str
) -> None:
    field = "<input name=cvc style='background:#0f0;border:0;margin:20px'>"
    page = await start(
        blank_page, f"<p>Pay</p><iframe style='{style}' srcdoc=\"{field}\"></iframe>"
    )
    boxes = (await page.evaluate(SEEN))["secrets"]
    shot = await page.screenshot(type="jpeg")
    assert green(shot) > 500 and green(mask(shot, boxes, 1.0)) == 0


@pytest.mark.parametrize(
    "html",
    [
        "<iframe style='transform:rotate(30deg);margin:120px' srcdoc=\"{field}\"></iframe>",
        "<div style='rotate:90deg;margin:120px;display:inline-block'>"
        '<iframe srcdoc="{field}"></iframe></div>',
        "<iframe style='transform:scaleX(-1)' srcdoc=\"{field}\"></iframe>",
        "<div contenteditable aria-label=Password style='width:40px;white-space:nowrap;color:#0f0;"
        "font:900 40px monospace;background:#fff'>zebra-quartz</div>",
        "<div contenteditable aria-label=Password style='display:contents;color:#0f0;"
        "font:900 40px monospace'>zebra-quartz</div>",
    ],
    ids=["rotated", "rotated round it", "mirrored", "text out of its box", "no box"],
)
async def test_a_secret_is_painted_over_wherever_it_is_shown(blank_page: Any, html: str) -> None:
    field = "<input name=cvc style='background:#0f0;border:0;margin:20px'>"
    page = await start(blank_page, "<p>Pay</p>" + html.format(field=field))
    boxes = (await page.evaluate(SEEN))["secrets"]
    shot = await page.screenshot(type="jpeg")
    assert green(shot) > 200 and green(mask(shot, boxes, 1.0)) == 0


BOXES = "".join(
    f"<b><input {{0}} maxlength=1 aria-label='{{1}} {n}' value={n}></b>" for n in range(6)
)


@pytest.mark.parametrize(
    "html",
    [
        BOXES.format("", "Digit"),
        BOXES.format("inputmode=numeric", "Box"),
        BOXES.format("", "Box") + "<input autocomplete=one-time-code maxlength=1 value=9>",
    ],
    ids=["by name", "by what they take", "by one of them"],
)
async def test_a_code_in_boxes_of_one_character_is_a_secret(blank_page: Any, html: str) -> None:
    assert set(await secrets(await start(blank_page, f"<form>{html}</form>"))) == {"secret"}


async def test_boxes_of_a_crossword_are_read(blank_page: Any) -> None:
    page = await start(blank_page, f"<form>{BOXES.format('', 'Across')}</form>")
    assert await secrets(page) == list("012345")


async def test_choices_of_a_secret_are_not_read(blank_page: Any) -> None:
    page = await start(blank_page, "<label>PIN <select><option>zebra-1<option>zebra-2</select>")
    seen = await page.evaluate(SEEN)
    assert "zebra" not in str(seen["look"]) and len(seen["secrets"]) == 1
    await page.select_option("select", "zebra-2")
    assert "zebra" not in str(await page.evaluate("events"))


async def test_what_a_page_copies_out_of_a_secret_field_is_not_read(blank_page: Any) -> None:
    page = await start(blank_page, "<input type=password><p id=out></p><input id=other>")
    await page.evaluate(
        "() => { const pw = document.querySelector('input'); pw.oninput = () => {"
        " for (const name of ['aria-label', 'placeholder', 'title'])"
        " pw.setAttribute(name, 'is ' + pw.value);"
        " out.textContent = other.title = document.title = 'is ' + pw.value;"
        " location.hash = encodeURIComponent('p=' + pw.value); } }"
    )
    await page.type("input", "zebra & quartz", delay=60)
    await page.evaluate("() => courtsideRecorder.flush()")
    events = await page.evaluate("events")
    known = [value for event in events for value in event.pop("known", ())]
    assert "zebra & quartz" in known  # for the recorder alone, which cuts it out of addresses
    recorded = str(events) + str(await page.evaluate(SEEN))
    assert "zebra" not in recorded and "quartz" not in recorded and "is ***" in recorded


REPLACED = "<form><input name=user><p><input {old} type=password value=zebra></p></form>"


@pytest.mark.parametrize(
    ("old", "act"),
    [
        ("name=a1", "p.innerHTML = '<i></i><b><input name=a1 value=new></b>'"),
        ("id=a1", "document.body.innerHTML = '<input id=a1 value=new>'"),
        ("name=a1", "p.innerHTML = '<input value=new>'"),
        ("name=a1", "p.innerHTML = '<i></i><b><input value=new></b>'"),
        ("name=a1", "document.body.innerHTML = '<input value=zebra1>'"),
        ("name=a1", "p.firstChild.type = 'text'"),
    ],
    ids=["by name", "by id", "by place", "by place in the form", "by value", "by type"],
)
async def test_a_field_that_takes_the_place_of_a_secret_one_is_secret(
    blank_page: Any, old: str, act: str
) -> None:
    page = await start(blank_page, REPLACED.format(old=old).replace("zebra", "zebra1"))
    await page.evaluate("(act) => { const p = document.querySelector('p'); eval(act); }", act)
    assert (await secrets(page))[-1] == "secret"


async def test_a_field_that_stood_beside_a_secret_one_stays_what_it_was(blank_page: Any) -> None:
    page = await start(blank_page, "<form><p><input type=password><input value=ann></p></form>")
    await page.evaluate("() => document.querySelector('input').remove()")
    assert await secrets(page) == ["ann"]


async def test_a_field_of_the_same_name_in_another_view_is_none(blank_page: Any) -> None:
    page = await start(blank_page, "<input id=r1 type=password value=zebra1>")
    await page.evaluate(
        "() => { location.hash = '#/next'; document.body.innerHTML = '<input id=r1 value=ann>'; }"
    )
    assert await secrets(page) == ["ann"]


async def test_typing_into_a_closed_root_that_nobody_handed_over_tells_no_text(
    blank_page: Any,
) -> None:
    page = await start(blank_page, "<div id=host></div><p>words</p>")
    await page.evaluate(
        "() => { host.attachShadow({mode: 'closed'}).innerHTML = '<input autofocus>'; }"
    )
    box = await page.locator("#host").bounding_box()
    await stop_timers(page)
    await page.mouse.click(box["x"] + 20, box["y"] + 8)
    await page.keyboard.type(VALUE)
    await page.evaluate("() => courtsideRecorder.flush()")
    actions = [e for e in await page.evaluate("events") if e["type"] == "action"]
    assert [e["action"]["kind"] for e in actions if not e["open"]] == ["click", "type"]
    typed = [e["action"] for e in actions if e["action"]["kind"] == "type"]
    assert all(one["text"] == "" and "secret" in one["target"]["state"] for one in typed)
    assert len((await page.evaluate(SEEN))["secrets"]) == 1, "the host is painted over"


async def test_a_press_on_what_goes_away_is_a_click_also_before_the_page_s_next_task(
    blank_page: Any,
) -> None:
    gone = (
        "<button onmousedown='this.remove()' style='position:fixed;left:9px;top:{}px'>{}</button>"
    )
    page = await start(blank_page, gone.format(9, "One") + gone.format(99, "Two"))
    await stop_timers(page)
    await page.mouse.click(20, 15)
    await page.mouse.click(20, 105)
    await page.evaluate("() => courtsideRecorder.flush()")
    actions = [e["action"] for e in await page.evaluate("events") if e["type"] == "action"]
    assert [(a["kind"], a["target"]["text"]) for a in actions] == [
        ("click", "One"),
        ("click", "Two"),
    ]
