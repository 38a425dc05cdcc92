"""Looks at the downloaded pages in Chromium and writes screenshots with boxes from the DOM.

    python -m courtside_training.detector.render [--visits N] [--minutes N] [--family NAME]

Resumable: what was rendered stays; families take turns, so that any stop leaves all of them.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, sync_playwright

from courtside_bridges.web.browsers import find_browser
from courtside_training.served_folder import serving

from .pages import PAGES, Package, packages
from .shots import CACHE
from .views import View, Visit, visit

SHOTS = CACHE / "shots"
HERE = Path(__file__).parent
ANNOTATE, DRESS, LISTENERS = (
    (HERE / name).read_text() for name in ("annotate.js", "dress.js", "listeners.js")
)
SCROLL = """
down => scrollTo(0, down * (document.documentElement.scrollHeight - innerHeight))
"""
MIN_ELEMENTS = 2
"""A screenshot with fewer elements is not kept."""


def in_turns(count: int, families: Container[str] = ()) -> Iterator[tuple[Package, Path, Visit]]:
    """Each page's first visit before any page's second; one page of each package in turn.
    `families`: only these; all where none is named.
    """
    wanted = [one for one in packages() if not families or one.family in families]
    found = {one.folder: one.found() for one in wanted}
    for number in range(count):
        for place in range(max(map(len, found.values()), default=0)):
            for one in wanted:
                if place < len(found[one.folder]):
                    page = found[one.folder][place]
                    name = f"{one.name}/{page.relative_to(one.folder)}"
                    yield one, page, visit(name, number, one.phone)


def name_of(page: Path, planned: Visit) -> str:
    """Of the files of a visit: the same one wherever the repository lies."""
    return hashlib.sha256(f"{page.relative_to(PAGES)}{planned}".encode()).hexdigest()[:16]


def hand_over(context: BrowserContext, package: Package) -> None:
    """What its pages load from other servers, from the folders that hold it."""

    def answer(route: Route, folder: Path, below: str) -> None:
        file = folder / urlsplit(route.request.url.removeprefix(below)).path
        if file.is_file():
            # A font is used only where its server lets other sites have it.
            route.fulfill(path=file, headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.abort()

    for address, folder in package.elsewhere.items():
        given = functools.partial(answer, folder=package.placed(folder), below=address)
        context.route(f"{address}**", given)


class Renderer:
    """A browser and where its screenshots go."""

    def __init__(self, browser: Browser, address: str, shots: Path) -> None:
        self._browser = browser
        self._address = address
        self._shots = shots

    def visit(self, package: Package, file: Path, planned: Visit) -> int:
        """Opens the page and looks at it; how many screenshots are new. 0 where it was tried."""
        name = name_of(file, planned)
        tried = self._shots / package.family / f"{name}.tried"
        if tried.exists():
            return 0
        tried.parent.mkdir(parents=True, exist_ok=True)
        tried.touch()
        made = 0
        try:
            with self._opened(package, file, planned) as page:
                for number, view in enumerate(planned.views):
                    shot = tried.with_name(f"{name}-{number}.jpg")
                    if line := look(page, view, planned.scale, shot):
                        self._note(package, file, shot, line)
                        made += 1
        except Error as error:
            print(f"{file.name}: {str(error).splitlines()[0]}", flush=True)
        return made

    @contextmanager
    def _opened(self, package: Package, file: Path, planned: Visit) -> Iterator[Page]:
        first = planned.views[0]
        context = self._browser.new_context(
            viewport={"width": first.width, "height": first.height},
            device_scale_factor=planned.scale,
            has_touch=planned.mobile,
            service_workers="block",
        )
        try:
            hand_over(context, package)
            page = context.new_page()
            page.set_default_timeout(8_000)
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.add_init_script(LISTENERS)
            address = f"{self._address}/{file.relative_to(PAGES)}"
            page.goto(address, wait_until="domcontentloaded")
            with suppress(Error):  # what comes from elsewhere may never come: it will do as it is
                page.wait_for_load_state("load", timeout=3_000)
            yield page
        finally:
            context.close()

    def _note(self, package: Package, page: Path, shot: Path, line: dict[str, Any]) -> None:
        named = {
            "file": str(shot.relative_to(self._shots)),
            "family": package.family,
            "page": f"{package.name}/{page.relative_to(package.folder)}",
            **line,
        }
        with (self._shots / f"{package.family}.jsonl").open("ab") as lines:
            lines.write(msgspec.json.encode(named) + b"\n")


def look(page: Page, view: View, scale: float, shot: Path) -> dict[str, Any] | None:
    """Takes the screenshot; its size and the boxes in its pixels. None where there are too few."""
    page.set_viewport_size({"width": view.width, "height": view.height})
    page.emulate_media(color_scheme="dark" if view.dark else "light")
    page.evaluate(DRESS, [view.dark, view.font, view.words, view.zoom])
    page.evaluate(SCROLL, view.down)
    page.wait_for_timeout(60)
    found = page.evaluate(ANNOTATE)
    if len(found) < MIN_ELEMENTS:
        return None
    page.screenshot(path=shot, type="jpeg", quality=88)
    boxes = [[role, *(round(side * scale, 1) for side in sides)] for role, *sides in found]
    size = {"width": round(view.width * scale), "height": round(view.height * scale)}
    return {**size, "boxes": boxes}


def render(visits: int, minutes: float, families: Container[str] = ()) -> int:
    """How many screenshots were made within that time."""
    installed = find_browser()
    if installed is None:
        raise RuntimeError("no Chromium is installed")
    end, made = time.monotonic() + 60 * minutes, 0
    flags = [*installed.flags, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with serving(PAGES) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=installed.path, args=flags)
        renderer = Renderer(browser, address, SHOTS)
        for package, file, planned in in_turns(visits, families):
            if time.monotonic() > end:
                break
            made += renderer.visit(package, file, planned)
        browser.close()
    return made


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=2, help="to each page")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--family", action="append", default=[], help="only it; may be repeated")
    options = parser.parse_args()
    print(f"{render(options.visits, options.minutes, options.family)} screenshots")


if __name__ == "__main__":
    main()
