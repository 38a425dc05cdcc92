"""What axe says against a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document)).violations.flatMap(({ id, help, nodes }) =>
  nodes.map(({ target, failureSummary }) => [id, help, target.join(" "), failureSummary]))"""


async def violations(page: Any) -> list[Any]:
    """What axe says against the page as it is now."""
    if not AXE.is_file():
        pytest.skip("no axe-core in node_modules; `sh packaging/setup.sh node` installs it")
    await page.evaluate(AXE.read_text("utf-8"))
    found: list[Any] = await page.evaluate(RUN)
    return found
