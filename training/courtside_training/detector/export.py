"""Writes a checkpoint as the ONNX file that the detector runs, and checks that both say the same.

    python -m courtside_training.detector.export [--checkpoint FILE] [--write]

Without --write the file stays in .training/detector.
"""

from __future__ import annotations

import argparse
import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from courtside_judge.perception.detector import MAPS, WEIGHTS, Card

from .features import CUTS, INPUT, Features, as_read, stages
from .model import Network
from .shots import CACHE
from .train import CHECKPOINT

HERE = CACHE / "detector.onnx"
SEEN = ("fine", "middle", "coarse")
OPSET = 11
"""The text detector's."""
DIFFERENCE = 1e-3
"""Largest that is put down to another order of additions."""
MAX_BYTES = 12_000_000


def export(network: Network, file: Path) -> None:
    """Pixels, the text detector's stages and the network in one, for pictures of any size.

    Raises ValueError where onnxruntime computes something else than torch, or it is too large.
    """
    import onnx
    from onnx import compose

    network = network.eval().to(memory_format=torch.contiguous_format)
    file.parent.mkdir(parents=True, exist_ok=True)
    first = onnx.load(stages())
    front = _traced(Pixels(), (torch.rand(1, 3, 256, 320),), ("picture",), ("seen",))
    last = _traced(network, _maps(torch.rand(1, 3, 256, 320)), SEEN, MAPS)
    for part in (front, last):
        part.ir_version = first.ir_version
    whole = compose.merge_models(front, first, [("seen", INPUT)], prefix1="front/", prefix2="text/")
    renamed = [(f"text/{cut}", name) for cut, name in zip(CUTS, SEEN, strict=True)]
    whole = compose.merge_models(whole, last, renamed)
    _rename_input(whole, "picture")
    onnx.save(whole, file)
    if (size := file.stat().st_size) > MAX_BYTES:
        raise ValueError(f"{file} has {size} bytes; at most {MAX_BYTES} are shipped")
    if (gap := difference(network, file)) > DIFFERENCE:
        raise ValueError(f"onnxruntime's maps differ by {gap}; at most {DIFFERENCE} is expected")


class Pixels(torch.nn.Module):
    """As the text detector reads them."""

    def forward(self, picture: torch.Tensor) -> Any:
        return as_read(picture)


def _traced(
    module: torch.nn.Module,
    inputs: tuple[torch.Tensor, ...],
    names: Sequence[str],
    outputs: Sequence[str],
) -> Any:
    import onnx

    held = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, on itself
        torch.onnx.export(
            module,
            inputs,
            held,
            dynamo=False,
            input_names=list(names),
            output_names=list(outputs),
            dynamic_axes={name: {2: "height", 3: "width"} for name in (*names, *outputs)},
            opset_version=OPSET,
        )
    return onnx.load_model_from_string(held.getvalue())


def _rename_input(model: Any, name: str) -> None:
    before = model.graph.input[0].name
    model.graph.input[0].name = name
    for node in model.graph.node:
        node.input[:] = [name if one == before else one for one in node.input]


def _maps(picture: torch.Tensor) -> tuple[torch.Tensor, ...]:
    maps = Features().of(as_read(picture).numpy())
    return tuple(torch.from_numpy(one) for one in maps)


def difference(network: Network, file: Path) -> float:
    """Largest, over all maps, on a picture of another size than the one that was traced.

    Of the distances that of their logarithms: they reach a thousand.
    """
    import onnxruntime

    picture = np.random.default_rng(0).random((1, 3, 384, 512), np.float32)
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        expected = [one.numpy() for one in network(*_maps(torch.from_numpy(picture)))]
    given = session.run(list(MAPS), {"picture": picture})
    gaps = []
    for one, other in zip(given, expected, strict=True):
        gaps.append(np.abs(np.log(one[:, 1:5]) - np.log(other[:, 1:5])).max())
        gaps.append(np.abs(one[:, :1] - other[:, :1]).max())
        gaps.append(np.abs(one[:, 5:] - other[:, 5:]).max())
    return float(max(gaps))


def trained(checkpoint: Path = CHECKPOINT) -> tuple[Network, int, float]:
    """The running mean of the weights, the steps and the processor seconds that they had."""
    state = torch.load(checkpoint, weights_only=True)
    network = Network()
    network.load_state_dict(state["mean"])
    return network, int(state["step"]), float(state["seconds"])


def write_card(file: Path, card: Card) -> None:
    """Beside the weights."""
    text = msgspec.json.format(msgspec.json.encode(card), indent=2)
    file.with_suffix(".json").write_bytes(text + b"\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, default=CHECKPOINT)
    parser.add_argument("--threshold", type=float, default=0.3, help="least confidence")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    options = parser.parse_args()
    network, steps, seconds = trained(options.checkpoint)
    file = WEIGHTS if options.write else HERE
    export(network, file)
    made_by = f"training/courtside_training/detector, {steps} steps, {seconds:.0f} CPU-s"
    write_card(file, Card(version="1", threshold=options.threshold, made_by=made_by))
    print(f"{file}: {file.stat().st_size} bytes, {made_by}")


if __name__ == "__main__":
    main()
