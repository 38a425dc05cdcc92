"""The rollouts of an experiment in a file of JSON lines: it goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

from courtside_refine.kept_rows import KeptRows
from courtside_store.records import Reflection

from .places import ExperimentJob
from .reflexion_rollouts import ExperimentRollout

Key = tuple[str, str, int, int, tuple[str, ...]]


class RolloutLog:
    """One file."""

    def __init__(self, path: Path) -> None:
        self._file = KeptRows(path, ExperimentRollout)
        self._known = {_key(one.job, one.number, one.lessons): one for one in self._file.rows}

    def find(
        self, job: ExperimentJob, number: int, lessons: tuple[Reflection, ...], judge: str
    ) -> ExperimentRollout | None:
        """The same attempt, where it was made before. One that this judge has not judged is to be
        made again."""
        found = self._known.get(_key(job, number, tuple(lesson.text for lesson in lessons)))
        return found if found is not None and judge in found.judged else None

    def add(self, rollout: ExperimentRollout) -> None:
        """Kept before the next attempt begins."""
        self._known[_key(rollout.job, rollout.number, rollout.lessons)] = rollout
        self._file.add(rollout)


def _key(job: ExperimentJob, number: int, lessons: tuple[str, ...]) -> Key:
    return job.place, job.task, job.seed, number, lessons
