"""Makes inputs that no sane client sends: whole messages, spoiled in one place or throughout.

Sends nothing itself: the caller does. The same seed gives the same inputs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

NUMBERS = (
    *(0, -1, 1, 2, 100, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1),
    *(253_402_300_799_999, 253_402_300_800_000, 10**400, 0.5, -0.0, 1e-320, 1e300, -1e300),
    *(float("nan"), float("inf"), float("-inf")),
)
TEXTS = (
    *("", " ", "\0", "a\0b", "\n", "\r\n\t", "\x7f\x1b[31m", "\ud800", "a\udfffb", "\ufffe\uffff"),
    *("\u202eabc", "\u2068\u2069", "é" * 400, "😀" * 130, "😀" * 600, "x" * 499, "x" * 501),
    *("y" * 20_000, "y" * 20_001, "'; drop table run; --", '"AND" OR NEAR(', "*", "^a", '"', "%_"),
    *("<script>alert(1)</script>", "{{7*7}}", "../../etc/passwd", "null", "NaN", "-1", "1e999"),
    *("run_" + "0" * 20 + "\n", "ses_" + "0" * 20, "src_" + "0" * 20, "run_", "run_" + "0" * 41),
    *("0" * 64, "G" * 64, "0" * 64 + "\n", "data:image/png;base64,AAAA", "http://u:p@h/?token=x#k"),
)
WORDS = ("Save", "card declined", "Über", "4711", "größer", "日本語", "ok", "a b c", "Total: $5.00")
KINDS = ("click", "type", "scroll", "drag", "tap", "swipe", "press", "answer", "other", "walk")


def spoiled(dice: Random, message: dict[str, Any]) -> str:
    """The message as text, changed in one to three places, or once in its bytes."""
    if dice.random() < 0.1:
        return broken_text(dice, json.dumps(message))
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        change(dice, message)
    return json.dumps(message)


def change(dice: Random, message: dict[str, Any]) -> None:
    """Replaces, removes or adds one value somewhere inside."""
    inside = places(message)
    if not inside:
        message[dice.choice(TEXTS)] = anything(dice, 3)
        return
    holder, name = dice.choice(inside)
    act = dice.random()
    if act < 0.75:
        holder[name] = anything(dice, 2)
    elif act < 0.85:
        del holder[name]
    elif isinstance(holder, dict):
        holder[dice.choice(TEXTS)] = anything(dice, 3)
    else:
        holder += [holder[name]] * dice.choice((1, 5, 200))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every value inside, as the dict or list that holds it and where."""
    if not isinstance(value, dict | list):
        return []
    names = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = [(value, name) for name in names]
    for name in names:
        found += places(value[name])
    return found


def broken_text(dice: Random, text: str) -> str:
    """Cut, doubled, or with letters replaced."""
    at = dice.randrange(len(text) + 1)
    end = min(len(text), at + dice.randrange(12))
    deep = text.replace(":", ":" + "[" * 5000, 1)
    return dice.choice(
        (text[:at], text + text[at:], text[:at] + text[end:], deep, poked(dice, text))
    )


def poked(dice: Random, text: str) -> str:
    letters = list(text)
    for _ in range(dice.randrange(1, 5)):
        letters[dice.randrange(len(letters))] = dice.choice('{}[]",:\\0-9eE.é\x00\x1f')
    return "".join(letters)


def anything(dice: Random, depth: int) -> Any:
    """Any JSON value, the awkward ones first."""
    kind = dice.random()
    if kind < 0.35:
        return dice.choice(NUMBERS)
    if kind < 0.7:
        return dice.choice(TEXTS)
    if kind < 0.8:
        return dice.choice((None, True, False))
    if kind < 0.83:
        return nested(dice.choice((10, 33, 200)))
    if depth == 0:
        return []
    if kind < 0.92:
        return [anything(dice, depth - 1) for _ in range(dice.randrange(4))]
    return {dice.choice(TEXTS): anything(dice, depth - 1) for _ in range(dice.randrange(4))}


def nested(levels: int) -> Any:
    """A list in a list in a list."""
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


def words(dice: Random) -> str:
    """Text that is allowed, if odd."""
    odd = [text for text in TEXTS if len(text) < 400 and text.isprintable()]
    return dice.choice((dice.choice(WORDS), dice.choice(odd), "\0", "a\nb"))


def a_look(dice: Random) -> dict[str, Any]:
    """A screen."""
    return {
        "at_ms": dice.choice((0, 1, 1_700_000_000_000, 253_402_300_799_999)),
        "width": dice.choice((0, 320, 1_000_000)),
        "height": 240,
        "scale": dice.choice((1.0, 3, 1e-9, 1000)),
        "url": words(dice),
        "title": words(dice),
        "text": words(dice),
        "elements": [
            {
                "id": number,
                "role": words(dice),
                "text": words(dice),
                "value": words(dice),
                "box": [dice.choice((0, -1e9, 1e9, 5)) for _ in range(4)],
                "state": dice.choice(([], ["secret"], [words(dice)])),
            }
            for number in range(1, dice.randrange(1, 4))
        ],
    }


def an_action(dice: Random) -> dict[str, Any]:
    """Something that an agent did."""
    return {
        "kind": dice.choice(KINDS[:-1]),
        "at_ms": 1,
        "target": {"role": "button", "text": words(dice), "box": [1, 2, 3, 4]},
        "point": [dice.choice((0, 1e9, -1e9)), 7],
        "text": words(dice),
        "raw": {words(dice): dice.choice((1, 2**62, "x", [1, {"a": None}]))},
    }


def a_step(dice: Random, run: str, index: int) -> dict[str, Any]:
    """A step of a run."""
    return {
        "run": run,
        "index": index,
        "before": a_look(dice),
        "actions": [an_action(dice) for _ in range(dice.randrange(3))],
        "after": a_look(dice),
        "thought": words(dice),
    }


Make = Callable[[Random, str, int, int], dict[str, Any]]
"""Makes a message of a run: dice, run, sequence number, index of the next step."""
MESSAGES: dict[str, Make] = {
    "run-begin": lambda dice, run, seq, index: {
        "type": "run-begin",
        "seq": seq,
        "run": run,
        "at_ms": 1,
        "task": words(dice),
        "agent": words(dice),
        "attempt": dice.choice((1, 2**31 - 1)),
    },
    "step": lambda dice, run, seq, index: {
        "type": "step",
        "seq": seq,
        "step": a_step(dice, run, index),
    },
    "run-task": lambda dice, run, seq, index: {
        "type": "run-task",
        "seq": seq,
        "run": run,
        "task": words(dice),
    },
    "oracle": lambda dice, run, seq, index: {
        "type": "oracle",
        "seq": seq,
        "oracle": {"run": run, "success": dice.random() < 0.5, "reward": 1e12, "at_ms": 1},
    },
    "run-end": lambda dice, run, seq, index: {
        "type": "run-end",
        "seq": seq,
        "run": run,
        "at_ms": 1,
        "ended_by": dice.choice(("finish", "stop", "idle")),
        "answer": words(dice),
        "claims_success": dice.choice((None, True, False)),
    },
}
