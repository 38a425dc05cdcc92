"""Training goes on from the weights of an ONNX file, the shipped one's too."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training the detector needs torch")
pytest.importorskip("onnx", reason="exporting the detector needs onnx")
pytest.importorskip("rapidocr", reason="the detector's first stages are in rapidocr's wheel")

from courtside_judge.perception.detector import WEIGHTS  # noqa: E402
from courtside_training.detector.export import difference, export  # noqa: E402
from courtside_training.detector.model import Whole  # noqa: E402
from courtside_training.detector.shipped import shipped  # noqa: E402
from courtside_training.detector.train import Training  # noqa: E402


def test_the_shipped_file_read_back_computes_the_same() -> None:
    assert difference(shipped().eval(), WEIGHTS) < 1e-3


def test_a_file_with_weights_that_the_network_does_not_know_is_refused(tmp_path: Path) -> None:
    import onnx
    from onnx import numpy_helper

    model = onnx.load(WEIGHTS)
    more = numpy_helper.from_array(torch.ones(3).numpy(), "network.fourth.weight")
    model.graph.initializer.append(more)
    onnx.save(model, tmp_path / "other.onnx")
    with pytest.raises(ValueError, match=r"network\.fourth\.weight"):
        shipped(tmp_path / "other.onnx")


def test_what_was_read_back_can_be_saved_loaded_and_exported(tmp_path: Path) -> None:
    begun = Training(10, shipped(), 0.001)
    begun.save(tmp_path / "checkpoint.pt")
    resumed = Training(10, Whole())
    resumed.load(tmp_path / "checkpoint.pt")
    export(resumed.mean, tmp_path / "again.onnx")
    assert difference(shipped().eval(), tmp_path / "again.onnx") < 1e-3


def test_training_from_exported_weights_normalises_as_in_use_from_the_first_step() -> None:
    assert Training(10, Whole()).settled_after < 0 < Training(10).settled_after
