"""Builders: records with sensible defaults, so that a test says only what matters to it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from typing import Any

from PIL import Image

from courtside_store.records import (
    Action,
    ActionKind,
    Element,
    JudgeStamp,
    Observation,
    RunVerdict,
    Step,
    StepVerdict,
    Target,
    now_ms,
)

RUN = "run_" + "0" * 20
SESSION = "ses_" + "0" * 20


def a_jpeg(seed: int = 0, size: tuple[int, int] = (32, 24)) -> bytes:
    """A real, small JPEG; another seed gives other bytes."""
    out = io.BytesIO()
    Image.new("RGB", size, (seed % 256, seed // 256 % 256, 90)).save(out, "JPEG")
    return out.getvalue()


def sha(data: bytes) -> str:
    """The name of some bytes."""
    return hashlib.sha256(data).hexdigest()


def an_element(id: int = 1, text: str = "Save", **more: Any) -> Element:
    """A button, unless said otherwise."""
    return Element(**{"id": id, "tag": "button", "role": "button", "text": text, **more})


def a_screen(*elements: Element, text: str = "", **more: Any) -> Observation:
    """An observation without a frame."""
    words = text or "\n".join(e.text for e in elements)
    fields = {"at_ms": now_ms(), "width": 320, "height": 240, "url": "http://127.0.0.1/", **more}
    return Observation(elements=tuple(elements), text=words, **fields)


def an_action(
    kind: ActionKind = "click", name: str = "Save", text: str = "", **more: Any
) -> Action:
    """A click on the button Save, unless said otherwise."""
    role = {"type": "textbox", "select": "combobox"}.get(kind, "button")
    target = Target(**{"tag": "x", "role": role, "text": name, **more})
    return Action(kind=kind, at_ms=now_ms(), target=target, text=text)


def a_step(
    index: int = 1,
    *actions: Action,
    run: str = RUN,
    before: Observation | None = None,
    after: Observation | None = None,
    **more: Any,
) -> Step:
    """A step of one click, unless said otherwise."""
    did = actions or (an_action(),)
    return Step(run=run, index=index, before=before, after=after, actions=did, **more)


def steps_of(screens: Sequence[Observation], actions: Sequence[Action]) -> list[Step]:
    """A run's steps from its screens (one more than actions)."""
    return [
        a_step(n, action, before=screens[n - 1], after=screens[n])
        for n, action in enumerate(actions, 1)
    ]


def a_step_verdict(step: int = 1, run: str = RUN, **more: Any) -> StepVerdict:
    """Towards the goal, unless said otherwise."""
    fields = {"label": "towards-the-goal", "score": 0.8, "explanation": "it typed the name", **more}
    return StepVerdict(run=run, step=step, judge=JudgeStamp(name="test"), at_ms=now_ms(), **fields)


def a_run_verdict(run: str = RUN, **more: Any) -> RunVerdict:
    """A success, unless said otherwise."""
    fields = {"label": "success", "score": 0.9, "explanation": "all is done", **more}
    return RunVerdict(run=run, judge=JudgeStamp(name="test"), at_ms=now_ms(), **fields)
