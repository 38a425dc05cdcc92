"""Who a judge is: the identity that it signs with, and whether a stored verdict is what it, as it
is now, would say again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import get_args

import msgspec

from courtside_store.records import JudgeStamp, Short, Surface

from .backends.chosen import Chosen
from .evidence.judge import EvidenceJudge
from .llm.prompting import wording

Same = Callable[[JudgeStamp, Surface], bool]
"""Whether the stamp on a verdict, about a run on that surface, is this judge's."""


@cache
def identity_of(name: str, chosen: Chosen, parts: Sequence[str] = ()) -> Short:
    """One for all that a judge says, whatever it asked: another model, prompt, version of evidence
    or part is another identity. `parts`: limits, members and other settings that it judges by.
    """
    evidence = EvidenceJudge().stamp
    models = [c and (c.backend, c.name, c.sha256) for c in (chosen.reasoner, chosen.captioner)]
    prompts = [wording(surface).version for surface in get_args(Surface)]
    made_of = [name, evidence.version, evidence.model_sha256, models, prompts, parts]
    return hashlib.sha256(msgspec.json.encode(made_of)).hexdigest()[:16]


def same_stamp(mine: JudgeStamp) -> Same:
    """For a judge that signs alike whatever it says: name, version, model and prompts."""
    return lambda stamp, _: _signed(stamp) == _signed(mine)


def _signed(stamp: JudgeStamp) -> tuple[str | None, ...]:
    if stamp.identity:
        return stamp.name, stamp.identity
    return stamp.name, stamp.version, stamp.model, stamp.model_sha256, stamp.prompt_version


def one_of_ours(name: str, chosen: Chosen, identity: Short = "") -> Same:
    """For a judge of the house. Without its identity, and for verdicts of before there was one: by
    whatever was asked, evidence or a model in use.
    """
    models = [choice for choice in (chosen.reasoner, chosen.captioner) if choice]
    in_use = {choice.sha256 or choice.name for choice in models}
    in_use.add(EvidenceJudge().stamp.model_sha256 or "")
    eyes = chosen.captioner.name if chosen.captioner else None

    def same(stamp: JudgeStamp, surface: Surface) -> bool:
        if identity and stamp.identity:
            return (stamp.name, stamp.identity) == (name, identity)
        model = stamp.model_sha256 or stamp.model
        return (
            stamp.name == name
            and (not model or model in in_use)
            and stamp.prompt_version in ("", wording(surface).version)
            and (stamp.settings or {}).get("captioner", eyes) == eyes
        )

    return same
