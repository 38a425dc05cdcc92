"""What a language model is asked and what it is to answer, from judged runs or from captions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_formats.exports.chat import ChatMessage, prompt
from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import turns_of
from courtside_judge.backends.protocol import Turn
from courtside_judge.perception.picture import open_picture
from courtside_refine.captions.describing import CAPTION_PROMPT
from courtside_store.records import Record

CAPTIONS = "captions.jsonl"


class Sample(Record, frozen=True, kw_only=True):
    """One question and its answer."""

    turns: tuple[Turn, ...]
    answer: str
    task: str = ""


class _Caption(Record, frozen=True, kw_only=True):
    image: str
    caption: str
    prompt: str = CAPTION_PROMPT


def policy_samples(
    runs: Iterable[JudgedRun],
    *,
    filtered: bool = True,
    frame: Callable[[str], bytes | None] | None = None,
) -> list[Sample]:
    """The steps that the selection keeps; all of them where it is not filtered.

    `frame`: reads a frame, for a model that sees.
    """
    samples = []
    for run in runs:
        shown = run if filtered else _whole(run)
        for turn in turns_of(shown):
            if turn.is_kept and run.summary.run.task:
                look = turn.look.frame if turn.look else None
                image = frame(look) if frame and look else None
                samples.append(
                    Sample(
                        turns=_turns(prompt(shown, turn), image),
                        answer=turn.answer,
                        task=run.summary.run.task,
                    )
                )
    return samples


def _whole(run: JudgedRun) -> JudgedRun:
    return replace(run, steps=tuple(replace(step, left_out=None) for step in run.steps))


def _turns(messages: Sequence[ChatMessage], image: bytes | None) -> tuple[Turn, ...]:
    """The picture goes with the last question."""
    last = len(messages) - 1
    return tuple(
        Turn(
            role=message["role"],
            text=message["content"],
            images=(image,) if image and n == last else (),
        )
        for n, message in enumerate(messages)
    )


def caption_samples(folder: Path) -> list[Sample]:
    """Screens and their descriptions: `captions.jsonl` with `image`, `caption` and, where it is
    given, `prompt`; the pictures beside it.

    Raises ValueError, in one line, where a line is none or there is nothing.
    """
    path = folder / CAPTIONS if folder.is_dir() else folder
    if not path.is_file():
        raise ValueError(f"{path} is missing; `courtside captions export` writes such a folder")
    found = [_caption(path, n, line) for n, line in enumerate(_lines(path), 1)]
    if not found:
        raise ValueError(f"{path} is empty: there is nothing to train on")
    return found


def _lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines() if line.strip()]


def _caption(path: Path, number: int, line: bytes) -> Sample:
    try:
        row = msgspec.json.decode(line, type=_Caption)
    except ValueError as error:
        raise ValueError(f"{path}, line {number}: {error}") from error
    picture = (path.parent / row.image).resolve()
    if not picture.is_relative_to(path.parent.resolve()):
        raise ValueError(f"{path}, line {number}: the picture {row.image!r} is outside its folder")
    if not picture.is_file():
        raise ValueError(f"{path}, line {number}: there is no picture {row.image!r}")
    image = picture.read_bytes()
    try:
        open_picture(image)
    except OSError as error:
        raise ValueError(f"{path}, line {number}: {row.image}: {error}") from error
    ask = Turn(role="user", text=row.prompt, images=(image,))
    return Sample(turns=(ask,), answer=row.caption, task=row.image)
