"""RapidOCR on drawn screens: the words, and where they stand."""

from __future__ import annotations

import io
from typing import Any

import pytest
from drawing import BUTTON, a_drawn_screen
from PIL import Image, ImageDraw, ImageFont

from courtside_judge.perception.protocol import PartlyReadError
from courtside_judge.perception.registry import is_installed, load_reader

if not is_installed("rapidocr"):
    pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'", allow_module_level=True)

from pathlib import Path

from courtside_store.geometry import PixelBox

SCREEN = a_drawn_screen("Your order 4711 was placed", "Total: $38.20", button="Submit order")


def near(box: tuple[float, ...] | None, wanted: tuple[float, ...], within: float = 12) -> bool:
    return box is not None and all(abs(a - b) < within for a, b in zip(box, wanted, strict=True))


def test_words_are_read_with_their_boxes_and_confidence() -> None:
    order, total, submit = load_reader("rapidocr", Path()).read(SCREEN)
    assert [one.text for one in (order, total, submit)] == [
        "Your order 4711 was placed",
        "Total: $38.20",
        "Submit order",
    ]
    assert near(total.box, (60, 103, 125, 22))
    x, y, width, height = submit.box or (0, 0, 0, 0)
    assert x > BUTTON[0] and y > BUTTON[1]
    assert x + width < BUTTON[0] + BUTTON[2] and y + height < BUTTON[1] + BUTTON[3]
    for number, one in enumerate((order, total, submit), 1):
        assert (one.id, one.role, one.source, one.interactable) == (number, "text", "ocr", False)
        assert one.confidence is not None and 0.8 < one.confidence <= 1


def test_of_a_region_only_its_text_is_read_and_boxes_are_the_pictures() -> None:
    (total,) = load_reader("rapidocr", Path()).read(SCREEN, PixelBox(0, 85, 400, 60))
    assert total.text == "Total: $38.20" and near(total.box, (60, 103, 125, 22))


def test_a_row_of_a_table_is_read_cell_by_cell_even_in_a_thin_region() -> None:
    row = "Ann" + 60 * " " + "2026-05-02" + 60 * " " + "$23.40"
    cells = load_reader("rapidocr", Path()).read(a_drawn_screen(row), PixelBox(40, 36, 1200, 32))
    assert [one.text for one in cells] == ["Ann", "2026-05-02", "$23.40"]


@pytest.mark.parametrize("region", [None, PixelBox(40, 20, 1200, 680)])
def test_a_lone_word_on_an_empty_screen_is_not_overlooked(
    region: PixelBox | None,
) -> None:
    (login,) = load_reader("rapidocr", Path()).read(a_drawn_screen("Login"), region)
    assert login.text == "Login" and near(login.box, (60, 43, 50, 22), within=20)


def test_an_empty_screen_has_no_text_and_what_is_no_picture_is_an_error() -> None:
    reader = load_reader("rapidocr", Path())
    assert reader.read(a_drawn_screen()) == ()
    with pytest.raises(OSError, match="the picture cannot be read"):
        reader.read(b"no picture")


def test_a_line_that_was_read_on_another_screen_is_not_recognised_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from courtside_judge.perception.quick_lines import QuickLines

    recognised: list[Any] = []
    recognise = QuickLines.read

    def counted(self: Any, line: Any) -> Any:
        recognised.append(line)
        return recognise(self, line)

    monkeypatch.setattr(QuickLines, "read", counted)
    reader = load_reader("rapidocr", Path())
    first = reader.read(SCREEN)
    assert reader.read(SCREEN) == first and len(recognised) == 3
    more = reader.read(a_drawn_screen("Your order 4711 was placed", "Total: $41.70"))
    assert [one.text for one in more] == ["Your order 4711 was placed", "Total: $41.70"]
    assert len(recognised) <= 5


def test_a_page_that_is_higher_than_any_screen_is_read_to_its_end() -> None:
    page = a_drawn_screen(*90 * ["Apples", "Pears"], size=(400, 11_000))
    found = load_reader("rapidocr", Path()).read(page)
    assert [one.text for one in found] == 90 * ["Apples", "Pears"]
    assert near(found[-1].box, (60, 40 + 60 * 179, 52, 22), within=15)


def test_small_letters_of_a_wide_screen_are_read() -> None:
    screen = Image.new("RGB", (2560, 600), "white")
    words = [(x, y, f"Order {x + y}") for x in range(20, 2400, 230) for y in range(20, 560, 60)]
    for x, y, word in words:
        ImageDraw.Draw(screen).text((x, y), word, font=ImageFont.load_default(11), fill="black")
    out = io.BytesIO()
    screen.save(out, "PNG")
    read = " ".join(one.text for one in load_reader("rapidocr", Path()).read(out.getvalue()))
    assert sum(word in read for *_, word in words) > 0.95 * len(words)


def test_the_real_one_reads_the_top_of_a_high_page_with_next_to_no_time() -> None:
    page = a_drawn_screen(*75 * ["Apples"], size=(300, 4_600))
    with pytest.raises(PartlyReadError, match=r"px down, were not read in time$") as caught:
        load_reader("rapidocr", Path(), 0.001).read(page)
    texts = [one.text for one in caught.value.elements]
    assert 20 < len(texts) < 75 and set(texts) == {"Apples"}
    last = caught.value.elements[-1].box
    assert last and last.bottom <= caught.value.unread.top < last.bottom + 60
    assert caught.value.unread.bottom == 4_600
