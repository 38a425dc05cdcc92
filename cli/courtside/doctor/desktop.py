"""What `courtside doctor` says of this desktop."""

from __future__ import annotations

from courtside_bridges.desktop.camera import measure_desktop
from courtside_bridges.desktop.display import find_display, why_not
from courtside_bridges.desktop.tree_process import INSTALL, TreeProcess

from .check_line import CheckResult


def check_desktop() -> list[CheckResult]:
    """Whether the desktop can be recorded, and whether its windows have elements."""
    display = find_display()
    if reason := why_not(display) or _blank():
        return [("desktop", False, reason)]
    checks = [("desktop", True, f"{display}; `courtside desktop` records it")]
    if display != "x11":
        return [
            *checks,
            ("desktop elements", False, "pictures and clicks only: typed text is left out"),
        ]
    tree = TreeProcess()
    look = tree.look()
    tree.close()
    if look is None:
        return [*checks, ("desktop elements", False, tree.problem or INSTALL)]
    return [*checks, ("desktop elements", True, "AT-SPI answers: password fields are known")]


def _blank() -> str:
    """Why there is no picture of it; empty where there is."""
    try:
        measure_desktop()
    except OSError as error:
        return str(error)
    return ""
