"""The text detector's first stages in PyTorch, so that they can be trained. Knows no element.

Reads the few kinds of nodes that these stages are made of; anything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .text_detector import CUTS, INPUT, cut_stages

FROZEN_TO = CUTS[0]
"""Edges and strokes: kept as they are, which saves half of what a step costs."""
GELU = ("Div", "Erf", "Add", "Mul", "Mul")


@dataclass(frozen=True)
class Node:
    """One operation."""

    kind: str
    inputs: tuple[str, ...]
    output: str
    options: dict[str, Any]


class Stages(nn.Module):
    """From (n, 3, height, width) as `detector_input` gives them to maps at 1/4, 1/8 and 1/16."""

    def __init__(self, file: Path | None = None) -> None:
        import onnx
        from onnx import numpy_helper

        super().__init__()
        graph = onnx.load(file or cut_stages()).graph
        known = {one.name: _tensor(numpy_helper.to_array(one)) for one in graph.initializer}
        self.nodes = tuple(_joined(list(_nodes(graph)), set(known)))
        self.weights = nn.ParameterDict()
        frozen = True
        for node in self.nodes:
            for name in node.inputs[1:]:
                if name in known:
                    one = known[name].flatten() if known[name].shape[0] == 1 else known[name]
                    self.weights[_key(name)] = nn.Parameter(one, requires_grad=not frozen)
            frozen = frozen and node.output != FROZEN_TO

    def forward(self, seen: Tensor) -> tuple[Tensor, ...]:
        held = {INPUT: seen}
        with torch.no_grad():
            for node in self._part(frozen=True):
                held[node.output] = self._compute(node, held)
        for node in self._part(frozen=False):
            held[node.output] = self._compute(node, held)
        return tuple(held[name] for name in CUTS)

    def _part(self, frozen: bool) -> tuple[Node, ...]:
        at = 1 + [node.output for node in self.nodes].index(FROZEN_TO)
        return self.nodes[:at] if frozen else self.nodes[at:]

    def _compute(self, node: Node, held: dict[str, Tensor]) -> Tensor:
        x, options = held[node.inputs[0]], node.options
        if options.get("auto_pad"):
            x = F.pad(x, (0, 1, 0, 1))  # of kernels of 2x2: one at the right and below
        match node.kind:
            case "Conv":
                weight, bias = (self.weights[_key(name)] for name in node.inputs[1:])
                padding = options.get("pads", [0])[0]
                return F.conv2d(
                    x, weight, bias, options["strides"][0], padding, 1, options["group"]
                )
            case "Gelu":
                return F.gelu(x)
            case "Relu":
                return F.relu(x)
            case "HardSigmoid":
                return F.hardsigmoid(x)
            case "MaxPool":
                return F.max_pool2d(x, 2, 1)
            case "ReduceMean":
                return x.mean((2, 3), keepdim=True)
            case "Concat":
                return torch.cat([held[name] for name in node.inputs], 1)
            case "Add":
                return x + held[node.inputs[1]]
            case "Mul":
                return x * held[node.inputs[1]]
        raise ValueError(f"a node is {node.kind!r}; this kind was never seen in the text detector")


def _nodes(graph: Any) -> Iterator[Node]:
    """Of the graph in its order, without those that only rename."""
    from onnx import helper

    same: dict[str, str] = {}
    for one in graph.node:
        inputs = tuple(same.get(name, name) for name in one.input)
        if one.op_type == "Identity":
            same[one.output[0]] = inputs[0]
        else:
            options = {a.name: helper.get_attribute_value(a) for a in one.attribute}
            yield Node(one.op_type, inputs, one.output[0], options)


def _joined(nodes: list[Node], constants: set[str]) -> Iterator[Node]:
    """A convolution with the bias added after it, and the five nodes of a GELU, as one each."""
    at = 0
    while at < len(nodes):
        node = nodes[at]
        if tuple(one.kind for one in nodes[at : at + 5]) == GELU:
            yield Node("Gelu", node.inputs[:1], nodes[at + 4].output, {})
            at += 5
        elif node.kind == "Conv" and nodes[at + 1].inputs[1] in constants:
            bias = nodes[at + 1]
            yield Node("Conv", (*node.inputs, bias.inputs[1]), bias.output, node.options)
            at += 2
        else:
            yield node
            at += 1


def _tensor(array: Any) -> Tensor:
    return torch.from_numpy(array.copy())


def _key(name: str) -> str:
    return name.replace(".", "_")
