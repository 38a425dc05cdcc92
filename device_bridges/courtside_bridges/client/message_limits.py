"""Cuts each message to the limits of the daemon, before it leaves the agent's process."""

from __future__ import annotations

import logging

import msgspec
from msgspec.structs import replace

from courtside_store import wire
from courtside_store.addresses import clean_effects, clean_step

from .record_cutter import LowerLimits, RecordCutter, Unfit

log = logging.getLogger("courtside")
_decoder = msgspec.json.Decoder(wire.FromSource)
LOWER_LIMITS = (
    LowerLimits(),
    LowerLimits(items=1_000),
    LowerLimits(items=500),
    LowerLimits(items=250),
    LowerLimits(items=100),
    LowerLimits(chars=2_000, items=100),
    LowerLimits(chars=500, items=100),
    LowerLimits(chars=200, items=20),
    LowerLimits(chars=20, items=5),
)
"""Tried in turn on a message that is too long: elements go first, then words."""


def fit(message: wire.Sequenced) -> bytes | None:
    """The message as JSON, within every limit of the wire; None where nothing can be kept.

    A message that is right already costs one encoding and one decoding.
    """
    if (whole := _encoded(message)) is not None:
        return whole
    for limits in LOWER_LIMITS:
        cutter = RecordCutter(limits)
        try:
            shorter = _encoded(cutter.record(message))
        except Unfit as error:
            log.warning("courtside: a message is left out: %s", error)
            return None
        if shorter is not None:
            _warn_of(cutter.notes)
            return shorter
    log.warning("courtside: a message is left out: it cannot be made short enough")
    return None


def _encoded(message: wire.Sequenced) -> bytes | None:
    """The daemon's own decoder is asked; None where it would refuse."""
    try:
        data = wire.encode(message)
        if len(data) > wire.MAX_MESSAGE_BYTES:
            return None
        read = _decoder.decode(data)
        wire.check(read)
    except (TypeError, ValueError, RecursionError, OverflowError):
        return None
    return _clean(read, data)


def _clean(message: wire.FromSource, data: bytes) -> bytes | None:
    """Without secrets in addresses: what waits for a daemon is kept on disk."""
    match message:
        case wire.StepSeen(step=step):
            cleaned: wire.FromSource = replace(message, step=clean_step(step))
        case wire.EffectsSeen(effects=effects):
            cleaned = replace(message, effects=clean_effects(effects))
        case _:
            return data
    if cleaned == message:
        return data
    shorter = wire.encode(cleaned)
    return shorter if len(shorter) <= wire.MAX_MESSAGE_BYTES else None


def _warn_of(notes: list[str]) -> None:
    if notes:
        more = f", and {len(notes) - 1} more" if len(notes) > 1 else ""
        log.warning("courtside: left out because it cannot be used: %s%s", notes[0], more)
