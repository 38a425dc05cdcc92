"""Processes that the product starts, as a test finds them."""

from __future__ import annotations

import psutil


def children_with(word: str, recursive: bool = False) -> list[psutil.Process]:
    """This process's own, or all below it, that have the word on their command line."""
    children = psutil.Process().children(recursive=recursive)
    return [one for one in children if word in _words_of(one)]


def is_alive(pid: int) -> bool:
    """Whether it still runs: one that has ended may be there until its parent has asked for it."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _words_of(process: psutil.Process) -> list[str]:
    """None where it has ended: other tests of this process leave children too."""
    try:
        return [*process.cmdline()]
    except psutil.NoSuchProcess:
        return []
