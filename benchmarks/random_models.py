"""Writes GGUF models with random weights: the right shapes and files, and no knowledge at all.

They show that everything around a model works, and how long it takes; what they say means nothing.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Kind

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIAL = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<fake_token_around_image>",
    "<global-img>",
    "<image>",
    *(f"<row_{row}_col_{column}>" for row in range(1, 7) for column in range(1, 7)),
]
"""Marks that llama.cpp looks up for the projectors of Qwen2.5-VL and SmolVLM."""
WORDS = """The agent clicked the button and the screen changed. Step before after task list of
items settings search box text entered goal reached towards away unsure success failure yes no one
sentence why answer with one word screen page link button textbox checkbox heading typed into"""


class Shape(NamedTuple):
    """Sizes of a text model."""

    embed: int
    feed: int
    heads: int
    key_heads: int
    layers: int
    vocabulary: int = 0
    """0: just the words that the tokenizer knows."""


SHAPES = {
    "tiny": Shape(256, 512, 4, 2, 2),
    "0.5b": Shape(896, 4864, 14, 2, 24, 151_936),
    "3b": Shape(2048, 11_008, 16, 2, 36, 151_936),
}


class Tower(NamedTuple):
    """Sizes of a vision tower."""

    embed: int
    feed: int
    heads: int
    layers: int
    image: int
    patch: int


TOWERS = {
    "tiny": Tower(64, 128, 4, 2, 56, 14),
    "small": Tower(768, 3072, 12, 12, 512, 16),
}
"""`small` is the shape of SmolVLM's: one slice of 512 pixels becomes 64 tokens."""


def write_text_model(
    path: Path,
    shape: str = "tiny",
    kind: Kind = Kind.F16,
    seed: int = 0,
    context: int = 32_768,
    merges: int = 120,
    family: str = "qwen2",
    corpus: str = WORDS,
) -> Path:
    """A decoder with a tokenizer and a chat template. `family`: qwen2, or qwen2vl for pictures.

    The tokenizer learns so many merges from the corpus: with its words, a token is about four
    letters long, as a real model's are.
    """
    size = SHAPES[shape]
    weights = _Weights(seed, kind)
    out = gguf.GGUFWriter(path, family)
    out.add_name(f"random-{family}-{shape}")
    out.add_context_length(context)
    out.add_embedding_length(size.embed)
    out.add_block_count(size.layers)
    out.add_feed_forward_length(size.feed)
    out.add_head_count(size.heads)
    out.add_head_count_kv(size.key_heads)
    out.add_layer_norm_rms_eps(1e-6)
    out.add_rope_freq_base(1e6)
    half = size.embed // size.heads // 2
    if family == "qwen2vl":
        first = half // 4
        rest = half - first
        out.add_rope_dimension_sections([first, rest // 2, rest - rest // 2, 0])
    out.add_file_type({Kind.F16: 1, Kind.Q8_0: 7, Kind.Q4_0: 2}[kind])
    words = _add_tokenizer(out, size.vocabulary, merges, corpus)
    weights.matrix(out, "token_embd.weight", words, size.embed)
    weights.ones(out, "output_norm.weight", size.embed)
    for layer in range(size.layers):
        name = f"blk.{layer}."
        narrow = size.key_heads * size.embed // size.heads
        weights.ones(out, name + "attn_norm.weight", size.embed)
        weights.ones(out, name + "ffn_norm.weight", size.embed)
        for letter, rows in (("q", size.embed), ("k", narrow), ("v", narrow)):
            weights.matrix(out, f"{name}attn_{letter}.weight", rows, size.embed)
            weights.zeros(out, f"{name}attn_{letter}.bias", rows)
        weights.matrix(out, name + "attn_output.weight", size.embed, size.embed)
        weights.matrix(out, name + "ffn_gate.weight", size.feed, size.embed)
        weights.matrix(out, name + "ffn_up.weight", size.feed, size.embed)
        weights.matrix(out, name + "ffn_down.weight", size.embed, size.feed)
    return _finish(out, path)


def write_projector(
    path: Path, shape: str = "tiny", text_shape: str = "tiny", like: str = "qwen2.5vl_merger"
) -> Path:
    """A vision tower and projector. `like`: qwen2.5vl_merger, or idefics3 (SmolVLM)."""
    size = TOWERS[shape]
    weights = _Weights(1, Kind.F16)
    wide = SHAPES[text_shape].embed
    is_qwen = like.startswith("qwen")
    out = gguf.GGUFWriter(path, "clip")
    out.add_name(f"random-projector-{like}")
    out.add_file_type(1)
    out.add_bool("clip.has_vision_encoder", True)
    out.add_string("clip.projector_type", like)
    for key, number in {
        "embedding_length": size.embed,
        "feed_forward_length": size.feed,
        "block_count": size.layers,
        "attention.head_count": size.heads,
        "projection_dim": wide,
        "image_size": size.image,
        "patch_size": size.patch,
    }.items():
        out.add_uint32(f"clip.vision.{key}", number)
    out.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    out.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    out.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])
    out.add_bool("clip.use_silu" if is_qwen else "clip.use_gelu", True)
    patch = (size.embed, 3, size.patch, size.patch)
    weights.tensor(out, "v.patch_embd.weight", patch)
    if is_qwen:
        out.add_uint32("clip.vision.n_wa_pattern", size.layers)
        out.add_uint32("clip.vision.spatial_merge_size", 2)
        weights.tensor(out, "v.patch_embd.weight.1", patch)
    else:
        out.add_uint32("clip.vision.projector.scale_factor", 4 if shape == "small" else 2)
        places = (size.image // size.patch) ** 2
        out.add_tensor("v.position_embd.weight", weights.draw((places, size.embed), np.float32))
        weights.zeros(out, "v.patch_embd.bias", size.embed)
        weights.zeros(out, "v.post_ln.bias", size.embed)
    weights.ones(out, "v.post_ln.weight", size.embed)
    for layer in range(size.layers):
        _add_layer(out, weights, f"v.blk.{layer}.", size, is_qwen)
    four = 4 * size.embed
    if is_qwen:
        weights.linear(out, "mm.0", four, four)
        weights.linear(out, "mm.2", wide, four)
    else:
        scale = 16 if shape == "small" else 4
        weights.matrix(out, "mm.model.fc.weight", wide, scale * size.embed)
    return _finish(out, path)


def _add_layer(
    out: gguf.GGUFWriter, weights: _Weights, name: str, size: Tower, is_qwen: bool
) -> None:
    for norm in ("ln1", "ln2"):
        weights.ones(out, f"{name}{norm}.weight", size.embed)
        if not is_qwen:
            weights.zeros(out, f"{name}{norm}.bias", size.embed)
    for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
        weights.linear(out, name + part, size.embed, size.embed)
    weights.linear(out, name + "ffn_up", size.feed, size.embed)
    weights.linear(out, name + "ffn_down", size.embed, size.feed)
    if is_qwen:
        weights.linear(out, name + "ffn_gate", size.feed, size.embed)


class _Weights:
    """Draws tensors; quantized ones as random blocks: time does not depend on their values."""

    def __init__(self, seed: int, kind: Kind) -> None:
        self._random = np.random.default_rng(seed)
        self._kind = kind

    def draw(self, shape: tuple[int, ...], kind: type = np.float16) -> np.ndarray:
        drawn: np.ndarray = (self._random.standard_normal(shape) * 0.05).astype(kind)
        return drawn

    def tensor(self, out: gguf.GGUFWriter, name: str, shape: tuple[int, ...]) -> None:
        out.add_tensor(name, self.draw(shape))

    def ones(self, out: gguf.GGUFWriter, name: str, size: int) -> None:
        out.add_tensor(name, np.ones(size, np.float32))

    def zeros(self, out: gguf.GGUFWriter, name: str, size: int) -> None:
        out.add_tensor(name, np.zeros(size, np.float32))

    def linear(self, out: gguf.GGUFWriter, name: str, rows: int, columns: int) -> None:
        self.tensor(out, name + ".weight", (rows, columns))
        self.zeros(out, name + ".bias", rows)

    def matrix(self, out: gguf.GGUFWriter, name: str, rows: int, columns: int) -> None:
        if self._kind is Kind.F16:
            self.tensor(out, name, (rows, columns))
            return
        per_block, block_bytes = gguf.GGML_QUANT_SIZES[self._kind]
        blocks = rows * columns // per_block
        some = self._random.integers(0, 256, (min(blocks, 65_536), block_bytes), np.uint8)
        some[:, :2] = np.frombuffer(np.float16(0.004).tobytes(), np.uint8)  # each block's scale
        whole = np.tile(some, (-(-blocks // len(some)), 1))[:blocks]
        row = columns // per_block * block_bytes
        out.add_tensor(name, whole.reshape(rows, row), raw_dtype=self._kind)


def _add_tokenizer(out: gguf.GGUFWriter, vocabulary: int, merges: int, corpus: str) -> int:
    letters = _byte_letters()
    pairs = _learn(corpus, merges, letters)
    newline = letters[10]
    tokens = [letters[byte] for byte in range(256)]
    tokens += ["".join(pair) for pair in pairs] + [newline * 2]
    kinds = [gguf.TokenType.NORMAL] * len(tokens)
    first = len(tokens)
    tokens += SPECIAL
    kinds += [gguf.TokenType.CONTROL] * len(SPECIAL)
    for number in range(len(tokens), vocabulary):
        tokens.append(f"[unused{number}]")
        kinds.append(gguf.TokenType.UNUSED)
    out.add_tokenizer_model("gpt2")
    out.add_tokenizer_pre("qwen2")
    out.add_token_list(tokens)
    out.add_token_types(kinds)
    out.add_token_merges([f"{a} {b}" for a, b in pairs] + [f"{newline} {newline}"])
    out.add_bos_token_id(first)
    out.add_eos_token_id(first + SPECIAL.index("<|im_end|>"))
    out.add_pad_token_id(first)
    out.add_add_bos_token(False)
    out.add_chat_template(CHATML)
    return len(tokens)


def _byte_letters() -> dict[int, str]:
    """The printable letter that stands for each byte in a byte-level vocabulary (GPT-2's rule)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {
        byte: chr(256 + n) for n, byte in enumerate(others)
    }


def _learn(text: str, merges: int, letters: dict[int, str]) -> list[tuple[str, str]]:
    """Byte-pair merges, the commonest first."""
    words = Counter(text.split())
    spelled = {w: [letters[b] for b in f" {w}".encode()] for w in words}
    learned: list[tuple[str, str]] = []
    while len(learned) < merges:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, parts in spelled.items():
            for pair in pairwise(parts):
                pairs[pair] += words[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        learned.append(best)
        for parts in spelled.values():
            _join(parts, best)
    return learned


def _join(parts: list[str], pair: tuple[str, str]) -> None:
    at = 0
    while at < len(parts) - 1:
        if (parts[at], parts[at + 1]) == pair:
            parts[at : at + 2] = ["".join(pair)]
        at += 1


def _finish(out: gguf.GGUFWriter, path: Path) -> Path:
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return path
