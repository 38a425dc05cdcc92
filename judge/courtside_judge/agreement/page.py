"""Writes a report as one HTML file that needs nothing else: no script, no other origin."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import assert_never

from PIL import Image

from .blocks import Block, Cell, Heading, Measured, Plot, Shown, Table, Words, digits

_WIDTH = 480
"""Pixels: a frame is shown so wide at most, and kept so small."""
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Courtside: agreement</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff;
       max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin-top: 3rem; border-top: 2px solid #ddd;
     padding-top: 1rem } h3 { font-size: 1.05rem; margin-top: 2rem }
div.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid #e4e4e4;
         vertical-align: top }
td small { color: #595959; white-space: nowrap }
figure { margin: 1rem 0 } figcaption { font-weight: 600 } svg { max-width: 100%; height: auto }
article { border: 1px solid #ddd; border-radius: 6px; padding: .6rem 1rem; margin: .8rem 0 }
article img { max-width: 100%; border: 1px solid #ccc }
article p { margin: .3rem 0; overflow-wrap: anywhere }
</style>
</head>
<body>
"""


def render_page(title: str, blocks: Sequence[Block]) -> str:
    """The whole file."""
    body = "\n".join(_block(block) for block in blocks)
    return f"{_HEAD}<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"<h{block.level + 1}>{escape(block.text)}</h{block.level + 1}>"
        case Words():
            return f"<p>{escape(block.text)}</p>"
        case Table():
            return _table(block)
        case Plot():
            return f"<figure><figcaption>{escape(block.title)}</figcaption>{block.draw()}</figure>"
        case Shown():
            return _shown(block)
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>\n{rows}</table></div>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, Measured):
        if cell.value is None:
            return "–"
        ends = "–".join(map(digits, cell.ends)) if cell.ends else ""
        return digits(cell.value) + (f" <small>{ends}</small>" if ends else "")
    return escape(cell)


def _shown(shown: Shown) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in shown.lines)
    return f"<article><h4>{escape(shown.title)}</h4>{_image(shown.frame())}{lines}</article>"


def _image(data: bytes | None) -> str:
    """Small, as a data address; a word where there is none or it cannot be read."""
    if data is None:
        return "<p>(no frame)</p>"
    try:
        with Image.open(BytesIO(data)) as image:
            small = image.convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError):
        return "<p>(the frame cannot be read)</p>"
    small.thumbnail((_WIDTH, _WIDTH * 2))
    out = BytesIO()
    small.save(out, "JPEG", quality=70)
    code = base64.b64encode(out.getvalue()).decode()
    return f'<img alt="the last screen" src="data:image/jpeg;base64,{code}">'
