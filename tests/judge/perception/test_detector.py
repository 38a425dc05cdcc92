"""The detector's part that needs no weights, and its weights where they are shipped."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageDraw

from courtside_judge.perception import detector
from courtside_judge.perception.detector import ROLES, STRIDES, WEIGHTS, Detector, DetectorCard


def test_without_weights_there_is_no_detector(tmp_path: Path) -> None:
    assert Detector.load(tmp_path / "detector.onnx") is None


@pytest.mark.parametrize(
    ("network", "card", "why"),
    [
        (b"no network", WEIGHTS.with_suffix(".json").read_bytes(), "detector.onnx"),
        (b"no network", b"no card", "detector.json is damaged"),
    ],
    ids=["network", "card"],
)
def test_a_detector_that_is_damaged_is_named(
    network: bytes, card: bytes, why: str, tmp_path: Path
) -> None:
    pytest.importorskip("onnxruntime")
    path = tmp_path / "detector.onnx"
    path.write_bytes(network)
    path.with_suffix(".json").write_bytes(card)
    with pytest.raises((OSError, ValueError), match=rf"{why}.*install Courtside again"):
        Detector.load(path)


def test_the_shipped_weights_say_their_licence_what_they_learned_from_and_how_well_they_find() -> (
    None
):
    card = msgspec.json.decode(WEIGHTS.with_suffix(".json").read_bytes(), type=DetectorCard)
    assert card.licence == "Apache-2.0"
    assert set(card.measures) == {"web", "phone", "pages"}
    sources = " ".join(card.learned_from)
    notice = (Path(__file__).parents[3] / "NOTICE").read_text()
    for known in ("PP-OCRv6", "Website Screenshots", "yolov8_ui-similarity_ver4", "CC BY 4.0"):
        assert known in sources and known in notice
    documented = (Path(__file__).parents[3] / "docs/lab/detector.md").read_text()
    for row in card.measures.values():
        assert f"| {row.ap} | {row.ap50} | {row.ap75} |" in documented


def test_a_large_picture_is_reduced_and_a_small_one_enlarged_but_not_without_end() -> None:
    assert detector.scale_of(1280, 720) == 480 / 720, "the height fills whole strides"
    assert detector.scale_of(2560, 1440) == detector.scale_of(1280, 720) / 2
    assert detector.scale_of(100, 100) == detector.MAX_SCALE


def test_the_network_gets_whole_strides_with_grey_where_the_picture_ends() -> None:
    seen = detector.network_input(Image.new("RGB", (1000, 700), (255, 0, 0)), 1.0)
    assert seen.shape == (1, 3, 704, 1024)
    assert seen[0, :, 699, 999].tolist() == [1.0, 0.0, 0.0]
    assert np.allclose(seen[0, :, 700, 1000], 127 / 255)


def test_a_place_that_is_sure_becomes_the_box_round_it() -> None:
    maps = _maps(64, 64)
    maps[0][0, :, 2, 3] = [3.0, 1.0, 0.5, 2.0, 0.5, *_one_hot("textbox")]
    boxes, scores, roles = detector.decode(maps, 0.5)
    assert boxes.tolist() == [[20.0, 16.0, 44.0, 24.0]]
    assert scores[0] == pytest.approx(0.953, abs=1e-3)
    assert ROLES[roles[0]] == "textbox"


def test_of_boxes_that_cover_the_same_the_surest_stays_and_one_inside_another_too() -> None:
    boxes = np.array([[0, 0, 100, 40], [2, 0, 102, 40], [10, 10, 30, 30], [5, 5, 5, 30]])
    assert detector.non_maximum_suppression(boxes, np.array([0.5, 0.9, 0.7, 0.8])) == [1, 2]


def test_nothing_is_found_where_nothing_reaches_the_threshold() -> None:
    boxes, scores, _ = detector.decode(_maps(64, 64), 0.5)
    assert len(boxes) == len(scores) == 0
    assert detector.non_maximum_suppression(boxes, scores) == []


def test_the_shipped_weights_find_a_button_and_say_so_in_pixels_of_the_picture() -> None:
    found = Detector.load()
    if found is None:
        pytest.skip("no weights are shipped, or onnxruntime is not installed")
    image = Image.new("RGB", (1280, 720), "white")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((500, 300, 620, 340), 6, fill=(30, 100, 220))
    draw.text((535, 312), "Save order", fill="white")
    best = found.detect(image)[0]
    assert abs(best.box[0] - 500) < 30
    assert abs(best.box[1] - 300) < 15
    assert best.role in ROLES


def _maps(height: int, width: int) -> list[np.ndarray]:
    maps: list[np.ndarray] = [
        np.zeros((1, 5 + len(ROLES), height // s, width // s), np.float32) for s in STRIDES
    ]
    for one in maps:
        one[:, 0] = -9.0
    return maps


def _one_hot(role: str) -> list[float]:
    return [float(one == role) for one in ROLES]


@pytest.mark.parametrize(
    ("width", "height", "seen"),
    [
        (1280, 720, (864, 480)),
        (1080, 2400, (448, 928)),
        (200, 100, (320, 160)),
        (1, 1, (32, 32)),
        (39_000, 10, (13_120, 32)),
    ],
)
def test_a_picture_of_any_size_costs_no_more_than_a_known_number_of_pixels(
    width: int, height: int, seen: tuple[int, int]
) -> None:
    scale = detector.scale_of(width, height)
    found = detector.network_input(Image.new("RGB", (width, height)), scale)
    assert (found.shape[3], found.shape[2]) == seen
    assert seen[0] * seen[1] <= detector.PIXELS
