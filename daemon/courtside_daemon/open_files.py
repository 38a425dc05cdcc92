"""How many files and connections this process may have open. Opens none."""

from __future__ import annotations

import resource

MAX_FILES = 8_192


def allow_many_files() -> None:
    """Lifts the limit of open files (often 1,024), as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
