"""What a model in use lacks on this machine, in one line that says what to do. Opens none."""

from __future__ import annotations

from pathlib import Path

from courtside_judge.backends.backend_opening import NEEDS, is_installed
from courtside_judge.backends.chosen import ModelChoice
from courtside_store.addresses import clean_text

from .examine import size_of, weights_of
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
    if choice.bytes and size_of(weights_of(Path(choice.model))) != choice.bytes:
        return f"{choice.model} has changed since it was chosen; `courtside model use` it again"
    if choice.projector and not Path(choice.projector).is_file():
        return f"{choice.projector} is gone; `courtside model use` it again with its projector"
    if choice.adapter:
        sizes = [file.stat().st_size for file in weights_of(Path(choice.adapter))]
        if sizes != [choice.adapter_bytes]:
            what = "has changed since it was chosen" if sizes else "is gone"
            return (
                f"{choice.adapter} {what}; `courtside model use {choice.model} --adapter FILE` "
                "takes it again, or another"
            )
    return ""


def _server(choice: ModelChoice) -> str:
    try:
        names = model_names(choice.model)
    except (ValueError, OSError) as error:
        return clean_text(str(error))
    return "" if choice.name in names else f"{choice.place} has no such model any more"
