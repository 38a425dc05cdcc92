"""The processes that this program has begun since a moment, to end them (Linux)."""

from __future__ import annotations

import os
from collections.abc import Collection

from .command_reaper import descendants_of, kill_all

_watches: set[BegunProcesses] = set()


class BegunProcesses:
    """Those begun since it was made, within its `with`.

    Where two overlap, neither can tell whose a process is: then neither ends any.
    """

    def __init__(self) -> None:
        self._before = {*descendants_of(os.getpid())}
        self._is_alone = not _watches
        for other in _watches:
            other._is_alone = False
        _watches.add(self)

    def __enter__(self) -> BegunProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        """It no longer counts as one that another overlaps."""
        _watches.discard(self)

    def end(self, but: Collection[int] = ()) -> None:
        """Kills them and what they started. `but`: those that stay, with what they started."""
        if self._is_alone:
            stay = {one for pid in {*but} - {os.getpid()} for one in descendants_of(pid)}
            begun = {*descendants_of(os.getpid())} - self._before - stay
            kill_all([one for one in begun if one[0] not in but])
