"""Lets torch compute on one thread for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_thread() -> Iterator[None]:
    """For networks so small that threads wait for each other longer than they compute: 100 steps of
    the small policy, on two cores at a load of 7, took 7.5 CPU seconds on one and 114 on two.
    Not to be entered by two Python threads at once: torch's setting is shared between them in part.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
