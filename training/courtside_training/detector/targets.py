"""What the network should have said, and how far it was from it. Knows no picture and no file."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from courtside_judge.perception.detector import STRIDES

REACH = 1.5
"""Strides round the middle of a box where it is to be found."""
SIZES = ((0.0, 48.0), (36.0, 112.0), (80.0, 1e9))
"""Root of the area, in pixels, that a level is asked for; neighbours share some."""
THINNEST = (0.0, 14.0, 24.0)
"""Shorter side below which a level is not asked: rows of a list would share its places."""
ROLE_WEIGHT = 0.3


@dataclass(frozen=True)
class Places:
    """All places of all levels, one after the other."""

    middles: Tensor
    """(places, 2) in pixels."""
    strides: Tensor
    """(places,)"""
    level: Tensor
    """(places,) index of the level"""

    def to(self, device: torch.device) -> Places:
        """The same on another device."""
        return Places(self.middles.to(device), self.strides.to(device), self.level.to(device))


def places_of(height: int, width: int) -> Places:
    """The places of each level of the network in a picture of that size."""
    middles, strides, level = [], [], []
    for at, stride in enumerate(STRIDES):
        y, x = torch.meshgrid(
            torch.arange(height // stride), torch.arange(width // stride), indexing="ij"
        )
        here = torch.stack((x, y), -1).reshape(-1, 2)
        middles.append((here + 0.5) * stride)
        strides.append(torch.full((len(here),), float(stride)))
        level.append(torch.full((len(here),), at))
    return Places(torch.cat(middles), torch.cat(strides), torch.cat(level))


def asked(sizes: Tensor, shorter: Tensor) -> Tensor:
    """(boxes, levels): which levels are asked for a box."""
    rows = []
    for (low, high), thin in zip(SIZES, THINNEST, strict=True):
        rows.append((sizes >= low) & (sizes < high) & (shorter >= thin))
    found = torch.stack(rows, 1)
    # A long thin box belongs to the deepest level that its shorter side allows.
    allowed = torch.stack([shorter >= thin for thin in THINNEST], 1)
    deepest = allowed.long().cumsum(1).argmax(1)
    found[torch.arange(len(sizes), device=sizes.device), deepest] |= ~found.any(1)
    return found


def assign(boxes: Tensor, places: Places) -> Tensor:
    """(places,): index of the box (x0, y0, x1, y1) that a place is to find, or -1.

    Of several, the smallest: what lies inside another box is found before what holds it.
    """
    if not len(boxes):
        return torch.full_like(places.level, -1)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    area = width * height
    levels = asked(area.clamp(min=0).sqrt(), torch.minimum(width, height))
    x, y = places.middles[:, 0][None], places.middles[:, 1][None]
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    away = torch.maximum((x - middle_x[:, None]).abs(), (y - middle_y[:, None]).abs())
    inside = (x > boxes[:, :1]) & (x < boxes[:, 2:3]) & (y > boxes[:, 1:2]) & (y < boxes[:, 3:4])
    near = (away < REACH * places.strides[None]) & inside
    near |= away <= places.strides[None] / 2  # a box smaller than a place has its own place
    candidates = near & levels[:, places.level]
    cost = torch.where(candidates, area[:, None], torch.tensor(torch.inf))
    least, which = cost.min(0)
    return torch.where(least.isinf(), torch.tensor(-1), which)


def loss(maps: tuple[Tensor, ...], boxes: list[Tensor], roles: list[Tensor]) -> dict[str, Tensor]:
    """Sums of a batch over its found places: each part weighted."""
    flat = torch.cat([one.flatten(2) for one in maps], 2).transpose(1, 2)
    height, width = (side * STRIDES[0] for side in maps[0].shape[-2:])
    places = places_of(height, width).to(flat.device)
    which = torch.stack([assign(one, places) for one in boxes])
    found = which >= 0
    aims = torch.cat([one[w[w >= 0]] for one, w in zip(boxes, which, strict=True)])
    kinds = torch.cat([one[w[w >= 0]] for one, w in zip(roles, which, strict=True)])
    at = found.nonzero()[:, 1]
    here = flat[found]
    drawn = _boxes(here[:, 1:5], places.middles[at], places.strides[at])
    overlap, general = _overlaps(drawn, aims)
    apart = _sides(aims, places.middles[at], places.strides[at])
    quality = torch.zeros_like(flat[..., 0])
    quality[found] = overlap.detach().clamp(min=0.0, max=1.0)
    score = flat[..., 0]
    gap = (quality - score.sigmoid()).abs().pow(2)
    count = found.sum().clamp(min=1)
    return {
        "score": (F.binary_cross_entropy_with_logits(score, quality, reduction="none") * gap).sum()
        / count,
        "sides": 1.5 * (1 - general).sum() / count,
        "distances": F.smooth_l1_loss(here[:, 1:5].log(), apart.log(), reduction="sum") / count,
        "role": ROLE_WEIGHT * F.cross_entropy(here[:, 5:], kinds, reduction="sum") / count,
    }


def _boxes(sides: Tensor, middles: Tensor, strides: Tensor) -> Tensor:
    far = sides * strides[:, None]
    return torch.cat((middles - far[:, :2], middles + far[:, 2:]), 1)


def _sides(boxes: Tensor, middles: Tensor, strides: Tensor) -> Tensor:
    """Distances in strides, as the network gives them: never 0, and so a logarithm."""
    far = torch.cat((middles - boxes[:, :2], boxes[:, 2:] - middles), 1)
    return (far / strides[:, None]).clamp(min=0.05)


def _overlaps(one: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
    """Intersection over union of pairs, and the generalised one (Rezatofighi et al. 2019)."""
    inner = torch.minimum(one[:, 2:], other[:, 2:]) - torch.maximum(one[:, :2], other[:, :2])
    outer = torch.maximum(one[:, 2:], other[:, 2:]) - torch.minimum(one[:, :2], other[:, :2])
    shared = inner.clamp(min=0).prod(1)
    union = (one[:, 2:] - one[:, :2]).prod(1) + (other[:, 2:] - other[:, :2]).prod(1) - shared
    overlap = shared / union.clamp(min=1e-6)
    whole = outer.prod(1).clamp(min=1e-6)
    return overlap, overlap - (whole - union) / whole
