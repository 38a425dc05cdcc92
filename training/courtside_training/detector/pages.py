"""Gets the pages that the detector is trained on: packages of npm and Debian, by family.

    python -m courtside_training.detector.pages

Downloads what pages.json lists and is not there yet into .training/detector/pages, with `npm pack`
and `apt-get download`; nothing else of ours does, and this only when run by hand.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from courtside_store.records import Record

from .shots import CACHE

MANIFEST = Path(__file__).with_name("pages.json")
PAGES = CACHE / "pages"
Part = Literal["train", "held_out"]


class Package(Record, frozen=True, kw_only=True):
    """A package with pages in it."""

    family: str
    """Pages of one family look alike: all of them train or none."""
    source: Literal["npm", "debian"]
    name: str
    version: str
    pages: tuple[str, ...]
    """Globs below the unpacked package."""
    most: int
    """Pages that are rendered, drawn evenly."""
    beside: str = ""
    """Name of the folder that its siblings reach it by."""
    links: dict[str, str] = msgspec.field(default_factory=dict)
    """Paths that its pages load things from, and what lies there: paths below the unpacked package,
    or below all packages where they begin with a slash, as addresses of a server do."""
    elsewhere: dict[str, str] = msgspec.field(default_factory=dict)
    """Addresses on other servers below which its pages load things, and the folder that holds them,
    as in `links`. Both end with a slash."""
    held_out: bool = False
    phone: bool = False
    """Made for phones: rendered mostly at their sizes."""

    @property
    def folder(self) -> Path:
        """Where it is unpacked."""
        return PAGES / (self.beside or self.name.replace("/", "-"))

    def found(self) -> list[Path]:
        """Its pages, at most `most`, always the same ones."""
        files = sorted({file for glob in self.pages for file in self.folder.glob(glob)})
        pages = [file for file in files if file.is_file() and file.stat().st_size > 500]
        random.Random(self.name).shuffle(pages)
        return pages[: self.most]

    def link(self) -> None:
        """Puts the links where they are not yet."""
        for name, target in self.links.items():
            at, to = self.placed(name), self.placed(target)
            at.parent.mkdir(parents=True, exist_ok=True)
            if not at.is_symlink():
                at.symlink_to(os.path.relpath(to, at.parent))

    def placed(self, path: str) -> Path:
        """Where a path of `links` or a folder of `elsewhere` lies."""
        return PAGES / path[1:] if path.startswith("/") else self.folder / path


@cache
def packages() -> tuple[Package, ...]:
    """All packages of the manifest."""
    return msgspec.json.decode(MANIFEST.read_bytes(), type=tuple[Package, ...])


def families(part: Part) -> frozenset[str]:
    """The families of pages that train, or those that never do."""
    return frozenset(one.family for one in packages() if one.held_out is (part == "held_out"))


def download(one: Package) -> bool:
    """Into its folder; False where it was there. Raises CalledProcessError where it failed."""
    if one.folder.is_dir():
        return False
    staged = one.folder.with_name(one.folder.name + ".part")
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    if one.source == "npm":
        _run(staged, "npm", "pack", "--silent", f"{one.name}@{one.version}")
        archive = next(staged.glob("*.tgz"))
        _run(staged, "tar", "xzf", archive.name, *(["--strip=1"] if one.beside else []))
    else:
        _run(staged, "apt-get", "download", f"{one.name}={one.version}")
        archive = next(staged.glob("*.deb"))
        _run(staged, "dpkg", "-x", archive.name, ".")
    archive.unlink()
    staged.rename(one.folder)
    return True


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, timeout=600, stdout=subprocess.DEVNULL)


def lines() -> Iterator[str]:
    """What there is of each package, downloading it first."""
    for one in packages():
        new = download(one)
        one.link()
        state = "downloaded" if new else "was there"
        yield f"{one.family}: {one.name} {one.version} {state}, {len(one.found())} pages"


def main() -> None:
    """Command line. It has no options: what it does not know must not start a download."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for line in lines():
        print(line, flush=True)


if __name__ == "__main__":
    main()
