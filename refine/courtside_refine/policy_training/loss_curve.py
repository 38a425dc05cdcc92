"""The curve of a training: losses by step, as JSON lines and as a picture. Knows no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from courtside_store.records import Record

LOSSES = "losses.jsonl"
PLOT = "losses.svg"


class Loss(Record, frozen=True, kw_only=True):
    """The mean loss up to a step."""

    step: int
    loss: float


def write_losses(folder: Path, losses: Sequence[Loss]) -> None:
    """Writes the loss curve, as a table and as a picture."""
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in losses)
    (folder / LOSSES).write_bytes(lines)
    (folder / PLOT).write_text(plot(losses), "utf-8")


def plot(losses: Sequence[Loss]) -> str:
    """SVG: the loss against the step."""
    wide, high, left, bottom = 560, 260, 50, 36
    top = max([one.loss for one in losses], default=1.0) * 1.05 or 1.0
    last = max([one.step for one in losses], default=1)

    def place(step: float, loss: float) -> tuple[float, float]:
        x = left + step / last * (wide - left - 20)
        return round(x, 1), round(high - bottom - loss / top * (high - bottom - 20), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{wide - 20}" y="{high - 6}" text-anchor="end">step {last}</text>',
        '<text x="4" y="14">loss</text>',
    ]
    for part in range(5):
        loss = top * part / 4
        x, y = place(0, loss)
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{loss:.2f}</text>')
        parts.append(f'<path d="M{x} {y}H{wide - 20}" stroke="#ddd"/>')
    line = " ".join("{},{}".format(*place(one.step, one.loss)) for one in losses)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0b6e99" stroke-width="2"/>')
    return "\n".join([*parts, "</svg>", ""])
