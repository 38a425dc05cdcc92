"""Opens the model that an adapter is trained for: a folder of weights, or a GGUF, dequantised.

Knows no data. Nothing is downloaded.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
import transformers

from courtside_judge.backends.transformers_prompts import TransformersPrompts
from courtside_judge.backends.transformers_weights import load_weights
from courtside_judge.models.gguf_file import read_header

LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
"""Linear layers of a decoder that get an adapter."""


def sees_images(path: Path) -> bool:
    """Whether a folder of weights says that its model reads pictures. A GGUF's does not here."""
    try:
        return "vision_config" in json.loads((path / "config.json").read_text("utf-8"))
    except (OSError, ValueError):
        return False


def _check_gguf(path: Path) -> None:
    """Raises ValueError, in one line: of a file without a model's weights the library would make a
    large model of random numbers."""
    header = read_header(path)
    if header.is_adapter or header.is_projector or not header.needs_bytes:
        what = "an adapter" if header.is_adapter else "a projector"
        what = what if header.needs_bytes else "a file without weights"
        raise ValueError(f"{path} is {what}; name the model that is to learn")


class BaseModel:
    """Weights that stay as they are, and how they are asked."""

    def __init__(self, path: Path) -> None:
        """Raises ValueError, in one line, where it holds no such model."""
        self.path = path
        if path.is_file():
            _check_gguf(path)
        try:
            self._open()
        except Exception as error:
            why = " ".join(str(error).split())[:200] or type(error).__name__
            raise ValueError(f"{path} cannot be opened: {why}") from error

    def _open(self) -> None:
        folder, more = self.path, {}
        if self.path.is_file():
            folder, more = self.path.parent, {"gguf_file": self.path.name}
        local: dict[str, bool | str] = {"local_files_only": True, **more}
        config = transformers.AutoConfig.from_pretrained(folder, **local)
        self.sees = hasattr(config, "vision_config")
        on_gpu = torch.cuda.is_available()
        kind = (
            transformers.AutoModelForImageTextToText
            if self.sees
            else transformers.AutoModelForCausalLM
        )
        dtype = torch.bfloat16 if on_gpu else torch.float32
        self.weights = load_weights(kind, folder, dtype=dtype, **more)
        words = transformers.AutoTokenizer.from_pretrained(folder, **local)
        if not words.chat_template:
            raise ValueError("it has no chat template; use a model made for instructions")
        images = (
            transformers.AutoImageProcessor.from_pretrained(folder, local_files_only=True)
            if self.sees
            else None
        )
        self.prompts = TransformersPrompts(self.path.name, words, images, config)
        self.weights.to("cuda" if on_gpu else "cpu")

    @property
    def layers(self) -> str:
        """Which layers get an adapter, as PEFT wants it: not those of a model's vision tower."""
        names = "|".join(LAYERS)
        return rf".*language_model.*\.({names})" if self.sees else rf".*\.({names})"
