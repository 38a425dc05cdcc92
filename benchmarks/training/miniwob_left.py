"""What is left of a plan made for a fresh page. Knows fields and boxes, no kind of task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside.demo.solvers import Move

IDLE = "#query"
"""The line with the task: a click on it does nothing, so nothing is left to do of it."""
_HOLDS = """(e, [act, value]) => {
  const field = e.control ?? e;
  if (act === "fill") return field.value === value;
  if (act === "select") {
    const chosen = [...field.selectedOptions].map((option) => option.label.trim());
    return chosen.sort().join("|") === value.split("|").sort().join("|");
  }
  return ["checkbox", "radio"].includes(field.type) && field.checked;
}"""
_TICKED = """() => [...document.querySelectorAll("#area input[type=checkbox]")]
  .flatMap((box, place) => box.checked ? [place] : [])"""
_PLACE = """(e) => [...document.querySelectorAll("#area input[type=checkbox]")]
  .indexOf(e.control ?? e)"""
_BOX = "#area input[type=checkbox] >> nth={}"


async def left(page: Any, moves: Sequence[Move]) -> list[Move]:
    """The moves without those that did their work already, before them what undoes a mistake.

    A click on a box or its label is taken as the wish that it be ticked.
    """
    still = [move for move in moves if move.where != IDLE and not await _done(page, move)]
    return [*await _unticked(page, moves), *still]


async def _done(page: Any, move: Move) -> bool:
    if move.act not in ("fill", "select", "click") or move.submits or move.at:
        return False
    target = page.locator(move.where)
    if not await target.count():
        return False
    return bool(await target.first.evaluate(_HOLDS, [move.act, move.value]))


async def _unticked(page: Any, moves: Sequence[Move]) -> list[Move]:
    """Clicks on the boxes that are ticked and that no move wants."""
    ticked = await page.evaluate(_TICKED)
    if not ticked:
        return []
    clicked = [page.locator(move.where) for move in moves if move.act == "click"]
    wanted = {await t.first.evaluate(_PLACE) for t in clicked if await t.count()}
    return [
        Move("click", _BOX.format(place), note="That one was not asked for.")
        for place in ticked
        if place not in wanted
    ]
