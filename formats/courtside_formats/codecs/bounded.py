"""Reads foreign files within bounds: JSON, lines of JSON, names. Knows no format."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

import msgspec

MAX_FILE_BYTES = 1 << 30
"""A file that is larger when unpacked is refused, and so is a packed bomb."""
CHUNK_BYTES = 1024 * 1024
MAX_LINE_BYTES = 64 * 1024 * 1024
HEAD_BYTES = 64 * 1024
MEMORY_BYTES = 400 * 1024 * 1024
"""What reading a file may take, where it is read in a process of its own."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What Windows writes before such a text."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
_HALF = re.compile("[\ud800-\udfff]")

T = TypeVar("T")
JsonObject = dict[str, Any]
"""An object of somebody else's JSON, of which nothing is checked yet."""


class Readable(Protocol):
    """An open file, packed or not."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


def read_head(path: Path) -> str:
    """How a file begins: enough to tell what it is."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return head.decode("utf-16" if head.startswith(_UTF_16) else "utf-8", "replace")


def begins_with(path: Path, suffix: str, *words: str) -> bool:
    """Is it a file of that suffix whose beginning has all these words?"""
    return path.suffix == suffix and path.is_file() and all(w in read_head(path) for w in words)


def read_bytes(path: Path) -> bytes:
    """A file, unpacked where its name ends in .gz. Raises ValueError where it is too large."""
    check_regular(path)
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        return read_whole(file, path.name)


def read_whole(file: Readable, name: str) -> bytes:
    """All of an open file, little by little: what is asked for at once is taken at once."""
    data = io.BytesIO()
    while part := file.read(CHUNK_BYTES):
        if data.tell() + len(part) > MAX_FILE_BYTES:
            raise ValueError(f"{name} has more than {MAX_FILE_BYTES} bytes")
        data.write(part)
    return data.getvalue()


def read_json(path: Path) -> Any:
    """A whole JSON file; NaN is let through. Raises ValueError that says where it breaks."""
    return parse_json(read_bytes(path), path.name)


def parse_json(data: bytes | str, name: str) -> Any:
    """JSON as Python writes it. Half a character, which a text that was cut may end with, becomes
    U+FFFD. Raises ValueError that names `name` and the place.
    """
    try:
        found = json.loads(data)
        return _without_halves(found) if _may_have_half(data) else found
    except RecursionError as error:
        raise ValueError(f"{name}: nested too deep") from error
    except ValueError as error:
        raise ValueError(f"{name}: {_why_no_json(data, error)}") from error


def _may_have_half(data: bytes | str) -> bool:
    """Whether an escaped or an encoded surrogate is in it, also one of a pair."""
    encoded = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return bool(_SURROGATE.search(encoded))


def without_half(text: str) -> str:
    """A text in which half a character is U+FFFD."""
    return _HALF.sub("\ufffd", text)


def _without_halves(value: Any) -> Any:
    """The value, its texts without surrogates: those that stand for a character are paired by now.
    Nothing that is sent on or stored can hold one. Lists and objects are changed in place.
    """
    match value:
        case str():
            return without_half(value)
        case list():
            value[:] = map(_without_halves, value)
        case dict():
            whole = {_without_halves(key): _without_halves(one) for key, one in value.items()}
            value.clear()
            value.update(whole)
    return value


_WHY_NO_JSON = {
    "Expecting value": "a value is expected",
    "Expecting ',' delimiter": "a comma or the end of a list or object is expected",
    "Expecting ':' delimiter": "a colon is expected",
    "Expecting property name enclosed in double quotes": "a name in double quotes is expected",
    "Illegal trailing comma before end of object": "a comma stands before the end of an object",
    "Illegal trailing comma before end of array": "a comma stands before the end of a list",
    "Extra data": "something follows after its end",
    "Invalid control character at": "a text holds a control character",
}
"""What Python says of it, in words to which a place is added."""


def _why_no_json(data: bytes | str, error: ValueError) -> str:
    if not data.strip():
        return "it is empty"
    if not isinstance(error, json.JSONDecodeError):
        return "not JSON: it is no text in UTF-8"
    text, at = error.doc.rstrip(), error.pos
    has_lines = "\n" in text
    if at >= len(text) or error.msg.startswith("Unterminated"):
        return "not JSON: it breaks off" + f" in line {text.count(chr(10)) + 1}" * has_lines
    if not text[:at].strip():
        return "not JSON: it does not begin as JSON does"
    place = (
        f"in line {error.lineno}, column {error.colno}" if has_lines else f"at character {at + 1}"
    )
    return f"not JSON: {_WHY_NO_JSON.get(error.msg, 'it is not written as JSON is')} {place}"


def check_regular(path: Path) -> None:
    """Raises ValueError for a pipe or device, which may never end, OSError where nothing is."""
    if "\0" in str(path):
        raise ValueError(f"the name {path.name!r} holds a NUL character, as no file's does")
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError(f"{path.name} is no plain file")


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, each with its number from 1; see `parse_line`."""
    check_regular(path)
    with path.open("rb") as file:
        yield from bounded_lines(file)


def bounded_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines of an open file. One that is too long is cut; the rest is read. Raises
    ValueError where they are UTF-16.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if number == 1 and line.startswith(_UTF_16):
            raise ValueError("it is text in UTF-16; save it as UTF-8")
        more = line
        while len(more) > MAX_LINE_BYTES and not more.endswith(b"\n"):
            more = file.readline(MAX_LINE_BYTES + 1)
        if line.strip():
            yield number, line


def parse_line(line: bytes, name: str) -> Any:
    """A line's JSON. Raises ValueError as `parse_json` does, and where it is too long."""
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"{name} has more than {MAX_LINE_BYTES} bytes")
    return parse_json(line, name)


def keep_last(read: Callable[[Path], T]) -> Callable[[Path], T]:
    """Keeps what was read of the last file for as long as that file stays as it is."""
    last: tuple[tuple[Path, int, int], T] | None = None

    def read_once(path: Path) -> T:
        nonlocal last
        now = path.stat()
        key = (path, now.st_mtime_ns, now.st_size)
        if last is None or last[0] != key:
            last = (key, read(path))
        return last[1]

    return read_once


def as_record(value: Any, kind: type[T], name: str) -> T:
    """Foreign JSON as a record of ours; unknown fields are left out. Raises ValueError."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(f"{name}: {error}") from error


def by_number(paths: Iterable[Path]) -> list[Path]:
    """Sorted as a person counts: screenshot10 comes after screenshot9."""
    return sorted(paths, key=lambda path: _counted(path.name))


def _counted(name: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", name)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def inside(folder: Path, name: str) -> Path:
    """A file named by a recording. Raises ValueError where it lies outside the folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{name!r} lies outside {folder.name}")
    return path


def written_at_ms(path: Path) -> int:
    """When the file was last written."""
    return max(0, path.stat().st_mtime_ns // 1_000_000)


def find_up(folder: Path, name: str, levels: int = 6) -> Path | None:
    """A file that a recording names as seen from some folder above it; None where there is none.

    A name that leads out of that folder is not followed, and the root is no such folder.
    """
    for above in (folder.resolve(), *folder.resolve().parents[:levels]):
        try:
            path = inside(above, name)
        except ValueError:
            return None
        if path.is_file() and above != above.parent:
            return path
    return None
