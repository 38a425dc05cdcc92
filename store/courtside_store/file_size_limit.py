"""Whether files may only grow to a limit that the shell sets (`ulimit -f`), and what to say then.

SQLite reports a file at that limit as it reports a full disk.
"""

from __future__ import annotations

import resource

LIMITED = (
    "a file may be larger than this shell allows (`ulimit -f` shows the limit), or the disk is full"
)


def no_room(on_full_disk: str) -> str:
    """Why something could not be written: these words of a full disk, where no limit is set."""
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    return on_full_disk if limit == resource.RLIM_INFINITY else LIMITED
