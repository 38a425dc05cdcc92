"""Gives the product's own waits far more time in tests that are not about them."""

from __future__ import annotations

from functools import partial

import pytest

from courtside_bridges.recording.core import LOAD_MS, Recording
from courtside_bridges.web import (
    browser_pages,
    hidden_page,
    observer,
    page_capture,
    relay,
    watched,
)

PATIENT_S = 20.0


@pytest.fixture(autouse=True)
def patient_bridge(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no page that hangs: after two seconds it would be recorded as one, rightly.

    Tests marked `alone` have the product's own times; that a look which comes too late is left out
    is a test of the recording core, which has no clock.
    """
    if request.node.get_closest_marker("alone"):
        return
    monkeypatch.setattr(observer, "Recording", partial(Recording, budget_ms=LOAD_MS))
    monkeypatch.setattr(page_capture, "STOP_S", PATIENT_S)
    monkeypatch.setattr(relay, "ARRIVE_S", PATIENT_S)
    monkeypatch.setattr(hidden_page, "OPEN_S", PATIENT_S)
    monkeypatch.setattr(browser_pages, "OPEN_S", 3 * PATIENT_S)
    for module in (browser_pages, watched):
        monkeypatch.setattr(module, "ATTACH_S", PATIENT_S)
