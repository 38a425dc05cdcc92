"""Other tasks for recorded runs, and invented runs, so that a model has to compare task and run.

Of each run some tasks that it does and some that it nearly does, in a person's words, with the
answer of an agent that believes it did them. A language model wrote them, which was told what the
oracle says of the run's own task; no oracle has checked the others, nor those of invented runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from courtside_judge.evidence.language.run_text import render_answer
from courtside_store.records import Record
from courtside_training.fitting.language_scores import (
    RunKey,
    key_of,
    story_tokens,
    tokens_of_lines,
)
from courtside_training.fitting.rows import RunRow
from courtside_training.packed_lines import read_lines

from .fine_tuning import LabelledText

OTHER_TASKS = Path(__file__).parents[2] / "tables/language/other_tasks.jsonl.xz"
INVENTED_RUNS = OTHER_TASKS.with_name("invented_runs.jsonl.xz")


class OtherTask(Record, frozen=True, kw_only=True):
    """One, for one run."""

    world: str
    kind: str
    seed: int
    behaviour: str
    task: str
    answer: str
    right: bool
    """Whether the run does it."""

    @property
    def key(self) -> RunKey:
        """What its run is known by."""
        return self.world, self.kind, self.seed, self.behaviour


class InventedRun(Record, frozen=True, kw_only=True):
    """A run of an app that there is not, and one task for it."""

    app: str
    run: int
    story: tuple[str, ...]
    """Its lines, as the judge's reader writes them; the last without the answer."""
    task: str
    answer: str
    right: bool


def read_invented_runs(path: Path = INVENTED_RUNS) -> list[LabelledText]:
    """All of them."""
    return [
        LabelledText(
            tokens=tokens_of_lines(one.task, with_answer(one.story, one.answer)),
            right=one.right,
            run=("invented", one.app, one.run, ""),
        )
        for one in read_lines(path, InventedRun)
    ]


def with_answer(story: Sequence[str], answer: str) -> tuple[str, ...]:
    """The lines of a story, with an answer in its last one."""
    return (*story[:-1], f"{story[-1]} | {render_answer(answer)}")


def read_other_tasks(rows: Sequence[RunRow], path: Path = OTHER_TASKS) -> list[LabelledText]:
    """Those of these runs, as the judge's reader writes them. The last line of a story shows what
    is most like the run's own task."""
    known = {key_of(row.episode): row for row in rows}
    return [
        LabelledText(
            tokens=story_tokens(
                replace(row.episode, task=one.task, answer=one.answer), row.row.story
            ),
            right=one.right,
            run=one.key,
        )
        for one in read_lines(path, OtherTask)
        if (row := known.get(one.key)) is not None
    ]
