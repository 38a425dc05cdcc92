"""Crops to train on, from one drawn screenshot."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

pytest.importorskip("torch", reason="training the detector needs torch")

from courtside_store.geometry import Box
from courtside_training.detector.crops import batch, crop
from courtside_training.detector.shots import Shot


@pytest.fixture
def shot(tmp_path: Path) -> Shot:
    image = Image.new("RGB", (800, 600), "white")
    ImageDraw.Draw(image).rectangle((300, 200, 419, 239), fill="black")
    image.save(tmp_path / "one.png")
    return Shot(
        file=tmp_path / "one.png",
        family="drawn",
        width=800,
        height=600,
        boxes=(("button", Box(300.0, 200.0, 120.0, 40.0)),),
    )


def test_boxes_stay_on_what_they_are_drawn_round(shot: Shot) -> None:
    found = 0
    for seed in range(12):
        pixels, boxes, roles = crop(shot, (512, 512), np.random.default_rng(seed))
        assert pixels.shape == (512, 512, 3)
        for left, top, right, bottom in boxes.round().int().tolist():
            inside = pixels[top + 2 : bottom - 2, left + 2 : right - 2].astype(int)
            assert inside.std((0, 1)).max() < 12  # of one colour, whichever it became
            found += 1
        assert len(boxes) == len(roles)
    assert found > 4


def test_a_batch_has_one_size_and_the_same_seed_gives_the_same_batch(shot: Shot) -> None:
    pictures, boxes, _ = batch([shot, shot], np.random.default_rng(3))
    again, _, _ = batch([shot, shot], np.random.default_rng(3))
    assert pictures.shape[0] == len(boxes) == 2
    assert 0.0 <= float(pictures.min()) <= float(pictures.max()) <= 1.0
    assert (pictures == again).all()
