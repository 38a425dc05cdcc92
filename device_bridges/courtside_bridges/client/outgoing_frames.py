"""The pictures that wait beside the agent until the daemon has them. Knows no socket.

To be called by one thread at a time.
"""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from courtside_store.records import Observation

from .picture_fitting import fit_picture

MAX_BYTES = 256 * 1024 * 1024
"""The limit of all waiting pictures: further ones are withheld, steps never are."""
SPARE_BYTES = 32 * 1024 * 1024
"""The limit of pictures that no message names yet: each page's last look may be named next."""
MAX_NOTES = 10_000
T = TypeVar("T")
GONE = "its picture was gone before the daemon had it"
NO_ROOM = "there was no room: too many pictures wait for the daemon"


class OutgoingFrames:
    """Keeps the pictures that wait to be sent, by the sha256 of their bytes."""

    def __init__(self) -> None:
        self._data: OrderedDict[str, bytes] = OrderedDict()
        self._named: Counter[str] = Counter()
        self._bytes = 0
        self._spare = 0
        self._withheld: OrderedDict[str, str] = OrderedDict()
        """Why an observation with this picture goes without it."""
        self._ratios: OrderedDict[str, float] = OrderedDict()
        """Of pictures that were made smaller: new pixels for one old one."""
        self.dropped = 0

    def add(self, data: bytes) -> str:
        """Keeps a picture; its name. One that is too large is made smaller, or withheld."""
        sha = hashlib.sha256(data).hexdigest()
        if sha in self._data:
            self._data.move_to_end(sha)
            return sha
        picture = fit_picture(data)
        if picture.data is None:
            self.withhold(sha, picture.withheld)
            return sha
        if picture.data is not data:
            sha = hashlib.sha256(picture.data).hexdigest()
            _note(self._ratios, sha, picture.ratio)
        self._keep(sha, picture.data)
        return sha

    def _keep(self, sha: str, data: bytes) -> None:
        if sha in self._data:
            return
        self._forget(len(data))
        if self._bytes + len(data) > MAX_BYTES:
            self.withhold(sha, NO_ROOM)
            return
        self._withheld.pop(sha, None)
        self._data[sha] = data
        self._bytes += len(data)
        self._spare += len(data) if sha not in self._named else 0

    def get(self, sha: str) -> bytes | None:
        """The bytes; None where they are not here any more."""
        return self._data.get(sha)

    def withhold(self, sha: str, reason: str) -> None:
        """From now on observations go without this picture, and say why."""
        _note(self._withheld, sha, reason)
        self.dropped += 1

    def resolve(self, look: Observation) -> Observation:
        """The observation as it is to be sent: with the picture that there is, or the reason."""
        ratio = self._ratios.get(look.frame or "", 1.0)
        return self.without(structs.replace(look, scale=look.scale * ratio) if ratio != 1 else look)

    def without(self, look: Observation) -> Observation:
        """The same observation; where its picture is withheld, with the reason instead."""
        reason = self._withheld.get(look.frame or "")
        return structs.replace(look, frame=None, withheld=reason) if reason else look

    def name(self, names: Iterable[str]) -> None:
        """A waiting message names these pictures: they stay."""
        for sha in names:
            self._named[sha] += 1
            if sha in self._data:
                self._data.move_to_end(sha)
                self._spare -= len(self._data[sha]) if self._named[sha] == 1 else 0

    def release(self, names: Iterable[str]) -> None:
        """The message is durable: they may go, oldest first."""
        for sha in names:
            self._named[sha] -= 1
            if self._named[sha] <= 0:
                del self._named[sha]
                self._spare += len(self._data.get(sha, b""))
        self._forget()

    def _forget(self, coming: int = 0) -> None:
        """Lets the oldest go of those that nobody names, where there are too many of them."""
        if not self._is_full(coming):
            return
        for sha in [sha for sha in self._data if sha not in self._named]:
            size = len(self._data.pop(sha))
            self._spare -= size
            self._bytes -= size
            if not self._is_full(coming):
                return

    def _is_full(self, coming: int) -> bool:
        return self._spare + coming > SPARE_BYTES or self._bytes + coming > MAX_BYTES


def _note(notes: OrderedDict[str, T], sha: str, note: T) -> None:
    notes[sha] = note
    if len(notes) > MAX_NOTES:
        notes.popitem(last=False)
