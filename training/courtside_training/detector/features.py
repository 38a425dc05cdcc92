"""What the network sees of a picture: maps of a text detector's first stages, which are frozen.

The stages are of PP-OCRv6's small text detector (PaddleOCR, Apache-2.0), which RapidOCR's wheel
carries. They know edges, words and icons from far more pictures than can be looked at here, so that
only what lies on them has to be trained. Needs onnx and rapidocr.
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


def stages(file: Path = STAGES) -> Path:
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


class Features:
    """The stages on onnxruntime, one thread."""

    def __init__(self, file: Path | None = None) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(file or stages()), options, providers=["CPUExecutionProvider"]
        )

    def of(self, pictures: Any) -> list[Any]:
        """Maps at 1/4, 1/8 and 1/16 of pictures (n, 3, height, width) as `as_read` gives them."""
        return list(self._session.run(list(CUTS), {INPUT: pictures}))


def as_read(pictures: Any) -> Any:
    """Red, green and blue of 0 to 1 as the text detector was trained to see them."""
    return pictures[:, [2, 1, 0]] * 2 - 1
