"""A fine-tuned checkpoint becomes the small file that the judge reads runs with, or is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("transformers", reason="exporting needs transformers")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch
from transformers import BertConfig, BertModel

from courtside_training.language import export as module
from courtside_training.language.export import Classifier, compared, export

pytestmark = pytest.mark.models
CONFIG = BertConfig(
    hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64
)
RUNS = [[101, *range(900 + n, 2_000 + 9 * n, 37 + n), 102, 50 + n, 102] for n in range(12)]


@pytest.fixture(scope="module")
def checkpoint() -> dict[str, torch.Tensor]:
    """Random weights, by the names that a checkpoint has."""
    torch.manual_seed(1)
    bert = BertModel(CONFIG, add_pooling_layer=False).state_dict()
    head = {"head.weight": torch.randn(1, 32), "head.bias": torch.randn(1)}
    return {**{f"bert.{name}": tensor for name, tensor in bert.items()}, **head}


def test_the_log_odds_are_of_the_mean_state(
    checkpoint: dict[str, torch.Tensor],
) -> None:
    network = Classifier(checkpoint, CONFIG).eval()
    bert = BertModel(CONFIG, add_pooling_layer=False).eval()
    bert.load_state_dict({n[5:]: x for n, x in checkpoint.items() if n.startswith("bert.")})
    tokens = [101, 7, 8, 102, 9, 10, 11, 102]
    kinds = [0, 0, 0, 0, 1, 1, 1, 1]
    with torch.inference_mode():
        states = bert(torch.tensor([tokens]), token_type_ids=torch.tensor([kinds]))[0]
        expected = states.mean(1) @ checkpoint["head.weight"][0] + checkpoint["head.bias"][0]
        assert network(torch.tensor([tokens]))[0].tolist() == pytest.approx(expected.tolist())


def test_the_file_says_what_torch_says_and_one_that_does_not_is_refused(
    checkpoint: dict[str, torch.Tensor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, file = Classifier(checkpoint, CONFIG), tmp_path / "language.onnx"
    difference, correlation = export(network, file, RUNS)
    assert difference < 0.1 and correlation > 0.999
    with torch.inference_mode():
        right = [float(network(torch.tensor([run]))) for run in RUNS]
    assert compared(file, RUNS, right) == (difference, correlation), "torch's are as before"
    shipped = file.read_bytes()
    monkeypatch.setattr(module, "MAX_DIFFERENCE", 0.0)
    with pytest.raises(ValueError, match="differ by"):
        export(network, file, RUNS)
    monkeypatch.setattr(module, "MAX_BYTES", 1_000)
    with pytest.raises(ValueError, match="at most 1000 are shipped"):
        export(network, file, RUNS)
    assert file.read_bytes() == shipped
