"""What became of an import, in numbers and reasons. Imports nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from msgspec.structs import replace

from courtside.output.terminal_tables import plain
from courtside_formats.importers import Broken
from courtside_store.records import Record

MAX_BROKEN = 1_000


class ImportReport(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of an import, in numbers and reasons."""

    imported: int = 0
    already: int = 0
    """Runs that were there from an earlier import."""
    steps: int = 0
    frames: int = 0
    """Different images, run by run."""
    withheld: int = 0
    """Screens whose image could not be kept."""
    labelled: int = 0
    """Imported runs that came with a label."""
    judged: int = 0
    """Imported runs that had their verdict when the command ended."""
    left_out: int = 0
    """Runs and files that could not be taken whole."""
    broken: tuple[Broken, ...] = ()
    """Those, each with its reason; the first `MAX_BROKEN`."""
    runs: tuple[str, ...] = ()
    """Ids of all that is in now, from this import or an earlier one."""

    def with_broken(self, path: str, reason: str) -> Self:
        """The same with one more run or file that could not be taken."""
        one = Broken(path=path, reason=" ".join(reason.split()))
        named = (*self.broken, one)[:MAX_BROKEN]
        return replace(self, broken=named, left_out=self.left_out + 1)

    def with_run(self, run: str, **more: int) -> Self:
        """The same with a run that is in, and what its counts add."""
        counts = {name: getattr(self, name) + count for name, count in more.items()}
        return replace(self, runs=(*self.runs, run), **counts)


OnImported = Callable[[ImportReport, int, int], None]
"""Called with the report so far, the files that are done and how many there are."""


def broken_line(one: Broken) -> str:
    """The place and what is wrong there; many a reason begins with its place."""
    words = one.reason if one.reason.startswith(one.path) else f"{one.path}: {one.reason}"
    return plain(words)
