"""How an export's files are laid out, and which of two splits a task is in."""

from __future__ import annotations

import hashlib
from typing import Literal

from courtside_store.records import Record

File = Literal["jsonl", "parquet"]
Split = Literal["train", "test"]


class Layout(Record, frozen=True, kw_only=True):
    """What is written beside the choice of rows."""

    file: File = "jsonl"
    test_share: float = 0.0
    """The share of tasks that go to a split of their own; 0: one split."""
    images: bool = True
    public: bool = False
    """Without pictures, addresses, and what a person marked as private."""
    hidden: tuple[str, ...] = ()
    """Words that are cut out of a public export, beside those of notes."""

    @property
    def splits(self) -> tuple[Split, ...]:
        """Those that there are."""
        return ("train", "test") if self.test_share else ("train",)

    def split_of(self, task: str) -> Split:
        """The split of a task: the same however it is spaced, on any machine and at any size."""
        if not self.test_share:
            return "train"
        plain = " ".join(task.split()).casefold()
        digest = hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()
        return "test" if int.from_bytes(digest[:8]) / 2**64 < self.test_share else "train"
