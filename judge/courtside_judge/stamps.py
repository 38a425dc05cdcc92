"""How a judge names itself, and whether two stamps are of one judge. Judges nothing."""

from __future__ import annotations

import hashlib

import msgspec

from courtside_store.records import JudgeStamp, Short


def composite_stamp(name: Short, *parts: object) -> JudgeStamp:
    """For a judge that is made of several parts: models, prompts, settings, other judges' stamps.

    Any other part gives another identity. The parts are records or plain values.
    """
    digest = hashlib.sha256(msgspec.json.encode([name, *parts])).hexdigest()
    return JudgeStamp(name=name, identity=digest[:16])


def is_same_judge(one: JudgeStamp, other: JudgeStamp) -> bool:
    """By identity where there is one, else by name, version, model and prompts.

    What was learned from labels makes no other judge.
    """
    return _key(one) == _key(other)


def _key(stamp: JudgeStamp) -> tuple[str | None, ...]:
    if stamp.identity:
        return stamp.name, stamp.identity
    return stamp.name, stamp.version, stamp.model, stamp.model_sha256, stamp.prompt_version
