"""Reads the shipped ONNX file back into the network, so that training can go on from it.

The export folds the normalisation after a convolution into it; here the convolution keeps the
product, and the normalisation starts as one that changes nothing but adds the bias. Knows no
optimiser: its state is not in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from courtside_judge.perception.detector import WEIGHTS

from .model import Whole

EPSILON = 1e-5
"""Added to a variance by a normalisation, unless told otherwise."""


def shipped(file: Path = WEIGHTS) -> Whole:
    """The network that computes what the file does. Raises ValueError where a weight is left."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(file).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    given = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
    network = Whole()
    state = network.state_dict()
    taken = {name for name in given if name in state}
    for name in taken:
        state[name] = given[name]
    for node in graph.node:
        if node.op_type == "Conv" and node.input[1] not in taken:
            _unfold(state, _module(node), *(given[name] for name in node.input[1:]))
            taken.update(node.input[1:])
    if left := set(given) - taken:
        raise ValueError(f"{file} has weights that the network does not know: {sorted(left)}")
    network.load_state_dict(state)
    return network


def _module(node: Any) -> str:
    """Of the network; the exporter names a node by scopes that repeat each other's beginnings."""
    name = before = ""
    for scope in node.name.strip("/").split("/")[:-1]:
        inside = before and scope.startswith(f"{before}.")
        name = name.removesuffix(before) + scope if inside else f"{name}.{scope}"
        before = scope
    return name.removeprefix(".")


def _unfold(state: dict[str, Tensor], convolution: str, weight: Tensor, bias: Tensor) -> None:
    """Into a convolution without bias and the normalisation that follows it."""
    parent, place = convolution.rsplit(".", 1)
    after = f"{parent}.{int(place) + 1}"
    state[f"{convolution}.weight"] = weight
    state[f"{after}.weight"] = torch.full_like(bias, (1 + EPSILON) ** 0.5)
    state[f"{after}.bias"] = bias
    state[f"{after}.running_mean"] = torch.zeros_like(bias)
    state[f"{after}.running_var"] = torch.ones_like(bias)
