"""Says in plain words why a foreign file cannot be read. Reads none."""

from __future__ import annotations

import errno
import gzip
import re
import struct
import zipfile
import zlib
from pathlib import Path

from courtside_formats.codecs.bounded import MEMORY_BYTES

DAMAGED = "it breaks off, or is damaged"
OTHER_SHAPE = "it is not built as files of its format are: a part is missing or of another kind"
_PYTHONS = (
    (re.compile(r"invalid literal for int\(\) with base \d+: (.*)"), r"\1 is no whole number"),
    (re.compile(r"could not convert string to float: (.*)"), r"\1 is no number"),
    (re.compile(r"(not enough|too many) values to unpack.*"), OTHER_SHAPE),
    (re.compile(r"'[\w-]+' codec can't decode.*"), "it is no text in UTF-8"),
)
"""What Python says of a value, and how a person would."""


def why_broken(path: Path | str, error: BaseException) -> str:
    """In one line, without the name of the file."""
    if _is_empty(Path(path)):
        return "the file is empty"
    match error:
        case MemoryError():
            return f"reading it needs more than {MEMORY_BYTES // 2**20} MB of memory"
        case zipfile.BadZipFile():
            return "it is no zip file, breaks off, or is damaged"
        case gzip.BadGzipFile():
            return "its name ends in .gz, and it is not packed with gzip, or is damaged"
        case EOFError() | zlib.error() | struct.error():
            return DAMAGED
        case OSError() if error.errno:
            return _why_not_opened(error)
        case KeyError():
            return f"{error.args[0]!r} is missing in it"
        case IndexError() | TypeError() | AttributeError() | ArithmeticError():
            return OTHER_SHAPE
        case _:
            return _in_words(str(error)) or OTHER_SHAPE


def _why_not_opened(error: OSError) -> str:
    name = Path(str(error.filename)).name
    match error.errno:
        case errno.ENOTDIR:
            return f"it is a file; a recording of its format is a folder with {name} in it"
        case errno.ENOENT:
            return f"{name} is missing"
        case errno.EACCES | errno.EPERM:
            return f"{name} may not be read: permission denied"
        case _:
            return f"{name}: {error.strerror}"


def _in_words(reason: str) -> str:
    for pattern, words in _PYTHONS:
        reason = pattern.sub(words, reason)
    return reason


def _is_empty(path: Path) -> bool:
    try:
        return path.is_file() and not path.stat().st_size
    except (OSError, ValueError):
        return False
