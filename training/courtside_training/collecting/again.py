"""Makes an episode again whose screens are gone.

An agent's moves are decided by world, kind, seed and behaviour.
"""

from __future__ import annotations

from typing import Any

from courtside.demo.moves import Move
from courtside_judge.evidence.story_line import StoryLine
from courtside_training.collecting.agents import BEHAVIOURS, PlannedAttempt, prepare
from courtside_training.collecting.behaviours import BEFORE, MISSING, REACHING, STUCK
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.world import World


async def prepare_again(world: World, page: Any, row: Row) -> PlannedAttempt | None:
    """What its agent does; None where no agent says and fills in the same as that one did."""
    episode = row.episode
    kind, seed = episode.kind, episode.seed
    for behaviour, made in _asked_for(episode.behaviour):
        task = await world.begin(page, kind, seed)
        attempt = await prepare(world, page, kind, task, seed, behaviour, made)
        if _is_of(attempt, episode, row.story):
            return attempt
    return None


def _asked_for(made: str) -> list[tuple[str, str]]:
    """What an agent may have been asked for; then the same where plans had no place for that."""
    likes = behaviours_like(made)
    before = [(one, made) for one in likes] if made in BEFORE else []
    return [(one, "") for one in likes] + before


def behaviours_like(made: str) -> list[str]:
    """Behaviours that an agent may have been asked for which did this, itself first: a plan has no
    place for some."""
    likes = next((sort for sort in (REACHING, MISSING, STUCK) if made in sort), {made: None})
    return [made, *(one for one in dict.fromkeys(BEHAVIOURS) if one in likes and one != made)]


def _is_of(attempt: PlannedAttempt, episode: Episode, story: StoredStory) -> bool:
    """Whether this agent says the same, and makes as many moves with the same words."""
    claim = attempt.claim
    return (
        attempt.behaviour == episode.behaviour
        and (claim.answer, claim.claims_success) == (episode.answer, episode.claims_success)
        and len(attempt.moves) == len(story.lines)
        and all(map(_may_be, attempt.moves, story.lines))
    )


def _may_be(move: Move, line: StoryLine) -> bool:
    """Whether a step that was recorded so may be this move: what is filled in shows."""
    given = [action.text for action in line.actions if action.kind in ("type", "select")]
    return move.act not in ("fill", "select") or not any(given) or move.value in given
