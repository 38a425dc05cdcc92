"""What `courtside doctor` says of the models in use. Opens none of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from courtside_judge.backends.chosen import ModelChoice, live_judge, load_chosen
from courtside_judge.backends.opening import NEEDS, is_installed
from courtside_judge.models.examine import size_of, weights_of
from courtside_judge.models.server import model_names
from courtside_store.config import Config

from .checks import Check


def check_models(config: Config) -> Iterator[Check]:
    """The live judge, then each model in use with what it lacks."""
    try:
        chosen = load_chosen(config.models_file)
        judge = live_judge(config)
    except (ValueError, OSError) as error:
        yield "judge", False, str(error)
        return
    if chosen.reasoner is None:
        why = "runs on this machine, nothing to download; `courtside model list` names models"
    else:
        why = f"evidence first, {chosen.reasoner.name} where that is unsure"
    yield "judge", True, f"{judge}: {why}" if judge in ("evidence", "cascade") else judge
    for role, choice in (("captioner", chosen.captioner), ("reasoner", chosen.reasoner)):
        if choice:
            lacks = _lacks(choice)
            detail = f"{choice.name} ({choice.backend}, {choice.model})"
            yield role, not lacks, f"{choice.name}: {lacks}" if lacks else detail


def _lacks(choice: ModelChoice) -> str:
    """Empty where nothing is amiss."""
    if not is_installed(choice.backend):
        module, how = NEEDS[choice.backend]
        return f"{module} is not installed; {how}"
    if choice.backend == "openai":
        return _server(choice)
    if not Path(choice.model).exists():
        return f"{choice.model} is gone; `courtside model use` names another"
    if size_of(weights_of(Path(choice.model))) != choice.bytes:
        return f"{choice.model} has changed since it was chosen; `courtside model use` it again"
    if choice.projector and not Path(choice.projector).is_file():
        return f"{choice.projector} is gone; `courtside model use` it again with its projector"
    return ""


def _server(choice: ModelChoice) -> str:
    try:
        names = model_names(choice.model)
    except (ValueError, OSError) as error:
        return str(error)
    return "" if choice.name in names else f"{choice.model} has no such model any more"
