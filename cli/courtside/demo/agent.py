"""The scripted agent: solves a task, or fails it in one of the ways that agents fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, assert_never

from courtside_store.geometry import Point

from .moves import Move
from .solvers import SOLVERS

Behaviour = Literal[
    "good",
    "roundabout",
    "near-miss",
    "wrong-target",
    "stops-early",
    "dead-clicks",
    "wanders-off",
    "made-up-answer",
]
THINK_S = 0.35
"""A model would think for seconds; this is the shortest pause that still shows each state."""
TIMEOUT_MS = 3000
_DRAG_STEPS = 3
"""Movements a stretch: pages that let things be dragged want more than one."""
_SCROLL_END = """(e, pixels) => Math.max(
  0, Math.min(e.scrollHeight - e.clientHeight, e.scrollTop + pixels))"""
_SCROLLED = "([e, asked]) => Math.abs(e.scrollTop - asked) < 2"


@dataclass(frozen=True)
class Claim:
    """What the agent claims when it stops."""

    answer: str = ""
    claims_success: bool | None = None
    truncated: bool = False
    """It was cut off before it said anything."""


async def attempt(
    page: Any,
    kind: str,
    task: str,
    behaviour: Behaviour,
    think: Callable[[str], None] = lambda _: None,
    pause_s: float = THINK_S,
) -> Claim:
    """Attempts one task once."""
    moves = await SOLVERS[kind](page, task)
    for move in twist(moves, behaviour):
        if move.note:
            think(move.note)
        await asyncio.sleep(pause_s)
        await make(page, move)
    await asyncio.sleep(pause_s)
    return _claim(behaviour)


def twist(moves: Sequence[Move], behaviour: Behaviour) -> list[Move]:
    """The moves as this behaviour would make them."""
    match behaviour:
        case "good":
            return list(moves)
        case "roundabout":
            return _detour(moves)
        case "near-miss":
            flawed = _flawed(moves)
            return [
                replace(move.wrong, submits=move.submits, note=move.note)
                if move.wrong and move is flawed
                else move
                for move in moves
            ]
        case "wrong-target":
            return [Move("click", "#query"), *(m.wrong for m in moves[-1:] if m.wrong)]
        case "stops-early":
            return list(moves[:-1]) or [Move("click", "#query")]
        case "dead-clicks":
            return [Move("click", "#query", note="It should react.")] * 4
        case "wanders-off":
            return [Move("click", "#query"), Move("click", "#wrap"), Move("click", "#query")]
        case "made-up-answer":
            return [Move("click", "#query", note="I know this already.")]


def _detour(moves: Sequence[Move]) -> list[Move]:
    """The long way: a look at the task, and a first typing that is then put right."""
    first = next((n for n, move in enumerate(moves) if move.act == "fill" and move.wrong), None)
    detour = [Move("click", "#query", note="I read the task again.")]
    if first is None:
        return [*detour, *moves]
    wrong = moves[first].wrong
    assert wrong
    return [*detour, *moves[:first], wrong, *moves[first:]]


async def make(page: Any, move: Move) -> None:
    """One move in the real page."""
    if move.act == "goto":
        await page.goto(move.value)
        return
    target = page.locator(move.where).first
    match move.act:
        case "fill":
            await target.fill(move.value, timeout=TIMEOUT_MS)
        case "select":
            labels = list(move.choices) or [move.value]
            await target.select_option(label=labels, timeout=TIMEOUT_MS)
        case "click" | "force-click":
            position = move.at[0]._asdict() if move.at else None
            force = move.act == "force-click"
            await target.click(timeout=TIMEOUT_MS, force=force, position=position)
        case "press":
            for key in move.value.split():
                await target.press(key, timeout=TIMEOUT_MS)
        case "type":
            await target.press_sequentially(move.value, timeout=TIMEOUT_MS)
        case "hover":
            await target.hover(timeout=TIMEOUT_MS)
        case "drag":
            await _drag(page, target, move.at)
        case "scroll":
            await _scroll(page, target, int(move.value))
        case _:
            assert_never(move.act)


async def _drag(page: Any, target: Any, way: Sequence[Point]) -> None:
    """Holds the button from the first point to the last."""
    await target.scroll_into_view_if_needed(timeout=TIMEOUT_MS)
    box = await target.bounding_box(timeout=TIMEOUT_MS)
    (x, y), *rest = [(box["x"] + dx, box["y"] + dy) for dx, dy in way]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for x, y in rest:
        await page.mouse.move(x, y, steps=_DRAG_STEPS)
    await page.mouse.up()


async def _scroll(page: Any, target: Any, pixels: int) -> None:
    """Turns the wheel over it and waits until it is where the wheel brings it."""
    await target.hover(timeout=TIMEOUT_MS)
    asked = await target.evaluate(_SCROLL_END, pixels)
    await page.mouse.wheel(0, pixels)
    arrived = [await target.element_handle(timeout=TIMEOUT_MS), asked]
    await page.wait_for_function(_SCROLLED, arg=arrived, timeout=TIMEOUT_MS)


def _claim(behaviour: Behaviour) -> Claim:
    match behaviour:
        case "dead-clicks" | "wanders-off":
            return Claim(answer="I could not do it.", claims_success=False)
        case "made-up-answer":
            return Claim(
                answer='It was done before; the confirmation says "Order 4711".',
                claims_success=True,
            )
        case _:
            return Claim(answer="Done.", claims_success=True)


def _flawed(moves: Sequence[Move]) -> Move | None:
    """The move that a near miss gets wrong: the last that can be."""
    return next((move for move in reversed(moves) if move.wrong), None)
