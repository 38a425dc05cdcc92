"""Reads PAE's trajectories: a list of lists of steps, saved by torch, images beside it.

No torch is needed: such a file is a zip with a pickle in it, which is read without running it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from courtside_formats.codecs.bounded import JsonObject, inside, read_whole, written_at_ms
from courtside_formats.codecs.pickles import parse_pickle
from courtside_store.records import Observation
from courtside_store.shortened_text import shortened

from .imported import READ_ERRORS, Broken, Imported, read_success, run_id, say_broken
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, ReadImage, file_image
from .step_builder import AgentTurn, join
from .webvoyager import split_reply


class Pae:
    """`train_trajectories.pt`, `evaluate_trajectories.pt` as torch saves them (torch is not
    needed); images beside them.
    """

    name = "pae"
    label_source = "the reward, which may be a model's word"
    left_out = "the evaluator's text"

    def detect(self, path: Path) -> bool:
        """By its name, and by being a zip."""
        return path.name.endswith("trajectories.pt") and zipfile.is_zipfile(path)

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """Every trajectory that has a step."""
        with zipfile.ZipFile(path) as archive:
            name = next(name for name in archive.namelist() if name.endswith("data.pkl"))
            with archive.open(name) as file:
                data = read_whole(file, name)
        for number, steps in enumerate(parse_pickle(data, path.name)):
            try:
                if steps:
                    yield _read_run(path, number, steps)
            except READ_ERRORS as error:
                yield say_broken(f"{path}#{number}", error)


def _read_run(path: Path, number: int, steps: list[JsonObject]) -> Imported:
    at_ms = written_at_ms(path)
    pictures = Pictures(at_ms)
    seen = [step["observation"] for step in steps]
    seen += [end] if (end := steps[-1].get("next_observation")) else []
    turns = []
    for step in steps:
        thought, action = split_reply(str(step["action"]), at_ms)
        turns.append(AgentTurn(actions=(action,), thought=thought))
    answers = [a.text for turn in turns for a in turn.actions if a.kind == "answer"]
    oracle, reward = read_success(steps[-1].get("reward"))
    run = run_id(Pae.name, path, str(number))
    return Imported(
        run=run,
        id=str(number),
        format=Pae.name,
        task=shortened(str(seen[0].get("task") or ""), MAX_TEXT),
        domain=shortened(str(seen[0].get("web_name") or ""), MAX_SHORT),
        started_at_ms=at_ms,
        steps=join(run, [_look(path, pictures, look) for look in seen], turns),
        frames=pictures,
        answer=shortened(answers[-1] if answers else "", MAX_TEXT),
        claims_success=True if answers else None,
        of_agent=True,
        oracle=oracle,
        reward=reward,
        note="label: the reward of the recording, which may be a model's word",
    )


def _look(path: Path, pictures: Pictures, seen: JsonObject) -> Observation:
    name = seen.get("image")
    return pictures.look(
        _image(path, name) if isinstance(name, str) else None, url=str(seen.get("url") or "")
    )


def _image(path: Path, name: str) -> ReadImage:
    """Named as it was on another machine: as much of the end of its name as is here."""

    def read() -> bytes:
        parts = PurePosixPath(name).parts
        for first in range(len(parts)):
            file = inside(path.parent, "/".join(part for part in parts[first:] if part != "/"))
            if file.is_file():
                return file_image(file)()
        raise ValueError(f"{name} is not beside {path.name}")

    return read
