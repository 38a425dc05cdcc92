"""The text detector whose first stages our network begins with: where it is cut, and what it gives.

It is PP-OCRv6's small one (PaddleOCR, Apache-2.0), which RapidOCR's wheel carries. Its stages know
edges, words and icons from far more pictures than can be looked at here, so that little of them has
to be learned. Needs onnx and rapidocr.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .shots import CACHE

MODEL = "PP-OCRv6_det_small.onnx"
CUTS = ("Add.33", "Add.65", "Add.121")
"""The tensors of the text detector at 1/4, 1/8 and 1/16 of the picture."""
CHANNELS = (48, 96, 192)
INPUT = "x"
STAGES = CACHE / "stages.onnx"


def cut_stages(file: Path = STAGES) -> Path:
    """The first stages, cut from the installed model. Raises RuntimeError without rapidocr."""
    if not file.is_file():
        spec = find_spec("rapidocr")
        if spec is None or spec.origin is None:
            raise RuntimeError(
                "the first stages are cut from rapidocr's model: pip install rapidocr"
            )
        import onnx.utils

        file.parent.mkdir(parents=True, exist_ok=True)
        whole = Path(spec.origin).parent / "models" / MODEL
        onnx.utils.extract_model(str(whole), str(file), [INPUT], list(CUTS), check_model=False)
    return file


def detector_input(pictures: Any) -> Any:
    """Pictures (n, 3, height, width) in red, green and blue of 0 to 1, as it was trained to see
    them."""
    return pictures[:, [2, 1, 0]] * 2 - 1
