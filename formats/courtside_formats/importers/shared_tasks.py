"""Cuts the same secrets out of one task in all runs that are read together. Reads no format.

Runs are told apart by their task in splits, lessons and labels: one that typed the password that
its task names, and one that did not come so far, are runs of one task.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from courtside_store.secret_values import cut_words


class SharedTasks:
    """What was cut out of each task so far, and which runs still have it as it was recorded."""

    def __init__(self) -> None:
        self._values: dict[bytes, tuple[str, ...]] = {}
        self._runs: dict[bytes, list[str]] = {}

    def cut(self, run: str, task: str, values: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """The task without the secrets of this run and of those before, and the runs before whose
        task holds some of them.
        """
        if not task:
            return "", ()
        key = hashlib.sha256(task.encode("utf-8", "surrogatepass")).digest()
        known = self._values.get(key, ())
        new = tuple(one for one in values if cut_words(task, [one]) != task and one not in known)
        self._values[key] = (*known, *new)
        runs = self._runs.setdefault(key, [])
        before = tuple(runs) if new else ()
        runs.append(run)
        return cut_words(task, (*known, *new)), before
