"""One-time codes that soon expire: for pairing, and for logging in to the page."""

from __future__ import annotations

import hmac
import secrets
import time

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
MAX_TRIES = 5


class Codes:
    """The codes for one purpose. A few wrong tries make all of them invalid."""

    def __init__(self, chars: int, lifetime_s: float) -> None:
        self._chars = chars
        self.lifetime_s = lifetime_s
        self._live: dict[str, float] = {}
        self._wrong = 0

    def issue(self) -> str:
        """A fresh code."""
        self._forget_old()
        self._wrong = 0
        code = "".join(secrets.choice(_LETTERS) for _ in range(self._chars))
        self._live[code] = time.monotonic() + self.lifetime_s
        return code

    def redeem(self, code: str) -> bool:
        """True once for a live code."""
        self._forget_old()
        given = code.strip().upper().replace("-", "")
        for live in list(self._live):
            if hmac.compare_digest(live.encode(), given.encode(errors="surrogatepass")):
                del self._live[live]
                return True
        self._wrong += 1
        if self._wrong >= MAX_TRIES:
            self._live.clear()
        return False

    def _forget_old(self) -> None:
        now = time.monotonic()
        self._live = {code: end for code, end in self._live.items() if end > now}
