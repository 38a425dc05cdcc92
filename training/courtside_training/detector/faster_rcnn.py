"""The detector of Chi et al. 2024 (element ordering), to compare: Faster R-CNN with a ResNet-50.

One class, interactable; SGD, rate 0.00025, 200,000 iterations of 16 images (appendix of the paper).
Needs torchvision, which has no build for this project's torch on a CPU; Debian's own Python has
one. How far it was trained there: docs/lab/detector.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image

from courtside_judge.perception.detector import MAX_DETECTIONS, Detection
from courtside_store.geometry import Box

from .shots import CACHE, Shot

CHECKPOINT = CACHE / "faster_rcnn.pt"
RATE = 0.00025
MOMENTUM = 0.9
STEPS = 200_000
BATCH = 16
SIDE = 800
"""Of a picture as the network sees it, the shorter one, in pixels; the longer one is at most 5/3 of
it. It is torchvision's, and stays with the weights.
"""
SAVED_EVERY_S = 180
INSTALL = "Faster R-CNN needs torchvision: pip install torchvision, in the version of your torch"


def build(side: int = SIDE) -> Any:
    """The network, with random weights. Raises RuntimeError without torchvision."""
    if find_spec("torchvision") is None:
        raise RuntimeError(INSTALL)
    from torchvision.models.detection import fasterrcnn_resnet50_fpn

    return fasterrcnn_resnet50_fpn(
        weights=None,
        weights_backbone=None,
        num_classes=2,
        min_size=side,
        max_size=side * 5 // 3,
        box_detections_per_img=MAX_DETECTIONS,
    )


def train(
    draw: Callable[[np.random.Generator, int], Sequence[Shot]],
    goes_on: Callable[[int], bool],
    checkpoint: Path = CHECKPOINT,
    side: int = SIDE,
) -> int:
    """From the checkpoint if there is one, while `goes_on(step)`; the steps made in all."""
    network = build(side).train()
    optimiser = torch.optim.SGD(network.parameters(), RATE, momentum=MOMENTUM)
    step = _resume(checkpoint, network, optimiser) if checkpoint.is_file() else 0
    saved = time.monotonic()
    while step < STEPS and goes_on(step):
        shots = draw(np.random.default_rng((step, 7)), BATCH)
        losses = network([_picture(shot) for shot in shots], [_target(shot) for shot in shots])
        optimiser.zero_grad()
        sum(losses.values()).backward()
        optimiser.step()
        step += 1
        parts = " ".join(f"{name} {float(part.detach()):.3f}" for name, part in losses.items())
        print(f"{step} {time.process_time():.0f} CPU-s {parts}", flush=True)
        if time.monotonic() - saved > SAVED_EVERY_S:
            _save(checkpoint, network, optimiser, step, side)
            saved = time.monotonic()
    _save(checkpoint, network, optimiser, step, side)
    return step


class FasterRcnn:
    """Finds with a checkpoint of `train`; its only role is "item"."""

    def __init__(self, checkpoint: Path = CHECKPOINT) -> None:
        state = torch.load(checkpoint, weights_only=True)
        self._network = build(int(state["side"])).eval()
        self._network.load_state_dict(state["network"])

    def detect(self, image: Image.Image, threshold: float | None = None) -> tuple[Detection, ...]:
        """As the shipped detector does."""
        least = 0.5 if threshold is None else threshold
        with torch.no_grad():
            found = self._network([_tensor(image)])[0]
        return tuple(
            Detection(
                box=Box(left, top, right - left, bottom - top), role="item", confidence=float(score)
            )
            for (left, top, right, bottom), score in zip(
                found["boxes"].tolist(), found["scores"], strict=True
            )
            if float(score) >= least
        )


def _resume(file: Path, network: Any, optimiser: Any) -> int:
    """The steps that were made before."""
    state = torch.load(file, weights_only=True)
    network.load_state_dict(state["network"])
    groups = optimiser.state_dict()["param_groups"]
    optimiser.load_state_dict({"state": state["momentum"], "param_groups": groups})
    return int(state["step"])


def _save(file: Path, network: Any, optimiser: Any, step: int, side: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    state = {
        "network": network.state_dict(),
        "momentum": optimiser.state_dict()["state"],  # torch 1.13 reads no floats by themselves
        "step": step,
        "side": side,
    }
    torch.save(state, file.with_suffix(".tmp"))
    file.with_suffix(".tmp").replace(file)


def _picture(shot: Shot) -> torch.Tensor:
    with Image.open(shot.file) as image:
        return _tensor(image)


def _tensor(image: Image.Image) -> torch.Tensor:
    pixels = torch.from_numpy(np.asarray(image.convert("RGB")).copy())
    return pixels.permute(2, 0, 1).float() / 255


def _target(shot: Shot) -> dict[str, torch.Tensor]:
    corners = [(x, y, x + width, y + height) for _, (x, y, width, height) in shot.boxes]
    return {
        "boxes": torch.tensor(corners, dtype=torch.float32).reshape(-1, 4),
        "labels": torch.ones(len(corners), dtype=torch.int64),
    }
