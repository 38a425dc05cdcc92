"""Tells whether a stored verdict is what this judge, as it is now, would say again."""

from __future__ import annotations

from collections.abc import Callable

from courtside_store.records import JudgeStamp, Surface

from .backends.chosen import Chosen
from .evidence import EvidenceJudge
from .prompting import wording
from .protocol import Case, Ending

Same = Callable[[JudgeStamp, Surface], bool]
"""Whether the stamp on a verdict, about a run on that surface, is this judge's."""


def same_stamp(mine: JudgeStamp) -> Same:
    """For a judge that signs alike whatever it says: name, version, model and prompts."""
    return lambda stamp, _: _signed(stamp) == _signed(mine)


def _signed(stamp: JudgeStamp) -> tuple[str | None, ...]:
    return stamp.name, stamp.version, stamp.model, stamp.model_sha256, stamp.prompt_version


def one_of_ours(name: str, chosen: Chosen) -> Same:
    """For a judge of the house, which signs with whatever it asked: evidence or a model in use."""
    models = [choice for choice in (chosen.reasoner, chosen.captioner) if choice]
    in_use = {choice.sha256 or choice.name for choice in models} | {_weights()}
    eyes = chosen.captioner.name if chosen.captioner else None

    def same(stamp: JudgeStamp, surface: Surface) -> bool:
        model = stamp.model_sha256 or stamp.model
        return (
            stamp.name == name
            and (not model or model in in_use)
            and stamp.prompt_version in ("", wording(surface).version)
            and (stamp.settings or {}).get("captioner", eyes) == eyes
        )

    return same


def _weights() -> str | None:
    """Of the evidence judge."""
    sitting = EvidenceJudge().sit(Case(run="run_" + "0" * 20), lambda _: None)
    return sitting.finish(Ending(ended_by="stop")).judge.model_sha256
