"""The short list of models to begin with. Reads its own file and nothing else."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from courtside_judge.backends.chosen import Role
from courtside_store.records import Record, Sha256

CONTEXT_BYTES = 700_000_000
"""For a context of 8,192 tokens at the 7B shape: its cells (28 layers x 2 x 512 x 2 bytes a token,
470 MB) and work space. Smaller models take less.
"""


class Curated(Record, frozen=True, kw_only=True):
    """One model of the list."""

    name: str
    role: Role
    about: str
    licence: str
    """As its page gives it."""
    repo: str
    """At the Hugging Face hub."""
    file: str
    bytes: int
    sha256: Sha256 | None = None
    """None where it is not known beforehand: then the hub's own is held against the file."""
    projector: str = ""
    projector_bytes: int = 0
    projector_sha256: Sha256 | None = None

    @property
    def all_bytes(self) -> int:
        """To download."""
        return self.bytes + self.projector_bytes

    @property
    def memory_bytes(self) -> int:
        """About what it takes while it runs: all of it is in memory."""
        return self.all_bytes + CONTEXT_BYTES

    @property
    def page(self) -> str:
        """Where its card and licence are."""
        return f"https://huggingface.co/{self.repo}"

    def files(self) -> list[tuple[str, Sha256 | None]]:
        """What makes it up, with the sha256 where it is known."""
        mine = [(self.file, self.sha256)]
        return [*mine, (self.projector, self.projector_sha256)] if self.projector else mine

    def is_in(self, folder: Path) -> bool:
        """Whether all of it is in a folder."""
        return all((folder / name).is_file() for name, _ in self.files())


class _List(msgspec.Struct, frozen=True):
    models: tuple[Curated, ...]


@cache
def curated() -> tuple[Curated, ...]:
    """All of them, captioners after reasoners, each smallest first."""
    text = files(__package__).joinpath("curated.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _List).models


def find_curated(name: str) -> Curated:
    """Raises ValueError, naming those that there are."""
    for one in curated():
        if one.name == name:
            return one
    raise ValueError(
        f"model is {name!r}; expected one of {', '.join(one.name for one in curated())}"
    )
