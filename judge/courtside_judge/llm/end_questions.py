"""What is asked at the end of a run besides success: the kind of failure, and four flags."""

from __future__ import annotations

from typing import Literal

from courtside_store.records import FailureKind, Flag

from .prompting import Wording
from .questions import Conversation

KINDS: dict[str, FailureKind] = {
    "skill": "low-level-skill",
    "planning": "planning-or-reasoning",
    "hallucination": "visual-hallucination",
    "timeout": "timeout-on-the-right-track",
    "environment": "environment",
    "other": "other",
}
"""PAE (Zhou et al. 2024), failure taxonomy, by the word that a model answers."""
_ON_FAILURE: tuple[tuple[Flag, Literal["yes", "no"]], ...] = (
    ("impossible_task", "no"),
    ("reached_captcha", "yes"),
    ("looping", "yes"),
)
"""Which answer raises the flag; the question about impossible tasks asks whether it is possible."""
SURE = 0.6
"""A flag is raised by an answer at least so likely: a model that does not know says nothing."""


def ask_kind(conversation: Conversation, wording: Wording) -> FailureKind:
    """Why the run failed."""
    return KINDS[conversation.choose(wording.text("ending", "kinds"), tuple(KINDS)).word]


def ask_flags(conversation: Conversation, wording: Wording, failed: bool) -> tuple[Flag, ...]:
    """Each flag is a question of its own; three of four only where the run failed."""
    asked = [*(_ON_FAILURE if failed else ()), ("side_effect", "yes")]
    return tuple(flag for flag, answer in asked if _is_raised(conversation, wording, flag, answer))


def _is_raised(conversation: Conversation, wording: Wording, flag: str, answer: str) -> bool:
    name = "impossible" if flag == "impossible_task" else flag.removeprefix("reached_")
    choice = conversation.choose(wording.text("ending", name), ("yes", "no"))
    probability = choice.probability(answer)
    return choice.word == answer and (probability is None or probability >= SURE)
