"""Why a page could not be opened, without the words of the browser's driver."""

from __future__ import annotations

import pytest

from courtside_refine.actors.page_errors import why_not_opened


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (
            "Page.goto: net::ERR_UNSAFE_PORT at http://127.0.0.1:9/\nCall log:\n  - navigating",
            "browsers open no page on this port",
        ),
        ("Page.goto: net::ERR_CONNECTION_REFUSED at http://x/", "nothing listens there"),
        ("Page.goto: net::ERR_SSL_PROTOCOL_ERROR at https://x/", "ssl protocol error"),
        ("Page.goto: Timeout 10000ms exceeded.\nCall log:", "Timeout 10000ms exceeded."),
        ("Target closed", "Target closed"),
        ("", ""),
    ],
)
def test_the_reason_is_told_in_words(message: str, why: str) -> None:
    assert why_not_opened(message) == why
