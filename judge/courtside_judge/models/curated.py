"""The short list of models to begin with. Reads its own file and nothing else."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import msgspec

from courtside_judge.backends.chosen import ModelRole
from courtside_store.records import Record, Sha256

CONTEXT_BYTES = 700_000_000
"""For a context of 8,192 tokens at the 7B shape: its cells (28 layers x 2 x 512 x 2 bytes a token,
470 MB) and work space. Where a model's cells are larger or much smaller, its entry says so.
"""

_CLOSE = 0.8
"""How alike two names are at least, of 1, where one is meant by the other."""


class Curated(Record, frozen=True, kw_only=True):
    """One model of the list. Its files are in a Python package, at the hub, or made by hand."""

    name: str
    role: ModelRole
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
    context_bytes: int = CONTEXT_BYTES
    agreement: str = ""
    """With people or oracles, as its source reports it; empty where nobody has reported any."""
    source: str = ""
    """Where that is reported."""
    package: str = ""
    """The Python package that carries the file; empty where none does."""
    extra: str = ""
    """The extra of ours that installs the package."""
    convert: bool = False
    """Its page has no GGUF: a person converts the weights; docs/guide/models.md says how."""

    @property
    def all_bytes(self) -> int:
        """To download."""
        return self.bytes + self.projector_bytes

    @property
    def memory_bytes(self) -> int:
        """About what it takes while it runs: all of it is in memory."""
        return self.all_bytes + self.context_bytes

    @property
    def page(self) -> str:
        """Where its card and licence are."""
        return f"https://huggingface.co/{self.repo}"

    @property
    def is_at_hub(self) -> bool:
        """Whether its files can be pulled as they are."""
        return not (self.package or self.convert)

    def files(self) -> list[tuple[str, Sha256 | None]]:
        """What makes it up, with the sha256 where it is known."""
        mine = [(self.file, self.sha256)]
        return [*mine, (self.projector, self.projector_sha256)] if self.projector else mine

    def folder(self, models: Path) -> Path | None:
        """Where its files are, or will be, `models` being the folder of pulled models.

        None where they come in a package that is not installed. The package is not imported.
        """
        if not self.package:
            return models / self.name
        spec = find_spec(self.package)
        found = spec.submodule_search_locations if spec else None
        return Path(found[0]) if found else None

    def is_here(self, models: Path) -> bool:
        """Whether all its files are there."""
        folder = self.folder(models)
        return folder is not None and all((folder / name).is_file() for name, _ in self.files())

    def how_to_get(self, models: Path) -> str:
        """What a person does to have its files."""
        if self.package:
            return f"pip install 'courtside[{self.extra}]'"
        if self.convert:
            return (
                f"{self.page} has no GGUF: convert it into {models / self.name} as "
                "docs/guide/models.md says, or `courtside model use FOLDER` with its own files"
            )
        return f"`courtside model pull {self.name}`"


class _List(msgspec.Struct, frozen=True):
    models: tuple[Curated, ...]


@cache
def curated() -> tuple[Curated, ...]:
    """All of them, captioners after reasoners, each smallest first."""
    text = files(__package__).joinpath("curated.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _List).models


def find_curated(name: str) -> Curated:
    """Raises ValueError, naming the one that was meant, or those that there are."""
    for one in curated():
        if one.name == name:
            return one
    if meant := meant_names(name):
        raise ValueError(f"no model of the list is called {name!r}; did you mean {meant}?")
    raise ValueError(
        f"model is {name!r}; expected one of {', '.join(one.name for one in curated())}"
    )


def meant_names(name: str) -> str:
    """The names of the list that are close to this one; empty where none is."""
    name, names = name.lower(), [one.name for one in curated()]
    begun = [one for one in names if one.startswith(name) or name.startswith(one)]
    return " or ".join(begun or get_close_matches(name, names, 1, _CLOSE))
