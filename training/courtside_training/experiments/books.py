"""The attempts that were made, in a file of JSON lines: an experiment goes on where it stopped."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from courtside_store.records import Reflection

from .places import Job
from .rollouts import Rollout

Key = tuple[str, str, int, int, tuple[str, ...]]


class Books:
    """One file. A line that was cut off by a kill is left out."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[Key, Rollout] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        whole = path.read_bytes()
        for line in whole.splitlines():
            with contextlib.suppress(msgspec.DecodeError):
                rollout = msgspec.json.decode(line, type=Rollout)
                self._known[_key(rollout.job, rollout.number, rollout.lessons)] = rollout
        if whole and not whole.endswith(b"\n"):
            self._write(b"\n")

    def find(self, job: Job, number: int, lessons: tuple[Reflection, ...]) -> Rollout | None:
        """The same attempt, where it was made before."""
        return self._known.get(_key(job, number, tuple(lesson.text for lesson in lessons)))

    def add(self, rollout: Rollout) -> None:
        """Kept before the next attempt begins."""
        self._known[_key(rollout.job, rollout.number, rollout.lessons)] = rollout
        self._write(msgspec.json.encode(rollout) + b"\n")

    def _write(self, data: bytes) -> None:
        with self._path.open("ab", buffering=0) as file:
            file.write(data)


def _key(job: Job, number: int, lessons: tuple[str, ...]) -> Key:
    return job.place, job.task, job.seed, number, lessons
