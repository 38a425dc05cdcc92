"""Writes a LoRA adapter as llama.cpp reads it. Knows the two forms, and no training.

https://github.com/ggml-org/llama.cpp/blob/master/src/llama-adapter.cpp reads `NAME.lora_a` and
`NAME.lora_b` for a tensor NAME of the base model.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ARCHITECTURES = {
    "llama": "llama",
    "qwen2": "qwen2",
    "qwen2_5_vl": "qwen2vl",
    "qwen2_vl": "qwen2vl",
    "qwen3": "qwen3",
}
"""llama.cpp's name of each kind of model that is written here."""
_TENSOR = re.compile(r"base_model\.model\.(?P<layer>.+)\.lora_(?P<part>[AB])\.weight")


def write_gguf(adapter: Path, config: Any, alpha: float, out: Path) -> str:
    """Why it was not written; empty where it was. `config`: the base model's."""
    architecture = ARCHITECTURES.get(config.model_type)
    if architecture is None:
        return f"models of the kind {config.model_type!r} are not written for llama.cpp here"
    try:
        import gguf
        from safetensors.numpy import load_file
    except ModuleNotFoundError as error:
        return f"{error.name} is missing; pip install 'courtside[lora]' brings it"
    text = config.get_text_config()
    kinds = {name: kind for kind, name in gguf.MODEL_ARCH_NAMES.items()}
    names = gguf.get_tensor_name_map(kinds[architecture], text.num_hidden_layers)
    new = out.with_suffix(".new")
    writer = gguf.GGUFWriter(new, architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", alpha)
    for name, data in sorted(load_file(adapter / "adapter_model.safetensors").items()):
        match = _TENSOR.fullmatch(name)
        if match is None:
            return f"the adapter has a tensor {name!r}, which llama.cpp does not know"
        layer = match["layer"].replace("language_model.", "")
        found = names.get_name(f"{layer}.weight", try_suffixes=(".weight",))
        if found is None:
            return f"llama.cpp has no name for the layer {layer!r}"
        if match["part"] == "B" and architecture == "llama":
            data = _rotated(data, layer, text)
        writer.add_tensor(f"{found}.lora_{match['part'].lower()}", data)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    new.replace(out)
    return ""


def _rotated(data: Any, layer: str, text: Any) -> Any:
    """llama.cpp keeps queries and keys of Llama with each head's two halves interleaved."""
    heads = {
        "q_proj": text.num_attention_heads,
        "k_proj": text.num_key_value_heads,
    }.get(layer.rpartition(".")[2])
    if heads is None:
        return data
    rows = data.shape[0]
    return data.reshape(heads, 2, rows // heads // 2, -1).swapaxes(1, 2).reshape(data.shape).copy()
