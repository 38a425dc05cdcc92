"""The judges of the experiment with lessons. Opens no model before it is asked."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.backends.backend_opening import NEEDS, is_installed
from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.context import JudgeContext, context_of
from courtside_judge.models.curated import find_curated
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_store.config import Config

SMALLEST_MODEL = "smollm2"
"""Comes in a Python package: nothing is downloaded."""


def judges_of(config: Config, cascade: bool, say: Callable[[str], None]) -> list[Judge]:
    """`evidence`, and with `cascade` that judge too, by the model in use, else by SmolLM2; `say` is
    told why it is left out where there is neither."""
    context = context_of(config)
    judges = [load_judge("evidence", context)]
    if not cascade:
        return judges
    models = context.models
    reasoner = models.chosen.reasoner or smallest(config)
    if reasoner is None:
        how = find_curated(SMALLEST_MODEL).how_to_get(config.data_dir / "models")
        say(f"cascade is left out: no model is in use, and {SMALLEST_MODEL} is not here; {how}")
    elif not is_installed(reasoner.backend):
        say(f"cascade is left out: {reasoner.name} needs {NEEDS[reasoner.backend][1]}")
    else:
        chosen = Chosen(reasoner=reasoner, captioner=models.chosen.captioner)
        pool = models.sharing(chosen, models.settings)
        judges.append(load_judge("cascade", JudgeContext(pool)))
    return judges


def smallest(config: Config) -> ModelChoice | None:
    """SmolLM2, where its package is installed."""
    listed = find_curated(SMALLEST_MODEL)
    folder = listed.folder(config.data_dir / "models")
    if folder is None or not listed.is_here(config.data_dir / "models"):
        return None
    path = str(folder / listed.file)
    return ModelChoice(backend="llama_cpp", model=path, name=listed.name, sha256=listed.sha256)
