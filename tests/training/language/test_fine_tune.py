"""A reader that learned a second time speaks on the scale of the first. Random weights: that the
numbers are brought there, not what they are worth."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="fine-tuning needs torch")
pytest.importorskip("transformers", reason="fine-tuning needs transformers")
pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

import numpy as np
import torch
import transformers

from courtside_training.language.fine_tune import bring_to_scale
from courtside_training.language.fine_tuning import LabelledText, RunReader, log_odds

pytestmark = pytest.mark.models
TEXTS = [
    LabelledText(tokens=[101, 5 + n % 40, 102, 60 + n % 30, 102], right=n % 3 == 0)
    for n in range(60)
]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=120,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
    )
    transformers.BertModel(config).save_pretrained(tmp_path)
    return tmp_path


def test_log_odds_spread_as_the_first_readers_and_are_even_where_nothing_is_said(
    base: Path,
) -> None:
    first, second = RunReader(base).eval(), RunReader(base).eval()
    with torch.no_grad():
        first.head.weight *= 3
        second.head.bias -= 5
    before = np.array(log_odds(second, TEXTS))
    bring_to_scale(second, first, TEXTS)
    odds = np.array(log_odds(second, TEXTS))
    assert odds.std() == pytest.approx(np.std(log_odds(first, TEXTS)), rel=0.01)
    assert np.corrcoef(before, odds)[0, 1] == pytest.approx(1, abs=1e-3)
    assert abs(odds).max() < 5, "it had said of each run that it failed"
