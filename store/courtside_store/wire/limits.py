"""How large messages, images and tokens may be."""

from __future__ import annotations

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_IMAGE_PIXELS = 40_000_000
MAX_TOKEN_CHARS = 200
