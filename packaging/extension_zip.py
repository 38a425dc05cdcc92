"""Packs the extension: the same bytes from the same files, whenever and wherever it is run.

    python packaging/extension_zip.py OUT.zip [--store]

With --store the key is left out of the manifest, which the Chrome Web Store gives itself.
"""

from __future__ import annotations

import argparse
import json
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "extension"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip can hold: the files' own would differ with every checkout."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    pack(options.out, options.store)


def pack(out: Path, store: bool = False) -> None:
    """Writes the zip, manifest at its root."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
            data = path.read_bytes()
            if store and path == FOLDER / "manifest.json":
                manifest = json.loads(data)
                del manifest["key"]
                data = json.dumps(manifest, indent=2).encode()
            name = zipfile.ZipInfo(path.relative_to(FOLDER).as_posix(), LONG_AGO)
            name.compress_type = zipfile.ZIP_DEFLATED
            name.external_attr = 0o644 << 16
            archive.writestr(name, data)


if __name__ == "__main__":
    main()
