"""Writes a folder whole or not at all. Knows nothing of what is in it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from courtside_store.private_files import flush_folder, is_abandoned

from .output_errors import writing


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder beside `out`, which becomes `out` when all of it is written and flushed.

    Whatever is raised meanwhile, a full disk too, leaves nothing behind; what a kill leaves, the
    next one with the same `out` deletes. Raises FileExistsError where something is in `out`
    already, CannotWrite where that is impossible.
    """
    with writing(out), _whole(out) as partial:
        yield partial


@contextmanager
def _whole(out: Path) -> Iterator[Path]:
    _check_free(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    _drop_partials(out)
    prefix = f".{out.name}.{os.getpid()}-"
    partial = Path(tempfile.mkdtemp(prefix=prefix, suffix=".part", dir=out.parent))
    try:
        yield partial
        _flush(partial)
        _check_free(out)
        partial.rename(out)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    flush_folder(out.parent)


def _drop_partials(out: Path) -> None:
    """Deletes what writers of the same folder that were killed left half-written."""
    for one in out.parent.iterdir():
        is_ours = one.name.startswith(f".{out.name}.") and one.suffix == ".part"
        if is_ours and is_abandoned(one):
            shutil.rmtree(one, ignore_errors=True)


def _check_free(out: Path) -> None:
    if out.is_symlink():
        raise FileExistsError(f"{out} is a link; choose another --out")
    if out.exists():
        if not out.is_dir():
            raise FileExistsError(f"{out} is a file; choose another --out")
        if any(out.iterdir()):
            raise FileExistsError(f"{out} is there already; choose another --out")


def _flush(folder: Path) -> None:
    """Everything in it is there after a power cut too."""
    for path in folder.rglob("*"):
        if path.is_dir():
            flush_folder(path)
        else:
            with path.open("rb") as file:
                os.fsync(file.fileno())
    flush_folder(folder)
