"""What the lower layers make of all pairs, kept on disk chunk by chunk. Knows no model.

A reading that was stopped goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec
import torch

from .minilm import Read
from .run_texts import Pair

CHUNK = 200


def read_all(folder: Path, pairs: Sequence[Pair], read: Callable[[Pair], Read]) -> list[Read]:
    """In their order. A chunk is known by its texts."""
    reads: list[Read] = []
    for start in range(0, len(pairs), CHUNK):
        reads += _read_chunk(folder, pairs[start : start + CHUNK], read)
        print(f"{folder.name}: {len(reads)} of {len(pairs)} read", flush=True)
    return reads


def _read_chunk(folder: Path, pairs: Sequence[Pair], read: Callable[[Pair], Read]) -> list[Read]:
    named = msgspec.json.encode([asdict(pair) for pair in pairs], order="sorted")
    path = folder / f"read-{hashlib.sha256(named).hexdigest()[:16]}.pt"
    if path.exists():
        return [Read(states) for states in torch.load(path)]
    reads = [read(pair) for pair in pairs]
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    torch.save([one.states for one in reads], unfinished)
    unfinished.replace(path)
    return reads
