"""`courtside ablate --actor`: what an actor does next without each part of a screen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from courtside.output.progress_bar import progress_bar
from courtside_judge.agreement.ablation import Arm
from courtside_judge.agreement.labelled import Labelled
from courtside_judge.context import JudgeContext
from courtside_refine.actors.actor import Actor
from courtside_refine.actors.desktop.desktop_actor import DesktopActor
from courtside_refine.plans.next_actions import ActorAblated, ablate_actor, recorded_actions

ACTORS = ("text", "marks", "fine-tuned", "desktop", "explorer")


def open_actor(name: str, context: JudgeContext) -> Actor | DesktopActor:
    """An actor by its name, or a policy by its folder. Raises ValueError where there is neither, or
    no model for it.
    """
    match name:
        case "text":
            from courtside_refine.actors.text_actor import TextActor

            return TextActor(context.models.open(context.models.reasoner))
        case "marks":
            from courtside_refine.actors.marks_actor import MarksActor

            return MarksActor(context.models.open(context.models.vision_model))
        case "fine-tuned":
            from courtside_refine.actors.fine_tuned_actor import FineTunedActor

            return FineTunedActor(context.models.open(context.models.reasoner))
        case "desktop":
            return DesktopActor(context.models.open(context.models.reasoner))
        case "explorer":
            from courtside_refine.actors.explorer.explorer import Explorer

            return Explorer()
        case _:
            return _policy(Path(name))


def _policy(folder: Path) -> Actor:
    if not folder.is_dir():
        known = ", ".join(ACTORS)
        raise ValueError(f"actor is {str(folder)!r}; expected one of {known}, or a policy's folder")
    from courtside.agent_training.adapters import load_training
    from courtside_refine.actors.policy_actor import PolicyActor

    return PolicyActor(load_training("policy").Policy.load(folder))


def measure_actor(
    actor: Actor | DesktopActor, runs: Sequence[Labelled], arms: Sequence[Arm], most: int, seed: int
) -> list[ActorAblated]:
    """Over the runs that succeeded: only their actions are known to be right. Raises ValueError
    where they have no such action.
    """
    right = ((run.case.task, run.frames, run.steps()) for run in runs if run.success)
    cases = recorded_actions(right, actor.sees, most, seed)
    if not cases:
        pictures = ", with a picture of it" if actor.sees else ""
        raise ValueError(
            "--actor found no step of a run that succeeded with one action on a known place of its "
            f"screen{pictures}"
        )
    with progress_bar() as bar:
        work = bar.add_task(actor.name, total=len(cases) * len(arms))
        return asyncio.run(ablate_actor(actor, cases, arms, seed, partial(bar.advance, work)))
