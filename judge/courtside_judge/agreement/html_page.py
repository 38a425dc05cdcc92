"""Writes a report as one HTML file that needs nothing else: no script, no other origin."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from courtside_judge.perception.picture import open_picture

from .blocks import Block, digits

_MAX_FRAME_WIDTH_PX = 480
"""A frame is kept, and shown, at most this wide."""


class _Picture(NamedTuple):
    address: str = ""
    """A data address."""
    problem: str = ""
    """Why there is none."""


def render_page(title: str, blocks: Sequence[Block]) -> str:
    """The whole file. Needs the extra `report`; page.html.jinja is its form."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("courtside_judge.agreement", "."),
        autoescape=True,
        undefined=StrictUndefined,
    )
    return templates.get_template("page.html.jinja").render(
        title=title,
        blocks=[(type(block).__name__, block) for block in blocks],
        digits=digits,
        image_of=_picture,
    )


def _picture(data: bytes | None) -> _Picture:
    """Small, as a data address."""
    if data is None:
        return _Picture(problem="no frame")
    try:
        small = open_picture(data)
    except OSError:
        return _Picture(problem="the frame cannot be read")
    small.thumbnail((_MAX_FRAME_WIDTH_PX, _MAX_FRAME_WIDTH_PX * 2))
    out = BytesIO()
    small.save(out, "JPEG", quality=70)
    code = base64.b64encode(out.getvalue()).decode()
    return _Picture(address=f"data:image/jpeg;base64,{code}")
