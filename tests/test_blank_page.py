"""The page that the tests of a file share has nothing of the test before."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.chrome
@pytest.mark.parametrize("time", ["first", "second"])
async def test_a_blank_page_has_nothing_of_the_document_before(blank_page: Any, time: str) -> None:
    left = "() => [typeof left, typeof after, location.href, document.documentElement.innerText]"
    assert await blank_page.evaluate(left) == ["undefined", "undefined", "about:blank", ""]
    await blank_page.set_content("<p id=left>left")
    await blank_page.evaluate("() => { window.after = location.hash = '#left'; }")
    assert await blank_page.evaluate(left) == ["object", "string", "about:blank#left", "left"]
