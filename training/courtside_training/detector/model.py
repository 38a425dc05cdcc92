"""The detector's network: what lies on a text detector's maps, and the whole with its stages.

Anchor-free, one stage, three levels: after Tian et al. 2019 (FCOS), with the quality as the score
after Li et al. 2020 (GFL). Knows tensors only: no file, box record or role.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from courtside_judge.perception.detector import ROLES

from .stages import Stages
from .text_detector import CHANNELS, detector_input

WIDTH = 112
RARE = -4.0
"""Logit of one place in fifty: few places hold an element."""
MAX_LOG_SIDE = 6.0
"""The logarithm of a side, in strides, is cut here."""


class Separable(nn.Sequential):
    """A 5x5 convolution of each channel, then of each place."""

    def __init__(self, before: int, after: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(before, before, 5, stride, 2, groups=before, bias=False),
            nn.Conv2d(before, after, 1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
        )


class Block(nn.Module):
    """What it adds to what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = Separable(WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.inner(x)


class Inwards(nn.Sequential):
    """Maps of the first stages, made even and of our width."""

    def __init__(self, before: int, size: int = 1, stride: int = 1) -> None:
        super().__init__(
            nn.BatchNorm2d(before),
            nn.Conv2d(before, WIDTH, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(WIDTH),
            nn.ReLU(inplace=True),
        )


class Head(nn.Sequential):
    """The network's part for one level: the score, four distances to the edges, and the roles."""

    def __init__(self) -> None:
        last = nn.Conv2d(WIDTH, 1 + 4 + len(ROLES), 1)
        super().__init__(Separable(WIDTH, WIDTH), Separable(WIDTH, WIDTH), last)
        nn.init.normal_(last.weight, std=0.01)
        with torch.no_grad():
            last.bias = nn.Parameter(torch.tensor([RARE] + [0.7] * 4 + [0.0] * len(ROLES)))

    def forward(self, x: Tensor) -> Tensor:
        found = super().forward(x).float()
        sides = found[:, 1:5].clamp(-MAX_LOG_SIDE, MAX_LOG_SIDE).exp()
        return torch.cat((found[:, :1], sides, found[:, 5:]), 1)


class Network(nn.Module):
    """From maps at 1/4, 1/8 and 1/16 of a picture with sides that are multiples of 32, to one map
    a level, at 1/8, 1/16 and 1/32, of (n, 1 + 4 + roles, ...): logit of the score, distances left,
    up, right and down in strides, logits of the roles.
    """

    def __init__(self) -> None:
        super().__init__()
        fine, middle, coarse = CHANNELS
        self.fine = Inwards(fine, 3, 2)
        self.middle = Inwards(middle)
        self.coarse = Inwards(coarse)
        self.deep = nn.Sequential(Separable(WIDTH, WIDTH, 2), Block(), Block(), Block())
        self.whole = nn.Conv2d(WIDTH, WIDTH, 1)
        self.at_16 = nn.Sequential(Block(), Block())
        self.at_8 = nn.Sequential(Block(), Block())
        self.heads = nn.ModuleList(Head() for _ in range(3))

    def forward(self, fine: Tensor, middle: Tensor, coarse: Tensor) -> tuple[Tensor, ...]:
        at_16 = self.coarse(coarse)
        at_32 = self.deep(at_16)
        at_32 = at_32 + self.whole(at_32.mean((2, 3), keepdim=True))
        at_16 = self.at_16(at_16 + _twice(at_32))
        at_8 = self.at_8(self.fine(fine) + self.middle(middle) + _twice(at_16))
        levels = (at_8, at_16, at_32)
        return tuple(head(level) for head, level in zip(self.heads, levels, strict=True))


class Whole(nn.Module):
    """From a picture (n, 3, height, width) of 0 to 1 to what the network says of it."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__()
        self.stages = Stages(file)
        self.network = Network()

    def forward(self, picture: Tensor) -> tuple[Tensor, ...]:
        found: tuple[Tensor, ...] = self.network(*self.stages(detector_input(picture)))
        return found

    def train(self, mode: bool = True, settled: bool = False) -> Whole:
        """`settled`: normalises by the means of many steps, as when it is used, no longer by
        those of two pictures.
        """
        super().train(mode)
        for one in self.modules():
            if settled and isinstance(one, nn.BatchNorm2d):
                one.eval()
        return self


def _twice(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")
