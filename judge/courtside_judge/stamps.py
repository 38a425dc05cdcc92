"""How a judge names itself, and whether two stamps are of one judge. Judges nothing."""

from __future__ import annotations

import hashlib

import msgspec

from courtside_store.records import JudgeStamp, Short

LEARNED = "+learned."
"""In a version or identity, before the name of what was learned from a person's labels."""


def composite_stamp(name: Short, *parts: object) -> JudgeStamp:
    """For a judge that is made of several parts: models, prompts, settings, other judges' stamps.

    Any other part gives another identity. The parts are records or plain values.
    """
    digest = hashlib.sha256(msgspec.json.encode([name, *parts])).hexdigest()
    return JudgeStamp(name=name, identity=digest[:16])


def with_learned(stamp: JudgeStamp, part: JudgeStamp) -> JudgeStamp:
    """The stamp of a judge of several parts, where one of them learned from labels."""
    _, mark, name = part.version.partition(LEARNED)
    own = stamp.identity.partition(LEARNED)[0]
    return msgspec.structs.replace(stamp, identity=f"{own}{mark}{name}")


def is_same_judge(one: JudgeStamp, other: JudgeStamp) -> bool:
    """By identity where there is one, else by name, version, model and prompts.

    What was learned from labels makes no other judge.
    """
    return _key(one) == _key(other)


def _key(stamp: JudgeStamp) -> tuple[str | None, ...]:
    if stamp.identity:
        return stamp.name, stamp.identity.partition(LEARNED)[0]
    version = stamp.version.partition(LEARNED)[0]
    return stamp.name, version, stamp.model, stamp.model_sha256, stamp.prompt_version
