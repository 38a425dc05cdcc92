"""Writes a fine-tuned MiniLM as the 8-bit ONNX file that the judge reads runs with, and checks it.

    python -m courtside_training.language.export --minilm FOLDER [--checkpoint FILE] [--write]

The checkpoint is what `fine_tune` leaves; FOLDER holds the configuration of the model. Without
--write the file stays in .training/language; with it, what the new weights say of the exams that no
fit reads is noted too; their card (`evidence/language/language.json`) is written by hand, and a
test holds it to the file. Needs torch, transformers, onnx and onnxruntime.
"""

from __future__ import annotations

import argparse
import copy
import shutil
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import BertConfig, BertModel

from courtside_judge.evidence.language.reader import (
    SEPARATOR,
    VOCABULARY,
    WEIGHTS,
    LanguageReader,
)
from courtside_training.fitting.language_scores import score_by_what_ships, story_tokens
from courtside_training.tables import CHOOSING_TABLES, ENDING, KEPT_BACK_TABLES, read_tables

from .minilm import hidden

HERE = Path(__file__).parents[3] / ".training/language/language.onnx"
OPSET = 17
MAX_BYTES = 24_000_000
RUNS = 50
"""So many runs are compared."""
MAX_DIFFERENCE = 0.1
"""Of the log-odds, on average, between 8-bit numbers and torch's 32-bit ones."""
MIN_CORRELATION = 0.999


class Classifier(torch.nn.Module):
    """MiniLM, the mean of its last states, and log-odds by a linear head."""

    def __init__(self, tensors: Mapping[str, Any], config: BertConfig) -> None:
        super().__init__()
        config._attn_implementation = "eager"  # the only one that the exporter can write
        self.bert = BertModel(config, add_pooling_layer=False)
        self.head = torch.nn.Linear(config.hidden_size, 1)
        self.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
        self.separator = VOCABULARY.read_text("utf-8").splitlines().index(SEPARATOR)

    def forward(self, tokens: Any) -> Any:
        """Log-odds, (1, 1), of the tokens of one run, (1, length)."""
        parts, is_separator = self.bert.embeddings, (tokens == self.separator).long()
        kinds = (is_separator.cumsum(1) - is_separator).clamp(max=1)
        places = torch.arange(tokens.shape[1])[None]
        states = parts.word_embeddings(tokens) + parts.position_embeddings(places)
        states = parts.LayerNorm(states + parts.token_type_embeddings(kinds))
        for layer in self.bert.encoder.layer:
            states = hidden(layer(states))
        return self.head(states.mean(1))


class ByteRows(torch.nn.Module):
    """An embedding with 8 bits a number, and a scale for each word."""

    def __init__(self, weights: Any) -> None:
        super().__init__()
        scales = (weights.abs().amax(1, keepdim=True) / 127).clamp(min=1e-9)
        self.register_buffer("scales", scales)
        self.register_buffer("rows", torch.round(weights / scales).to(torch.int8))

    def forward(self, tokens: Any) -> Any:
        """Their vectors, in 32 bits."""
        return self.rows[tokens].float() * self.scales[tokens]


class ByteLinear(torch.nn.Module):
    """A linear layer with 8 bits a weight, and a scale for each output: onnxruntime makes them
    numbers of 32 bits once, when it loads them, and computes in 32 bits."""

    def __init__(self, layer: torch.nn.Linear) -> None:
        super().__init__()
        self.weight, self.bias = ByteRows(layer.weight.data), layer.bias

    def forward(self, states: Any) -> Any:
        """As the layer."""
        weight = self.weight.rows.float() * self.weight.scales
        return torch.nn.functional.linear(states, weight, self.bias)


def export(network: Classifier, file: Path, runs: Sequence[list[int]]) -> tuple[float, float]:
    """Writes the network as the file that the judge's reader opens.

    `runs`: the tokens of runs to compare it with torch on. Returns the mean difference and the
    correlation. Raises ValueError where they are too bad, or it is too large; then the file stays
    as it was.
    """
    network = network.eval()
    expected = _torch_log_odds(network, runs)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "language.onnx"
        _write(network, made)
        if (size := made.stat().st_size) > MAX_BYTES:
            raise ValueError(f"it has {size} bytes; at most {MAX_BYTES} are shipped")
        difference, correlation = compared(made, runs, expected)
        if difference > MAX_DIFFERENCE or correlation < MIN_CORRELATION:
            raise ValueError(f"log-odds differ by {difference:.3f}, correlate by {correlation:.4f}")
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, file)
    return difference, correlation


def _write(network: Classifier, file: Path) -> None:
    small = copy.deepcopy(network)
    words = small.bert.embeddings.word_embeddings.weight.data
    small.bert.embeddings.word_embeddings = ByteRows(words)
    for module in list(small.bert.encoder.modules()):
        for name, layer in module.named_children():
            if isinstance(layer, torch.nn.Linear):
                setattr(module, name, ByteLinear(layer))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, on itself
        torch.onnx.export(
            small,
            (torch.arange(100, 200)[None],),
            file,
            dynamo=False,
            input_names=["tokens"],
            output_names=["log_odds"],
            dynamic_axes={"tokens": {1: "length"}},
            opset_version=OPSET,
            do_constant_folding=False,  # it would write 32 bits a weight
        )


def compared(file: Path, runs: Sequence[list[int]], expected: Any) -> tuple[float, float]:
    """Mean difference and correlation of the file's log-odds and the expected ones."""
    reader = LanguageReader(file)
    given = np.array([reader.log_odds_of(run) for run in runs])
    return float(np.abs(given - expected).mean()), float(np.corrcoef(given, expected)[0, 1])


def _torch_log_odds(network: Classifier, runs: Sequence[list[int]]) -> Any:
    with torch.inference_mode():
        return np.array([float(network(torch.tensor([run]))) for run in runs])


def stored_runs(count: int = RUNS) -> list[list[int]]:
    """Runs of the tables as the judge's reader would give them to the model, spread over all."""
    rows = [row for row in read_tables() if row.story.lines]
    return [
        story_tokens(row.episode, row.story) for row in rows[:: max(1, len(rows) // count)][:count]
    ]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minilm", type=Path, required=True, help="folder with config.json")
    parser.add_argument("--checkpoint", type=Path, default=HERE.with_suffix(".pt"))
    parser.add_argument(
        "--write",
        action="store_true",
        help="replace the shipped weights",
    )
    options = parser.parse_args()
    state = torch.load(options.checkpoint, weights_only=True)
    network = Classifier(state, BertConfig.from_pretrained(options.minilm))
    file = WEIGHTS if options.write else HERE
    difference, correlation = export(network, file, stored_runs())
    if options.write:
        unread = [*KEPT_BACK_TABLES.glob(f"*{ENDING}"), *CHOOSING_TABLES.glob(f"*{ENDING}")]
        score_by_what_ships((row.episode, row.story) for row in read_tables(unread))
    print(
        f"{file}: {file.stat().st_size} bytes; log-odds of {RUNS} runs differ from torch's by "
        f"{difference:.3f} on average, and correlate with them by {correlation:.4f}"
    )


if __name__ == "__main__":
    main()
