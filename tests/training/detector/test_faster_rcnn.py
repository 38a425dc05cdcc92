"""The paper's detector. Without torchvision only that it says what is missing can be tested."""

from importlib.util import find_spec

import pytest

pytest.importorskip("torch", reason="training the detector needs torch")

from courtside_training.detector import faster_rcnn


def test_without_torchvision_it_says_what_to_install() -> None:
    if find_spec("torchvision") is not None:
        pytest.skip("torchvision is installed")
    with pytest.raises(RuntimeError, match="torchvision"):
        faster_rcnn.build()
