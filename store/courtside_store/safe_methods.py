"""Which HTTP methods change nothing at a server. Knows no request."""

from __future__ import annotations

_SAFE = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))
"""RFC 9110, 9.2.1."""


def is_safe(method: str) -> bool:
    """Whether a request with this method changes nothing."""
    return method.upper() in _SAFE
