"""Folders of weights that lack some of them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
pytest.importorskip("transformers", reason="transformers is missing: sh packaging/setup.sh models")

from tiny_qwen import write_reader

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.transformers_backend import TransformersModel
from courtside_refine.policy_training.adapters.base_model import BaseModel

pytestmark = pytest.mark.models
NORM = "model.norm.weight"


def test_a_folder_that_lacks_weights_is_refused_with_the_first(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    file = write_reader(tmp_path / "half") / "model.safetensors"
    kept = {n: w for n, w in load_file(file).items() if n not in (NORM, "lm_head.weight")}
    save_file(kept, file, {"format": "pt"})
    lacks = "2 tensors are missing from its weights, first lm_head.weight"
    choice = ModelChoice(backend="transformers", model=str(file.parent), name="half")
    with pytest.raises(ValueError, match=lacks):
        TransformersModel(choice)
    with pytest.raises(ValueError, match=lacks):
        BaseModel(file.parent)


def test_a_head_that_is_tied_to_the_embeddings_is_not_missing(tmp_path: Path) -> None:
    folder = write_reader(tmp_path / "tied", tie_word_embeddings=True)
    TransformersModel(ModelChoice(backend="transformers", model=str(folder), name="tied"))
    BaseModel(folder)
