"""The language model's card is of the file beside it, and says what its documents say."""

from __future__ import annotations

import hashlib
import importlib
import tomllib
from pathlib import Path

import pytest

from courtside_judge.evidence.language.card import read_card
from courtside_judge.evidence.language.reader import WEIGHTS

ROOT = Path(__file__).parents[4]


def test_the_card_is_of_the_weights_that_ship() -> None:
    assert read_card().sha256 == hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()


def test_it_says_what_they_began_as_and_learned_from_as_the_documents_do() -> None:
    card = read_card()
    notice = (ROOT / "NOTICE").read_text()
    assert card.licence == "Apache-2.0" and "all-MiniLM-L6-v2" in card.base
    assert "all-MiniLM-L6-v2" in notice
    runs, written, *_ = card.learned_from
    tables = tomllib.loads((ROOT / "training/courtside_training/data.toml").read_text())["table"]
    licences = {licence for table in tables for licence in table["licence"].split(" AND ")}
    assert licences and all(one in runs and one in notice for one in licences)
    assert "not recorded" in written
    documented = (ROOT / "docs/lab/evidence.md").read_text()
    documented += (ROOT / "docs/lab/exams.md").read_text()
    first, second = card.learned
    for fact in ("2,630", "721"):
        assert fact in first.examples and fact in documented
    for fact in ("5,190", "1,727", "3,840", "960"):
        assert fact in second.examples and fact in documented
    assert second.took in documented
    assert f"sha256 of its weights {card.base_sha256.split(';')[0]}" in documented


def test_rates_and_epochs_are_those_of_the_code() -> None:
    pytest.importorskip("torch", reason="torch is missing")
    pytest.importorskip("transformers", reason="transformers is missing")
    code = importlib.import_module("courtside_training.language.fine_tuning")
    first, second = read_card().learned
    assert (first.epochs, first.rate) == (code.EPOCHS, code.RATE)
    assert (second.epochs, second.rate) == (code.COMPARING_EPOCHS, code.COMPARING_RATE)


def test_a_card_that_is_damaged_or_missing_is_named(tmp_path: Path) -> None:
    weights = tmp_path / "language.onnx"
    for card in (None, b"no card"):
        if card:
            weights.with_suffix(".json").write_bytes(card)
        with pytest.raises(ValueError, match=r"language.json is damaged.*install Courtside again"):
            read_card(weights)
