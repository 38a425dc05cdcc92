"""The file that the detector runs is the network that was trained. Weights are random here."""

from pathlib import Path

import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="training the detector needs torch")
pytest.importorskip("onnx", reason="exporting the detector needs onnx")
pytest.importorskip("rapidocr", reason="the detector's first stages are in rapidocr's wheel")

from courtside_judge.perception.detector import Detector, DetectorCard  # noqa: E402
from courtside_training.detector.export import difference, export, write_card  # noqa: E402
from courtside_training.detector.model import Whole  # noqa: E402


def test_onnxruntime_computes_what_torch_does_at_any_size(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = Whole().eval()
    export(network, tmp_path / "detector.onnx")
    assert difference(network, tmp_path / "detector.onnx") < 1e-3
    write_card(
        tmp_path / "detector.onnx", DetectorCard(version="0", threshold=0.0, made_by="a test")
    )
    detector = Detector.load(tmp_path / "detector.onnx")
    assert detector is not None
    for one in detector.detect(Image.new("RGB", (333, 77), "white")):
        left, top, width, height = one.box
        assert left >= 0 and top >= 0 and left + width <= 333.1 and top + height <= 77.1
