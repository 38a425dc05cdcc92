"""Finds a Chromium on this machine. Downloads nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from courtside_store.records import Record

QUIET_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome-for-testing", "chrome-for-testing")
_BRANDED = ("google-chrome", "google-chrome-stable", "chrome")
_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"


class Browser(Record, frozen=True, kw_only=True):
    """A browser that is installed on this machine."""

    path: str
    loads_extensions: bool
    """Branded Chrome ignores --load-extension since version 137."""

    @property
    def flags(self) -> list[str]:
        """Quiet, offline, and without a sandbox where root would be refused one."""
        return [*QUIET_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def find_browser(environ: Mapping[str, str] = os.environ) -> Browser | None:
    """The one that COURTSIDE_BROWSER names, else Chromium, else branded Chrome."""
    if named := environ.get("COURTSIDE_BROWSER"):
        return Browser(path=named, loads_extensions=True)
    for names, extensions in ((_CHROMIUM, True), (_BRANDED, False)):
        for name in names:
            path = shutil.which(name)
            if path and not _is_snap_stub(path):
                return Browser(path=path, loads_extensions=extensions)
    for app, extensions in (
        ("Chromium", True),
        ("Google Chrome for Testing", True),
        ("Google Chrome", False),
    ):
        if Path(_MAC.format(app)).is_file():
            return Browser(path=_MAC.format(app), loads_extensions=extensions)
    return _downloaded()


def _is_snap_stub(path: str) -> bool:
    """Ubuntu's chromium package is a script that asks for a snap."""
    file = Path(path)
    return file.stat().st_size < 10_000 and b"/snap/bin" in file.read_bytes()


def _downloaded() -> Browser | None:
    """What `playwright install chromium` left."""
    cache = Path.home() / (".cache/ms-playwright" if os.name == "posix" else "ms-playwright")
    found = sorted(cache.glob("chromium-*/chrome-*/chrome"))
    return Browser(path=str(found[-1]), loads_extensions=True) if found else None
