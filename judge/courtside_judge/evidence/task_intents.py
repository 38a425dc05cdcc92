"""Whether a task wants an answer, or a page found, rather than something done. Knows no values."""

from __future__ import annotations

import re

from .quotes import without_quotes

_WH = (
    r"(?:(?:at|on|in|for|to|from|by|with) )?(?:what|which|who|whose|whom|when|where|"
    r"how (?:many|much|long|old|far|often))"
)
_ANSWER_WANTED = re.compile(
    r"(?:^|[.!:;]\s+)(?:tell me|look up|name the|count the)\b"
    r"|\b(?:find out|tell me|answer with|respond with|give (?:me )?the \w+\s*[.?]?\s*$)"
    r"|\?(?:\s|$)",
    re.I,
)
_BEGINS_WITH_WH = re.compile(rf"(?:^|[.!:;]\s+){_WH}\b([^.!?;]*)", re.I)
"""A question without its mark, or a clause: "What is filed under Garden should be called ..." """
_STATES = re.compile(
    r"\s+(?:(?:I|we|you|he|she|it|they)\b|(?!(?:is|was|does|has)\b)\w+s\b|(?:come|go|cut)\b)"
    r"|.*\b(?:should|must|shall|ought to|(?:is|are|has|have|needs?|wants?) to (?:be|go|have)|"
    r"(?:is|are) already)\b",
    re.I,
)
"""Follows the word of a question in a clause that is none."""
_SEEKS = re.compile(
    r"\s*(?:please\s+)?(?:open|show|view|visit|go to|navigate to|search\b[^.]*?\bfor)\b"
    r"|(?:.*[.!?:;,]\s+)?(?:let me (?:see|look)|bring up|pull up|take me to|show (?:me|the)|"
    r"I (?:only |just )?want to (?:see|look|read)|(?:limit|filter) the|list (?:the|all))\b",
    re.I | re.S,
)
_FINDS = re.compile(r"\s*(?:please\s+)?(?:find|search|look)\b", re.I)
_THEN_CHANGES = re.compile(
    r"(?:\b(?:and|then)|,)\s+(?:then\s+)?(?:turn|enable|disable|activate|deactivate|change|set|"
    r"switch|revoke|move|add|delete|remove|create|update|rename|send|save|archive|mark|edit|put|"
    r"assign|close|cancel|block|unblock|star|unstar|reply|forward|upload|connect|disconnect|make|"
    r"apply|merge|restore|sign|record|write)\b",
    re.I,
)
"""Comes after the place that a task begins at: "Go to the settings and turn ... off"."""
_TYPES_INTO_FIELD = re.compile(
    r"(?:please\s+)?(?:type|write|enter|fill|key|put)\b[^.;,!?]*"
    r"\b(?:field|(?:text)?box|input|text ?area)\b[\s.!]*",
    re.I,
)
_GOES_ON = re.compile(r"\b(?:and|then|so|before|after|until|to)\b", re.I)


def wants_answer(task: str) -> bool:
    """Whether it wants an answer: a clause such as ", which gets stuck" wants none."""
    clauses = _BEGINS_WITH_WH.findall(task)
    return bool(_ANSWER_WANTED.search(task)) or any(not _STATES.match(one) for one in clauses)


def wants_page(task: str) -> bool:
    """Whether it wants something found or shown, and nothing done there."""
    return bool(_SEEKS.match(task)) and not _THEN_CHANGES.search(without_quotes(task))


def wants_found(task: str) -> bool:
    """Whether it begins with finding something, which may be named in an answer, and wants nothing
    done with it."""
    return bool(_FINDS.match(task)) and not _THEN_CHANGES.search(without_quotes(task))


def wants_only_typing(task: str) -> bool:
    """Whether all that it says is what goes into which field. Where it names no field ("enter the
    todo"), or says anything more, something else is to come of it."""
    task = without_quotes(task).strip()
    return bool(_TYPES_INTO_FIELD.fullmatch(task)) and not _GOES_ON.search(task)
