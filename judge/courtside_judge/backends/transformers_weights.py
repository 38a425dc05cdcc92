"""Loads a model's weights whole, through transformers. Knows no tokenizer and no judge."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def load_weights(kind: Any, folder: Path, **how: Any) -> Any:
    """The model of that auto class. Raises ValueError, in one line, where the folder lacks some of
    its tensors: transformers would make random numbers of them. Tied tensors are not lacking.
    """
    model, info = kind.from_pretrained(
        folder, local_files_only=True, output_loading_info=True, **how
    )
    if lacking := sorted(info["missing_keys"]):
        tensors = "1 tensor is" if len(lacking) == 1 else f"{len(lacking)} tensors are"
        raise ValueError(f"{tensors} missing from its weights, first {lacking[0]}; get them again")
    return model
