"""Writes a checkpoint as the ONNX file that the detector runs, and checks that both say the same.

    python -m courtside_training.detector.export --version N [--checkpoint FILE]
    python -m courtside_training.detector.evaluate --weights .training/detector/detector.onnx --json
    python -m courtside_training.detector.export --version N --write --measures FILE

Without --write the file stays in .training/detector. FILE: what `evaluate --json` printed, for the
card.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from courtside_judge.perception.detector import MAPS, WEIGHTS, DetectorCard, DetectorMeasures

from .model import Whole
from .shots import CACHE
from .train import CHECKPOINT

HERE = CACHE / "detector.onnx"
OPSET = 17
DIFFERENCE = 1e-3
"""Largest that is put down to another order of additions."""
MAX_BYTES = 12_000_000
LICENCE = "Apache-2.0"
LEARNED_FROM = (
    "first stages of PP-OCRv6's small text detector, PaddleOCR, as RapidOCR publishes it: "
    "Apache-2.0",
    '300 web screenshots, Roboflow "Website Screenshots": MIT, says its publisher',
    '900 phone screenshots, Roboflow "yolov8_ui-similarity_ver4": CC BY 4.0',
    "screenshots of pages in packages of npm and Debian, which "
    "training/courtside_training/detector/pages.json names with their versions: each package under "
    "its own licence",
)
"""Of every version so far; one that learns from more says so here."""
SETS = ("web", "phone", "pages")
BASE = "on the first stages of PP-OCRv6's small text detector (PaddleOCR, Apache-2.0)"


def export(network: Whole, file: Path) -> None:
    """Pixels, the text detector's stages and the network in one, for pictures of any size.

    Raises ValueError where onnxruntime computes something else than torch, or it is too large.
    """
    network = network.eval().to(memory_format=torch.contiguous_format)
    file.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, on itself
        torch.onnx.export(
            network,
            (torch.rand(1, 3, 256, 320),),
            file,
            dynamo=False,
            input_names=["picture"],
            output_names=list(MAPS),
            dynamic_axes={name: {2: "height", 3: "width"} for name in ("picture", *MAPS)},
            opset_version=OPSET,
        )
    if (size := file.stat().st_size) > MAX_BYTES:
        raise ValueError(f"{file} has {size} bytes; at most {MAX_BYTES} are shipped")
    if (gap := difference(network, file)) > DIFFERENCE:
        raise ValueError(f"onnxruntime's maps differ by {gap}; at most {DIFFERENCE} is expected")


def difference(network: Whole, file: Path) -> float:
    """Largest, over all maps, on a picture of another size than the one that was traced.

    Of the distances that of their logarithms: they reach a thousand.
    """
    import onnxruntime

    picture = np.random.default_rng(0).random((1, 3, 384, 512), np.float32)
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        expected = [one.numpy() for one in network(torch.from_numpy(picture))]
    given = session.run(list(MAPS), {"picture": picture})
    gaps = []
    for one, other in zip(given, expected, strict=True):
        gaps.append(np.abs(np.log(one[:, 1:5]) - np.log(other[:, 1:5])).max())
        gaps.append(np.abs(one[:, :1] - other[:, :1]).max())
        gaps.append(np.abs(one[:, 5:] - other[:, 5:]).max())
    return float(max(gaps))


def trained(checkpoint: Path = CHECKPOINT) -> tuple[Whole, str]:
    """The running mean of the weights; the steps and seconds that they had, in words."""
    if not checkpoint.is_file():
        raise SystemExit(f"{checkpoint} is not there; courtside_training.detector.train makes it")
    state = torch.load(checkpoint, weights_only=True, map_location="cpu")
    network = Whole()
    network.load_state_dict(state["mean"])
    unit = state.get("unit", "CPU-s")
    return network, f"{state['step']} steps, {state['seconds']:.0f} {unit}"


def measures_in(evaluated: bytes) -> dict[str, DetectorMeasures]:
    """For the card, out of what `evaluate --json` printed. Raises KeyError where a set is missing,
    ValidationError where one has no boxes.
    """
    table = msgspec.json.decode(evaluated, type=dict[str, Any])
    return {name: msgspec.convert(table[name], DetectorMeasures) for name in SETS}


def write_card(file: Path, card: DetectorCard) -> None:
    """Writes the card beside the weights."""
    text = msgspec.json.format(msgspec.json.encode(card), indent=2)
    file.with_suffix(".json").write_bytes(text + b"\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, default=CHECKPOINT)
    parser.add_argument("--threshold", type=float, default=0.3, help="least confidence")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    parser.add_argument("--version", required=True, help="of the weights: one more than what ships")
    parser.add_argument("--after", default="", help="steps and seconds before, where it went on")
    parser.add_argument("--measures", type=Path, help="what `evaluate --json` printed of it")
    options = parser.parse_args()
    if options.write and not options.measures:
        parser.error("weights ship with their measures: --measures FILE")
    network, had = trained(options.checkpoint)
    file = WEIGHTS if options.write else HERE
    export(network, file)
    made_by = f"training/courtside_training/detector, {options.after}{had}; {BASE}"
    card = DetectorCard(
        version=options.version,
        threshold=options.threshold,
        made_by=made_by,
        licence=LICENCE,
        learned_from=LEARNED_FROM,
        measures=measures_in(options.measures.read_bytes()) if options.measures else {},
    )
    write_card(file, card)
    print(f"{file}: {file.stat().st_size} bytes, {made_by}")


if __name__ == "__main__":
    main()
