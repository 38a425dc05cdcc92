"""Whether a judge's rewards make a policy better: Table 2 of Pan et al. 2024, at a CPU's size.

    courtside experiment cloning --quick --json

A policy is warmed up on scripted attempts with noise, tries the train tasks, and is trained once
more on its own steps: on all, on those that the judge rewards, on those of the oracle's successes.
All are tested on tasks of other families. Begun again with the same `--out`, it goes on where it
stopped, also after a kill.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from courtside.demo import miniwob
from courtside_judge.context import context_of
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_refine.actors.learned_actor import LearnedActor
from courtside_refine.learning.example import (
    Example,
    Keep,
    Trajectory,
    every_step,
    examples_of,
    of_successes,
    rewarded,
)
from courtside_refine.learning.fitting import BATCH, fit_policy
from courtside_refine.learning.policy import Policy
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_training.worlds.miniwob.world import MiniWob

from .cloning_figures import ROWS, CloningFigures, Success, figures, plot, table
from .cloning_rollouts import NOISE, Rolled, demonstrate, roll_out, try_out
from .cloning_tasks import Split, split_of
from .cloning_work import Work, Workbench

OUT = Path(__file__).parents[3] / ".training" / "experiments" / "cloning"
JUDGE = "evidence"
DEMO_SEED, ROLL_SEED, TEST_SEED = 1000, 2000, 5000
"""Of the tasks' contents: what is tested on was never shown."""
SEEDS_APART = 100
TEMPERATURE = 1.0
WARM_STEPS, MORE_STEPS = 250, 60
WARM_RATE, MORE_RATE = 1e-3, 3e-4


class Size(Record, frozen=True, kw_only=True):
    """How much is measured."""

    kinds: int | None = None
    """Of each side; None: all."""
    demos: int = 8
    """Of each kind of the train side; each seed learns from three quarters of them."""
    rollouts: int = 6
    tests: int = 4
    seeds: int = 5


FULL = Size()
QUICK = Size(kinds=6, rollouts=5, tests=2)


def run(
    config: Config,
    *,
    quick: bool = False,
    seeds: int | None = None,
    out: Path | None = None,
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> CloningFigures:
    """The whole experiment. Writes policies, attempts, figures, table and plot into `out`."""
    size = QUICK if quick else FULL
    size = msgspec.structs.replace(size, seeds=seeds or size.seeds)
    out = out or OUT
    judge = load_judge(JUDGE, context_of(config))
    bench = Workbench(out / "attempts.jsonl")
    with miniwob.served() as address:
        measuring = Measuring(MiniWob(address), judge, bench, size, out, say)
        done = {seed: measuring.measure(seed) for seed in range(size.seeds)}
    found = figures(done)
    (out / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    (out / "table.md").write_text(table(found) + "\n", "utf-8")
    (out / "plot.svg").write_text(plot(found), "utf-8")
    return found


class Measuring:
    """The experiment with one seed after the other."""

    def __init__(
        self,
        world: MiniWob,
        judge: Judge,
        bench: Workbench,
        size: Size,
        out: Path,
        say: Callable[[str], None],
    ) -> None:
        self._world = world
        self._judge = judge
        self._bench = bench
        self._size = size
        self._out = out
        self._say = say

    def measure(self, seed: int) -> list[tuple[str, Success]]:
        """Each test attempt of a seed: its task, and by arm whether it succeeded."""
        split = split_of(seed, self._size.kinds)
        warm = self._warm_up(seed, split)
        rolled = self._roll_out(seed, split, warm)
        arms = {
            "baseline": warm,
            "self_training": self._more(seed, "self_training", warm, _judged(rolled), every_step),
            "filtered": self._more(seed, "filtered", warm, _judged(rolled), rewarded),
            "oracle_filtered": self._more(
                seed, "oracle_filtered", warm, _by_oracle(rolled), of_successes
            ),
        }
        places = [
            (kind, at) for kind in split.test for at in _places(TEST_SEED, seed, self._size.tests)
        ]
        by_arm = self._test(places, arms)
        whole = [n for n in range(len(places)) if all(by_arm[arm][n] is not None for arm in arms)]
        for arm, name in ROWS.items():
            share = sum(bool(by_arm[arm][n]) for n in whole) / max(1, len(whole))
            self._say(f"seed {seed}: {name} {share:.3f}")
        return [(places[n][0], {arm: bool(by_arm[arm][n]) for arm in arms}) for n in whole]

    def _warm_up(self, seed: int, split: Split) -> Policy:
        rolled = self._bench.done(self._demos(seed, split))
        examples = examples_of([one.trajectory for one in rolled if one.trajectory], every_step)
        good = sum(one.success for one in rolled)
        self._say(f"seed {seed}: {len(rolled)} scripted attempts, {good} reach the goal")
        return self._fit(seed, "baseline", examples, WARM_STEPS, WARM_RATE, None, "every step")

    def _demos(self, seed: int, split: Split) -> Iterable[Work]:
        draw = Random(f"demos {seed}")
        for kind in split.train:
            for n in sorted(draw.sample(range(self._size.demos), -(-3 * self._size.demos // 4))):
                at, behaviour = DEMO_SEED + n, NOISE[n % len(NOISE)]
                key = f"demo {kind} {at} {behaviour}"
                make = partial(
                    demonstrate, self._world, key=key, kind=kind, seed=at, behaviour=behaviour
                )
                yield Work(key=key, make=make)

    def _roll_out(self, seed: int, split: Split, policy: Policy) -> list[Rolled]:
        actor = LearnedActor(policy, TEMPERATURE)
        works = []
        for kind in split.train:
            for at in _places(ROLL_SEED, seed, self._size.rollouts):
                key = f"roll {policy.fingerprint()[:16]} {kind} {at}"
                make = partial(
                    roll_out,
                    self._world,
                    actor=actor,
                    judge=self._judge,
                    key=key,
                    kind=kind,
                    seed=at,
                )
                works.append(Work(key=key, make=make))
        rolled = self._bench.done(works)
        self._say(f"seed {seed}: {_summary(rolled)}")
        return rolled

    def _test(
        self, places: Sequence[tuple[str, int]], arms: Mapping[str, Policy]
    ) -> dict[str, list[bool | None]]:
        """Of each arm, whether it succeeded at each place with its likeliest choices; None where
        the place failed."""
        works = {
            arm: [self._test_work(policy, kind, at) for kind, at in places]
            for arm, policy in arms.items()
        }
        rolled = self._bench.done(work for listed in works.values() for work in listed)
        known = {one.key: one.success for one in rolled}
        return {arm: [known.get(work.key) for work in listed] for arm, listed in works.items()}

    def _test_work(self, policy: Policy, kind: str, at: int) -> Work:
        key = f"test {policy.fingerprint()[:16]} {kind} {at}"
        actor = LearnedActor(policy)
        return Work(
            key=key, make=partial(try_out, self._world, actor=actor, key=key, kind=kind, seed=at)
        )

    def _more(
        self, seed: int, arm: str, start: Policy, runs: Sequence[Trajectory], keep: Keep
    ) -> Policy:
        examples = examples_of(runs, keep)
        if len({one.task for one in examples}) < 2:
            self._say(f"seed {seed}: {arm} keeps nothing to learn from")
            return start
        return self._fit(seed, arm, examples, MORE_STEPS, MORE_RATE, start, keep.__name__)

    def _fit(
        self,
        seed: int,
        arm: str,
        examples: Sequence[Example],
        steps: int,
        rate: float,
        start: Policy | None,
        keep: str,
    ) -> Policy:
        """Each arm makes the same number of steps, however much it keeps."""
        epochs = max(1, round(steps * BATCH / len(examples)))
        self._say(f"seed {seed}: {arm} learns from {len(examples)} steps")
        return fit_policy(
            examples,
            self._out / f"seed-{seed}" / arm,
            start=start,
            seed=seed,
            epochs=epochs,
            learning_rate=rate,
            judges=(self._judge.stamp(),) if arm == "filtered" else (),
            keep=keep,
        )


def _places(first: int, seed: int, count: int) -> range:
    return range(first + SEEDS_APART * seed, first + SEEDS_APART * seed + count)


def _judged(rolled: Sequence[Rolled]) -> list[Trajectory]:
    return [one.trajectory for one in rolled if one.trajectory]


def _by_oracle(rolled: Sequence[Rolled]) -> list[Trajectory]:
    """With the oracle's word in place of the judge's."""
    return [
        msgspec.structs.replace(
            one.trajectory, reward=float(one.success), rewards=(None,) * len(one.trajectory.steps)
        )
        for one in rolled
        if one.trajectory
    ]


def _summary(rolled: Sequence[Rolled]) -> str:
    """How the judge's word and the oracle's go together; nothing here is told to an arm."""
    success = [one for one in rolled if one.success]
    called = [one for one in rolled if one.trajectory and one.trajectory.reward == 1]
    right = sum(one.success for one in called)
    return (
        f"{len(rolled)} attempts of the policy, {len(success)} successes; the judge calls "
        f"{len(called)} a success, {right} of them are"
    )
