"""Whether another process still runs. Starts and ends none."""

from __future__ import annotations

import os


def is_running(pid: int) -> bool:
    """Whether a process runs, also one of somebody else."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
