"""What the client library logs has no password of an address, in a traceback neither."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

import courtside_bridges

ADDRESS = "http://ann:hunter2@127.0.0.1:9222/?token=hunter2"
log = logging.getLogger("courtside")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What an agent's own handler writes."""
    assert courtside_bridges.__doc__
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    log.addHandler(handler)
    yield out
    log.removeHandler(handler)


def test_a_line_has_no_password_of_an_address(written: io.StringIO) -> None:
    log.warning("courtside: nothing is recorded (%s)", OSError(f"no answer from {ADDRESS}"))
    assert "hunter2" not in written.getvalue()
    assert "no answer from http://***@127.0.0.1:9222/?token=***" in written.getvalue()


def test_a_traceback_has_none_either_and_says_where_it_arose(written: io.StringIO) -> None:
    try:
        raise ConnectionError(f"no answer from {ADDRESS}")
    except ConnectionError:
        log.exception("courtside: a page could not be recorded")
    assert "hunter2" not in written.getvalue()
    assert "test_log_filter.py" in written.getvalue() and "ConnectionError" in written.getvalue()


def test_a_line_that_does_not_fit_its_values_raises_nothing(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.warning("courtside: %d", "x")
