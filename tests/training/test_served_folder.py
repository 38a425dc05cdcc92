"""A folder that is served: its files are there, and its thread ends with it."""

from __future__ import annotations

import threading
import urllib.request
from pathlib import Path

import pytest

from courtside_training.served_folder import serving


def test_what_is_served_is_read_and_its_thread_ends_also_where_the_reader_fails(
    tmp_path: Path,
) -> None:
    (tmp_path / "page.html").write_text("Hello")
    before = set(threading.enumerate())
    with pytest.raises(KeyError), serving(tmp_path) as address:
        with urllib.request.urlopen(f"{address}/page.html", timeout=30) as answer:
            assert answer.read() == b"Hello"
        raise KeyError
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert set(threading.enumerate()) <= before
