"""Chooses who writes the lessons, by the configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from courtside_judge.protocol import Case
from courtside_store.config import Config
from courtside_store.records import Reflection, RunVerdict, Step, StepVerdict

from .model_reflector import ModelReflector
from .reflection import reflect

Reflector = Callable[
    [Case, Sequence[Step], Sequence[StepVerdict], RunVerdict, bool], Reflection | None
]


def reflector_for(config: Config) -> Reflector:
    """The reflector that the daemon is handed."""
    return reflect if config.reflector == "findings" else ModelReflector(config)
