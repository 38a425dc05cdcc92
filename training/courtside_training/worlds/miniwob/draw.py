"""Plans for what is drawn, written or marked: circles, lines, text that is selected or styled."""

from __future__ import annotations

import math
import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, submit
from courtside_store.geometry import Point, Shift

_RADIUS_PX = 24
_POINTS = 12
_CIRCLE = """() => {
  const dot = document.querySelector("#circ");
  const drawn = document.querySelector("svg path");
  const good = drawn && findStandardDev(arrayPoints) < 2 && properlySized() === 1;
  return [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy")), Boolean(good)];
}"""
_END = "#controls button"


async def circle(page: Any, task: str) -> list[Move]:
    x, y, good = await page.evaluate(_CIRCLE)
    if good:
        return [submit(_END)]
    aside = Move("drag", "svg", at=_round(x + _RADIUS_PX / 2, y))
    drawn = Move("drag", "svg", wrong=aside, at=_round(x, y), note="I draw it.")
    return [drawn, submit(_END)]


def _round(x: float, y: float) -> tuple[Point, ...]:
    turns = [2 * math.pi * n / _POINTS for n in range(_POINTS + 1)]
    return tuple(Point(x + _RADIUS_PX * math.cos(a), y + _RADIUS_PX * math.sin(a)) for a in turns)


_LINE = """(kind) => {
  const [cx, cy] = ["cx", "cy"].map((name) =>
    Number(document.querySelector("#circ").getAttribute(name)));
  const drawn = document.querySelector("svg path");
  const good = drawn && properDirection(kind, findStandardDevs(arrayPoints)) === 1
    && touchesPoint(arrayPoints, [cx - 4, cy - 4]) === 1;
  return [cx, cy, Boolean(good)];
}"""


async def line(page: Any, task: str) -> list[Move]:
    """The page measures from a corner of the dot, so the line keeps to that side of its middle."""
    kind = re.findall(r"horizontal|vertical", task)[0]
    x, y, good = await page.evaluate(_LINE, kind)
    if good:
        return [submit(_END)]
    across = tuple(Point(x + dx, y - 2) for dx in (-22, 0, 22))
    down = tuple(Point(x - 2, y + dy) for dy in (-22, 0, 22))
    right, wrong = (across, down) if kind == "horizontal" else (down, across)
    drawn = Move("drag", "svg", wrong=Move("drag", "svg", at=wrong), at=right, note="I draw it.")
    return [drawn, submit(_END)]


_MARKED = """(place) => {
  const text = document.querySelector("#randomText");
  const part = place < 0 ? text : text.children[place];
  const bare = (words) => words.replace(/\\s/g, "");
  const range = document.createRange();
  range.selectNodeContents(part);
  const around = part.getBoundingClientRect(), lines = [...range.getClientRects()];
  const [first, last] = [lines[0], lines.at(-1)];
  const marked = bare(getSelection().toString());
  return [marked === bare(part.textContent), marked !== "",
    [first.left - around.x, (first.top + first.bottom) / 2 - around.y],
    [last.right - around.x, (last.top + last.bottom) / 2 - around.y]];
}"""


async def highlight(page: Any, task: str) -> list[Move]:
    ordinal = re.findall(r"(\d)(?:st|nd|rd) paragraph", task)
    place = int(ordinal[0]) - 1 if ordinal else -1
    marked, other, start, end = await page.evaluate(_MARKED, place)
    if marked:
        return [submit()]
    where = f"#randomText p >> nth={place}" if ordinal else "#randomText"
    begin = Point(*start)
    way = (begin, Point(*end).shifted(Shift(3, 0)))
    short = (begin, begin.shifted(Shift(25, 0)))
    mark = Move("drag", where, wrong=Move("drag", where, at=short), at=way, note="I mark it.")
    # What is marked already would be carried off by a drag that starts on it.
    freed = [Move("click", "#randomText", note="I start again.")] if other else []
    return [*freed, mark, submit()]


_TERMINAL = """() => [currentFiles, document.querySelector("#active-input").textContent,
  [...document.querySelectorAll(".output")].some((e) => e.textContent === currentFiles.join(" "))]
"""
_KEYS = "#terminal-target"


async def terminal(page: Any, task: str) -> list[Move]:
    files, typed, listed = await page.evaluate(_TERMINAL)
    ending = re.findall(r"extension (\.\S+)", task)
    fit = [name for name in files if (name.endswith(ending[0]) if ending else "." not in name)]
    spare = next((name for name in files if name not in fit), None)
    remove = _command(f"rm {fit[0]}", typed if listed else "", f"rm {spare}" if spare else None)
    return [*remove] if listed else [*_command("ls", typed), *remove]


def _command(line: str, typed: str, wrong: str | None = None) -> list[Move]:
    """What is left to type of a line, after what is wrong in it was taken back."""
    enter = Move("press", _KEYS, "Enter", note="I run it.")
    keep = typed if line.startswith(typed) else ""
    back = (
        [Move("press", _KEYS, " ".join(["Backspace"] * len(typed)))] if not keep and typed else []
    )
    if keep == line:
        return [enter]
    bad = Move("type", _KEYS, wrong[len(keep) :]) if wrong and wrong.startswith(keep) else None
    rest = Move("type", _KEYS, line[len(keep) :], bad, note=f'I type "{line}".')
    return [*back, rest, enter]


_STYLED = """([word, key]) => {
  const text = editor.getText().trimEnd();
  let at = 0, start = -1;
  for (const part of text.split(" ")) {
    if (part === word && start < 0) start = at;
    at += part.length + 1;
  }
  const [from, to] = word === null ? [0, text.length] : [start, start + word.length];
  const spans = [];
  for (let n = 0; n < text.length; n++) {
    const styles = JSON.stringify(editor.getFormat(n, 1)), inside = n >= from && n < to;
    const last = spans.at(-1);
    if (last && last.styles === styles && last.inside === inside) last.length++;
    else spans.push({start: n, length: 1, inside, styles});
  }
  const chosen = editor.getSelection() ?? editor.selection.savedRange;
  return [spans.map((span) => ({...span, styles: JSON.parse(span.styles)})),
    chosen ? [chosen.index, chosen.length] : [0, 0],
    $(".ql-color").hasClass("ql-expanded")];
}"""
"""The text in stretches of one style each, what is selected, and whether the colours are open."""
_STYLES = {"bold": "bold", "italics": "italic", "underlined": "underline"}
_TEXT = "#editor .ql-editor"


async def style(page: Any, task: str) -> list[Move]:
    everything = "everything" in task
    word = None if everything else re.findall(r"the text (\S+) the", task)[0]
    wish = re.findall(r"the (?:style|color) (\w+)", task)[0]
    key = _STYLES.get(wish, "color")
    colors = (await page.evaluate("() => COLOR_MAP")).get(wish, [])
    spans, chosen, opened = await page.evaluate(_STYLED, [word, key])
    moves: list[Move] = []
    for span in spans:
        wanted = {key} if span["inside"] else set()
        styles = {k for k, v in span["styles"].items() if k != "color" or key != k or v in colors}
        off = sorted((styles | set(span["styles"])) - wanted)
        on = sorted(wanted - styles)
        if not off and not on:
            continue
        if chosen != [span["start"], span["length"]]:
            moves.append(_select(span["start"], span["length"]))
        for name in off + on:
            value = colors[0] if colors and name in on else ""
            moves += _color(value, opened) if name == "color" else [_button(name, name in on)]
            opened = opened and name != "color"
    return [*moves, submit()]


def _select(start: int, length: int) -> Move:
    def keys(count: int) -> str:
        right, held = ["ArrowRight"] * start, ["Shift+ArrowRight"] * count
        return " ".join(["Control+Home", *right, *held])

    less = Move("press", _TEXT, keys(max(1, length - 2)))
    return Move("press", _TEXT, keys(length), less, note="I select it.")


def _button(name: str, asked: bool) -> Move:
    spare = "bold" if name != "bold" else "italic"
    return click(f".ql-toolbar .ql-{name}", f".ql-toolbar .ql-{spare}" if asked else "")


def _color(value: str, opened: bool) -> list[Move]:
    """Chooses a colour, or none."""
    item = ".ql-color .ql-picker-item"
    none, grey = f"{item}:not([data-value])", f"{item}[data-value='#888888']"
    label = [] if opened else [click(".ql-color .ql-picker-label")]
    return [*label, click(f"{item}[data-value='{value}']", grey) if value else click(none)]


DRAW: dict[str, Solver] = {
    "draw-circle": circle,
    "draw-line": line,
    "highlight-text": highlight,
    "highlight-text-2": highlight,
    "terminal": terminal,
    "text-editor": style,
}
