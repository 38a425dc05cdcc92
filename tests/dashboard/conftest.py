"""What is waited for on the page has as long as everything that tests wait for."""

from __future__ import annotations

import pytest
from waiting import WITHIN_S


@pytest.fixture(autouse=True, scope="session")
def patient_expectations() -> None:
    """Playwright's own bound of five seconds is met by chance on a busy machine."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is missing")
    playwright.expect.set_options(timeout=WITHIN_S * 1000)
