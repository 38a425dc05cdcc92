"""An adapter is written for llama.cpp only where it has names for the model's layers."""

from __future__ import annotations

from pathlib import Path

from courtside_refine.policy_training.adapters.adapter_gguf import write_gguf


def test_a_model_that_llama_cpp_names_otherwise_is_said_and_not_written(tmp_path: Path) -> None:
    class Config:
        model_type = "mamba"

    why = write_gguf(tmp_path, Config(), 8.0, tmp_path / "adapter.gguf")
    assert "'mamba'" in why and not (tmp_path / "adapter.gguf").exists()
