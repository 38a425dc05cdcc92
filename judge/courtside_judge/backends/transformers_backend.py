"""A model through transformers: for GPUs, and for weights with a LoRA adapter. Knows no judge."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from msgspec.structs import replace

from .chosen import ModelChoice
from .protocol import SEED, Choice, Completion, Sampling, Turn, Usage, most_likely
from .transformers_prompts import ModelInputs, TransformersPrompts
from .transformers_weights import load_weights


class TransformersModel:
    """A folder of weights, with a chat template; Qwen2.5-VL and its like see images."""

    def __init__(self, choice: ModelChoice) -> None:
        """Raises ValueError, in one line, where the folder holds no such model."""
        self._name = choice.name
        self.usage = Usage()
        folder = Path(choice.model)
        try:
            config = transformers.AutoConfig.from_pretrained(folder, local_files_only=True)
            self.sees = hasattr(config, "vision_config")
            self._model = self._load(folder)
            self._words = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
            image_processor: Any = (
                transformers.AutoImageProcessor.from_pretrained(folder, local_files_only=True)
                if self.sees
                else None
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ValueError(f"{folder}: {' '.join(str(error).split())[:200]}") from error
        if not self._words.chat_template:
            raise ValueError(f"{folder} has no chat template; use a model made for instructions")
        self._prompts = TransformersPrompts(self._name, self._words, image_processor, config)

    def _load(self, folder: Path) -> Any:
        kind = (
            transformers.AutoModelForImageTextToText
            if self.sees
            else transformers.AutoModelForCausalLM
        )
        on_gpu = torch.cuda.is_available()
        model = load_weights(kind, folder, dtype=torch.bfloat16 if on_gpu else torch.float32)
        if (folder / "adapter").is_dir():  # a LoRA adapter of `courtside train`
            model.load_adapter(str(folder / "adapter"))
        return model.to("cuda" if on_gpu else "cpu").eval()

    def close(self) -> None:
        """Lets the weights go."""
        del self._model

    def choose(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        """Softmax over the logits of the words' first tokens, in one pass."""
        first = [self._words.encode(word, add_special_tokens=False)[0] for word in words]
        if len(set(first)) < len(words):
            raise ValueError(f"words {list(words)} begin with the same token")
        start = time.perf_counter()
        inputs = self._inputs(turns, 1)
        with torch.inference_mode():
            logits = self._model(**inputs, logits_to_keep=1).logits[0, -1, first]
        shares = torch.softmax(logits.float(), -1).tolist()
        self._spend(inputs, 0, start)
        return most_likely(dict(zip(words, shares, strict=True)))

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Completion:
        """Greedy; the first paragraph is taken."""
        inputs = self._inputs(turns, max_tokens)
        text, ended = self._write(inputs, max_tokens, do_sample=False, repetition_penalty=1.1)
        paragraph = text.split("\n")[0].strip()
        return Completion(text=paragraph, is_truncated=not ended and paragraph == text)

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        """Writes freely, and returns the whole text."""
        more: dict[str, float] = {"repetition_penalty": sampling.repetition_penalty}
        if sampling.temperature:
            more |= {"temperature": sampling.temperature, "top_p": sampling.top_p, "top_k": 0}
        inputs = self._inputs(turns, 1)
        left = self._prompts.size - inputs["input_ids"].shape[1]
        text, ended = self._write(
            inputs,
            min(sampling.max_tokens, left),
            do_sample=bool(sampling.temperature),
            max_time=sampling.max_s,
            **more,
        )
        return Completion(text=text, is_truncated=not ended)

    def _write(self, inputs: ModelInputs, max_tokens: int, **how: Any) -> tuple[str, bool]:
        """What it writes, and whether it came to its end."""
        start = time.perf_counter()
        length = inputs["input_ids"].shape[1]
        with torch.inference_mode(), torch.random.fork_rng():
            torch.manual_seed(SEED)
            out = self._model.generate(
                **inputs,
                max_new_tokens=max_tokens,
                pad_token_id=self._words.pad_token_id or self._words.eos_token_id,
                **how,
            )[0, length:]
        self._spend(inputs, len(out), start)
        text: str = self._words.decode(out, skip_special_tokens=True).strip()
        return text, int(out[-1]) == self._words.eos_token_id

    def _inputs(self, turns: Sequence[Turn], room: int) -> ModelInputs:
        return self._prompts.inputs(turns, room, self._model.device)

    def _spend(self, inputs: ModelInputs, written: int, start: float) -> None:
        self.usage = replace(
            self.usage,
            computed_tokens=self.usage.computed_tokens + inputs["input_ids"].shape[1],
            completion_tokens=self.usage.completion_tokens + written,
            took_s=self.usage.took_s + time.perf_counter() - start,
        )
