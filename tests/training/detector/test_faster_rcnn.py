"""The paper's detector: that it trains, resumes and finds. Needs torchvision, but for one test."""

from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training the detector needs torch")

import numpy as np
from PIL import Image

from courtside_store.geometry import Box
from courtside_training.detector import evaluate, faster_rcnn
from courtside_training.detector.shots import Shot


def test_without_torchvision_it_says_what_to_install() -> None:
    if find_spec("torchvision") is not None:
        pytest.skip("torchvision is installed")
    with pytest.raises(RuntimeError, match="torchvision"):
        faster_rcnn.build()


def test_without_a_checkpoint_evaluating_ends_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "none.pt"
    monkeypatch.setattr("sys.argv", ["evaluate", "--faster-rcnn", "--weights", str(missing)])
    with pytest.raises(SystemExit, match=f"there is no checkpoint {missing}"):
        evaluate.main()


def test_it_goes_on_from_its_checkpoint_and_finds_at_the_side_it_was_trained_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torchvision", reason="Faster R-CNN needs torchvision")
    file = tmp_path / "shot.png"
    Image.new("RGB", (96, 64), "white").save(file)
    boxes = (("button", Box(10, 10, 40, 20)),)
    shot = Shot(file=file, family="web", width=96, height=64, boxes=boxes)
    monkeypatch.setattr(faster_rcnn, "BATCH", 1)

    def draw(_: np.random.Generator, count: int) -> list[Shot]:
        return [shot] * count

    kept = tmp_path / "kept.pt"
    assert faster_rcnn.train(draw, lambda step: step < 1, kept, 64) == 1
    assert faster_rcnn.train(draw, lambda step: step < 2, kept, 64) == 2
    with Image.open(file) as image:
        assert all(one.role == "item" for one in faster_rcnn.FasterRcnn(kept).detect(image, 0.0))
