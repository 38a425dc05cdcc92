"""Who acts in `courtside improve`, for its own process and for Ray's."""

from __future__ import annotations

from pathlib import Path

from courtside_judge.context import JudgeContext
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.fine_tuned_actor import FineTunedActor
from courtside_refine.actors.marks_actor import MarksActor
from courtside_refine.actors.text_actor import TextActor
from courtside_refine.improving.trainers import NoTraining, Trainer
from courtside_refine.improving.training_loop import LoopPlan

ACTORS = ("policy", "explorer", "text", "marks", "fine-tuned")


def trainer_of(plan: LoopPlan, context: JudgeContext) -> Trainer:
    """Raises ValueError where it needs a model and none is in use."""
    match plan.actor:
        case "policy":
            from courtside_refine.improving.policy_trainer import PolicyTrainer

            return PolicyTrainer(Path(plan.start) if plan.start else None)
        case "text":
            return NoTraining(TextActor(context.models.open(context.models.reasoner)))
        case "fine-tuned":
            return NoTraining(FineTunedActor(context.models.open(context.models.reasoner)))
        case "marks":
            return NoTraining(MarksActor(context.models.open(context.models.vision_model)))
        case _:
            return NoTraining(Explorer())
