"""The options of `courtside train policy`, and which of them go together. Trains nothing."""

from __future__ import annotations

from pathlib import Path

from courtside.agent_training.adapters import TUNING, Tuning
from courtside_store.records import Record


class PolicyOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside train policy`, without those of `Selecting`."""

    words: tuple[str, ...]
    out: Path
    start: Path | None
    model: Path | None
    unfiltered: bool
    untrained: bool
    test_share: float
    epochs: int | None
    batch: int | None
    learning_rate: float | None
    seed: int
    rank: int | None
    steps: int | None
    warm_up: float | None
    weight_decay: float | None
    as_json: bool

    @property
    def keep(self) -> str:
        """In words, for the card."""
        return "every step" if self.unfiltered else "the steps that the selection keeps"

    @property
    def tuning(self) -> Tuning:
        return Tuning(**{name: getattr(self, name) for name in Tuning.__struct_fields__})


def check_options(options: PolicyOptions) -> None:
    """Raises ValueError on options that do not go together."""
    if options.unfiltered and options.untrained:
        raise ValueError("--unfiltered and --untrained are both given; give one of the two")
    if options.model is not None and options.untrained:
        raise ValueError(
            "--untrained writes a small policy without training; a language model as it was is "
            "what --model names: --test-share says its loss before and after"
        )
    if options.model is not None and options.start is not None:
        raise ValueError(
            "--start is for the small policy, --model for another; give one of the two"
        )
    given = [name for name in TUNING if getattr(options, name) is not None]
    if options.model is None and given:
        raise ValueError(f"--{given[0].replace('_', '-')} is for an adapter; add --model")
