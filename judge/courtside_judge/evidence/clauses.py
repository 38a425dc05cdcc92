"""Where one wish of a sentence ends and the next begins. Knows no page."""

from __future__ import annotations

import re

_NEXT = re.compile(
    r",?\s+(?:and|then)\s+(?:then\s+|also\s+)?(?:set|change|turn|switch|apply|enable|disable|add|"
    r"remove|delete|hide|show|lock|unlock|make|move|rename|save|send|press|click|tap|choose|select|"
    r"open|close|increase|decrease|reduce|raise|lower|update|mark|assign|put|use|give|write|enter|"
    r"type|copy|share|create|confirm|submit|tick|check|uncheck|archive|edit)\b",
    re.I,
)
"""Joins another verb to what stands before it: "... to Georgia and turn off ..."."""


def next_clause_off(text: str) -> str:
    """The text up to where another wish begins."""
    match = _NEXT.search(text)
    return text[: match.start()] if match else text
