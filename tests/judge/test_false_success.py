"""What `max_false_success` rests on is said of the same verdicts to which it is applied."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from courtside_judge import false_success
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import load_weights
from courtside_judge.false_success import Basis, false_success_basis
from courtside_store.config import Config
from courtside_store.thresholds import Thresholds, save_thresholds

STAMP = EvidenceJudge().stamp()


@pytest.fixture
def limited(tmp_path: Path) -> Config:
    return Config(data_dir=tmp_path, max_false_success=0.15)


def basis(config: Config) -> Basis:
    """Of the evidence judge."""
    assert config.max_false_success
    found = false_success_basis(config, config.max_false_success, STAMP.name)
    assert found
    return found


@pytest.mark.parametrize("version", [STAMP.version, "22", "22-language"])
def test_a_calibration_counts_for_the_version_that_it_was_made_with(
    limited: Config, version: str
) -> None:
    """With the language model, or without it, scores mean something else."""
    made = Thresholds(
        judge=STAMP.name,
        version=version,
        model_sha256=STAMP.model_sha256,
        runs="some",
        n=300,
        at_ms=1,
        max_false_success=0.15,
        success_from=0.8,
    )
    save_thresholds(limited, made)
    is_mine = made.is_of(STAMP)
    assert is_mine == (version == STAMP.version)
    assert ("by 300 labelled runs of yours" in basis(limited).text) == is_mine
    assert ("families of apps left out" in basis(limited).text) != is_mine


def test_weights_that_keep_no_share_call_no_run_a_success(
    limited: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(load_weights(), promises=())
    monkeypatch.setattr(false_success, "load_weights", lambda: bare)
    found = basis(limited)
    assert not found.calls_success and "the smallest share that one kept is none" in found.more
