"""EasyOCR itself, its own networks with random weights: what it says becomes elements."""

from __future__ import annotations

import hashlib
import importlib
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception.easyocr_reader import WEIGHTS
from courtside_judge.perception.registry import load_reader
from courtside_store.geometry import Box, PixelBox

REGION = PixelBox(10, 20, 300, 200)
LIBRARY: list[Any] = []
"""Kept: what is defined goes with it."""


def import_easyocr() -> Any:
    """It wants torchvision, which wants two functions compiled for a GPU; no test calls them."""
    if find_spec("easyocr") is None:
        pytest.skip("easyocr is not installed: pip install 'courtside[easyocr]'")
    import torch

    vision = find_spec("torchvision")
    assert vision and vision.origin
    try:
        torch.ops.load_library(str(Path(vision.origin).with_name("_C.so")))
    except OSError:
        LIBRARY.append(torch.library.Library("torchvision", "DEF"))
        for name in ("nms", "qnms"):
            LIBRARY[0].define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    return importlib.import_module("easyocr")


@pytest.fixture(scope="module")
def easyocr() -> Any:
    """The library."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_easyocr()


@pytest.fixture
def weights(easyocr: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Random, but for the detector's last layer: to it the whole picture is text."""
    import torch

    recognizer = easyocr.config.recognition_models["gen2"]["english_g2"]
    craft = importlib.import_module("easyocr.craft").CRAFT(pretrained=False)
    torch.nn.init.zeros_(craft.conv_cls[-1].weight)
    craft.conv_cls[-1].bias = torch.nn.Parameter(torch.tensor([0.9, 0.0]))
    reads = importlib.import_module("easyocr.model.vgg_model").Model(
        1, 256, 256, len(recognizer["characters"]) + 1
    )
    known = (easyocr.config.detection_models["craft"], recognizer)
    for name, model, entry in zip(WEIGHTS, (craft, reads), known, strict=True):
        named = {f"module.{key}": value for key, value in model.state_dict().items()}
        torch.save(named, tmp_path / name)
        digest = hashlib.md5((tmp_path / name).read_bytes(), usedforsecurity=False).hexdigest()
        monkeypatch.setitem(entry, "md5sum", digest)
    return tmp_path


@pytest.mark.filterwarnings("ignore")
def test_a_paragraph_of_easyocr_is_an_element_where_it_stands(weights: Path) -> None:
    (read,) = load_reader("easyocr", weights).read(a_drawn_screen("Total: 38"), REGION)
    assert read.box == Box(*REGION) and (read.role, read.source, read.confidence) == (
        "text",
        "ocr",
        None,
    )


@pytest.mark.filterwarnings("ignore")
def test_weights_that_are_not_easyocr_s_are_an_error_and_no_download(weights: Path) -> None:
    (weights / WEIGHTS[0]).write_bytes(b"something else")
    with pytest.raises((OSError, ValueError), match="craft"):
        load_reader("easyocr", weights).read(a_drawn_screen("Total: 38"), REGION)
