"""Writes judged runs as conversations for supervised fine-tuning: OpenAI's, ShareGPT's and TRL's.

A step that is left out, or that has no form in the grammar, stays in a conversation as what went
before, and is marked: no loss on it.
"""

from __future__ import annotations

import base64
from typing import Literal, TypedDict

from courtside_store.blobs import Blobs
from courtside_store.images import check_image
from courtside_store.records import Observation

from .export_format import ExportedRows, ExportFormat, ExportRow, columns, each_run
from .frame_names import picture
from .judged import JudgedRun
from .turns import SYSTEM, ModelTurn, ask, done_so_far, turns_of, without_form

IMAGE = "<image>"
"""Stands in a ShareGPT turn where its picture belongs."""


class ChatMessage(TypedDict):
    """One message of a prompt, its parts named as OpenAI and TRL name them."""

    role: Literal["system", "user"]
    content: str


def _openai(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    messages: list[ExportRow] = [{"role": "system", "content": SYSTEM}]
    for number, turn in enumerate(turns := turns_of(run)):
        shown = ask("" if number else run.summary.run.task, turn.look)
        weight = int(turn.is_kept)
        messages += [
            {"role": "user", "content": _parts(shown, turn.look, blobs)},
            {"role": "assistant", "content": turn.answer, "weight": weight},
        ]
    return _conversation(run, turns, {"messages": messages}, {}, _pictures_in(messages))


def _pictures_in(messages: list[ExportRow]) -> int:
    parts = [one["content"] for one in messages if isinstance(one["content"], list)]
    return sum(part["type"] == "image_url" for listed in parts for part in listed)


def _parts(text: str, look: Observation | None, blobs: Blobs) -> str | list[ExportRow]:
    """With the frame where there is one: only within the file is it taken."""
    data = blobs.read(look.frame) if look and look.frame else None
    if data is None:
        return text
    url = f"data:{check_image(data)};base64,{base64.b64encode(data).decode()}"
    return [
        {"type": "image_url", "image_url": {"url": url}},
        {"type": "text", "text": text},
    ]


def _sharegpt(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    images: dict[str, str] = {}
    shown: list[str] = []
    messages: list[ExportRow] = []
    for number, turn in enumerate(turns := turns_of(run)):
        text = ask("" if number else run.summary.run.task, turn.look)
        # A page's own words must not stand for a picture.
        text = text.replace(IMAGE, "< image >")
        if name := picture(turn.look, blobs, images):
            shown.append(name)
            text = f"{IMAGE}\n{text}"
        messages += [
            {"from": "human", "value": text},
            {"from": "gpt", "value": turn.answer, "loss": turn.is_kept},
        ]
    row = {"system": SYSTEM, "conversations": messages, "images": shown}
    return _conversation(run, turns, row, images)


def _conversation(
    run: JudgedRun, turns: list[ModelTurn], row: ExportRow, images: dict[str, str], inside: int = 0
) -> ExportedRows:
    """The one row of a run; none where nothing in it is to be learned."""
    is_kept = any(turn.is_kept and turn.step for turn in turns)
    summary = run.summary.run
    known = {"id": summary.id, **row, "run_label": run.label, "run_reward": run.reward}
    return ExportedRows(
        run=summary.id,
        task=run.task,
        rows=[known] if is_kept else [],
        images=images if is_kept else {},
        images_inside=inside if is_kept else 0,
        without_form=without_form(turns),
    )


def _completions(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    images: dict[str, str] = {}
    turns = turns_of(run)
    summary = run.summary.run
    return ExportedRows(
        run=summary.id,
        task=run.task,
        rows=[_completion(run, turn, blobs, images) for turn in turns if turn.is_kept],
        images=images,
        without_form=without_form(turns),
    )


def _completion(run: JudgedRun, turn: ModelTurn, blobs: Blobs, images: dict[str, str]) -> ExportRow:
    name = picture(turn.look, blobs, images)
    return {
        "prompt": prompt(run, turn),
        "completion": [{"role": "assistant", "content": turn.answer}],
        "images": [name] if name else [],
        "run": run.summary.run.id,
        "step": turn.number,
        "task": run.summary.run.task,
        "label": turn.step.label if turn.step else None,
        "reward": turn.step.reward if turn.step else 1.0,
        "run_label": run.label,
        "run_reward": run.reward,
    }


def prompt(run: JudgedRun, turn: ModelTurn) -> list[ChatMessage]:
    """What a model is shown before one answer."""
    done = done_so_far(run.steps, turn.number)
    shown = ask(run.summary.run.task, turn.look, done)
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": shown}]


OPENAI = ExportFormat(
    name="openai",
    about="a run as a conversation, OpenAI's; weight 0: a step that is not to be learned",
    write=each_run(_openai),
)
SHAREGPT = ExportFormat(
    name="sharegpt",
    about="a run as a conversation, ShareGPT's and LLaVA's; loss false: not to be learned",
    write=each_run(_sharegpt),
)
COMPLETION = ExportFormat(
    name="completion",
    about="a step as prompt and completion, for TRL's SFTTrainer",
    write=each_run(_completions),
    columns=columns(
        prompt="messages",
        completion="messages",
        images="images",
        run="text",
        step="int",
        task="text",
        label="text",
        reward="float",
        run_label="text",
        run_reward="int",
    ),
)
