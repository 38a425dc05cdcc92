"""How the learning rate rises and falls along a training. Knows no network."""

from __future__ import annotations

import math
from typing import Any

import torch


def schedule_of(optimizer: Any, steps: int, warm_up: float) -> Any:
    """`warm_up`: the share of the steps in which the rate rises; then it falls as a cosine."""
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_at(step, steps, warm_up))


def rate_at(step: int, steps: int, warm_up: float) -> float:
    """Share of the learning rate, from step 0: up in a line, down as a cosine."""
    rising = max(1, round(warm_up * steps))
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising)))
