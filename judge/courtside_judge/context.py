"""What a judge is built with. Knows no judge."""

from __future__ import annotations

from dataclasses import dataclass, field

from courtside_store.config import Config

from .backends.chosen import load_chosen
from .learning.learned import LearnedFile
from .llm.model_pool import BlobStore, ModelPool
from .llm.settings import settings_of


@dataclass(frozen=True)
class JudgeContext:
    """What a judge is built with: the same for our own judges and for those of other packages."""

    models: ModelPool = field(default_factory=ModelPool)
    """The models in use; each is opened when it is first asked."""
    blobs: BlobStore | None = None
    """Frames, notes about them, and texts by hash; None where nothing is kept."""
    learned: LearnedFile | None = None
    """What was learned from a person's labels; None: what ships judges, e.g. to be measured."""


def context_of(config: Config) -> JudgeContext:
    """With the models and settings of the configuration, and without what was learned: it would be
    measured on the labels that it was learned from. Prompts and answers are not kept.

    Raises ValueError or OSError where the file of chosen models cannot be read.
    """
    chosen, settings = load_chosen(config.models_file), settings_of(config)
    return JudgeContext(ModelPool(chosen, None, settings, config.mark_key_file))
