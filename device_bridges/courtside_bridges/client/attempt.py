"""The attempt that an agent is making: its number, its parent run, the lessons so far.

Starts nothing. Every run that an agent records within an attempt is chained by it: in the same
program through a context variable, in a command through a file that the environment names.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from numbers import Integral
from pathlib import Path

import msgspec

from courtside_store.private_files import write_private
from courtside_store.records import RUN_ID, Record, Reflection
from courtside_store.run_secrets import KnownSecrets

log = logging.getLogger("courtside")
FILE_VARIABLE = "COURTSIDE_ATTEMPT"
"""Names the file that tells a command of its attempt."""
LESSONS_VARIABLE = "COURTSIDE_LESSONS"
"""The environment variable that holds the lessons as text."""
MAX_TASK_HEAD_CHARS = 100
"""How much of a task's first line a line of the log holds."""
MAX_REPORT_BYTES = 4_000_000
"""As much of a report is read: hundreds of thousands of lines, whatever a command writes there."""
_BETWEEN_LESSONS = "\n\n"
_DIGITS = re.compile("[0-9]{1,12}")
_RUN = re.compile(RUN_ID)
OTHER_TASK = (
    "courtside: the agent names the task %r; the attempt is judged by the one that it was given, %r"
)
UNREADABLE = "courtside: the attempt in %s is not known (%s); the run is recorded by itself"


class AttemptFile(Record, frozen=True, kw_only=True, omit_defaults=False):
    """The content of the file that COURTSIDE_ATTEMPT names, as JSON."""

    task: str
    attempt: int
    parent_run: str | None = None
    lessons: tuple[Reflection, ...] = ()
    """Of all earlier attempts, oldest first, once each."""
    text: str = ""
    """The same for a prompt; empty at the first attempt."""


class Attempt:
    """One attempt at a task: what `courtside.reflexion` hands to the agent."""

    def __init__(
        self,
        task: str,
        number: int = 1,
        parent_run: str | None = None,
        lessons: tuple[Reflection, ...] = (),
        report: Path | None = None,
    ) -> None:
        """`report`: where a command's runs and tokens are told to who started it."""
        self.task = task
        self.number = number
        """1 for the first."""
        self.parent_run = parent_run
        """The run of the attempt before."""
        self.lessons = lessons
        """Of all earlier attempts, oldest first, once each."""
        self.tokens = 0
        """What the agent says that it has used; see `use_tokens`."""
        self.runs: list[str] = []
        """The runs that were recorded in it; the last one counts."""
        self.secrets = KnownSecrets()
        """What secret fields of these runs held or got: the reason of a crash goes without it, also
        where the agent fails after its run has ended."""
        self._report = report

    @property
    def text(self) -> str:
        """The lessons for the agent's prompt, oldest first; empty at the first attempt."""
        return joined(self.lessons)

    def judged_task(self, named: str) -> str:
        """The task that a run of this attempt is judged by: the attempt's own, where it has one.

        `named`: what the agent calls it, e.g. its whole prompt with the lessons in it.
        """
        if not self.task:
            return named
        if named and named.split() != self.task.split():
            log.warning(OTHER_TASK, task_head(named), task_head(self.task))
        return self.task

    def use_tokens(self, count: int) -> None:
        """Tells how many tokens the agent's model used, for the limit `max_tokens`.

        Raises ValueError on what is no such number.
        """
        if not isinstance(count, Integral) or count < 0:
            raise ValueError(f"use_tokens({count!r}): expected a whole number from 0 on")
        self.tokens += int(count)
        self._report_line(f"tokens {count}")

    def add_run(self, run: str) -> None:
        """A run was begun in this attempt."""
        self.runs.append(run)
        self._report_line(f"run {run}")

    def _report_line(self, line: str) -> None:
        if self._report is None:
            return
        try:
            with self._report.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            log.warning("courtside: cannot tell `courtside retry` of this attempt (%s)", error)

    def take_report(self, report: Path) -> None:
        """Takes over what a command told of its attempt; lines that make no sense are left out."""
        lines = _report_head(report).splitlines() if report.is_file() else []
        for kind, _, value in (line.partition(" ") for line in lines):
            if kind == "run" and _RUN.fullmatch(value):
                self.add_run(value)
            elif kind == "tokens" and _DIGITS.fullmatch(value):
                self.use_tokens(int(value))

    @contextmanager
    def current(self) -> Iterator[Attempt]:
        """Within this, every run that is recorded belongs to the attempt."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Attempt | None] = ContextVar("courtside_attempt", default=None)


def current_attempt(environ: Mapping[str, str] = os.environ) -> Attempt | None:
    """The attempt in which this code runs; None outside of `reflexion` and `courtside retry`."""
    return _CURRENT.get() or _from_file(environ.get(FILE_VARIABLE, ""))


def _from_file(name: str) -> Attempt | None:
    if not name:
        return None
    try:
        found = msgspec.json.decode(Path(name).read_bytes(), type=AttemptFile)
    except (OSError, ValueError) as error:
        log.warning(UNREADABLE, name, error)
        return None
    return Attempt(found.task, found.attempt, found.parent_run, found.lessons, report_file(name))


def _report_head(report: Path) -> str:
    with report.open("rb") as file:
        return file.read(MAX_REPORT_BYTES).decode("utf-8", "replace")


def joined(lessons: Sequence[Reflection]) -> str:
    """Their texts as one, in this order."""
    return _BETWEEN_LESSONS.join(lesson.text for lesson in lessons)


def newest_lessons(lessons: Sequence[Reflection], max_bytes: int) -> str:
    """The newest lessons whose texts take so many bytes of UTF-8 at most, oldest first.

    Of a newest one that is longer, its beginning.
    """
    kept: list[str] = []
    left = max_bytes
    for lesson in reversed(lessons):
        left -= len(lesson.text.encode()) + len(_BETWEEN_LESSONS) * bool(kept)
        if left < 0:
            break
        kept.append(lesson.text)
    if lessons and not kept:
        return lessons[-1].text.encode()[:max_bytes].decode(errors="ignore")
    return _BETWEEN_LESSONS.join(reversed(kept))


def task_head(task: str) -> str:
    """As much of its first line as one would read."""
    lines = task.strip().splitlines() or [""]
    head = lines[0][:MAX_TASK_HEAD_CHARS]
    return head if head == task.strip() else f"{head.rstrip()} ..."


def report_file(name: str | Path) -> Path:
    """The file, beside an attempt's own, in which a command reports its runs and tokens."""
    return Path(f"{name}.report")


def write_attempt(path: Path, attempt: Attempt) -> None:
    """Writes an attempt for a command, readable by its owner alone. Raises OSError."""
    content = AttemptFile(
        task=attempt.task,
        attempt=attempt.number,
        parent_run=attempt.parent_run,
        lessons=attempt.lessons,
        text=attempt.text,
    )
    write_private(path, msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
