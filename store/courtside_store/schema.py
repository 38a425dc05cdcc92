"""Prints the JSON Schema of every message: `python -m courtside_store.schema`. Knows no socket."""

from __future__ import annotations

import inspect
import json
from types import ModuleType
from typing import Any, TypeGuard

import msgspec

from . import summaries, wire


def bodies() -> list[type[msgspec.Struct]]:
    """What the daemon answers over HTTP and is posted: every record of the modules that hold them,
    and two histories."""
    found: list[type[msgspec.Struct]] = [summaries.RunHistory, summaries.StepHistory]
    for place in (wire.http_answers, wire.http_bodies):
        found += [one for one in vars(place).values() if _is_of(one, place)]
    return found


def _is_of(one: object, place: ModuleType) -> TypeGuard[type[msgspec.Struct]]:
    is_record = isinstance(one, type) and issubclass(one, msgspec.Struct)
    return is_record and one.__module__ == place.__name__


def schema() -> dict[str, Any]:
    """One document: the three unions of messages, the bodies, and what they are made of."""
    unions = {
        "from-source": wire.FromSource,
        "to-source": wire.ToSource,
        "to-viewer": wire.ToViewer,
    }
    kinds = [*unions.values(), wire.View, *bodies()]
    shapes, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for part in parts.values():
        if "description" in part:  # Python 3.13 takes away a docstring's indentation by itself
            part["description"] = inspect.cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Courtside protocol {wire.PROTOCOL}",
        "messages": dict(zip(unions, shapes, strict=False)),
        "$defs": parts,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
