"""The names of listed models, which a person may give instead of a path. Opens no model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from courtside_judge.backends.chosen import ModelChoice, ModelRole
from courtside_judge.models.curated import Curated, curated, meant_names
from courtside_store.config import Config


def models_folder(config: Config) -> Path:
    """The folder that holds the pulled models."""
    return config.data_dir / "models"


def resolve(
    config: Config, where: str, projector: Path | None, roles: Sequence[ModelRole]
) -> tuple[str, Path | None, tuple[ModelRole, ...]]:
    """A name of the list stands for its files. Raises ValueError where they are not there yet."""
    named = find_named(where)
    if named is None:
        if not Path(where).exists() and (meant := meant_names(where)):
            raise ValueError(f"{where} is not there; did you mean {meant}, of the list?")
        return where, projector, tuple(roles)
    folder = named.folder(models_folder(config))
    if folder is None or not named.is_here(models_folder(config)):
        raise ValueError(f"{named.name} is not here yet; {named.how_to_get(models_folder(config))}")
    projector_path = folder / named.projector if named.projector else projector
    return str(folder / named.file), projector_path, tuple(roles) or (named.role,)


def find_named(where: str) -> Curated | None:
    """The model of the list; None where it is a path or a URL."""
    if Path(where).exists():
        return None
    return next((one for one in curated() if one.name == where), None)


def listed_name(where: str) -> str:
    """What the list calls it; empty for what is not of the list."""
    named = find_named(where)
    return named.name if named else ""


def check_against_list(where: str, choice: ModelChoice) -> None:
    """Raises ValueError where a model of the list is another file than the list says."""
    named = find_named(where)
    if named and named.sha256 and choice.sha256 != named.sha256:
        found, wanted = (choice.sha256 or "")[:12], named.sha256[:12]
        raise ValueError(
            f"{choice.model} is another file than expected (sha256 {found}, not {wanted}); "
            "delete it and get it again, or name its path to use it as it is"
        )
