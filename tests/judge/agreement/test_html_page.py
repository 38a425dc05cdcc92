"""A report as a page: whatever a run said is text in it, never markup."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from builders import a_jpeg
from PIL import Image

from courtside_judge.agreement.blocks import (
    Block,
    Heading,
    Measured,
    Paragraph,
    Plot,
    ShownRun,
    TableBlock,
)
from courtside_judge.agreement.html_page import render_page

pytest.importorskip("jinja2", reason="the extra `report` is not installed")
EVIL = "<script>alert('x')</script>{{ 7 * 7 }}&amp;"


def test_every_text_of_a_report_is_escaped() -> None:
    blocks: list[Block] = [
        Heading(text=EVIL, level=1),
        Paragraph(text=EVIL),
        TableBlock(head=(EVIL, "n"), rows=((EVIL, Measured(value=0.5, ends=(0.25, 0.75))),)),
        Plot(title=EVIL, draw=lambda: "<svg></svg>"),
        ShownRun(title=EVIL, lines=(EVIL, EVIL), frame=lambda: None),
    ]
    page = render_page(EVIL, blocks)
    assert "<script" not in page and "49" not in page
    assert page.count("&lt;script&gt;alert(&#39;x&#39;)") == 9
    assert "<svg></svg>" in page and "0.50 <small>0.25–0.75</small>" in page


def test_a_page_names_no_other_origin_and_a_frame_that_cannot_be_read() -> None:
    def shown(frame: bytes | None) -> str:
        return render_page("Report", [ShownRun(title="one", lines=(), frame=lambda: frame)])

    assert "(no frame)" in shown(None)
    assert "(the frame cannot be read)" in shown(b"no picture")
    out = BytesIO()
    Image.effect_noise((400, 400), 90).save(out, "PNG")
    first, *later = out.getvalue().split(b"IDAT")
    assert "(the frame cannot be read)" in shown(b"IDAT".join((first, later[0])) + b"\1\2\3\4")
    page = shown(a_jpeg(1, (1200, 900)))
    assert re.search(
        '<img alt="the last screen" src="data:image/jpeg;base64,[A-Za-z0-9+/=]+">', page
    )
    assert not re.search("https?://", page)


def test_a_number_that_is_not_defined_is_a_dash() -> None:
    table = TableBlock(head=("judge", "AUROC"), rows=(("one", Measured(value=None)),))
    assert "<td>–</td>" in render_page("Report", [table])
