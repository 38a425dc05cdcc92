"""Finds a step that cannot be undone. Guesses towards caution, from what was recorded alone."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_refine.irreversible_words import orders_something
from courtside_store.effects_merging import MAX_EFFECTS_OF_A_STEP
from courtside_store.records import Action, Effects, Request, Step
from courtside_store.rendering import render_step, render_websocket
from courtside_store.safe_methods import is_safe

_PRESSES = frozenset(("click", "double-click", "tap", "long-press", "press", "check"))
_PRESSED_TO_GO_ON = frozenset(("tab", "textbox", "searchbox", "spinbutton"))
"""Roles of what is pressed to see it, or to type there."""


def irreversible_step(steps: Sequence[Step]) -> str:
    """The first such step and how it is known; empty where none is known.

    Where the source sees requests, one that may change something and was not refused, or a message
    over a WebSocket. Where it does not (phones, desktops), words like "pay" on what was pressed.
    """
    for step in steps:
        if why := why_irreversible(step):
            return f"step {step.index} {why}"
    return ""


def why_not_repeated(step: str) -> str:
    """Why no attempt follows by itself, and how it is asked for; `step` as `irreversible_step` says
    it."""
    return (
        f"{step}, and a retry could repeat it; allow_irreversible=True (--allow-irreversible) "
        "retries nevertheless"
    )


def why_irreversible(step: Step) -> str:
    """How it is known of one step; empty where it is not."""
    effects = step.effects or Effects()
    sent = next((one for one in effects.requests or () if may_have_changed(one)), None)
    if sent:
        return f"sent {sent.method} {sent.path[:120]}, {_answer(sent)}"
    if effects.websockets:
        return f"{render_websocket(effects.websockets[0])}, which may have changed something"
    if effects.requests is None:
        is_risky = any(map(_presses_what_orders, step.actions))
        return f"may not be undone: {render_step(step)[:120]}" if is_risky else ""
    is_cut = effects.left_out and len(effects.requests) == MAX_EFFECTS_OF_A_STEP
    return "sent more than is recorded, which may have changed something" if is_cut else ""


def _presses_what_orders(action: Action) -> bool:
    """What is typed, and the name of the field, say nothing: "Buy milk" may be a note."""
    target = action.target
    if action.kind not in _PRESSES or target is None or target.role in _PRESSED_TO_GO_ON:
        return False
    return orders_something(target.text)


def may_have_changed(request: Request) -> bool:
    """Whether a server may have changed something: only a refusal is known to have done nothing."""
    if is_safe(request.method):
        return False
    return request.status is None or request.status < 400


def _answer(request: Request) -> str:
    if request.status is None:
        return "whose answer is not known"
    return f"which was answered with {request.status}"
