"""Weights too small for a processor's normal numbers: out of the network that finds lines, which
says the same and costs less."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception.picture import open_picture
from courtside_judge.perception.registry import is_installed

if not is_installed("rapidocr"):
    pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'", allow_module_level=True)

import numpy as np
import onnxruntime
import rapidocr

from courtside_judge.perception.denormals import without_denormals
from courtside_judge.perception.rapidocr_engine import RapidEngine

(FINDER,) = Path(rapidocr.__file__).with_name("models").glob("*_det_*.onnx")


def in_one_thread(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def maps_and_cpu_s(session: onnxruntime.InferenceSession, picture: Any) -> tuple[Any, float]:
    """What it says, and the least that it took of three times."""
    took = []
    for _ in range(3):
        began = time.process_time()
        (maps,) = session.run(None, {session.get_inputs()[0].name: picture})
        took.append(time.process_time() - began)
    return maps, min(took)


def are_slow_here() -> bool:
    """Whether this processor computes with such numbers many times more slowly: not all do."""

    def took_s(value: float) -> float:
        numbers: Any = np.full(1 << 20, value, np.float32)
        took = []
        for _ in range(5):
            began = time.process_time()
            np.multiply(numbers, np.float32(0.5))
            took.append(time.process_time() - began)
        return min(took)

    return took_s(1e-40) > 8 * took_s(1.0)


def test_the_finder_of_lines_says_the_same_for_less() -> None:
    model = FINDER.read_bytes()
    screen = open_picture(a_drawn_screen("Your order 4711 was placed", "Total: $38.20"))
    pixels = np.asarray(screen.convert("RGB"), np.float32)[:640, :640].transpose(2, 0, 1)
    picture = np.ascontiguousarray(pixels[None] / 127.5 - 1)
    before, took_before = maps_and_cpu_s(in_one_thread(model), picture)
    after, took = maps_and_cpu_s(in_one_thread(without_denormals(model)), picture)
    assert before.max() > 0.5 and np.array_equal(before, after)
    assert took < (0.6 if are_slow_here() else 1.5) * took_before


def test_it_is_what_the_reader_finds_lines_with() -> None:
    engine = RapidEngine()
    engine(np.full((64, 64, 3), 255, np.uint8))
    finder: Any = engine.text_det
    assert finder.session.session is engine.cfg.Det.session


@pytest.mark.parametrize("damage", [b"", b"version https://git-lfs", bytes(1000)])
def test_a_damaged_finder_is_left_to_rapidocr_to_speak_of(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / FINDER.name).write_bytes(damage)
    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    assert "session" not in RapidEngine().cfg.Det


def test_a_model_without_such_weights_stays_as_it_is() -> None:
    model = without_denormals(FINDER.read_bytes())
    assert without_denormals(model) == model != FINDER.read_bytes()


@pytest.mark.parametrize("damage", [b"no network", FINDER.read_bytes()[:5_000]])
def test_what_is_no_model_is_refused(damage: bytes) -> None:
    with pytest.raises(ValueError, match="no ONNX file"):
        without_denormals(damage)
