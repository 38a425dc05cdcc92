"""The file that the detector runs is the network that was trained. Weights are random here."""

from pathlib import Path

import msgspec
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="training the detector needs torch")
pytest.importorskip("onnx", reason="exporting the detector needs onnx")
pytest.importorskip("rapidocr", reason="the detector's first stages are in rapidocr's wheel")

from courtside_judge.perception.detector import Detector, DetectorCard  # noqa: E402
from courtside_training.detector.export import (  # noqa: E402
    SETS,
    difference,
    export,
    main,
    measures_in,
    write_card,
)
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


def test_the_card_has_the_measures_of_the_sets_that_it_never_saw() -> None:
    row = {"images": 60, "boxes": 1100, "recall": 0.5, "precision": 0.4, "ap": 24.3, "ap50": 45.9}
    row |= {"ap75": 23.3, "ap_small": 20.0, "ar100": 44.0}
    printed = {"cpu_s_1280x720": 0.1, "threshold": 0.3, **dict.fromkeys(SETS, row)}
    measures = measures_in(msgspec.json.encode(printed))
    assert set(measures) == set(SETS) and measures["web"].ap50 == 45.9
    with pytest.raises(KeyError, match="pages"):
        measures_in(msgspec.json.encode({"web": row, "phone": row}))


def test_weights_do_not_ship_without_their_measures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["export", "--version", "9", "--write"])
    with pytest.raises(SystemExit):
        main()
    assert "weights ship with their measures" in capsys.readouterr().err
