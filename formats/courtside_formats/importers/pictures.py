"""The images of one run: checked and hashed once, read again when asked for. Knows no format."""

from __future__ import annotations

import base64
import hashlib
import io
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageSequence, UnidentifiedImageError

from courtside_formats.codecs.bounded import check_regular, inside
from courtside_store.geometry import PixelSize
from courtside_store.images import PIXEL_FORMATS, check_image, measure_image
from courtside_store.records import Element, Observation
from courtside_store.rgb import in_rgb
from courtside_store.shortened_text import shortened
from courtside_store.wire import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS

ReadImage = Callable[[], bytes]
MAX_READ_BYTES = 64 * 1024 * 1024
"""An image file that is larger is not read; what the store takes is less."""
MAX_FRAMES = 2_000
"""An animation with more frames is refused."""
MIN_SIDE = 8
"""A smaller picture is no screen: browser-use puts 4x4 pixels where there was none."""
QUALITY = 90
"""The JPEG quality of a frame that is encoded again, so that small text stays readable."""
MAX_TEXT, MAX_SHORT = 20_000, 500


class Pictures:
    """Makes observations, and is the `ReadFrame` of its run."""

    def __init__(self, at_ms: int) -> None:
        self._at_ms = at_ms
        self._reads: dict[str, ReadImage] = {}

    def __call__(self, sha: str) -> bytes | None:
        """The bytes of a frame; None where its file is gone."""
        read = self._reads.get(sha)
        try:
            return fit_image(read()) if read else None
        except (OSError, ValueError):
            return None

    def look(
        self,
        read: ReadImage | None = None,
        *,
        at_ms: int | None = None,
        url: str = "",
        title: str = "",
        text: str = "",
        elements: tuple[Element, ...] = (),
    ) -> Observation:
        """One screen. An image that cannot be kept is withheld, and the observation says why."""
        frame = withheld = None
        width = height = 0
        try:
            if read is not None:
                data = fit_image(read())
                width, height = _measure(data)
                frame = hashlib.sha256(data).hexdigest()
                self._reads[frame] = read
        except (OSError, ValueError) as error:
            withheld = shortened(" ".join(str(error).split()), MAX_SHORT)
        return Observation(
            at_ms=self._at_ms if at_ms is None else at_ms,
            frame=frame,
            withheld=withheld,
            width=width,
            height=height,
            url=shortened(url, MAX_TEXT),
            title=shortened(title, MAX_SHORT),
            text=shortened(text, MAX_TEXT),
            elements=elements,
        )


def _measure(data: bytes) -> PixelSize:
    size = measure_image(data)
    if min(size) < MIN_SIDE:
        raise ValueError(f"image is {size.width}x{size.height}: a placeholder")
    return size


def file_image(path: Path) -> ReadImage:
    """Reads an image file."""

    def read() -> bytes:
        check_regular(path)
        if path.stat().st_size > MAX_READ_BYTES:
            raise ValueError(f"{path.name} has more than {MAX_READ_BYTES} bytes")
        return path.read_bytes()

    return read


def listed_image(path: Path) -> ReadImage:
    """Reads an image file that was found in a folder; no link that leads out of it is followed."""
    return lambda: file_image(inside(path.parent, path.name))()


def text_image(data: str) -> ReadImage:
    """Reads an image out of base64, with or without `data:image/png;base64,` before it."""

    def read() -> bytes:
        if len(data) > MAX_READ_BYTES * 4 // 3:
            raise ValueError(f"an image of more than {MAX_READ_BYTES} bytes")
        return base64.b64decode(data.partition("base64,")[2] or data)

    return read


def held_image(data: bytes) -> ReadImage:
    """An image that is in memory already."""
    return lambda: data


def fit_image(data: bytes) -> bytes:
    """As it is where the store takes it, else as JPEG. Raises ValueError where it is no image."""
    try:
        check_image(data)
    except ValueError:
        return _encode(data)
    return data


def _encode(data: bytes) -> bytes:
    with _open(data) as image:
        made = encode_image(image)
    if len(made) > MAX_IMAGE_BYTES:
        raise ValueError(f"image has {len(made)} bytes as JPEG; at most {MAX_IMAGE_BYTES}")
    return made


def _open(data: bytes) -> Image.Image:
    start = f"no image: {len(data)} bytes, {data[:8].hex()}…"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow, on headers that it repairs by itself
            image = Image.open(io.BytesIO(data), formats=PIXEL_FORMATS)
    except UnidentifiedImageError as error:
        raise ValueError(start) from error
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"{start} ({error})") from error
    if image.width * image.height > MAX_IMAGE_PIXELS:
        image.close()
        raise ValueError(
            f"image is {image.width}x{image.height}; at most {MAX_IMAGE_PIXELS} pixels"
        )
    return image


def encode_image(image: Image.Image) -> bytes:
    """Pixels as JPEG. Raises ValueError where they cannot be decoded."""
    out = io.BytesIO()
    try:
        in_rgb(image).save(out, "JPEG", quality=QUALITY)
    except (OSError, SyntaxError) as error:
        raise ValueError(f"image is broken: {error}") from error
    return out.getvalue()


def animated_frames(
    path: Path, paint_over: tuple[float, float] | None = None
) -> Iterator[ReadImage]:
    """The frames of an animated WebP, GIF or PNG, in order. Raises ValueError or OSError.

    `paint_over` blackens the corner right of and below it, in parts of width and height: what an
    animation writes into its frames would make equal screens differ.
    """
    with _open(listed_image(path)()) as image:
        frames = getattr(image, "n_frames", 1)
        if frames > MAX_FRAMES:
            raise ValueError(f"{path.name} has {frames} frames; at most {MAX_FRAMES}")
        for frame in ImageSequence.Iterator(image):
            picture = in_rgb(frame)
            if paint_over:
                left, top = paint_over[0] * picture.width, paint_over[1] * picture.height
                picture.paste((0, 0, 0), (int(left), int(top), *picture.size))
            yield held_image(encode_image(picture))
