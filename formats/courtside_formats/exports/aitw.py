"""Writes judged steps in Android in the Wild's form: a row an action. Knows no training.

What it writes, `courtside import` reads.
"""

from __future__ import annotations

from typing import Any

from courtside_formats.aitw.actions import STATUSES, AitwAction, AitwName, to_aitw
from courtside_formats.aitw.rows import as_row
from courtside_store.blobs import Blobs
from courtside_store.images import TYPES, check_image, measure_image
from courtside_store.records import Element, Observation

from .training_data import Kept, Shape, Shaped

_SUFFIXES = {media: f".{kind.lower()}" for kind, media in TYPES.items()}


def _write_actions(kept: Kept, rows_so_far: int, blobs: Blobs) -> Shaped:
    """A row an action, on the screen before it; after a run's last step its status.

    Raises ValueError where a gesture cannot be told in parts of a screen, because there is none.
    """
    look = kept.step.before
    width, height = (look.width, look.height) if look else (0, 0)
    said = [(to_aitw(action, width, height), look) for action in kept.step.actions]
    if (status := _status(kept)) and not (said and said[-1][0].name in STATUSES):
        said.append((AitwAction(name=status), kept.step.after or look))
    images: dict[str, str] = {}
    rows = [
        _row(kept, number, action, seen, _image(seen, blobs, images))
        for number, (action, seen) in enumerate(said, rows_so_far)
    ]
    return Shaped(rows=rows, images=images)


def _status(kept: Kept) -> AitwName | None:
    """What an agent that ended its run said of it; nothing where it was broken off.

    Nothing either for a run that failed: nobody should learn to call that complete.
    """
    run = kept.summary.run
    if not kept.is_last or run.ended_by != "finish" or kept.run_reward == 0:
        return None
    return "STATUS_TASK_IMPOSSIBLE" if run.claims_success is False else "STATUS_TASK_COMPLETE"


def _row(
    kept: Kept,
    number: int,
    action: AitwAction,
    look: Observation | None,
    image: dict[str, Any],
) -> dict[str, Any]:
    run = kept.summary.run
    return {
        "episode_id": run.id,
        "step_id": number,
        "goal_info": run.task,
        **as_row(action),
        **image,
        **_annotations(look),
        "courtside/step": kept.step.index,
        "courtside/label": kept.label,
        "courtside/reward": kept.reward,
        "courtside/run_reward": kept.run_reward,
    }


def _image(look: Observation | None, blobs: Blobs, images: dict[str, str]) -> dict[str, Any]:
    """The frame by the name of its file, which is added to `images`."""
    data = blobs.read(look.frame) if look and look.frame else None
    if look is None or look.frame is None or data is None:
        return {}
    name = look.frame + _SUFFIXES[check_image(data)]
    images[name] = look.frame
    width, height = measure_image(data)
    return {"image/encoded": f"images/{name}", "image/width": width, "image/height": height}


def _annotations(look: Observation | None) -> dict[str, Any]:
    """The elements as the dataset has them: y, x, height and width in parts of the screen."""
    if look is None or not (look.width and look.height):
        return {}
    seen = [element for element in look.elements if element.box]
    return {
        "image/ui_annotations_positions": [_sides(element, look) for element in seen],
        "image/ui_annotations_text": [element.text for element in seen],
        "image/ui_annotations_ui_types": [element.role.upper() or "TEXT" for element in seen],
    }


def _sides(element: Element, look: Observation) -> list[float]:
    assert element.box
    x, y, width, height = element.box
    return [y / look.height, x / look.width, height / look.height, width / look.width]


AITW = Shape(name="aitw", write=_write_actions)
"""A row an action, in the dataset's own fields."""
