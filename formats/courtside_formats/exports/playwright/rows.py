"""Expects a row that the run made or changed, with all values of the task that it says, as one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import was_seen
from courtside_store.records import Element, Observation, Record, Step
from courtside_store.rendering import is_secret

from .changes import changing_steps, looks_before
from .code import is_cut, literal
from .positions import in_row
from .task_values import given_by, values_of
from .words import plain, says

_MAX_CELL_CHARS = 80
_MOVING = re.compile(
    r"\d|\b(?:ago|now|today|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
"""What says another thing the next time: an id, a date, an hour."""
_IN_ONE_ROW = r'''
def in_one_row(page: Page, *words: str, without: str = "") -> bool:
    """Whether the words come to stand beside each other, each whole, and no others with them."""
    row = """([words, without]) => {
      const known = [document.body];
      for (const one of known) {
        known.push(...(one.shadowRoot ? one.shadowRoot.children : []), ...one.children);
      }
      const own = (one) => [...one.childNodes].filter((node) => node.nodeType === 3);
      const boxes = (word) => {
        const sought = word.trim().replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&");
        const whole = "(?<![\\\\p{L}\\\\p{N}_])" + sought.replace(/\\s+/g, "\\\\s+");
        const says = new RegExp(whole + "(?![\\\\p{L}\\\\p{N}_])", "iu");
        const direct = known.filter((one) => own(one).some((node) => says.test(node.data)));
        const found = direct.length ? direct : known.filter((one) => says.test(one.textContent) &&
          ![...one.children].some((child) => says.test(child.textContent)));
        return found.map((one) => one.getBoundingClientRect());
      };
      const beside = (one, other) => one.height > 0 && other.height > 0 &&
        Math.abs(one.top + one.bottom - other.top - other.bottom) <=
          Math.max(one.height, other.height) &&
        Math.max(one.height, other.height) <= 3 * Math.min(one.height, other.height);
      const [first, ...rest] = words.map(boxes);
      const others = without ? boxes(without) : [];
      return first.some((box) => box.height > 0 && !others.some((one) => beside(box, one)) &&
        rest.every((found) => found.some((one) => beside(box, one))));
    }"""
    try:
        page.wait_for_function(row, arg=[list(words), without], polling=100, timeout=5_000)
    except Error:
        return False
    return True
'''
HELPERS = {"in_one_row(": _IN_ONE_ROW}


class RowCheck(Record, frozen=True, kw_only=True):
    """That a screen shows a row."""

    words: tuple[str, ...]
    """Values of the task, and what else tells the row from others."""
    step: int | None
    """After which step; None: at the end."""
    without: str = ""
    """What stood in the row before."""

    @property
    def line(self) -> str:
        """The expectation."""
        without = f", without={literal(self.without)}" if self.without else ""
        return f"assert in_one_row(page, {', '.join(map(literal, self.words))}{without})"


RowTexts = tuple[str, ...]


def find_rows(run: JudgedRun) -> list[RowCheck]:
    """On the newest screen, from the last change on, that shows one."""
    steps = [one.step for one in run.steps]
    changing = changing_steps(steps)
    asked = values_of(run)
    given = [one for one in given_by(run) if one not in asked]
    for step in reversed(steps):
        look = step.after
        if look and was_seen(look) and (found := _on(look, steps, changing, asked, given)):
            at = None if step is steps[-1] else step.index
            return [RowCheck(words=words, without=gone, step=at) for words, gone in found]
        if step is changing[-1]:
            break
    return []


def _on(
    look: Observation, steps: list[Step], changing: list[Step], asked: list[str], given: list[str]
) -> list[tuple[RowTexts, str]]:
    """Words of rows, those of the last change first, and what they say no more. A row that says
    nothing that the task asked is passed over, whatever it says that was given, as in a search."""
    rows = rows_of(look)
    found: list[tuple[RowTexts, str]] = []
    left = asked
    for step in reversed(changing):
        stood = [row for one in looks_before(step, steps, look) for row in rows_of(one)]
        brought = rows
        if step is not changing[-1]:
            then = set(rows_of(step.after)) if step.after else set()
            brought = [row for row in rows if row in then]
        new = [row for row in brought if row not in stood]
        for row in sorted(new, key=lambda row: -len(_values_in(row, left))):
            others = [one for one in rows if one is not row]
            shown = _values_in(row, [*asked, *given])
            if _values_in(row, left) and (check := _tell(row, shown, others, stood)):
                found.append(check)
                left = [one for one in left if not any(says(words, one) for words in check[0])]
    return found


def rows_of(look: Observation) -> list[RowTexts]:
    """What stands beside each other, where it is text that the page shows."""
    lines = [plain(line) for line in look.text.split("\n")]
    rows: list[list[Element]] = []
    for one in look.elements:
        if is_secret(one) or not _is_cell(one, lines):
            continue
        row = next((row for row in rows if _is_in(one, row)), None)
        if row is None:
            rows.append([one])
        else:
            row.append(one)
    return [tuple(one.text for one in row) for row in rows if len(row) > 1]


def _is_cell(one: Element, lines: list[str]) -> bool:
    has_place = one.box is not None and one.box.width > 0 and one.box.height > 0
    is_text = 0 < len(one.text) <= _MAX_CELL_CHARS and not is_cut(one.text)
    return has_place and is_text and any(plain(one.text) in line for line in lines)


def _is_in(one: Element, row: list[Element]) -> bool:
    return all(one.box and other.box and in_row(one.box, other.box) for other in row)


def _values_in(row: RowTexts, values: Iterable[str]) -> list[str]:
    return [value for value in values if any(says(cell, value) for cell in row)]


def _tell(
    row: RowTexts, values: list[str], others: list[RowTexts], stood: list[RowTexts]
) -> tuple[RowTexts, str] | None:
    """The values, with as many further words as tell the row from every other one and from what
    stood there before; else what it says no more. None where nothing tells them apart."""
    same = max(stood, key=lambda one: len({*row} & {*one}), default=())
    is_changed = len(_values_in(same, values)) == len(values)
    further = [cell for cell in row if not _MOVING.search(cell) and not _values_in((cell,), values)]
    further.sort(key=lambda cell: cell in same)
    needs = not is_changed and values[0].isdecimal() and len(values) == 1
    for count in range(int(needs), len(further) + 1):
        words = (*values, *further[:count])
        if not any(len(_values_in(one, words)) == len(words) for one in (*others, *stood)):
            return words, ""
    gone = [cell for cell in same if cell not in row and not _MOVING.search(cell)]
    is_one = not any(len(_values_in(one, values)) == len(values) for one in others)
    return (tuple(values), gone[0]) if is_changed and is_one and gone else None
