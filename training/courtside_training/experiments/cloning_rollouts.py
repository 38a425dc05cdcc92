"""Attempts of the cloning experiment: scripted ones with noise, and those of a policy.

Those of a policy are watched by the shipped recorder and judged by the shipped judge. The oracle's
word goes into the log of attempts alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside.demo.agent import Behaviour, twist
from courtside_formats.exports.rewards import Rewards
from courtside_judge.protocol import Case, Ending, Judge
from courtside_refine.actors.actor import Actor, ActorTask
from courtside_refine.actors.actor_actions import ChosenAction
from courtside_refine.actors.attempting import FinishedAttempt, attempt, end_of_run
from courtside_refine.actors.page_view import PageView
from courtside_refine.policy_training.actor_examples import ActorExamples
from courtside_refine.policy_training.example import Example
from courtside_store.records import Step, new_id
from courtside_training.collecting.watchers import Watchable

from .demonstrations import follow
from .places import MINIWOB, ExperimentJob, Place
from .workbench import KeptAttempt

MAX_STEPS = 10
QUIET_S = 0.03
NOISE: tuple[Behaviour, ...] = (
    *("good", "near-miss", "wanders-off", "stops-early"),
    *("roundabout", "dead-clicks", "near-miss", "good"),
)
"""In turn. Three of eight are to reach the goal; of what PAE warms up with, a quarter does."""
APP_NOISE: tuple[Behaviour, ...] = ("good", "near-miss", "stops-early")
"""The kinds of noise that need nothing of MiniWoB++'s pages."""


class Rolled(KeptAttempt, frozen=True, kw_only=True):
    """One attempt, and all that is known of it."""

    success: bool
    """The oracle's word. No arm but the oracle's is told."""
    examples: tuple[Example, ...] = ()
    """What was chosen, on the screens as the actor saw them; none where it trains nobody."""
    rewards: tuple[float | None, ...] = ()
    """Of each example, as the judge has it; None where it could not judge, and of a stop."""
    outcome: float | None = None
    """The judge's word on the whole: 1 for success, 0 for failure, None where it cannot tell."""


class NumberedChoices:
    """What an actor chose along one attempt, by the number of the action."""

    def __init__(self, task: str) -> None:
        self._own = ActorExamples(task)
        self._announced = 0
        self._done = 0
        self.numbers: list[int] = []
        """Of the action of each example, from 1."""

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(self._own.examples)

    def announce(self) -> str:
        """The number of the action that is about to be made."""
        self._announced += 1
        return str(self._announced)

    def add(self, view: PageView, decision: ChosenAction, problem: str) -> None:
        """Called after each action."""
        self._done += 1
        before = len(self._own.examples)
        self._own.add(view, decision, problem)
        if len(self._own.examples) > before:
            self.numbers.append(self._done)


def noise_of(job: ExperimentJob, number: int) -> Behaviour:
    """How the script's attempt of this number at a task is spoiled."""
    noise = NOISE if job.place == MINIWOB else APP_NOISE
    return noise[(number + sum(map(ord, job.task))) % len(noise)]


async def demonstrate(
    place: Place, browser: Watchable, key: str, job: ExperimentJob, behaviour: Behaviour
) -> Rolled:
    """A script's attempt, spoiled as `behaviour` says. Nobody watches or judges it."""
    async with browser.page(place.viewport) as page:
        words = await place.begin(page, job)
        moves = twist(await place.plan(page, job), behaviour)
        examples = await follow(place, page, words, moves)
        success = await place.succeeded(page, job)
    return Rolled(key=key, success=success, examples=tuple(examples))


async def roll_out(
    place: Place, browser: Watchable, actor: Actor, judge: Judge, key: str, job: ExperimentJob
) -> Rolled:
    """A policy's attempt, judged step by step as the daemon would."""
    async with browser.page(place.viewport) as page:
        words = await place.begin(page, job)
        choices = NumberedChoices(words)
        async with browser.watching(page, words, "inside") as kept:
            tried = await attempt(
                page,
                actor,
                ActorTask(text=words, seed=job.seed),
                max_steps=MAX_STEPS,
                quiet_s=QUIET_S,
                settle=lambda: place.settle(page),
                is_over=lambda: place.is_over(page),
                think=lambda _: kept.think(choices.announce()),
                on_action=choices.add,
            )
        rewards, outcome = judged(judge, words, kept.steps, tried)
        success = await place.succeeded(page, job)
    return Rolled(
        key=key,
        success=success,
        examples=choices.examples,
        rewards=tuple(rewards.get(number) for number in choices.numbers),
        outcome=outcome,
    )


async def try_out(
    place: Place, browser: Watchable, actor: Actor, judge: Judge, key: str, job: ExperimentJob
) -> Rolled:
    """A policy's attempt that nobody learns from: the words of the oracle and of the judge."""
    whole = await roll_out(place, browser, actor, judge, key, job)
    return replace(whole, examples=(), rewards=())


def judged(
    judge: Judge, task: str, steps: Sequence[Step], tried: FinishedAttempt
) -> tuple[dict[int, float], float | None]:
    """What each action's step is worth, by the number that it was announced with, and the whole.
    The judge does not see the numbers."""
    session = judge.start(Case(run=new_id("run"), task=task, agent="policy"), lambda _: None)
    worth = Rewards()
    rewards: dict[int, float] = {}
    for step in steps:
        verdict = session.step(replace(step, thought=""))
        if verdict is not None and verdict.status == "ok" and step.thought.isdigit():
            rewards[int(step.thought)] = worth.of(verdict.label)
    verdict_of_run = session.finish(
        Ending(
            ended_by=end_of_run(tried.end), answer=tried.answer, claims_success=tried.claims_success
        )
    )
    outcome = {"success": 1.0, "failure": 0.0}.get(verdict_of_run.label)
    return rewards, outcome if verdict_of_run.status == "ok" else None
