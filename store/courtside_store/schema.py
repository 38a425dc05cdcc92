"""Prints the JSON Schema of every message: `python -m courtside_store.schema`. Knows no socket."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from . import control, summaries, wire

BODIES = (
    wire.RunPage,
    summaries.RunHistory,
    wire.StripPage,
    summaries.StepHistory,
    wire.SearchPage,
    wire.LearningOffer,
    wire.LearningResult,
    wire.CaptionsToReview,
    wire.PostedStep,
    control.ErrorAnswer,
    control.ViewerToken,
    control.ViewerLink,
    control.Pairing,
    control.NewCredential,
    control.KnownSource,
    control.SourceRevoked,
    control.Purged,
    control.VerdictsAdded,
    control.DaemonStopping,
    control.KnownFilters,
    control.LessonMade,
    control.RetryWanted,
    control.RetryAsked,
    control.FrameStored,
    control.PostedTo,
    control.EndAdded,
)


def schema() -> dict[str, Any]:
    """One document: the three unions of messages, the bodies, and what they are made of."""
    unions = {
        "from-source": wire.FromSource,
        "to-source": wire.ToSource,
        "to-viewer": wire.ToViewer,
    }
    kinds = [*unions.values(), wire.View, *BODIES]
    shapes, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Courtside protocol {wire.PROTOCOL}",
        "messages": dict(zip(unions, shapes, strict=False)),
        "$defs": parts,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
