"""Which models are in use: one small file in the data folder. Opens no model."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from courtside_store.addresses import clean_address
from courtside_store.config import Config
from courtside_store.private_files import make_private, write_private
from courtside_store.records import Record, Sha256
from courtside_store.stored_records import load_file

Backend = Literal["llama_cpp", "openai", "transformers"]
ModelRole = Literal["captioner", "reasoner"]


class ModelChoice(Record, frozen=True, kw_only=True):
    """One model that a person has chosen with `courtside model use`."""

    backend: Backend
    model: str
    """Absolute path of a GGUF file or of a folder of weights; a server's base URL."""
    projector: str = ""
    """Absolute path of the mmproj file that goes with a GGUF that reads images."""
    projector_sha256: Sha256 | None = None
    """None, and 0 and empty below, as older versions chose it."""
    projector_bytes: int = 0
    projector_modified_ns: tuple[int, ...] = ()
    adapter: str = ""
    """Absolute path of a LoRA adapter for a GGUF, as `courtside train` writes one."""
    adapter_sha256: Sha256 | None = None
    adapter_bytes: int = 0
    adapter_modified_ns: tuple[int, ...] = ()
    name: str
    """As it is shown; at an OpenAI-compatible server, what the server calls it."""
    sha256: Sha256 | None = None
    """Of the model file, or of a folder's weights one after the other in the order of their names,
    reckoned when it was chosen; None for a server.
    """
    bytes: int = 0
    """Of the same: another size is another model. 0 for a server."""
    modified_ns: tuple[int, ...] = ()
    """When each file of the same was written: where one was written since, its sha256 decides
    whether it is another model. Empty for a server, and as older versions chose it.
    """

    @property
    def place(self) -> str:
        """`model` as it may be shown: a server's URL without the password that may be in it."""
        return clean_address(self.model) if self.backend == "openai" else self.model


class Chosen(Record, frozen=True, kw_only=True):
    """The models in use."""

    captioner: ModelChoice | None = None
    """Describes screens; None where only texts are read."""
    reasoner: ModelChoice | None = None
    """Judges; None where only evidence does."""


def asked_by_cascade(chosen: Chosen) -> Literal["reasoner", "story"]:
    """The judge that the cascade asks where evidence is unsure: the one that reads the story of a
    run, and where a captioner is in use the one that has screens described.
    """
    return "reasoner" if chosen.captioner else "story"


def load_chosen(path: Path) -> Chosen:
    """What `save_chosen` wrote; nothing chosen where there is no file.

    Raises ValueError, in one line, on one that cannot be read.
    """
    try:
        return load_file(path, Chosen) or Chosen()
    except ValueError as error:
        raise ValueError(
            f"{error}; move it away and choose again with `courtside model use`"
        ) from error


def save_chosen(path: Path, chosen: Chosen) -> None:
    """In place of what was chosen before, readable by its owner alone."""
    make_private(path.parent)
    write_private(path, msgspec.json.format(msgspec.json.encode(chosen), indent=2) + b"\n")


def live_judge(config: Config) -> str:
    """Name of the judge that judges live; "auto" asks a model once one is there to reason.

    Raises ValueError as `load_chosen` does.
    """
    if config.judge != "auto":
        return config.judge
    return judge_of(config, load_chosen(config.models_file))


def judge_of(config: Config, chosen: Chosen) -> str:
    """The same, where these models are in use."""
    if config.judge != "auto":
        return config.judge
    return "cascade" if chosen.reasoner else "evidence"
