"""A picture that the daemon would refuse is made smaller, or says why it is withheld."""

from __future__ import annotations

import io
import random

import pytest
from builders import a_jpeg, sha
from PIL import Image

from courtside_bridges.client.outgoing_frames import NO_ROOM, OutgoingFrames
from courtside_bridges.client.picture_fitting import fit_picture
from courtside_store.images import check_image, measure_image
from courtside_store.records import Observation
from courtside_store.wire import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS


def a_png(width: int, height: int, noise: bool = False) -> bytes:
    out = io.BytesIO()
    if noise:
        image = Image.frombytes(
            "RGB", (width, height), random.Random(1).randbytes(width * height * 3)
        )
    else:
        image = Image.new("RGB", (width, height), "navy")
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def a_look(name: str, **more: float) -> Observation:
    return Observation(at_ms=1, frame=name, **more)  # type: ignore[arg-type]


def test_a_picture_that_fits_is_sent_as_it_is() -> None:
    jpeg = a_jpeg()
    assert fit_picture(jpeg).data is jpeg


def test_a_picture_of_far_too_many_pixels_is_refused_in_plain_words() -> None:
    out = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(out, "PNG")
    with pytest.raises(
        ValueError, match=f"^image is too large; at most {MAX_IMAGE_PIXELS} pixels$"
    ):
        check_image(out.getvalue())
    assert "is too large; at most" in fit_picture(out.getvalue()).withheld


def test_a_picture_of_too_many_bytes_is_encoded_again_in_its_size() -> None:
    noise = a_png(2_000, 1_500, noise=True)
    assert len(noise) > MAX_IMAGE_BYTES
    frames = OutgoingFrames()
    name = frames.add(noise)
    smaller = frames.get(name)
    assert smaller is not None and check_image(smaller) == "image/jpeg"
    assert measure_image(smaller) == (2_000, 1_500)
    assert frames.resolve(a_look(name)) == a_look(name)


def test_a_picture_of_too_many_pixels_is_made_smaller_and_its_scale_says_so() -> None:
    frames = OutgoingFrames()
    name = frames.add(a_png(8_000, 7_000))
    smaller = frames.get(name)
    assert smaller is not None
    width, height = measure_image(smaller)
    assert width * height <= MAX_IMAGE_PIXELS and abs(width / height - 8 / 7) < 0.001
    assert abs(frames.resolve(a_look(name, scale=2.0)).scale - 2 * width / 8_000) < 0.001


def test_what_is_no_picture_is_withheld_with_its_reason() -> None:
    frames = OutgoingFrames()
    look = frames.resolve(a_look(frames.add(b"<html>")))
    assert look.frame is None and look.withheld and "not a JPEG, PNG or WebP" in look.withheld
    assert frames.dropped == 1


def test_a_picture_without_end_is_not_opened() -> None:
    huge = a_png(10, 10).replace((10).to_bytes(4, "big") * 2, (60_000).to_bytes(4, "big") * 2, 1)
    picture = fit_picture(huge)
    assert picture.data is None and picture.withheld


def test_pictures_beyond_the_room_are_withheld_until_there_is_room_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = a_jpeg(1), a_jpeg(2)
    monkeypatch.setattr("courtside_bridges.client.outgoing_frames.MAX_BYTES", len(one) + 10)
    frames = OutgoingFrames()
    frames.name([sha(one)])
    frames.add(one)
    assert frames.resolve(a_look(frames.add(two))).withheld == NO_ROOM
    frames.release([sha(one)])
    assert frames.resolve(a_look(frames.add(two))).frame == sha(two)
    assert frames.get(sha(two)) == two and frames.get(sha(one)) is None


def test_pictures_that_nobody_names_go_oldest_first_and_named_ones_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    images = [a_jpeg(20 * n) for n in range(8)]
    monkeypatch.setattr(
        "courtside_bridges.client.outgoing_frames.SPARE_BYTES", 3 * max(map(len, images))
    )
    frames = OutgoingFrames()
    frames.name([sha(images[0])])
    for image in images:
        frames.add(image)
    kept = [n for n, image in enumerate(images) if frames.get(sha(image))]
    assert kept == [0, 5, 6, 7]
