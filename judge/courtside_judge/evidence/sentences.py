"""The sentence of a finding, as people read it. Knows no weights."""

from __future__ import annotations

from msgspec.structs import asdict

from .catalogue import entry_of
from .finding import Finding
from .wording import fill


def sentence(finding: Finding) -> str:
    """The sentence of a finding, by the wording of its kind."""
    wording = entry_of(finding.kind).wording
    if not isinstance(wording, str):
        wording = wording[finding.variant]
    text = fill(wording, {**asdict(finding), "what": finding.topic, **finding.words})
    return f"no longer true: {text}" if finding.change == "gone" else text
