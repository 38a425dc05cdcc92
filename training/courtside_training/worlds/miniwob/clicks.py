"""Plans for what is settled by one click, or by a few, on the right thing."""

from __future__ import annotations

import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, exact, quoted, submit
from courtside_store.geometry import Point

_POINT = """(e) => {
  const box = e.getBoundingClientRect();
  const points = [0.5, 0.15, 0.85, 0.3, 0.7].flatMap((x) =>
    [0.5, 0.15, 0.85, 0.3, 0.7].map((y) => [x * box.width, y * box.height]));
  return points.find(([x, y]) => e.contains(document.elementFromPoint(box.x + x, box.y + y)));
}"""
"""A point of it that nothing else covers."""


async def _uncovered(page: Any, where: str, other: str) -> Move:
    """Raises ValueError where the page drew one thing wholly over the other."""
    at = await page.locator(where).evaluate(_POINT)
    if at is None:
        raise ValueError(f"{where} is wholly covered; no pointer reaches it")
    return Move("click", where, wrong=Move("click", other), note="I click it.", at=(Point(*at),))


async def the_button(page: Any, task: str) -> list[Move]:
    return [Move("click", "#subbtn", note="I click the button.")]


async def one_of_two(page: Any, task: str) -> list[Move]:
    one, two = "#subbtn", "#subbtn2"
    return [await _uncovered(page, *((one, two) if "ONE" in task else (two, one)))]


async def one_then_two(page: Any, task: str) -> list[Move]:
    pushed = await page.evaluate("() => buttonsPushed")
    if pushed[:1] == ["subbtn2"]:
        raise ValueError("button TWO was first; nothing takes that back")
    first = await _uncovered(page, "#subbtn", "#subbtn2")
    then = await _uncovered(page, "#subbtn2", "#subbtn")
    return [then] if pushed else [first, then]


async def color(page: Any, task: str) -> list[Move]:
    name = re.findall(r"on the (.+) colored", task)[0]
    box = "#area .color[data-color='{}']"
    names = await page.locator("#area .color").evaluate_all(
        "(all) => all.map((e) => e.dataset.color)"
    )
    return [click(box.format(name), box.format(next(n for n in names if n != name)))]


async def close_dialog(page: Any, task: str) -> list[Move]:
    return [Move("click", ".ui-dialog-titlebar-close", note="I close it.")]


async def widget(page: Any, task: str) -> list[Move]:
    asked = quoted(task)[0]
    kinds = await page.locator("[data-type]").evaluate_all(
        "(all) => all.map((e) => e.dataset.type)"
    )
    spare = next((kind for kind in kinds if kind != asked), None)
    where = "[data-type={}] >> nth=0"
    return [click(where.format(asked), where.format(spare) if spare else "")]


_SHAPES = """(said) => {
  const words = said.split(" ");
  const parts = [["large", "small"].includes(words[0]) ? words.shift() : ""];
  parts.push(shapes.COLORS.includes(words[0]) ? words.shift() : "", words[0]);
  const named = {rect: "rectangle", circle: "circle", polygon: "triangle"};
  return [...document.querySelector("#area_svg").children].map((e) => {
    const shape = named[e.tagName];
    const text = shape ?? e.textContent;
    const type = shape ? "shape" : /[0-9]/.test(text) ? "digit" : "letter";
    const size = e.getAttribute("font-size") ?? e.getBBox().width;
    const what = {size: parseFloat(size) > 15 ? 1 : 0, color: e.getAttribute("fill"), text, type};
    return shapes.shapeMatchesText(what, {parts});
  });
}"""
"""Of each shape whether it is what is said, as in "large red t"."""


async def shape(page: Any, task: str) -> list[Move]:
    fits = await page.evaluate(_SHAPES, task.removeprefix("Click on a "))
    where = "#area_svg > * >> nth={}"
    wrong = where.format(fits.index(False)) if False in fits else ""
    return [click(where.format(fits.index(True)), wrong)]


async def count_shapes(page: Any, task: str) -> list[Move]:
    shape = re.findall(r"How many (.+)s are there", task)[0]
    count = str(sum(await page.evaluate(_SHAPES, shape)))
    return await _numbered(page, "#count-buttons button", count)


async def _numbered(page: Any, buttons: str, number: str) -> list[Move]:
    """The button of that number; its wrong variant is the next nearest."""
    shown = [text.strip() for text in await page.locator(buttons).all_inner_texts()]
    near = min((t for t in shown if t != number), key=lambda text: abs(int(text) - int(number)))
    return [click(exact(buttons, number), exact(buttons, near))]


async def count_sides(page: Any, task: str) -> list[Move]:
    """The shape is on a canvas; the page draws the turn first and then the number of sides."""
    sides = await page.evaluate("() => again(() => (core.randi(0, 181), core.randi(3, 8)))")
    return await _numbered(page, "#form button", str(sides))


async def name_shape(page: Any, task: str) -> list[Move]:
    drawn = page.locator("#area_svg > *").first
    tag, text = await drawn.evaluate("(e) => [e.tagName, e.textContent]")
    named = {"rect": "rectangle", "circle": "circle", "polygon": "triangle"}
    kind = named.get(tag) or ("digit" if text.isdigit() else "letter")
    spare = {"digit": "letter", "letter": "digit", "circle": "triangle"}.get(kind, "circle")
    return [click(f"[data-type={kind}]", f"[data-type={spare}]")]


async def focus(page: Any, task: str) -> list[Move]:
    return [Move("click", "#tt", note="I click into the field.")]


async def coordinate(page: Any, task: str) -> list[Move]:
    x, y = (int(n) for n in re.findall(r"\((-?\d),(-?\d)\)", task)[0])
    point = "circle[id='({},{})']"
    return [click(point.format(x, y), point.format(x, y + 1 if y < 2 else y - 1))]


async def greatest(page: Any, task: str) -> list[Move]:
    cards = page.locator(".card")
    values = [int(text) for text in await cards.locator(".card-value").all_text_contents()]
    place = values.index(max(values))
    if await page.locator(f".card:not(.hidden)[data-index='{place}']").count():
        return [submit("#submit")]
    where = ".card[data-index='{}']"
    return [click(where.format(place), where.format((place + 1) % 3)), submit("#submit")]


async def shades(page: Any, task: str) -> list[Move]:
    name = re.findall(r"shades of (\w+)", task)[0]
    spans = await page.locator("#area span").evaluate_all(
        "(all) => all.map((e) => [e.dataset.color, e.className === 'selected'])"
    )
    where = "#area span >> nth={}"
    other = next(n for n, (color, _) in enumerate(spans) if color != name)
    clicks = [
        click(where.format(n), where.format(other) if not chosen else "")
        for n, (color, chosen) in enumerate(spans)
        if (color == name) != chosen
    ]
    return [*clicks, submit("#submit")]


async def odd_or_even(page: Any, task: str) -> list[Move]:
    moves = []
    rows = await page.locator(".row").all()
    for place, row in enumerate(rows):
        number = int(await row.locator(".display-number").inner_text())
        right, wrong = ("odd", "even") if number % 2 else ("even", "odd")
        where = f".row >> nth={place} >> "
        if not await row.locator(f".{right}.selected").count():
            moves.append(click(f"{where}.{right}", f"{where}.{wrong}"))
    return [*moves, submit("#submit")]


async def unicode_button(page: Any, task: str) -> list[Move]:
    name = quoted(task)[0]
    names = await page.locator("#area button").all_inner_texts()
    spare = next((n for n in names if n != name), None)
    where = "#area button"
    return [click(exact(where, name), exact(where, spare) if spare else "")]


CLICKS: dict[str, Solver] = {
    "click-test": the_button,
    "click-test-transfer": one_of_two,
    "click-button-sequence": one_then_two,
    "click-color": color,
    "click-dialog": close_dialog,
    "click-widget": widget,
    "click-shape": shape,
    "count-shape": count_shapes,
    "count-sides": count_sides,
    "identify-shape": name_shape,
    "focus-text": focus,
    "grid-coordinate": coordinate,
    "find-greatest": greatest,
    "click-shades": shades,
    "odd-or-even": odd_or_even,
    "unicode-test": unicode_button,
}
