"""What is left of a plan made for a fresh page. Knows fields and boxes, no kind of task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside.demo.moves import Move

IDLE = "#query"
"""The line with the task: a click on it does nothing, so nothing is left to do of it."""
_HOLDS = """([e], [act, value]) => {
  const field = e?.control ?? e;
  if (!field) return false;
  if (act === "fill") return field.value === value;
  if (act === "select") {
    const chosen = [...field.selectedOptions].map((option) => option.label.trim());
    return JSON.stringify(chosen.sort()) === JSON.stringify(value.sort());
  }
  return ["checkbox", "radio"].includes(field.type) && field.checked;
}"""
_TICKED = """() => {
  const boxes = [...document.querySelectorAll("#area input[type=checkbox]")];
  const radios = document.querySelectorAll("#area input[type=radio]");
  const ticked = boxes.flatMap((box, place) => box.checked ? [place] : []);
  return [ticked, ticked.length + [...radios].filter((radio) => radio.checked).length];
}"""
_PLACE = """([e]) => [...document.querySelectorAll("#area input[type=checkbox]")]
  .indexOf(e?.control ?? e)"""
_BOX = "#area input[type=checkbox] >> nth={}"


async def left(page: Any, moves: Sequence[Move]) -> list[Move]:
    """The moves without those that did their work already, before them what undoes a mistake.

    A click on a box or its label is taken as the wish that it be ticked.
    """
    ticked, checked = await page.evaluate(_TICKED)
    acts = {"fill", "select", *(["click"] if checked else [])}
    still = []
    for move in moves:
        seen = move.act in acts and not move.submits and not move.at
        if move.where != IDLE and not (seen and await _holds(page, move)):
            still.append(move)
    return [*await _unticked(page, moves, ticked), *still]


async def _holds(page: Any, move: Move) -> bool:
    value = (move.choices or [move.value]) if move.act == "select" else move.value
    return bool(await page.locator(move.where).evaluate_all(_HOLDS, [move.act, value]))


async def _unticked(page: Any, moves: Sequence[Move], ticked: Sequence[int]) -> list[Move]:
    """Clicks on the boxes that are ticked and that no move wants."""
    if not ticked:
        return []
    clicked = [page.locator(move.where) for move in moves if move.act == "click"]
    wanted = {await target.evaluate_all(_PLACE) for target in clicked}
    return [
        Move("click", _BOX.format(place), note="That one was not asked for.")
        for place in ticked
        if place not in wanted
    ]
