"""A GGUF model in this process, through llama.cpp. Knows no judge."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

import llama_cpp as llama
import llama_cpp.mtmd_cpp as mtmd
import numpy as np
from llama_cpp.llama_chat_format import Jinja2ChatFormatter
from msgspec.structs import replace

from .answer_grammar import PARAGRAPH
from .chat_template import lay_out
from .chosen import ModelChoice
from .llama_images import Projector
from .llama_kv_cache import BATCH, KEPT, Cells, KeptSequence, PromptUnit, Token
from .protocol import SEED, Choice, Completion, Sampling, Turn, Usage, most_likely

CONTEXT = 8192
"""The context has so many tokens, for all kept sequences together."""
REPEATS = (256, 1.1)
"""Tokens looked back at, and by how much a repeated one is held back: small models loop."""
CPU_INFO = Path("/proc/cpuinfo")


def default_threads() -> int:
    """All cores but one: the agent and the daemon want one too."""
    return max(1, (os.cpu_count() or 2) - 1)


class LlamaModel:
    """A loaded GGUF."""

    def __init__(self, choice: ModelChoice, context: int = CONTEXT, threads: int = 0) -> None:
        """Raises ValueError, in one line, where the file is not a model that can be used."""
        for log_set in (llama.llama_log_set, mtmd.mtmd_log_set, mtmd.mtmd_helper_log_set):
            log_set(_SILENT, None)
        llama.llama_backend_init()
        threads = threads or default_threads()
        self._name = choice.name
        self.usage = Usage()
        self._model = _load(choice.model)
        self._vocab = llama.llama_model_get_vocab(self._model)
        size = min(context, llama.llama_model_n_ctx_train(self._model))
        self._context = _open(self._model, size, threads)
        if choice.adapter:
            _adapt(self._model, self._context, choice.adapter)
        self._cells = Cells(self._context, size)
        self._words = llama.llama_vocab_n_tokens(self._vocab)
        self._layout = _layout(choice, self._model, self._vocab)
        self._projector = (
            Projector(choice.projector, self._model, threads) if choice.projector else None
        )
        self.sees = self._projector is not None
        self._begun: dict[str, list[int]] = {}

    def close(self) -> None:
        """Frees the model, its context and its projector."""
        if self._projector:
            self._projector.close()
        self._cells.close()
        llama.llama_free(self._context)
        llama.llama_model_free(self._model)

    def forget(self) -> None:
        """Forgets what was read, e.g. to measure what knowing it saves."""
        self._cells.forget()

    def choose(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        """One pass over what is new of the prompt, and the logits of every way to begin a word."""
        if len({word[0] for word in words}) < len(words):
            raise ValueError(f"words {list(words)} begin with the same letter")
        ways = [self._beginnings(word) for word in words]
        with self._clocked():
            self._cells.read(self._units(turns), 1)
            logits = self._logits()
            top = max(logits[way].max() for way in ways)
            odds = [float(np.exp(logits[way] - top).sum()) for way in ways]
        return most_likely({w: one / sum(odds) for w, one in zip(words, odds, strict=True)})

    def likelihood(self, turns: Sequence[Turn], answer: str) -> tuple[float, int]:
        """Token by token, each read after the ones before."""
        tokens = self._tokens(answer, False)
        total = 0.0
        with self._clocked():
            kept = self._cells.read(self._units(turns), len(tokens))
            for token in tokens:
                logits = self._logits().astype(np.float64)
                top = logits.max()
                total += float(logits[token] - top - np.log(np.exp(logits - top).sum()))
                self._cells.write(kept, token)
        return total, len(tokens)

    def _beginnings(self, word: str) -> list[int]:
        """Every single token that the word may begin with."""
        if word not in self._begun:
            cuts = (self._tokens(word[:end], False) for end in range(1, len(word) + 1))
            self._begun[word] = [tokens[0] for tokens in cuts if len(tokens) == 1]
        return self._begun[word]

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Completion:
        """Greedy, within the grammar of a paragraph."""
        steps = (
            llama.llama_sampler_init_grammar(self._vocab, PARAGRAPH.encode(), b"root"),
            llama.llama_sampler_init_penalties(self._words, REPEATS[0], REPEATS[1], 0.0, 0.0),
            llama.llama_sampler_init_greedy(),
        )
        return self._say(self._units(turns), steps, max_tokens, inf)

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        """Writes freely, without a grammar."""
        ends_at = time.perf_counter() + (sampling.max_s or inf)
        units = self._units(turns)
        left = self._cells.size - sum(unit.cells for unit in units)
        return self._say(units, self._steps(sampling), min(sampling.max_tokens, left), ends_at)

    def _steps(self, by: Sampling) -> tuple[Any, ...]:
        repeats = llama.llama_sampler_init_penalties(
            self._words, by.max_tokens, by.repetition_penalty, 0.0, 0.0
        )
        if not by.temperature:
            return repeats, llama.llama_sampler_init_greedy()
        return (
            repeats,
            llama.llama_sampler_init_top_p(by.top_p, 1),
            llama.llama_sampler_init_temp(by.temperature),
            llama.llama_sampler_init_dist(SEED),
        )

    def _say(
        self, units: Sequence[PromptUnit], steps: Sequence[Any], max_tokens: int, ends_at: float
    ) -> Completion:
        with self._clocked(), _sampler(steps) as sampler:
            kept = self._cells.read(units, max(max_tokens, 1))
            written, is_truncated = self._write(kept, sampler, max_tokens, ends_at)
        self.usage = replace(
            self.usage, completion_tokens=self.usage.completion_tokens + len(written)
        )
        return Completion(text=self._text(written).strip(), is_truncated=is_truncated)

    def _write(
        self, kept: KeptSequence, sampler: Any, max_tokens: int, ends_at: float
    ) -> tuple[list[int], bool]:
        written: list[int] = []
        while len(written) < max_tokens and time.perf_counter() < ends_at:
            token = llama.llama_sampler_sample(sampler, self._context, -1)
            if llama.llama_vocab_is_eog(self._vocab, token):
                return written, False
            written.append(token)
            self._cells.write(kept, token)
        return written, True

    @contextmanager
    def _clocked(self) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.usage = replace(
                self.usage,
                took_s=self.usage.took_s + time.perf_counter() - start,
                computed_tokens=self._cells.computed_tokens,
                cached_tokens=self._cells.cached_tokens,
            )

    def _logits(self) -> Any:
        pointer = llama.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self._words,))

    def _units(self, turns: Sequence[Turn]) -> list[PromptUnit]:
        units: list[PromptUnit] = []
        for piece in lay_out(turns, self._layout):
            if piece.image is None:
                units += [Token(t) for t in self._tokens(piece.text, piece.is_layout)]
            elif self._projector is None:
                raise ValueError(f"{self._name} has no projector: it cannot see images")
            else:
                units += self._projector.look(piece.image)
        return units

    def _tokens(self, text: str, is_layout: bool) -> list[int]:
        data = text.encode()
        room = len(data) + 8
        tokens = (llama.llama_token * room)()
        found = llama.llama_tokenize(self._vocab, data, len(data), tokens, room, False, is_layout)
        return list(tokens[:found])

    def _text(self, tokens: Sequence[int]) -> str:
        data = b"".join(_piece(self._vocab, token) for token in tokens)
        return data.decode(errors="ignore")


@contextmanager
def _sampler(steps: Sequence[Any]) -> Iterator[Any]:
    """A chain of these, freed with it."""
    chain = llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params())
    for step in steps:
        llama.llama_sampler_chain_add(chain, step)
    try:
        yield chain
    finally:
        llama.llama_sampler_free(chain)


def _swallow(level: int, text: bytes, _: Any) -> None:
    """What llama.cpp prints is about itself, and a lot."""


_SILENT = llama.llama_log_callback(_swallow)


def has_amx(cpu_info: Path = CPU_INFO) -> bool:
    """Whether the processor multiplies matrices by AMX (Intel's Xeons since 2023; Linux). There a
    llama.cpp that is built for it crashes at the first prompt, unless it leaves weights as they are
    (https://github.com/ggml-org/llama.cpp/issues/20824).
    """
    try:
        return "amx_int8" in cpu_info.read_text("utf-8", "replace")
    except OSError:
        return False


def _load(path: str) -> Any:
    if not Path(path).is_file():
        raise ValueError(f"{path}: no such model file; `courtside model use` names another")
    params = llama.llama_model_default_params()
    params.n_gpu_layers = -1
    params.use_extra_bufts = not has_amx()
    model = llama.llama_model_load_from_file(path.encode(), params)
    if not model:
        raise ValueError(
            f"{path}: llama.cpp cannot load it; the file is cut short, or of a kind that this "
            "llama-cpp-python does not know"
        )
    return model


def _open(model: Any, size: int, threads: int) -> Any:
    params = llama.llama_context_default_params()
    params.n_ctx = size
    params.n_batch = params.n_ubatch = BATCH
    params.n_seq_max = KEPT
    params.kv_unified = True
    params.n_threads = params.n_threads_batch = threads
    params.no_perf = True
    context = llama.llama_init_from_model(model, params)
    if not context:
        llama.llama_model_free(model)
        raise ValueError(f"a context of {size} tokens could not be made; is there memory for it?")
    return context


def _adapt(model: Any, context: Any, path: str) -> None:
    """With a LoRA adapter, which is freed with the model."""
    is_there = Path(path).is_file()
    adapter = llama.llama_adapter_lora_init(model, path.encode()) if is_there else None
    if not adapter:
        llama.llama_free(context)
        llama.llama_model_free(model)
        why = "llama.cpp cannot load it as an adapter of this model" if is_there else "it is gone"
        raise ValueError(
            f"{path}: {why}; `courtside model use` names the model with another --adapter, or "
            "without one"
        )
    if not hasattr(llama, "llama_set_adapters_lora"):  # an older llama-cpp-python
        llama.llama_set_adapter_lora(context, adapter, 1.0)
        return
    several = (llama.llama_adapter_lora_p_ctypes * 1)(adapter)
    llama.llama_set_adapters_lora(context, several, 1, (ctypes.c_float * 1)(1.0))


def _layout(choice: ModelChoice, model: Any, vocab: Any) -> Any:
    template = llama.llama_model_chat_template(model, None)
    if not template:
        raise ValueError(f"{choice.model} has no chat template; use a model made for instructions")
    words = [
        _piece(vocab, token(vocab), special=True).decode(errors="ignore")
        for token in (llama.llama_vocab_eos, llama.llama_vocab_bos)
    ]
    render = Jinja2ChatFormatter(template.decode(), *words)
    return lambda messages: render(messages=messages).prompt


def _piece(vocab: Any, token: int, special: bool = False) -> bytes:
    if token < 0:
        return b""
    room = ctypes.create_string_buffer(256)
    length = llama.llama_token_to_piece(vocab, token, room, 256, 0, special)
    return room.raw[: max(0, length)]
