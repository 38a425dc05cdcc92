"""Finds other people's data sets, which are not part of this repository. Reads none of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "COURTSIDE_DATASETS"
"""Environment variable that names the folder of the data sets."""
_CHECKOUT = Path(__file__).parents[2]
_USUAL = (
    _CHECKOUT / "datasets",
    *(above / "shared/data" for above in (_CHECKOUT, *_CHECKOUT.parents[:2])),
)
"""Where they are looked for otherwise: in the checkout, or in a folder that several checkouts
share."""


def datasets_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder that holds the data sets, a folder each; it need not exist."""
    if named := environ.get(VARIABLE):
        return Path(named).expanduser()
    return next((folder for folder in _USUAL if folder.is_dir()), _USUAL[0])


def find_dataset(name: str) -> Path:
    """One data set, such as "element_boxes". Raises FileNotFoundError where it is not."""
    folder = datasets_folder() / name
    if not folder.exists():
        raise FileNotFoundError(
            f"the data set {name} is not at {folder}: docs/lab/datasets.md says where to get it; "
            f"{VARIABLE} names another folder"
        )
    return folder
