"""An adapter is trained on tiny random models: that it runs and loads, not that it helps."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg
from ggufs import a_projector, an_adapter
from tiny_qwen import write_reader, write_vision_model

pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Sampling, Turn
from courtside_refine.policy_training.adapters import adapter_fitting
from courtside_refine.policy_training.adapters.adapter_fitting import (
    ADAPTER,
    GGUF,
    AdapterSettings,
    fit_adapter,
)
from courtside_refine.policy_training.adapters.samples import Sample

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
QUICK = AdapterSettings(rank=4, alpha=8, learning_rate=5e-3, batch=2, steps=8, warm_up=0.2)


def a_sample(n: int, *images: bytes) -> Sample:
    turns = (Turn(role="user", text=f"Say {n}", images=images),)
    return Sample(turns=turns, answer=f"yes {n}", task=str(n))


SAMPLES = [a_sample(n) for n in range(4)]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_reader(tmp_path_factory.mktemp("qwen"))


def written(folder: Path) -> str:
    model = open_model(ModelChoice(backend="transformers", model=str(folder), name="tiny"))
    asked = SAMPLES[0].turns
    return model.describe(asked, Sampling(max_tokens=8, temperature=0.0)).text


def test_the_loss_falls_and_the_adapter_is_read_beside_the_weights(
    reader: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    card = fit_adapter(reader, SAMPLES, out, QUICK, test=[a_sample(9)], keep="progress")
    assert card.final_loss < card.first_loss and card.steps == 8 and card.tokens
    assert card.test_loss is not None and card.test_loss_before is not None
    before = written(reader)
    folder = write_reader(tmp_path / "model")
    (out / ADAPTER).rename(folder / "adapter")
    assert written(folder) != before


def test_killed_and_begun_again_it_comes_to_the_same_adapter(
    reader: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safetensors.torch import load_file

    fit_adapter(reader, SAMPLES, tmp_path / "whole", QUICK)
    monkeypatch.setattr(adapter_fitting, "KEEP_EVERY_S", 0)

    def stop_half_way(step: int, of: int, loss: float) -> None:
        if step > of / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_adapter(reader, SAMPLES, tmp_path / "cut", QUICK, progress=stop_half_way)
    seen: list[int] = []
    fit_adapter(
        reader, SAMPLES, tmp_path / "cut", QUICK, progress=lambda step, *_: seen.append(step)
    )
    assert seen == [5, 6, 7, 8]
    whole, cut = (
        load_file(tmp_path / name / ADAPTER / "adapter_model.safetensors")
        for name in ("whole", "cut")
    )
    assert all((whole[name] == cut[name]).all() for name in whole)


def test_the_adapter_has_llama_cpps_names(reader: Path, tmp_path: Path) -> None:
    gguf: Any = pytest.importorskip("gguf")
    card = fit_adapter(reader, SAMPLES, tmp_path, QUICK)
    assert card.gguf == ""
    found = gguf.GGUFReader(tmp_path / GGUF)
    names = {tensor.name for tensor in found.tensors}
    assert {"blk.0.attn_q.weight.lora_a", "blk.1.ffn_down.weight.lora_b"} <= names
    assert len(names) == 2 * 7 * 2


def test_a_model_that_sees_learns_its_captions_with_the_vision_tower_as_it_was(
    tmp_path: Path,
) -> None:
    model = write_vision_model(tmp_path / "model")
    samples = [a_sample(n, a_jpeg(n, (120, 90))) for n in range(2)]
    card = fit_adapter(model, samples, tmp_path / "out", QUICK)
    assert card.final_loss < card.first_loss and card.gguf == ""
    config = (tmp_path / "out" / ADAPTER / "adapter_config.json").read_text()
    assert "language_model" in config
    from safetensors.torch import load_file

    weights = load_file(tmp_path / "out" / ADAPTER / "adapter_model.safetensors")
    assert weights and not any("visual" in name for name in weights)


@pytest.mark.parametrize("what", ["weights", "configuration", "gguf"])
def test_a_broken_model_is_one_line(reader: Path, tmp_path: Path, what: str) -> None:
    model = tmp_path / "broken"
    shutil.copytree(reader, model)
    if what == "weights":
        (model / "model.safetensors").write_bytes(b"garbage" * 100)
    elif what == "configuration":
        config = json.loads((model / "config.json").read_text())
        (model / "config.json").write_text(json.dumps(config | {"hidden_size": "big"}))
    else:
        model = model / "cut.gguf"
        model.write_bytes(b"GGUF\x03\0\0\0" + b"\x07" * 60)
    with pytest.raises(
        ValueError, match=r"(cannot be opened: .|has a damaged header; get it again)"
    ) as error:
        fit_adapter(model, SAMPLES, tmp_path / "a")
    assert str(model) in str(error.value) and "\n" not in str(error.value)


def test_an_adapter_and_a_projector_are_no_models_to_train(tmp_path: Path) -> None:
    adapter, projector = an_adapter(tmp_path / "a.gguf"), a_projector(tmp_path / "p.gguf")
    for path, what in ((adapter, "an adapter"), (projector, "a projector")):
        with pytest.raises(ValueError, match=f"is {what}; name the model that is to learn"):
            fit_adapter(path, SAMPLES, tmp_path / "a")


def test_what_is_missing_is_one_line(reader: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to train on"):
        fit_adapter(reader, [], tmp_path / "a")
    with pytest.raises(ValueError, match="one task only"):
        fit_adapter(reader, SAMPLES[:1], tmp_path / "a")
    long = [Sample(turns=(Turn(role="user", text="x" * 5000),), answer="y", task=t) for t in "ab"]
    with pytest.raises(ValueError, match="none of 2 samples fits"):
        fit_adapter(reader, long, tmp_path / "a")
    with pytest.raises(ValueError) as error:
        fit_adapter(tmp_path, SAMPLES, tmp_path / "a")
    assert "\n" not in str(error.value)
    seeing = [a_sample(n, a_jpeg()) for n in range(2)]
    with pytest.raises(ValueError, match="cannot see images"):
        fit_adapter(reader, seeing, tmp_path / "a")
    assert not (tmp_path / "a").exists()
