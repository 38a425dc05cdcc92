"""Small GGUF files written byte by byte, so that a test says what is wrong with one."""

from __future__ import annotations

import struct
from pathlib import Path

FACTS: dict[str, str | int] = {
    "general.architecture": "qwen2",
    "general.name": "small",
    "qwen2.embedding_length": 64,
    "tokenizer.chat_template": "{{ messages }}",
}
QUERY = "blk.0.attn_q.weight"
FITTING = {f"{QUERY}.lora_a": (8, 2), f"{QUERY}.lora_b": (2, 8)}
VISION_KEYS: dict[str, str | int] = {
    "general.architecture": "clip",
    "clip.projector_type": "idefics3",
    "clip.vision.projection_dim": 64,
}


def a_gguf(path: Path, *, without: str = "", version: int = 3, **facts: str | int) -> Path:
    """An instruct model with one tensor of 64 floats; double underscores in names are dots."""
    named = {name.replace("__", "."): value for name, value in facts.items()}
    return write_gguf(path, {k: v for k, v in (FACTS | named).items() if k != without}, version)


def a_projector(path: Path, width: int = 64) -> Path:
    """Eyes for it."""
    return write_gguf(path, VISION_KEYS | {"clip.vision.projection_dim": width})


def an_adapter(
    path: Path, architecture: str = "qwen2", tensors: dict[str, tuple[int, int]] = FITTING
) -> Path:
    """A LoRA adapter for it, by its head."""
    facts: dict[str, str | int] = {
        "general.architecture": architecture,
        "general.type": "adapter",
        "adapter.type": "lora",
    }
    return write_gguf(path, facts, tensors=tensors)


def write_gguf(
    path: Path,
    facts: dict[str, str | int],
    version: int = 3,
    tensors: dict[str, tuple[int, int]] = {QUERY: (8, 8)},  # noqa: B006  it is only read
) -> Path:
    """The format's version 3, with a list of words amid the facts."""
    words = struct.pack("<IQ", 8, 3) + b"".join(_string(word) for word in ("a", "bc", "d"))
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(facts) + 1)
    head += _string("tokenizer.tokens") + struct.pack("<I", 9) + words
    for name, value in facts.items():
        kind, data = (
            (8, _string(value)) if isinstance(value, str) else (4, struct.pack("<I", value))
        )
        head += _string(name) + struct.pack("<I", kind) + data
    for name, (row, rows) in tensors.items():
        head += _string(name) + struct.pack("<IQQIQ", 2, row, rows, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + bytes(-len(head) % 32) + bytes(range(64)) * 4)
    return path


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()
