"""Downloads a model of the short list from the Hugging Face hub, when a person asks for it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from .curated import Curated
from .examine import OnHashed, hash_files

_SHA = re.compile(r"[0-9a-f]{64}")
QUIET = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_XET": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
}
"""No telemetry, nobody's token, and plain HTTP: what broke off goes on where it was."""


def need_hub() -> None:
    """Raises RuntimeError where nothing can be downloaded."""
    if find_spec("huggingface_hub") is None:
        raise RuntimeError("pulling needs huggingface_hub: pip install 'courtside[hub]'")


def pull(model: Curated, folder: Path, on_progress: OnHashed) -> None:
    """All its files, in that folder; what is there already is not loaded again.

    `on_progress` is called while the files are hashed. Raises RuntimeError without huggingface_hub,
    and ValueError or OSError, in one line, where a file does not come, or is another one.
    """
    need_hub()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    missing = model.all_bytes - there
    free = shutil.disk_usage(folder).free
    if free < missing:
        raise OSError(f"{folder} has {free / 1e9:.1f} GB free; {missing / 1e9:.1f} are needed")
    for name, sha in model.files():
        _pull_file(model, name, sha, folder, on_progress)


def _pull_file(
    model: Curated, name: str, sha: str | None, folder: Path, on_progress: OnHashed
) -> None:
    """The hub's library asks, retries and shows a bar; the half-done file is ours to keep.

    `hf_hub_download` would throw it away at the end of a process.
    """
    for variable, value in QUIET.items():
        os.environ.setdefault(variable, value)
    if not sys.stderr.isatty():
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    import huggingface_hub as hub

    path, part = folder / name, folder / f"{name}.part"
    try:
        about = hub.get_hf_file_metadata(hub.hf_hub_url(model.repo, name), token=False)
        wanted = sha or _sha_of(about.etag, name)
        if path.is_file() and hash_files([path], on_progress) == wanted:
            return
        _download(about.location, part, about.size, name)
    except _broken() as error:
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise OSError(
            f"{name} did not come from {model.repo}: {why}; the same command goes on where it is"
        ) from error
    if (found := hash_files([part], on_progress)) != wanted:
        part.unlink()
        raise ValueError(
            f"{name} is another file than expected (sha256 {found[:12]}, not {wanted[:12]}); "
            "it was deleted"
        )
    part.rename(path)


def _download(address: str, part: Path, size: int | None, name: str) -> None:
    """Goes on where an earlier download of the same file ended."""
    from huggingface_hub.file_download import http_get

    with part.open("ab") as file:
        if part.stat().st_size > (size or 0):
            file.truncate(0)
        done = part.stat().st_size
        http_get(address, file, resume_size=done, expected_size=size, displayed_filename=name)


def _sha_of(etag: str | None, name: str) -> str:
    """The hub names its large files by their sha256."""
    if etag is None or not _SHA.fullmatch(etag):
        raise ValueError(f"the hub gives no sha256 to hold {name} against")
    return etag


def _broken() -> tuple[type[Exception], ...]:
    """What a download may raise: the hub's errors, and those of whichever library it asks with."""
    from huggingface_hub.errors import HfHubHTTPError

    return OSError, *HfHubHTTPError.__bases__
