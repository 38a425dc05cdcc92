"""Whatever an agent sends: a picture, or one line that says what is wrong; never another error."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import ExifTags, Image

from courtside_judge.frame_difference import changed_region, is_changed
from courtside_judge.llm.frame_captions import shrink
from courtside_judge.perception.picture import (
    UnreadablePictureError,
    open_picture,
    picture_size,
    repair_of,
)
from courtside_judge.perception.protocol import crop
from courtside_judge.perception.set_of_marks import set_of_marks
from courtside_store.geometry import PixelBox


def encoded(picture: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def an_animation() -> bytes:
    frames = [Image.new("RGB", (8, 6), colour) for colour in ("red", "blue")]
    return encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)


def a_png_that_claims(width: int, height: int) -> bytes:
    """Its header alone says so."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    sized = struct.pack(">I", len(header)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return b"\x89PNG\r\n\x1a\n" + sized + b"\0\0\0\1IDAT\0\0\0\0\0"


def a_png_of_16_bits(colour_type: int, channels: int) -> bytes:
    """8x6, each channel 200 of 255; Pillow writes none."""
    row = b"\0" + b"\xc8\xc8" * channels * 8
    whole = b"\x89PNG\r\n\x1a\n"
    header = struct.pack(">IIBBBBB", 8, 6, 16, colour_type, 0, 0, 0)
    for kind, data in (b"IHDR", header), (b"IDAT", zlib.compress(row * 6)), (b"IEND", b""):
        check = struct.pack(">I", zlib.crc32(kind + data))
        whole += struct.pack(">I", len(data)) + kind + data + check
    return whole


SIXTEEN = "16 bits a channel as 8"
ON_WHITE = "transparent parts on white"


@pytest.mark.parametrize(
    ("data", "pixel", "repair"),
    [
        (encoded(Image.new("CMYK", (8, 6), (0, 255, 255, 0)), "TIFF"), (255, 0, 0), "CMYK as RGB"),
        (encoded(Image.new("CMYK", (8, 6), (0, 255, 255, 0)), "JPEG"), (254, 0, 0), "CMYK as RGB"),
        (encoded(Image.new("RGB", (8, 6), (0, 0, 255)), "JPEG"), (0, 0, 254), ""),
        (encoded(Image.new("I;16", (8, 6), 257 * 200)), (200, 200, 200), SIXTEEN),
        (encoded(Image.new("RGBA", (8, 6), (255, 0, 0, 0))), (255, 255, 255), ON_WHITE),
        (
            encoded(Image.new("I;16", (8, 6), 257), transparency=257),
            (255, 255, 255),
            f"{SIXTEEN}, {ON_WHITE}",
        ),
        (
            encoded(Image.new("I;16", (8, 6), 257 * 200), transparency=257),
            (200, 200, 200),
            f"{SIXTEEN}, {ON_WHITE}",
        ),
        (a_png_of_16_bits(2, 3), (200, 200, 200), SIXTEEN),
        (a_png_of_16_bits(6, 4), (212, 212, 212), f"{SIXTEEN}, {ON_WHITE}"),
        (encoded(Image.new("LA", (8, 6), (9, 255))), (9, 9, 9), ""),
        (encoded(Image.new("1", (8, 6), 1)), (255, 255, 255), ""),
        (an_animation(), (255, 0, 0), "the first of 2 frames"),
    ],
    ids=[
        *(
            "CMYK",
            "CMYK JPEG",
            "JPEG",
            "16 bits",
            "transparent",
            "16 bits, transparent",
            "16 bits, another transparent",
        ),
        *("16 bits in colour", "16 bits in colour with alpha"),
        *("grey with alpha", "one bit", "animated"),
    ],
)
def test_every_kind_of_picture_is_seen_as_a_person_sees_it(
    data: bytes, pixel: tuple[int, int, int], repair: str
) -> None:
    assert repair_of(data) == repair
    opened = open_picture(data)
    assert (opened.mode, opened.size) == ("RGB", (8, 6))
    seen = opened.getpixel((3, 3))
    assert isinstance(seen, tuple)
    assert max(abs(a - b) for a, b in zip(seen, pixel, strict=True)) <= 2
    assert open_picture(set_of_marks(data, [])).size == (8, 6)


def a_turned_picture(kind: str, orientation: int = 6) -> bytes:
    """8x6, the lower half blue; shown on its left side, as phones write what they hold upright."""
    picture = Image.new("RGB", (8, 6), "red")
    picture.paste("blue", (0, 3, 8, 6))
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    return encoded(picture, kind, exif=exif)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_is_turned_as_browsers_turn_it(kind: str) -> None:
    data = a_turned_picture(kind)
    assert repair_of(data) == "turned upright as its EXIF data says"
    opened = open_picture(data)
    assert opened.size == picture_size(data) == (6, 8) and "exif" not in opened.info
    left, right = opened.getpixel((0, 4)), opened.getpixel((5, 4))
    assert isinstance(left, tuple) and isinstance(right, tuple)
    assert left[2] > 200 > left[0] and right[0] > 200 > right[2]
    assert open_picture(set_of_marks(data, [])).size == (6, 8)
    upright = encoded(opened)
    assert is_changed("a", "b", {"a": data, "b": upright}.get) is False


@pytest.mark.parametrize("orientation", [0, 1, 9])
def test_other_orientations_turn_nothing(orientation: int) -> None:
    data = a_turned_picture("JPEG", orientation)
    assert repair_of(data) == "" and open_picture(data).size == (8, 6)


def test_a_webp_is_not_turned_as_chromium_does_not_turn_it() -> None:
    data = a_turned_picture("WEBP")
    assert repair_of(data) == "" and open_picture(data).size == picture_size(data) == (8, 6)


def test_damaged_exif_data_costs_no_picture() -> None:
    data = encoded(Image.new("RGB", (8, 6)), "JPEG", exif=b"Exif\0\0MM\0\x2a\0\0\xff")
    assert repair_of(data) == "" and open_picture(data).size == (8, 6)


def test_what_a_model_is_shown_is_the_picture_as_it_is_read() -> None:
    plain = encoded(Image.new("RGB", (8, 6)))
    assert shrink(plain, 1024) == plain
    for data in (an_animation(), a_turned_picture("PNG"), a_png_of_16_bits(6, 4)):
        with Image.open(io.BytesIO(shrink(data, 1024))) as shown:
            assert (shown.format, shown.mode, shown.size) == ("JPEG", *("RGB", picture_size(data)))


@pytest.mark.parametrize("how", [{}, {"subsampling": 0}, {"restart_marker_rows": 1}])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_jpeg_whose_data_ends_early_is_told(mode: str, how: dict[str, int]) -> None:
    """Decoders fill the rest with grey and raise nothing."""
    of_mode = ["CMYK as RGB"] if mode == "CMYK" else []
    for picture in (Image.effect_noise((400, 304), 90), Image.new("L", (400, 304))):
        whole = encoded(picture.convert(mode), "JPEG", **how)
        assert repair_of(whole) == repair_of(whole + b"more\xff\xd9") == ", ".join(of_mode)
        cut = whole[: len(whole) * 3 // 5] + b"\xff\xd9"
        assert open_picture(cut).size == (400, 304)
        *others, told = repair_of(cut).split(", only ")
        assert others == (of_mode or [told])[: len(of_mode)] and "its data ends there" in told


def test_a_whole_progressive_jpeg_is_whole() -> None:
    whole = encoded(Image.effect_noise((400, 304), 90), "JPEG", progressive=True)
    assert repair_of(whole) == ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "begin with ''"),
        (b"GARBAGE!", "there is no picture in them"),
        (encoded(Image.effect_noise((400, 400), 90))[:5000], "truncated"),
        (encoded(Image.effect_noise((400, 400), 90), "JPEG")[:2000], "truncated"),
        (a_png_that_claims(0, 0), "cannot be read"),
        (a_png_that_claims(7_000, 6_000), "expected 1 to 40000000 pixels"),
        (a_png_that_claims(2**31 - 1, 2**31 - 1), "cannot be read"),
        (a_png_that_claims(40_000_000, 1), "expected sides up to 65500 pixels"),
        (a_png_that_claims(1, 65_501), "expected sides up to 65500 pixels"),
    ],
    ids=[
        *("empty", "no picture", "cut PNG", "cut JPEG", "zero-size", "huge", "enormous"),
        *("a line", "a column"),
    ],
)
def test_what_is_no_picture_is_one_line_that_says_why(data: bytes, why: str) -> None:
    with pytest.raises(UnreadablePictureError, match="the picture cannot be read") as raised:
        open_picture(data)
    assert why in str(raised.value) and "\n" not in str(raised.value)
    assert is_changed("a", "b", {"a": data, "b": data + b" "}.get) is True
    assert changed_region(data, data) is None


def test_a_picture_that_pillow_would_hand_to_another_program_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    (tmp_path / "gs").write_text(f"#!/bin/sh\ntouch {started}\n")
    (tmp_path / "gs").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    drawing = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage\n%%EOF\n"
    for use in (open_picture, lambda it: crop(it, None), lambda it: shrink(it, 4)):
        with pytest.raises(OSError, match=r"picture|image"):
            use(drawing)
    assert not started.exists()


WHOLE = [
    *(
        encoded(Image.effect_noise((64, 48), 60).convert(mode))
        for mode in ("L", "RGB", "RGBA", "P")
    ),
    encoded(Image.effect_noise((64, 48), 60).convert("CMYK"), "JPEG"),
    encoded(Image.effect_noise((64, 48), 60).convert("RGB"), "WEBP"),
    an_animation(),
]


@given(
    data=st.sampled_from(WHOLE),
    cut=st.integers(0, 4000),
    flips=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=6),
)
@example(data=WHOLE[0], cut=16, flips=[(11, 0)])
@example(data=WHOLE[-1], cut=140, flips=[(29, 171)])  # says that it has 89 million pixels
@settings(max_examples=300, deadline=None)
def test_damaged_bytes_are_a_picture_or_an_os_error(
    data: bytes, cut: int, flips: list[tuple[int, int]]
) -> None:
    damaged = bytearray(data[:cut] if cut < len(data) else data)
    for at, value in flips:
        if at < len(damaged):
            damaged[at] = value
    for use in (open_picture, lambda it: crop(it, PixelBox(1, 1, 5, 5)), lambda it: shrink(it, 16)):
        try:
            assert use(bytes(damaged)) is not None
        except OSError as error:
            assert str(error)
    assert isinstance(repair_of(bytes(damaged)), str)
    changed_region(data, bytes(damaged))
    is_changed("a", "b", {"a": data, "b": bytes(damaged)}.get)


@pytest.mark.parametrize(
    "region", [PixelBox(10, 10, 0, 0), PixelBox(500, 500, 40, 40), PixelBox(-40, 0, 40, 40)]
)
def test_a_region_outside_of_the_picture_is_an_os_error_and_ends_no_process(
    region: PixelBox,
) -> None:
    data = encoded(Image.new("RGB", (300, 200), "white"))
    with pytest.raises(OSError, match="lies outside of the picture"):
        crop(data, region)


def test_of_a_region_that_sticks_out_only_what_the_picture_shows_is_read() -> None:
    """A source that is wrong about its scale names one of 10^12 pixels."""
    data = encoded(Image.new("RGB", (300, 200), "white"))
    far = crop(data, PixelBox(-20, 50, 1_000_000, 700_000))
    assert far.picture.size == (300, 150) and far.region == PixelBox(0, 50, 300, 150)
