"""Episodes of several worlds in which one press decides."""

from __future__ import annotations

from builders import a_screen, a_step, an_action, an_element

from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.watchers import Source

WORLDS = ("fossil", "oscar", "roundup", "gmail")


def an_episode(world: str, seed: int) -> Episode:
    """Every second one presses the button that the task names; all claim that they did."""
    right = seed % 2 == 0
    pressed = "Save" if right else "Cancel"
    screen = a_screen(an_element(1, "Save"), an_element(2, "Cancel"))
    after = a_screen(an_element(3, "Saved" if right else "Draft left"))
    return Episode(
        world=world,
        kind=f"press {seed % 4}",
        seed=seed,
        behaviour="straight",
        task='Press "Save".',
        steps=(a_step(1, an_action(name=pressed), before=screen, after=after),),
        answer="Done.",
        claims_success=True,
        oracle=right,
        labels=("goal-reached" if right else "away-from-the-goal",),
        source=Source.__args__[0],  # type: ignore[attr-defined]
    )
