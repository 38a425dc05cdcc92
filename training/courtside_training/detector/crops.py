"""Cuts screenshots into crops to train on, changed at random in scale and colour.

The scale is the one at which the detector will see such a picture, times a random factor.
"""

from __future__ import annotations

import io
import math
from typing import Any, TypeAlias

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from courtside_judge.perception.detector import ROLES, scale_of

from .shots import Shot

Pixels: TypeAlias = Any
"""An array of bytes: (height, width, 3)."""
SIZES = ((512, 512), (384, 672), (672, 384), (288, 896), (512, 512))
"""Height and width of the crops; all of a batch have one size."""
SHOWN = 0.4
"""Share of a box that must be in the crop for it to be asked for."""


def crop(
    shot: Shot, size: tuple[int, int], chance: np.random.Generator
) -> tuple[Pixels, Tensor, Tensor]:
    """Pixels (height, width, 3), boxes (n, 4) as left, top, right, bottom, and roles (n,)."""
    height, width = size
    scale = scale_of(shot.width, shot.height) * math.exp(chance.normal(0.0, 0.2))
    wide, high = width / scale, height / scale
    left = chance.uniform(min(0.0, shot.width - wide), max(0.0, shot.width - wide))
    top = chance.uniform(min(0.0, shot.height - high), max(0.0, shot.height - high))
    with Image.open(shot.file) as opened:
        seen = opened.convert("RGB").transform(
            (width, height),
            Image.Transform.AFFINE,
            (1 / scale, 0, left, 0, 1 / scale, top),
            Image.Resampling.BILINEAR,
            fillcolor=(127, 127, 127),
        )
    boxes = (np.array([box for _, box in shot.boxes], np.float32)).reshape(-1, 4)
    boxes[:, 2:] += boxes[:, :2]
    boxes = (boxes - np.array((left, top, left, top), np.float32)) * scale
    roles = np.array([ROLES.index(role) for role, _ in shot.boxes], np.int64)
    pixels = recoloured(np.asarray(seen), chance)
    if chance.random() < 0.25:
        pixels = pixels[:, ::-1]
        boxes = np.stack((width - boxes[:, 2], boxes[:, 1], width - boxes[:, 0], boxes[:, 3]), 1)
    return (np.ascontiguousarray(pixels), *_shown(boxes, roles, width, height))


def recoloured(pixels: Pixels, chance: np.random.Generator) -> Pixels:
    """With other colours, light on dark, grey or as a coarse JPEG, each now and then."""
    if chance.random() < 0.2:
        pixels = 255 - pixels
    if chance.random() < 0.3:
        pixels = pixels[:, :, chance.permutation(3)]
    if chance.random() < 0.5:
        levels = np.arange(256)[:, None] / 255
        curves = levels ** chance.uniform(0.7, 1.4, 3) * chance.uniform(0.75, 1.0, 3)
        table = (255 * (curves + chance.uniform(0, 0.15, 3))).clip(0, 255).astype(np.uint8)
        pixels = np.stack([table[:, at][pixels[:, :, at]] for at in range(3)], 2)
    if chance.random() < 0.05:
        pixels = np.repeat(pixels.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    if chance.random() < 0.2:
        pixels = _as_jpeg(pixels, int(chance.integers(30, 80)))
    return pixels


def batch(
    shots: list[Shot], chance: np.random.Generator
) -> tuple[Tensor, list[Tensor], list[Tensor]]:
    """Pictures of 0 to 1, and the boxes and roles of each."""
    size = SIZES[int(chance.integers(len(SIZES)))]
    made = [crop(shot, size, chance) for shot in shots]
    pixels = torch.from_numpy(np.stack([one[0] for one in made])).permute(0, 3, 1, 2)
    return pixels.float() / 255, [one[1] for one in made], [one[2] for one in made]


def _shown(boxes: Any, roles: Any, width: int, height: int) -> tuple[Tensor, Tensor]:
    limits = np.array((width, height, width, height), np.float32)
    inside = boxes.clip(0, limits)
    whole = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    sides = inside[:, 2:] - inside[:, :2]
    kept = (sides.prod(1) >= SHOWN * whole) & (sides >= 3).all(1)
    return torch.from_numpy(inside[kept]).float(), torch.from_numpy(roles[kept])


def _as_jpeg(pixels: Pixels, quality: int) -> Pixels:
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "JPEG", quality=quality)
    return np.asarray(Image.open(held))
