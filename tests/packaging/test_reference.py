"""The reference is what the code says: commands, settings, routes, the Python interface."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_reference_is_as_the_code_is() -> None:
    command = [sys.executable, "packaging/reference.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_route_says_what_it_is_for() -> None:
    document = (ROOT / "docs/reference/protocol.md").read_text()
    rows = re.findall(r"^\| `(?:GET|POST|DELETE) .*", document, re.MULTILINE)
    assert rows and not [row for row in rows if row.endswith("| |") or "{" in row]
