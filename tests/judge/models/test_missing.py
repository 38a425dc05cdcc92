"""What of a model in use is noticed when its files change. No model is opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ggufs import a_gguf, a_projector, an_adapter
from msgspec.structs import replace

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.models.examine import examine, with_adapter
from courtside_judge.models.missing import changed_part


def choose(folder: Path) -> ModelChoice:
    """The three as `courtside model use` puts them to use."""
    model, projector = str(folder / "model.gguf"), folder / "projector.gguf"
    choice = examine(model, projector, "", "captioner", lambda *_: None)
    return with_adapter(choice, folder / "adapter.gguf", lambda *_: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    a_gguf(tmp_path / "model.gguf")
    a_projector(tmp_path / "projector.gguf")
    an_adapter(tmp_path / "adapter.gguf")
    return tmp_path


def write_again(path: Path) -> None:
    """Other weights of the same size."""
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    os.utime(path, ns=(1, 1))


@pytest.mark.parametrize("which", ["model.gguf", "projector.gguf", "adapter.gguf"])
def test_weights_that_were_trained_again_at_their_place_are_noticed(
    folder: Path, which: str
) -> None:
    before = choose(folder)
    assert not changed_part(before)
    write_again(folder / which)
    assert f"{which} has changed since it was chosen" in changed_part(before)
    with pytest.raises(ValueError, match="has changed since it was chosen"):
        ModelPool(Chosen(reasoner=before)).open(before)
    after = choose(folder)
    pools = [ModelPool(Chosen(reasoner=one, captioner=one)) for one in (before, after)]
    stamps = [pool.stamp("reasoner") for pool in pools]
    captioners = [pool.captioner("web") for pool in pools]
    assert not changed_part(after) and stamps[0] != stamps[1]
    assert captioners[0] and captioners[1] and captioners[0].note != captioners[1].note


def test_a_projector_that_an_older_version_chose_leaves_verdicts_and_captions_as_they_are(
    folder: Path,
) -> None:
    choice = replace(
        choose(folder), projector_sha256=None, projector_bytes=0, projector_modified_ns=()
    )
    write_again(folder / "projector.gguf")
    assert not changed_part(choice)
    pools = [
        ModelPool(Chosen(captioner=one)) for one in (choice, replace(choice, projector="/moved"))
    ]
    assert pools[0].stamp("reasoner") == pools[1].stamp("reasoner")


@pytest.mark.parametrize("which", ["model.gguf", "projector.gguf", "adapter.gguf"])
def test_weights_that_were_only_touched_are_the_same(folder: Path, which: str) -> None:
    choice = choose(folder)
    os.utime(folder / which, ns=(1, 1))
    assert not changed_part(choice)
