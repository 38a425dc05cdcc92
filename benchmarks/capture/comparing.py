"""Compares what the store holds of a run with what its agent did. Knows no browser."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from benchmarks.capture.script import Act
from benchmarks.capture.sites import BITS, CELL
from PIL import Image

from courtside_store.blobs import Blobs
from courtside_store.records import Action, Observation, Step

RED, BLUE = (255, 0, 0), (0, 0, 255)
NEAR = 90
"""How far a channel of a cell may be from its colour, after JPEG."""
NOTHING = -1
"""What an empty page shows."""


@dataclass
class Counts:
    """What one pass, or several together, came to."""

    actions: int = 0
    steps: int = 0
    lost: int = 0
    wrong_after: int = 0
    stale: int = 0
    """After-screens from before the action's effect, which came before the next action."""
    withheld: int = 0
    pausing: int = 0
    """Steps after which the agent paused: those that `withheld` is a share of."""
    notes: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Sums up."""
        for name in ("actions", "steps", "lost", "wrong_after", "stale", "withheld", "pausing"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.notes += other.notes


def compare(script: Sequence[Act], steps: Sequence[Step], blobs: Blobs) -> Counts:
    """One run against its script."""
    counts = Counts(actions=len(script), steps=len(steps))
    recorded = [(step, key_of(action)) for step in steps for action in step.actions]
    found = align([act.key for act in script], [key for _, key in recorded])
    for place, act in enumerate(script):
        if place not in found:
            counts.lost += 1
            counts.notes.append(f"lost: {act.do} {act.name!r}")
            continue
        _judge(counts, act, recorded[found[place]][0].after, blobs)
    return counts


def _judge(counts: Counts, act: Act, after: Observation | None, blobs: Blobs) -> None:
    """The after-screen of one action. What is withheld has no picture, but may have a text."""
    texts = [state_in_text(after)] if after is not None and is_seen(after) else []
    pictured = after is not None and after.frame is not None
    if after is not None and after.frame is not None:
        texts.append(state_in_picture(blobs.read(after.frame) or b"", after.scale))
    elif texts == [NOTHING]:
        texts = []  # withheld as a whole: it shows nothing, which is not an empty page
    allowed = {*act.after, *([NOTHING] if act.loads else [])}
    wrong = [state for state in texts if state not in allowed]
    if wrong:
        counts.wrong_after += 1
        counts.notes.append(f"wrong: {act.do} {act.name!r} shows {texts}, not {act.after}")
    elif not act.at_once and any(state != act.after[-1] for state in texts):
        counts.stale += 1
        counts.notes.append(f"stale: {act.do} {act.name!r} shows {texts}, not {act.after[-1]}")
    if act.at_once:
        return
    counts.pausing += 1
    if not pictured:
        counts.withheld += 1
        reason = "no look" if after is None else after.withheld or "no reason"
        counts.notes.append(f"withheld: {act.do} {act.name!r}: {reason}")


def key_of(action: Action) -> tuple[str, str]:
    """What a recorded action is recognised by."""
    match action.kind:
        case "type" | "press" | "select":
            return action.kind, action.text
        case "navigate":
            return "navigate", urlsplit(action.text).path
        case kind:
            return kind, action.target.text if action.target else ""


def align(wanted: Sequence[tuple[str, str]], there: Sequence[tuple[str, str]]) -> dict[int, int]:
    """Places in `there` by places in `wanted`: the longest common subsequence."""
    best = [[0] * (len(there) + 1) for _ in range(len(wanted) + 1)]
    for i in reversed(range(len(wanted))):
        for j in reversed(range(len(there))):
            same = wanted[i] == there[j]
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    found, i, j = {}, 0, 0
    while i < len(wanted) and j < len(there):
        if wanted[i] == there[j]:
            found[i], i, j = j, i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def is_seen(look: Observation) -> bool:
    """Whether there is anything of the screen, if only its words."""
    return bool(look.frame or look.elements or look.text or look.title)


def state_in_text(look: Observation) -> int:
    """The state that the words of a screen say."""
    found = re.search(r"state (\d+)", f"{look.title}\n{look.text}")
    return int(found[1]) if found else NOTHING


def state_in_picture(jpeg: bytes, scale: float) -> int:
    """The state that the bar of a picture shows."""
    with Image.open(io.BytesIO(jpeg)) as image:
        picture = image.convert("RGB")
    middles = [int((cell + 0.5) * CELL * scale) for cell in range(BITS + 2)]
    height = int(CELL * scale / 2)
    if middles[-1] >= picture.width or height >= picture.height:
        return NOTHING
    red, *bits, blue = (picture.getpixel((x, height)) for x in middles)
    if not (_near(red, RED) and _near(blue, BLUE)):
        return NOTHING
    return sum(1 << place for place, cell in enumerate(bits) if _near(cell, (0, 0, 0)))


def _near(seen: object, wanted: tuple[int, int, int]) -> bool:
    assert isinstance(seen, tuple)
    return all(abs(one - other) < NEAR for one, other in zip(seen, wanted, strict=True))
