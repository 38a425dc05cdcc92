"""Tiny models with random weights, made once: real files for the real llama.cpp."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.tools import Tools
from courtside_store.blobs import Blobs


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Chosen:
    """A captioner that sees and a reasoner that does not. What they say means nothing."""
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    pytest.importorskip("gguf", reason="gguf is not installed")
    from benchmarks.random_models import write_projector, write_text_model

    folder = tmp_path_factory.mktemp("models")
    seeing = write_text_model(folder / "seeing.gguf", family="qwen2vl", seed=1)
    projector = write_projector(folder / "projector.gguf")
    reading = write_text_model(folder / "reading.gguf")
    return Chosen(
        captioner=ModelChoice(
            backend="llama_cpp", model=str(seeing), projector=str(projector), name="tiny-eyes"
        ),
        reasoner=ModelChoice(backend="llama_cpp", model=str(reading), name="tiny", sha256="0" * 64),
    )


@pytest.fixture
def tools(tiny: Chosen, tmp_path: Path) -> Iterator[Tools]:
    """Both models and a shelf of its own."""
    made = Tools(tiny, Blobs(tmp_path / "blobs"))
    yield made
    made.close()
