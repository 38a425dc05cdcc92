"""Solves each kind of task from what it asks and what the page shows. Never looks at the oracle."""

from __future__ import annotations

import re
from typing import Any

from .moves import Move, Solver, click, exact, fill, listed, other, quoted, submit


async def enter_text(page: Any, task: str) -> list[Move]:
    return [fill("#tt", quoted(task)[0]), submit()]


async def enter_upper(page: Any, task: str) -> list[Move]:
    word = quoted(task)[0]
    asked = word.upper() if "upper" in task else word.lower()
    return [fill("#tt", asked, word.capitalize()), submit()]


async def login(page: Any, task: str) -> list[Move]:
    name, password = quoted(task)
    return [
        fill("#username", name),
        Move("fill", "#password", password, note="I type the password."),
        submit(),
    ]


async def click_quoted_button(page: Any, task: str) -> list[Move]:
    name = quoted(task)[0]
    return [click(exact("#area button", name), await other(page, "#area button", name))]


async def click_named_button(page: Any, task: str) -> list[Move]:
    name = task.removeprefix("Click button ").rstrip(".")
    return [click(exact("#area button", name), await other(page, "#area button", name))]


async def click_link(page: Any, task: str) -> list[Move]:
    name = quoted(task)[0]
    return [click(exact(".alink", name), await other(page, ".alink", name))]


async def click_dialog(page: Any, task: str) -> list[Move]:
    name = quoted(task)[0]
    if name == "x":
        return [click(".ui-dialog-titlebar-close", ".ui-dialog-buttonset button >> nth=0")]
    return [click(exact(".ui-dialog-buttonset button", name), ".ui-dialog-titlebar-close")]


async def checkboxes(page: Any, task: str) -> list[Move]:
    wanted = listed(task, "Select ", " and click")
    labels = [text.strip() for text in await page.locator("#area label").all_inner_texts()]
    spare = [name for name in labels if name not in wanted]
    moves = []
    for number, name in enumerate(wanted):
        wrong = exact("#area label", spare[0]) if spare and number == len(wanted) - 1 else ""
        moves.append(click(exact("#area label", name), wrong))
    if not wanted and spare:
        nothing = Move("click", "#query", wrong=Move("click", exact("#area label", spare[0])))
        moves.append(nothing)
    return [*moves, submit()]


async def option(page: Any, task: str) -> list[Move]:
    name = listed(task, "Select ", " and click")[0]
    return [
        click(exact("#area label", name), await other(page, "#area label", name)),
        submit(),
    ]


async def choose_list(page: Any, task: str) -> list[Move]:
    name = task.split("Select ", 1)[1].rsplit(" from the list", 1)[0]
    options = [text.strip() for text in await page.locator("#options option").all_inner_texts()]
    other = next(text for text in options if text != name)
    wrong = Move("select", "#options", other)
    return [Move("select", "#options", name, wrong, note=f'I choose "{name}".'), submit()]


async def scroll_list(page: Any, task: str) -> list[Move]:
    names = task.split("Select ", 1)[1].rsplit(" from the scroll list", 1)[0].split(", ")
    options = [text.strip() for text in await page.locator("#options option").all_inner_texts()]
    other = next(text for text in options if text not in names)
    wrong = Move("select", "#options", choices=(*names[:-1], other))
    right = Move("select", "#options", wrong=wrong, note="I choose them.", choices=tuple(names))
    return [right, submit()]


async def enter_date(page: Any, task: str) -> list[Move]:
    month, day, year = re.findall(r"(\d+)/(\d+)/(\d+)", task)[0]
    wrong = f"{year}-{month}-{int(day) % 27 + 1:02}"
    return [fill("#tt", f"{year}-{month}-{day}", wrong), submit()]


async def enter_time(page: Any, task: str) -> list[Move]:
    hour, minute, half = re.findall(r"(\d+):(\d+) ([AP]M)", task)[0]
    number = int(hour) % 12 + (12 if half == "PM" else 0)
    wrong = f"{number:02}:{(int(minute) + 5) % 60:02}"
    return [fill("#tt", f"{number:02}:{minute}", wrong), submit()]


async def click_tab(page: Any, task: str) -> list[Move]:
    name = re.findall(r"Tab #\d+", task)[0]
    return [click(exact("a.ui-tabs-anchor", name), await other(page, "a.ui-tabs-anchor", name))]


async def find_in_tabs(page: Any, task: str) -> list[Move]:
    return await find_in(page, task, ".ui-tabs-anchor", "div[id^='tabs-']")


async def find_in_sections(page: Any, task: str) -> list[Move]:
    return await find_in(page, task, ".ui-accordion-header", ".ui-accordion-content")


async def find_in(page: Any, task: str, head: str, body: str) -> list[Move]:
    """Opens one part after the other until the link is there, as somebody who looks for it."""
    name = quoted(task)[0]
    bodies = page.locator(body)
    moves = []
    for number in range(await bodies.count()):
        if number or "accordion" in head:
            moves.append(Move("click", f"{head} >> nth={number}", note="I look in the next part."))
        links = [t.strip() for t in await bodies.nth(number).locator(".alink").all_text_contents()]
        if name in links:
            part = f"{body} >> nth={number} >> "
            spare = [link for link in links if link != name]
            wrong = part + exact(".alink", spare[0]) if spare else ""
            return [*moves, click(part + exact(".alink", name), wrong)]
    return moves


async def search_engine(page: Any, task: str) -> list[Move]:
    word = quoted(task)[0]
    place = int(re.findall(r"(\d+)(?:st|nd|rd|th)", task)[0]) - 1
    moves = [fill("#search-text", word), Move("click", "#search", note="I search.")]
    turns = [Move("click", f"#pagination a:text-is('{n + 1}')") for n in range(1, place // 3 + 1)]
    link = "#page-content a[data-result] >> nth={}"
    return [*moves, *turns, click(link.format(place % 3), link.format((place + 1) % 3))]


async def read_table(page: Any, task: str) -> list[Move]:
    label = task.split("value of ", 1)[1].rsplit(" into", 1)[0]
    cells = [t.strip() for t in await page.locator("#tab td").all_inner_texts()]
    rows = dict(zip(cells[::2], cells[1::2], strict=True))
    other = next(value for key, value in rows.items() if key != label)
    return [fill("#tt", rows[label], other), submit()]


async def find_word(page: Any, task: str) -> list[Move]:
    place = int(re.findall(r"(\d+)(?:st|nd|rd|th)", task)[0]) - 1
    words = re.findall(r"\w+", await page.locator("#area p").inner_text())
    return [fill("#answer-input", words[place], words[place - 1]), submit()]


async def copy_paste(page: Any, task: str) -> list[Move]:
    text = await page.locator("#to-copy").input_value()
    return [fill("#answer-input", text, text[:-4]), submit()]


async def focus_text(page: Any, task: str) -> list[Move]:
    place = int(re.findall(r"(\d+)(?:st|nd|rd|th)", task)[0])
    return [click(f"#tt{place}", f"#tt{place % 3 + 1}")]


async def radio_and_number(page: Any, task: str) -> list[Move]:
    radio, field = re.findall(r"(\d+)(?:st|nd|rd|th)", task)
    number = quoted(task)[0]
    other = int(radio) % 3
    return [
        click(
            f"#area input[type=radio] >> nth={int(radio) - 1}",
            f"#area input[type=radio] >> nth={other}",
        ),
        fill(f"#input-{field}", number, str(int(number) + 1)),
        submit(),
    ]


async def expand_and_submit(page: Any, task: str) -> list[Move]:
    return [click(".ui-accordion-header >> nth=0"), submit("#subbtn")]


async def spinner(page: Any, task: str) -> list[Move]:
    number = re.findall(r"Select (-?\d+)", task)[0]
    return [fill("#spinner", number, str(int(number) + 1)), submit()]


async def arithmetic(page: Any, task: str) -> list[Move]:
    left, sign, right = re.findall(
        r"(-?\d+)\s*([-+x*])\s*(-?\d+)", await page.locator("#math-problem").inner_text()
    )[0]
    a, b = int(left), int(right)
    value = {"+": a + b, "-": a - b}.get(sign, a * b)
    return [fill("#math-answer", str(value), str(value + 1)), submit()]


SOLVERS: dict[str, Solver] = {
    "enter-text": enter_text,
    "enter-text-dynamic": enter_text,
    "enter-text-2": enter_upper,
    "login-user": login,
    "click-button": click_quoted_button,
    "click-test-2": click_named_button,
    "click-link": click_link,
    "click-dialog-2": click_dialog,
    "click-checkboxes": checkboxes,
    "click-checkboxes-large": checkboxes,
    "click-checkboxes-transfer": checkboxes,
    "click-option": option,
    "choose-list": choose_list,
    "click-scroll-list": scroll_list,
    "enter-date": enter_date,
    "enter-time": enter_time,
    "click-tab": click_tab,
    "click-tab-2": find_in_tabs,
    "click-collapsible": expand_and_submit,
    "click-collapsible-2": find_in_sections,
    "search-engine": search_engine,
    "read-table": read_table,
    "find-word": find_word,
    "copy-paste": copy_paste,
    "focus-text-2": focus_text,
    "form-sequence-2": radio_and_number,
    "use-spinner": spinner,
    "simple-arithmetic": arithmetic,
}
