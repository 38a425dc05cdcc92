"""Plans for forms: fields, drop-down lists, sliders, and what has to be worked out first."""

from __future__ import annotations

import json
import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, exact, fill, quoted, submit

PLACES = {"1st": 1, "2nd": 2, "3rd": 3}


async def password(page: Any, task: str) -> list[Move]:
    word = quoted(task)[0]
    return [fill("#password", word), fill("#verify", word), submit()]


async def login_popup(page: Any, task: str) -> list[Move]:
    """One of the fields may bring up a popup, once, as it is focussed, and forget what is typed."""
    name, word = quoted(task)
    named, worded = fill("#username", name), fill("#password", word)
    away = Move("click", "#popup-cancel", wrong=Move("click", "#popup-ok"), note="I close that.")
    match await page.evaluate(_POPUP):
        case "open":
            return [away, named, worded, submit()]
        case "username":
            return [Move("click", "#username"), away, named, worded, submit()]
        case "password":
            return [named, Move("click", "#password"), away, worded, submit()]
        case _:
            return [named, worded, submit()]


_POPUP = """() => {
  if (document.querySelector("#popup")) return "open";
  if (clicked.includes("popup-cancel")) return "";
  return ["username", "password"].find((field) => d3.select("#" + field).on("focus")) ?? "";
}"""
"""`open`, or the field that will bring it up, or nothing."""


async def search_movie(page: Any, task: str) -> list[Move]:
    genre, director, year = re.findall(r"for (.+) movies directed by (.+) from year (\d+)", task)[0]
    labels = await page.locator("#area").evaluate(_MOVIE_LABELS)
    values = {"genre": genre, "director": director, "year": year}
    fields = [
        fill(f"#area input >> nth={place}", values[name]) for place, name in enumerate(labels)
    ]
    return [*fields, submit("#area button, #area .final, #area .ui-submit")]


_MOVIE_LABELS = """(area) => [...area.querySelectorAll("input")].map((field) => {
  const row = field.closest("p, .row, tr, .field, .ui-entry").textContent.toLowerCase();
  return row.includes("genre") ? "genre" : row.includes("director") ? "director" : "year";
})"""


async def read_two(page: Any, task: str) -> list[Move]:
    cells = [text.strip() for text in await page.locator("#tab td").all_inner_texts()]
    rows = dict(zip(cells[::2], cells[1::2], strict=True))
    moves = []
    for number in (1, 2):
        label = (await page.locator(f"#ll{number}").inner_text()).strip().rstrip(":")
        spare = next(value for key, value in rows.items() if key != label)
        moves.append(fill(f"#tt{number}", rows[label], spare))
    return [*moves, submit()]


async def last_word(page: Any, task: str) -> list[Move]:
    words = re.findall(r"\w+", await page.locator("#text-area").input_value())
    return [fill("#answer-input", words[-1], words[-2]), submit()]


async def algebra(page: Any, task: str) -> list[Move]:
    text = await page.locator("#math-problem").inner_text()
    left, sign, right, total = re.findall(r"(\w+) ([-+]) (\w+) = (-?\d+)", text)[0]
    if sign == "+":
        x = int(total) - int(right if left == "x" else left)
    else:
        x = int(total) + int(right) if left == "x" else int(left) - int(total)
    return [fill("#math-answer", str(x), str(x + 1)), submit()]


async def captcha(page: Any, task: str) -> list[Move]:
    return [fill("#tt", await page.locator("#captcha").text_content()), submit()]


async def blocks(page: Any, task: str) -> list[Move]:
    count = await page.locator(".addition-block").count()
    return [fill("#math-answer", str(count), str(count - 1)), submit()]


async def copy_one_of_three(page: Any, task: str) -> list[Move]:
    place = PLACES[re.findall(r"\d(?:st|nd|rd)", task)[0]]
    text = await page.locator(f"#text-{place}").input_value()
    spare = await page.locator(f"#text-{place % 3 + 1}").input_value()
    return [fill("#answer-input", text, spare), submit()]


async def slider_and_box(page: Any, task: str) -> list[Move]:
    box = PLACES[re.findall(r"\d(?:st|nd|rd)", task)[0]]
    number = int(re.findall(r"Select (-?\d+)", task)[0])
    ticked = click(f"#checkbox-{box}", f"#checkbox-{box % 3 + 1}")
    return [*await _slid(page, "#slider", number), ticked, submit()]


async def one_slider(page: Any, task: str) -> list[Move]:
    return [*await _slid(page, "#slider", int(re.findall(r"Select (-?\d+)", task)[0])), submit()]


async def three_sliders(page: Any, task: str) -> list[Move]:
    moves: list[Move] = []
    for place, number in enumerate(json.loads(re.findall(r"\[.*\]", task)[0])):
        moves += await _slid(page, f"#slider-{place + 1}", number)
    return [*moves, submit()]


async def _slid(page: Any, slider: str, number: int) -> list[Move]:
    """The handle is moved with the arrow keys: a pixel of it is often more than one step."""
    now = await page.evaluate("(slider) => $(slider).slider('value')", slider)
    if now == number:
        return []
    keys = ["ArrowRight" if number > now else "ArrowLeft"] * abs(number - now)
    handle = f"{slider} .ui-slider-handle"
    note = f"I move the slider to {number}."
    wrong = Move("press", handle, " ".join(keys[1:] or keys * 2))
    return [Move("press", handle, " ".join(keys), wrong, note=note)]


async def height_and_answer(page: Any, task: str) -> list[Move]:
    """The page hides the list behind one of its own."""
    height, answer = re.findall(r"Choose (.+) from the dropdown.*labeled \"(.+)\"", task)[0]
    answered = exact("#buttons button", answer)
    spare = exact("#buttons button", "No" if answer == "Yes" else "Yes")
    end = Move("click", answered, wrong=Move("click", spare), submits=True, note="I answer.")
    if await page.locator("#dropdown").input_value() == height:
        return [end]
    items = ".selectric-items li"
    texts = [t.strip() for t in await page.locator(items).all_text_contents()]
    other = next(text for text in texts if text not in ("", height))
    pick = click(exact(items, height), exact(items, other))
    opened = await page.locator(".selectric-open").count()
    return [*([] if opened else [click(".selectric")]), pick, end]


async def country(page: Any, task: str) -> list[Move]:
    start, *ends = quoted(task)
    end = ends[0] if ends else ""
    names = await page.evaluate("() => ITEMS")
    fitting = [name for name in names if name.startswith(start)]
    name = next(name for name in fitting if name.endswith(end))
    spare = next((name for name in fitting if not name.endswith(end)), "")
    return [*await picked(page, "#tags", start, name, spare), submit()]


async def picked(page: Any, field: str, start: str, name: str, spare: str = "") -> list[Move]:
    """Types how it starts and takes it from the list that opens.

    The pointer goes to the field first: an item that comes up under it would be taken instead.
    """
    value, listed, pointed = await page.evaluate(_LISTED, field)
    if value == name and not listed:
        return []
    item = ".ui-menu-item-wrapper:visible"
    pick = click(exact(item, name), exact(item, spare) if spare else "")
    if name in listed:
        return [pick]
    typed = Move("fill", field, start, note=f'I type "{start}".')
    return [*([] if pointed else [Move("click", field)]), typed, pick]


_LISTED = """(field) => [
  document.querySelector(field).value,
  $(".ui-menu-item-wrapper:visible").get().map((item) => item.textContent),
  document.querySelector(field).matches(":hover")]"""


async def named_color(page: Any, task: str) -> list[Move]:
    name = re.findall(r"Select (.+) with the color", task)[0]
    return _coloured(await page.evaluate("(name) => ui_utils.colorNameToHex(name)", name))


async def shown_color(page: Any, task: str) -> list[Move]:
    return _coloured(await page.evaluate(_SHOWN_COLOR))


_SHOWN_COLOR = """() => "#" + getComputedStyle(document.querySelector("#query .cc"))
  .backgroundColor.match(/\\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join("")
"""


def _coloured(code: str) -> list[Move]:
    """The picker opens over the button as its field is focussed; Tab closes it."""
    value = code.lstrip("#").upper()
    return [fill("#col", value), submit()]


async def sign(page: Any, task: str) -> list[Move]:
    """The fields come to life as the text is at its end."""
    named = quoted(task)
    if "Scroll" not in task:
        return [submit("#cancel")]
    moves = []
    if await page.locator("#name").is_disabled():
        height = await page.locator("#text-area").evaluate("(text) => text.scrollHeight")
        moves.append(Move("scroll", "#text-area", str(height), note="I read it to its end."))
    one, other = ("#agree", "#cancel") if named[1] == "Agree" else ("#cancel", "#agree")
    ends = Move("click", one, wrong=Move("click", other), submits=True, note="I have signed.")
    return [*moves, fill("#name", named[0]), ends]


async def scroll(page: Any, task: str) -> list[Move]:
    top, end, height = await page.evaluate(_SCROLLED)
    down = "to the bottom" in task
    if abs(top - (end if down else 0)) < 10:
        return [submit()]
    pixels = height if down else -height
    other = Move("scroll", "#text-area", str(-pixels))
    return [Move("scroll", "#text-area", str(pixels), other, note="I scroll."), submit()]


_SCROLLED = """() => {
  const text = document.querySelector("#text-area");
  return [text.scrollTop, text.scrollHeight - text.offsetHeight, text.scrollHeight];
}"""


FORMS: dict[str, Solver] = {
    "enter-password": password,
    "login-user-popup": login_popup,
    "multi-layouts": search_movie,
    "multi-orderings": search_movie,
    "read-table-2": read_two,
    "scroll-text": last_word,
    "scroll-text-2": scroll,
    "simple-algebra": algebra,
    "text-transform": captcha,
    "visual-addition": blocks,
    "copy-paste-2": copy_one_of_three,
    "form-sequence": slider_and_box,
    "form-sequence-3": height_and_answer,
    "use-slider": one_slider,
    "use-slider-2": three_sliders,
    "use-autocomplete": country,
    "use-autocomplete-nodelay": country,
    "use-colorwheel": named_color,
    "use-colorwheel-2": shown_color,
    "sign-agreement": sign,
}
