"""The extension's modules alone, under Node, on the same golden messages."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import playwright

from courtside_bridges.web.extension_folder import extension_folder
from courtside_bridges.web.page_scripts import PAGE_SCRIPTS

NODE = Path(playwright.__file__).parent / "driver" / "node"
"""Playwright brings a Node, so that the test runs where none is installed."""


def test_the_modules_hold_to_the_wire() -> None:
    tests = sorted(map(str, (Path(__file__).parent / "js").glob("*.test.mjs")))
    command = [str(NODE), "--test", "--test-timeout=20000", *tests]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(tests) >= 4


def test_the_extension_and_the_cdp_observer_inject_the_same_page_scripts_in_the_same_order() -> (
    None
):
    source = (extension_folder() / "chrome_api.js").read_text("utf-8")
    listed = re.search(r"const PAGE_SCRIPTS = \[(.*?)\];", source, re.DOTALL)
    assert listed
    ours = [f"page/{name}" for name in PAGE_SCRIPTS]
    assert re.findall(r'"([^"]+)"', listed[1]) == [*ours, "content.js"]
    assert sorted(PAGE_SCRIPTS) == sorted(
        path.name for path in (extension_folder() / "page").glob("*.js")
    )
