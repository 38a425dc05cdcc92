"""The network that finds interactable elements. Knows tensors only: no file, box record or role.

Anchor-free, one stage, three levels: after Tian et al. 2019 (FCOS), with the quality as the score
after Li et al. 2020 (GFL). Separable 5x5 convolutions keep it cheap on one core.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from courtside_judge.perception.detector import ROLES, STRIDES

WIDTHS = (32, 64, 128, 256)
"""Channels at 1/4, 1/8, 1/16 and 1/32 of the picture."""
DEPTHS = (2, 4, 3)
"""Blocks at 1/8, 1/16 and 1/32."""
NECK = 64
RARE = -4.6
"""Logit of one place in a hundred: few places hold an element."""
LARGEST = 6.0
"""Of the logarithm of a side in strides."""


class Separable(nn.Sequential):
    """A 5x5 convolution of each channel, then of each place."""

    def __init__(self, before: int, after: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(before, before, 5, stride, 2, groups=before, bias=False),
            nn.Conv2d(before, after, 1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
        )


class Dense(nn.Sequential):
    """A 3x3 convolution of all channels: near the picture it learns more for its time."""

    def __init__(self, before: int, after: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(before, after, 3, stride, 1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
        )


class Block(nn.Module):
    """What it adds to what it gets."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = Separable(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, x + self.inner(x))


class Head(nn.Sequential):
    """Of one level: the score, four distances to the edges, and the roles."""

    def __init__(self) -> None:
        last = nn.Conv2d(NECK, 1 + 4 + len(ROLES), 1)
        super().__init__(Separable(NECK, NECK), last)
        nn.init.normal_(last.weight, std=0.01)
        with torch.no_grad():
            last.bias = nn.Parameter(torch.tensor([RARE] + [0.7] * 4 + [0.0] * len(ROLES)))

    def forward(self, x: Tensor) -> Tensor:
        found = super().forward(x)
        sides = found[:, 1:5].clamp(-LARGEST, LARGEST).exp()
        return torch.cat((found[:, :1], sides, found[:, 5:]), 1)


class Network(nn.Module):
    """Pictures (n, 3, height, width), of 0 to 1, sides a multiple of 32; one map a level of
    (n, 1 + 4 + roles, ...): logit of the score, distances left, up, right and down in strides,
    logits of the roles.
    """

    def __init__(self) -> None:
        super().__init__()
        first, *widths = WIDTHS
        self.stem = nn.Sequential(
            nn.Conv2d(3, first, 6, 4, 1, bias=False), nn.BatchNorm2d(first), nn.ReLU(inplace=True)
        )
        before = WIDTHS[:-1]
        self.stages = nn.ModuleList(
            nn.Sequential(
                (Dense if at == 0 else Separable)(i, o, 2),
                *((Dense(o, o) if at == block == 0 else Block(o)) for block in range(depth)),
            )
            for at, (i, o, depth) in enumerate(zip(before, widths, DEPTHS, strict=True))
        )
        self.whole = nn.Conv2d(widths[-1], widths[-1], 1)
        self.inwards = nn.ModuleList(nn.Conv2d(width, NECK, 1) for width in widths)
        self.smooth = nn.ModuleList(Separable(NECK, NECK) for _ in STRIDES)
        self.heads = nn.ModuleList(Head() for _ in STRIDES)

    def forward(self, pictures: Tensor) -> tuple[Tensor, ...]:
        x = self.stem(pictures * 4 - 2)
        levels = []
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        deepest = levels[-1] + self.whole(levels[-1].mean((2, 3), keepdim=True))
        inputs = [*levels[:-1], deepest]
        found: Tensor | None = None
        maps = []
        for at in reversed(range(len(STRIDES))):
            here = self.inwards[at](inputs[at])
            if found is not None:
                here = here + F.interpolate(found, scale_factor=2.0, mode="nearest")
            found = self.smooth[at](here)
            maps.append(self.heads[at](found))
        return tuple(reversed(maps))
