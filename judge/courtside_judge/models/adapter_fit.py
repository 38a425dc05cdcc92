"""Whether a LoRA adapter fits a model, by the names and shapes of their tensors. Opens no file.

The rules are llama.cpp's, which otherwise refuses the adapter at the first question.
"""

from __future__ import annotations

from collections.abc import Mapping

Shapes = Mapping[str, tuple[int, ...]]
_ENDS = (".lora_a", ".lora_b")


def misfit(adapter: Shapes, model: Shapes) -> str:
    """Why it does not fit, as the end of a sentence; empty where it does."""
    if not adapter:
        return "has no tensors"
    for name in sorted(
        {tensor.removesuffix(_ENDS[0]).removesuffix(_ENDS[1]) for tensor in adapter}
    ):
        if name.endswith("_norm.weight"):
            continue  # llama.cpp passes over these
        if name in adapter or any(name + end not in adapter for end in _ENDS):
            return f"has no pair lora_a and lora_b for {name}"
        if name not in model:
            return f"changes {name}, which the model does not have"
        rows = model[name][:2]
        down, up = adapter[name + _ENDS[0]], adapter[name + _ENDS[1]]
        made = (up[1:2] + down[1:2]) if "token_embd" in name else (down[:1] + up[1:2])
        if "token_embd" not in name and down[1:2] != up[:1]:
            return f"has halves for {name} that do not go together: {down} and {up}"
        if made != rows:
            sizes = f"its {name} is {_by(made)}, the model's {_by(rows)}"
            return f"is for a model of another size: {sizes}"
    return ""


def _by(shape: tuple[int, ...]) -> str:
    return " x ".join(str(size) for size in shape)
