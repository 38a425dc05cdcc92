"""What a model in use lacks on this machine, in one line that says what to do. Opens none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from courtside_judge.backends.backend_opening import NEEDS, is_installed
from courtside_judge.backends.chosen import ModelChoice
from courtside_store.addresses import clean_text

from .examine import hash_files, modified_of, size_of, weights_of
from .server_models import model_names

NO_MODEL = (
    "no model is chosen; `courtside model pull qwen2.5-1.5b` and then `courtside model use "
    "qwen2.5-1.5b` gets one (1.1 GB); models so small judge near chance and show how it works, "
    "`courtside model list` names larger ones, and a model on a server may be used too"
)
NO_VISION = (
    "no chosen model sees images; `courtside model pull qwen3-vl-4b` and then `courtside model use "
    "qwen3-vl-4b` gets one (3.0 GB), `courtside model list` names others"
)


def missing_part(choice: ModelChoice, ask_server: bool = False) -> str:
    """What it lacks; empty where nothing is amiss. A server is asked only where that is wanted."""
    if not is_installed(choice.backend):
        module, how = NEEDS[choice.backend]
        return f"{choice.name} needs {module}, which is not installed; {how}"
    if choice.backend == "openai":
        return _server(choice) if ask_server else ""
    if not Path(choice.model).exists():
        return f"{choice.model} is gone; `courtside model use` names another"
    if choice.projector and not Path(choice.projector).is_file():
        return f"{choice.projector} is gone; {_project(choice)}"
    if choice.adapter and not Path(choice.adapter).is_file():
        return f"{choice.adapter} is gone; {_adapt(choice)}"
    return changed_part(choice)


def changed_part(choice: ModelChoice) -> str:
    """Which of its files holds other weights than when it was chosen; empty where none does."""
    weights = weights_of(Path(choice.model)) if choice.bytes else []
    if weights and _changed(weights, choice.bytes, choice.modified_ns, choice.sha256):
        return f"{choice.model} has changed since it was chosen; `courtside model use` it again"
    projector = weights_of(Path(choice.projector)) if choice.projector_bytes else []
    stated = choice.projector_bytes, choice.projector_modified_ns, choice.projector_sha256
    if projector and _changed(projector, *stated):
        return f"{choice.projector} has changed since it was chosen; {_project(choice)}"
    adapter = weights_of(Path(choice.adapter)) if choice.adapter_bytes else []
    stated = choice.adapter_bytes, choice.adapter_modified_ns, choice.adapter_sha256
    if adapter and _changed(adapter, *stated):
        return f"{choice.adapter} has changed since it was chosen; {_adapt(choice)}"
    return ""


def _project(choice: ModelChoice) -> str:
    return f"`courtside model use {choice.model} --projector FILE` takes it again, or another"


def _adapt(choice: ModelChoice) -> str:
    return f"`courtside model use {choice.model} --adapter FILE` takes it again, or another"


def _changed(
    weights: list[Path], size: int, modified_ns: tuple[int, ...], sha256: str | None
) -> bool:
    """A file that was only touched, or copied back, has the same hash."""
    if size_of(weights) != size:
        return True
    now = modified_of(weights)
    return bool(modified_ns) and now != modified_ns and _hash(tuple(weights), now) != sha256


@lru_cache(maxsize=16)
def _hash(weights: tuple[Path, ...], modified_ns: tuple[int, ...]) -> str:
    """Once for each time that they were written."""
    return hash_files(list(weights), lambda *_: None)


def _server(choice: ModelChoice) -> str:
    try:
        names = model_names(choice.model)
    except (ValueError, OSError) as error:
        return clean_text(str(error))
    return "" if choice.name in names else f"{choice.place} has no such model any more"
