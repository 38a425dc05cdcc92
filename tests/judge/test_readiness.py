"""Whether a judge has the models that it cannot judge without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from model_users import takes_models

from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.models.curated import curated
from courtside_judge.models.missing import NO_MODEL, NO_VISION
from courtside_judge.readiness import check_ready, not_ready
from courtside_judge.registry import OURS
from courtside_store.config import Config

CAN_DO_WITHOUT = {"rubric"}
"""Takes the models where there are some."""
READ_IMAGES = {"vlm", "vlm:3", "vlm:all", "vlm:key", "vlm:marks", "pae"}


@pytest.mark.parametrize("name", sorted(OURS))
def test_without_a_model_a_judge_says_which_it_needs_and_how_to_get_it(
    config: Config, name: str
) -> None:
    needs_one = takes_models(name) and name not in CAN_DO_WITHOUT
    expected = "" if not needs_one else NO_VISION if name in READ_IMAGES else NO_MODEL
    assert not_ready(config, name) == expected


@pytest.mark.parametrize("sentence", [NO_MODEL, NO_VISION])
def test_the_models_that_are_named_are_on_the_list(sentence: str) -> None:
    (name,) = set(re.findall(r"model (?:pull|use) ([^ `]+)`", sentence))
    one = next(model for model in curated() if model.name == name)
    assert f"{one.all_bytes / 1e9:.1f} GB" in sentence


def test_a_file_that_is_gone_is_named_before_anything_is_judged(
    config: Config, tmp_path: Path
) -> None:
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    gone = ModelChoice(backend="llama_cpp", model=str(tmp_path / "gone.gguf"), name="tiny", bytes=1)
    save_chosen(config.models_file, Chosen(reasoner=gone))
    for name in ("reasoner", "cascade", "panel", "rubric"):
        assert "gone.gguf is gone" in not_ready(config, name)
    with pytest.raises(ValueError, match=r"judge reasoner is not ready: .*gone\.gguf is gone"):
        check_ready(config, "reasoner")
    assert not not_ready(config, "evidence") and "sees images" in not_ready(config, "vlm")


def test_a_server_is_asked_only_where_that_is_wanted(config: Config) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    down = ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="x")
    save_chosen(config.models_file, Chosen(reasoner=down))
    assert not not_ready(config, "reasoner")
    assert "127.0.0.1:9" in not_ready(config, "reasoner", ask_server=True)
