"""Writes judged steps in Android in the Wild's format: a row an action. Knows no training.

What it writes, `courtside import` reads.
"""

from __future__ import annotations

from courtside_formats.aitw.action_space import STATUSES, AitwAction, AitwName, to_aitw
from courtside_formats.aitw.aitw_records import as_row
from courtside_store.blobs import Blobs
from courtside_store.images import measure_image
from courtside_store.records import Element, Observation

from .export_format import Column, ColumnKind, ExportedRows, ExportFormat, ExportRow, each_run
from .frame_names import picture
from .judged import JudgedRun, JudgedStep


def _write_run(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    rows: list[ExportRow] = []
    images: dict[str, str] = {}
    without_form = 0
    for one in run.kept:
        try:
            rows += _rows(run, one, len(rows), blobs, images)
        except ValueError:
            without_form += 1
    summary = run.summary
    return ExportedRows(
        run=summary.run.id,
        task=run.task,
        rows=rows,
        images=images,
        without_form=without_form,
    )


def _rows(
    run: JudgedRun, one: JudgedStep, first: int, blobs: Blobs, images: dict[str, str]
) -> list[ExportRow]:
    """A row an action, on the screen before it; after a run's last step its status.

    Raises ValueError where a gesture cannot be told in parts of a screen, because there is none.
    """
    look = one.step.before
    width, height = (look.width, look.height) if look else (0, 0)
    pairs = [(to_aitw(action, width, height), look) for action in one.step.actions]
    is_last = one.step.index == run.summary.steps
    if is_last and (status := _status(run)) and not (pairs and pairs[-1][0].name in STATUSES):
        pairs.append((AitwAction(name=status), one.step.after or look))
    return [
        _row(run, one, number, action, seen, _image(seen, blobs, images))
        for number, (action, seen) in enumerate(pairs, first)
    ]


def _status(judged: JudgedRun) -> AitwName | None:
    """What an agent that ended its run said of it; nothing where it was broken off.

    Nothing either for a run that failed: nobody should learn to call that complete.
    """
    run = judged.summary.run
    if run.ended_by != "finish" or judged.reward == 0:
        return None
    return "STATUS_TASK_IMPOSSIBLE" if run.claims_success is False else "STATUS_TASK_COMPLETE"


def _row(
    judged: JudgedRun,
    one: JudgedStep,
    number: int,
    action: AitwAction,
    look: Observation | None,
    image: ExportRow,
) -> ExportRow:
    run = judged.summary.run
    return {
        "episode_id": run.id,
        "step_id": number,
        "goal_info": run.task,
        **as_row(action),
        **image,
        **_annotations(look),
        "courtside/step": one.step.index,
        "courtside/label": one.label,
        "courtside/reward": one.reward,
        "courtside/run_label": judged.label,
        "courtside/run_reward": judged.reward,
    }


def _image(look: Observation | None, blobs: Blobs, images: dict[str, str]) -> ExportRow:
    """The frame by the name of its file, which is added to `images`."""
    name = picture(look, blobs, images)
    if name is None or look is None or look.frame is None:
        return {}
    width, height = measure_image(blobs.read(look.frame) or b"")
    return {"image/encoded": name, "image/width": width, "image/height": height}


def _annotations(look: Observation | None) -> ExportRow:
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


_COLUMNS: dict[str, ColumnKind] = {
    "episode_id": "text",
    "step_id": "int",
    "goal_info": "text",
    "results/action_type": "int",
    "results/action_name": "text",
    "results/yx_touch": "floats",
    "results/yx_lift": "floats",
    "results/type_action": "text",
    "image/encoded": "image",
    "image/width": "int",
    "image/height": "int",
    "image/ui_annotations_positions": "json",
    "image/ui_annotations_text": "texts",
    "image/ui_annotations_ui_types": "texts",
    "courtside/step": "int",
    "courtside/label": "text",
    "courtside/reward": "float",
    "courtside/run_label": "text",
    "courtside/run_reward": "int",
    "courtside/extension": "json",
}
AITW = ExportFormat(
    name="aitw",
    about="an action, in Android in the Wild's fields",
    write=each_run(_write_run),
    columns={name: Column(kind=kind) for name, kind in _COLUMNS.items()},
)
