"""What of a model in use is noticed when its files change. No model is opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ggufs import a_gguf, an_adapter

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.models.examine import examine, with_adapter
from courtside_judge.models.missing import changed_part


def choose(model: Path, adapter: Path) -> ModelChoice:
    """The two as `courtside model use` puts them to use."""
    choice = examine(str(model), None, "", "reasoner", lambda *_: None)
    return with_adapter(choice, adapter, lambda *_: None)


def write_again(path: Path) -> None:
    """Other weights of the same size."""
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    os.utime(path, ns=(1, 1))


@pytest.mark.parametrize("which", ["model.gguf", "adapter.gguf"])
def test_weights_that_were_trained_again_at_their_place_are_noticed(
    tmp_path: Path, which: str
) -> None:
    model, adapter = a_gguf(tmp_path / "model.gguf"), an_adapter(tmp_path / "adapter.gguf")
    before = choose(model, adapter)
    assert not changed_part(before)
    write_again(tmp_path / which)
    assert f"{which} has changed since it was chosen" in changed_part(before)
    with pytest.raises(ValueError, match="has changed since it was chosen"):
        ModelPool(Chosen(reasoner=before)).open(before)
    after = choose(model, adapter)
    stamps = [ModelPool(Chosen(reasoner=one)).stamp("reasoner") for one in (before, after)]
    assert not changed_part(after) and stamps[0] != stamps[1]


def test_weights_that_were_only_touched_are_the_same(tmp_path: Path) -> None:
    choice = choose(a_gguf(tmp_path / "model.gguf"), an_adapter(tmp_path / "adapter.gguf"))
    os.utime(choice.adapter, ns=(1, 1))
    assert not changed_part(choice)
