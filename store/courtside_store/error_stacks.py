"""Says of an error where it was raised, for logs. Leaves out its message."""

from __future__ import annotations

import traceback


def type_and_stack(error: BaseException) -> str:
    """An error's type and stack, without its message: it may hold what stood on a page."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{stack}"
