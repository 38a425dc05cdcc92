"""Plans for what is dragged: shapes into boxes, entries of a list, the corner of a field."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from courtside.demo.moves import Move, Solver, submit
from courtside_store.geometry import DIRECTIONS, Point, Shift

_STEP_PX = 20
_GRIP = {"rect": 0.5, "circle": 0.6, "polygon": 0.4}
"""Where the pages hold a shape while it is dragged: so much of its width from its corner."""
_SHAPES = """() => [...document.querySelectorAll("svg > *:not(#shape-container):not(line)")]
  .map((e) => {
    const {x, y, width} = e.getBBox();
    const now = shapes.gridCoords(e);
    const svg = e.parentElement.getBoundingClientRect();
    const points = [0.5, 0.7, 0.3, 0.6, 0.4].flatMap((right) => [0.5, 0.75, 0.25, 0.9].map(
      (down) => [now.x + right * width, now.y + down * width]));
    const free = ([x, y]) => document.elementFromPoint(svg.x + x, svg.y + y) === e;
    return {tag: e.tagName, color: e.getAttribute("fill"), width, x: now.x, y: now.y,
      first: [x, y], hold: points.find(free) ?? points[0]};
  })"""
"""Pixels of the drawing; `hold` is a point of the shape that no other covers."""


def _dragged(shape: dict[str, Any], corner: Point, wrong: Point) -> Move:
    """A shape with its corner brought there, in pixels of the drawing."""

    def way(to: Point) -> tuple[Point, ...]:
        grip = _GRIP[shape["tag"]] * shape["width"]
        return Point(*shape["hold"]), to.shifted(Shift(grip, grip))

    bad = Move("drag", "svg", at=way(wrong))
    return Move("drag", "svg", wrong=bad, at=way(corner), note="I drag it there.")


async def aside(page: Any, task: str) -> list[Move]:
    by = DIRECTIONS[re.findall(r"(left|right|up|down) then", task)[0]].scaled(_STEP_PX)
    shape = (await page.evaluate(_SHAPES))[0]
    first = Point(*shape["first"])
    if (shape["x"] - first.x) * by.dx + (shape["y"] - first.y) * by.dy > 0:
        return [submit()]
    return [_dragged(shape, first.shifted(by), first.shifted(by.opposite)), submit()]


_CONTAINER = "() => [containerX, containerY, containerWidth, containerHeight]"
_TAGS = {"rectangles": "rect", "circles": "circle", "triangles": "polygon"}


def _inside(shape: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    x, y, width, height = box
    return bool(x < shape["x"] < x + width and y < shape["y"] < y + height)


def _slot(box: tuple[float, float, float, float], number: int) -> Point:
    """Each shape has a place of its own in a box, so that none comes to lie on another."""
    return Point(box[0] + 4 + 19 * (number % 3), box[1] + 4 + 20 * (number // 3))


async def into_box(page: Any, task: str) -> list[Move]:
    """What is in the box and should not be goes back to where it was."""
    tag = _TAGS[re.findall(r"all (\w+) into", task)[0]]
    box = tuple(await page.evaluate(_CONTAINER))
    beside = Point(box[0] - 20 if box[0] > 40 else box[0] + box[2] + 4, box[1] + 4)
    moves = []
    for number, shape in enumerate(await page.evaluate(_SHAPES)):
        if (shape["tag"] == tag) != _inside(shape, box):
            there = _slot(box, number) if shape["tag"] == tag else Point(*shape["first"])
            moves.append(_dragged(shape, there, beside))
    return [*moves, submit()]


_LEFT, _RIGHT = (2.0, 5.0, 70.0, 50.0), (84.0, 5.0, 70.0, 50.0)


async def into_two_boxes(page: Any, task: str) -> list[Move]:
    asked = re.findall(r"all (\w+)(?: shapes)? into", task)[0]
    moves = []
    for number, shape in enumerate(await page.evaluate(_SHAPES)):
        left = asked == shape["color"] or _TAGS.get(asked) == shape["tag"]
        box, other = (_LEFT, _RIGHT) if left else (_RIGHT, _LEFT)
        if not _inside(shape, box):
            moves.append(_dragged(shape, _slot(box, number), _slot(other, number)))
    return [*moves, submit()]


_BOXES = """() => {
  const [small, large] = ["#draggableSmall", "#draggableLarge"].map((id) => {
    const e = document.querySelector(id), seen = e.getBoundingClientRect();
    const points = [10, 2, 18, 6, 14].flatMap((x) => [10, 2, 18, 6, 14].map((y) => [x, y]));
    const point = points.find(([x, y]) => document.elementFromPoint(seen.x + x, seen.y + y) === e);
    return [parseInt(e.style.left), parseInt(e.style.top), point];
  });
  return [small, large];
}"""


async def box_into_box(page: Any, task: str) -> list[Move]:
    """The larger box lies on top; where it hides the smaller one it is moved itself."""
    (x, y, point), (left, top, hold) = await page.evaluate(_BOXES)
    if 0 < x - left < 30 and 0 < y - top < 30:
        return [submit()]
    dx, dy, over = left + 15 - x, top + 15 - y, 23
    if point is None:
        by, wrong = Shift(-dx, -dy), Shift(over - dx, -dy)
        return [_drag("#draggableLarge", Point(*hold), by, wrong), submit()]
    by, wrong = Shift(dx, dy), Shift(dx - over, dy)
    return [_drag("#draggableSmall", Point(*point), by, wrong), submit()]


def _drag(where: str, hold: Point, by: Shift, wrong: Shift) -> Move:
    """Held at that point and brought so far.

    A grid sorts as it is crossed, and loses an entry that comes from the left along a row below.
    """

    def way(step: Shift) -> tuple[Point, ...]:
        dx, dy = step
        side = Shift(dx, 0) if dx > 0 and dy > 0 else Shift(0, dy)
        return hold, *([hold.shifted(side)] if dx and dy else []), hold.shifted(step)

    return Move(
        "drag", where, wrong=Move("drag", where, at=way(wrong)), at=way(by), note="I drag it."
    )


_ENTRIES = """() => [...document.querySelectorAll("#sortable > li")].map((e) => {
  const {x, y, width, height} = e.getBoundingClientRect();
  return [e.textContent.trim(), x, y, width, height];
})"""


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _moved(entries: list[Any], start: int, end: int) -> Move:
    """An entry of a list to the place of another, and a bit beyond its middle."""
    wrong = next(n for n in range(len(entries)) if n not in (start, end))

    def by(place: int) -> Shift:
        _, x, y, width, height = entries[start]
        dx, dy = entries[place][1] - x, entries[place][2] - y
        return Shift(dx + _sign(dx) * width / 4, dy + _sign(dy) * height / 4)

    _, _, _, width, height = entries[start]
    middle = Point(width / 2, height / 2)
    return _drag(f"#sortable > li >> nth={start}", middle, by(end), by(wrong))


async def entry(page: Any, task: str) -> list[Move]:
    """In a list of five, or a grid of three by three."""
    entries = await page.evaluate(_ENTRIES)
    name, wish = re.findall(r"Drag (\S+) (.+)\.", task)[0]
    start = [found[0] for found in entries].index(name)
    row = 3 if len(entries) == 9 else 1
    steps = {"up by one": -row, "down by one": row, "left by one": -1, "right by one": 1}
    step = steps.get(wish.removesuffix(" position"))
    end = start + step if step is not None else _place(wish, len(entries))
    return [_moved(entries, start, end)]


def _place(wish: str, count: int) -> int:
    number = re.findall(r"\d", wish)
    if number:
        return int(number[0]) - 1
    if count != 9:
        return 0 if "top" in wish else count - 1
    down = 0 if "top" in wish else 2 if "bottom" in wish else 1
    across = 0 if "left" in wish else 2 if "right" in wish else 1
    return 3 * down + across


async def sort_numbers(page: Any, task: str) -> list[Move]:
    """The longest run that is in order stays; the others are put between, one by one."""
    entries = await page.evaluate(_ENTRIES)
    numbers = [int(found[0]) for found in entries]
    order = range(len(numbers))
    kept = next(
        list(some)
        for size in reversed(range(len(numbers) + 1))
        for some in combinations(order, size)
        if [numbers[n] for n in some] == sorted(numbers[n] for n in some)
    )
    line, settled, moves = list(order), set(kept), []
    for n in (n for n in order if n not in kept):
        start = line.index(n)
        rest = [other for other in line if other != n]
        before = [p for p, o in enumerate(rest) if o in settled and numbers[o] > numbers[n]]
        end = before[0] if before else len(rest)
        if end != start:
            moves.append(_moved(entries, start, end))
        line, settled = [*rest[:end], n, *rest[end:]], settled | {n}
    return [*moves, submit()]


_SIZES = """() => [
  again(() => ({height: core.randi(10, 15) * 5, width: core.randi(10, 20) * 5})),
  {height: $("#tt").height(), width: $("#tt").width()}]"""


async def resize(page: Any, task: str) -> list[Move]:
    side, wish = re.findall(r"the (\w+) is (\w+) than", task)[0]
    first, now = await page.evaluate(_SIZES)
    sign = 1 if wish == "larger" else -1
    if (now[side] - first[side]) * sign > 0:
        return [submit("#submit")]
    length = abs(now[side] - first[side]) + _STEP_PX
    by = Shift(sign * length, 0) if side == "width" else Shift(0, sign * length)
    corner = _drag(".ui-resizable-se", Point(5, 5), by, by.scaled(-0.5))
    return [corner, submit("#submit")]


DRAG: dict[str, Solver] = {
    "drag-circle": aside,
    "drag-single-shape": aside,
    "drag-shapes": into_box,
    "drag-shapes-2": into_two_boxes,
    "drag-box": box_into_box,
    "drag-items": entry,
    "drag-items-grid": entry,
    "drag-sort-numbers": sort_numbers,
    "resize-textarea": resize,
}
