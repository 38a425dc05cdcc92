"""Writes what a decoder has learned: in PEFT's form, and as llama.cpp reads it beside the GGUF."""

from __future__ import annotations

import json
from pathlib import Path

from safetensors.torch import save_file

from courtside_refine.policy_training.adapters.adapter_gguf import write_gguf

from .decoder import LINEARS, RANK, SCALE, Decoder

GGUF = "adapter.gguf"


def write_adapter(decoder: Decoder, folder: Path) -> str:
    """Why there is none for llama.cpp; empty where there is one."""
    tensors = {}
    for name, adapted in decoder.adapters.items():
        for part, tensor in (("A", adapted.down), ("B", adapted.up)):
            key = f"base_model.model.{name}.lora_{part}.weight"
            tensors[key] = tensor.detach().half().contiguous()
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "adapter_model.safetensors")
    alpha = RANK * SCALE
    settings = {
        "peft_type": "LORA",
        "r": RANK,
        "lora_alpha": alpha,
        "target_modules": list(LINEARS),
    }
    (folder / "adapter_config.json").write_text(json.dumps(settings, indent=2) + "\n", "utf-8")
    return write_gguf(folder, decoder.config, alpha, folder / GGUF)
