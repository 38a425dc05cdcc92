"""Cuts ids and tokens out of the path of a request. Knows no browser and no table.

`extension/request_paths.js` does the same at the source; `tests/store/request_paths.json` holds
both.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

MASK = "*"
"""Stands for a part of a path that is a value."""
MAX_PARTS = 12
MAX_PATH = 200
_JOINTS = re.compile(r"[._-]")
_WORD = re.compile(r"[A-Za-z]{1,24}[0-9]{0,2}")
_SMALL_NUMBER = re.compile(r"[0-9]{1,2}")


def request_path(url: str, page_url: str) -> str:
    """What is kept of a request's address: its path, after the host where that is not the page's.

    Empty where it has none.
    """
    host, path = _split(url)
    foreign = host if host != _split(page_url)[0] else ""
    return mask_path(foreign + (path or "/")) if host else ""


def mask_path(path: str) -> str:
    """The path with `*` for each part that does not read as words: `/orders/*/lines`.

    What stands before the first slash, a host, is kept. Done twice it changes nothing more.
    """
    host, *parts = re.split(r"[?#;]", path, maxsplit=1)[0].split("/")
    host = host.rpartition("@")[2]
    kept = [part if _reads_as_words(part) else MASK for part in parts[:MAX_PARTS]]
    return "/".join([host, *kept])[:MAX_PATH]


def _reads_as_words(part: str) -> bool:
    """`order-items`, `v1`, `app.v2.Orders`; not `4711`, `a3f9c2d1`, `ada@example.org`."""
    if not part or part == MASK:
        return True
    words = _JOINTS.split(part)
    if not any(_WORD.fullmatch(word) for word in words):
        return False
    return all(not word or _WORD.fullmatch(word) or _SMALL_NUMBER.fullmatch(word) for word in words)


def _split(url: str) -> tuple[str, str]:
    """Host with port, and path; two empty texts where there is no host."""
    try:
        parts = urlsplit(url)
        return parts.netloc.rpartition("@")[2].lower(), parts.path
    except ValueError:
        return "", ""
