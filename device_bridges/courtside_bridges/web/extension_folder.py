"""The folder of the extension: the one to load, or a copy of it for automated browsers."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import msgspec


def extension_folder() -> Path:
    """The folder to load, in the installed package or the source tree.

    Raises FileNotFoundError where the installation is broken.
    """
    packed = Path(str(files("courtside_bridges") / "extension"))
    source = Path(__file__).resolve().parents[3] / "extension"
    for folder in (packed, source):
        if (folder / "page" / "recorder.js").is_file():
            return folder
    raise FileNotFoundError(f"no extension in {packed}; install courtside again")


def copy_for_automation(folder: Path, out: Path) -> Path:
    """A copy of the extension for automated browsers, where nobody can answer Chrome's prompt.

    A picture of a tab takes a person's click on the extension, or the right to every site.
    """
    shutil.copytree(folder, out, dirs_exist_ok=True)
    manifest = msgspec.json.decode((out / "manifest.json").read_bytes(), type=dict[str, object])
    manifest["host_permissions"] = ["<all_urls>"]
    (out / "manifest.json").write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return out
