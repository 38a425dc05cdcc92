"""The base of every record. Knows no field."""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all records: frozen, keyword only, defaults left out of its JSON."""
