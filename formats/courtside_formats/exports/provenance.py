"""Counts the judges and people whose labels the rows rest on. Reads and writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from courtside_store.records import JudgeStamp

from .judged import JudgedRun, JudgedStep

Stamp = tuple[str, ...]
"""Name, version, model, its sha256, identity, version of the prompts."""


class Provenance:
    """Who judged, and how often a person did."""

    def __init__(self) -> None:
        """Nobody yet."""
        self.steps: Counter[Stamp] = Counter()
        self.runs: Counter[Stamp] = Counter()
        self.stamps: dict[Stamp, JudgeStamp] = {}
        self.steps_by_people = 0
        self.runs_by_people = 0
        self.overruled = 0
        """Labels of people on what a judge called something else."""

    def add(self, run: JudgedRun, steps: Iterable[JudgedStep]) -> None:
        """Counts one run that rows are made of, by the labels of these of its steps."""
        for one in steps:
            if one.override:
                self.steps_by_people += 1
                self.overruled += bool(one.verdict and one.verdict.label != one.override)
            elif one.verdict:
                self.steps[self._key(one.verdict.judge)] += 1
        if run.is_by_person:
            self.runs_by_people += 1
            self.overruled += bool(run.verdict and run.verdict.label != run.summary.override)
        elif run.verdict and run.reward is not None:
            self.runs[self._key(run.verdict.judge)] += 1

    def _key(self, stamp: JudgeStamp) -> Stamp:
        key = (
            stamp.name,
            stamp.version,
            stamp.model,
            stamp.model_sha256 or "",
            stamp.identity,
            stamp.prompt_version,
            stamp.learned,
        )
        self.stamps.setdefault(key, stamp)
        return key
