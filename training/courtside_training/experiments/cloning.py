"""Whether a judge's rewards make a policy better: Table 2 of Pan et al. 2024, at a CPU's size.

    courtside experiment cloning --json

A policy that acts as the explorer tries all tasks. For each seed the tasks are halved, by families
of alike ones or by kinds: from the attempts at one half it is trained on all choices, on those that
the judge rewards, or on those of the oracle's successes; and by scripted attempts instead. All are
tested on the other half, by the oracle and, beside it, by the judge. Begun again with the same
`--out`, it goes on where it stopped, also after a kill.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from courtside_judge.context import context_of
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_refine.actors.policy_actor import PolicyActor
from courtside_refine.policy_training.batches import PreparedOnce
from courtside_refine.policy_training.example import Example
from courtside_refine.policy_training.fitting import epochs_of, fit_policy
from courtside_refine.policy_training.policy import Policy
from courtside_store.config import Config
from courtside_store.records import Record

from .cloning_arms import ARMS, JUDGED
from .cloning_figures import ROWS, CloningFigures, Says, figures, plot, table
from .cloning_rollouts import Rolled, demonstrate, noise_of, roll_out, try_out
from .cloning_tasks import PLACES, Halves, Split, split_of
from .kept_folders import kept_folder
from .places import MINIWOB, ExperimentJob, has_plan
from .success_statistics import Success
from .workbench import Work, Workbench

JUDGE = "evidence"
DEMO_SEED, ROLL_SEED, TEST_SEED = 1000, 2000, 6000
"""Of the contents of MiniWoB++'s tasks: what is tested on was never shown. An app has one."""
COOL, HOT = 1.0, 1.5
"""Temperatures of the attempts to learn from; a third is drawn at the higher one, which is that of
Pan et al. 2024."""


class CloningSize(Record, frozen=True, kw_only=True):
    """How much is measured."""

    kinds: int | None = 2
    """Of each family of MiniWoB++, at most; None: all."""
    tasks: int = 12
    """Of each app."""
    demos: int = 2
    """Of each kind of MiniWoB++; of each task of an app a half."""
    rollouts: int = 9
    tests: int = 1
    """With other contents, where a task has several."""
    seeds: int = 5


class Halving(Record, frozen=True, kw_only=True):
    """The experiment with the tasks halved in one way."""

    folder: str
    full: CloningSize
    """What docs/lab/cloning.md measured."""
    quick: CloningSize
    """Shows that everything works; too small to tell the arms apart."""


HALVINGS: dict[Halves, Halving] = {
    "families": Halving(
        folder="cloning",
        full=CloningSize(),
        quick=CloningSize(kinds=1, tasks=6, rollouts=3, seeds=2),
    ),
    "kinds": Halving(
        folder="cloning-by-kinds",
        full=CloningSize(kinds=None),
        quick=CloningSize(kinds=2, tasks=6, rollouts=3, seeds=2),
    ),
}
"""Of kinds a family has to have two, else they are halved as families are."""


def run(
    config: Config,
    *,
    quick: bool = False,
    seeds: int | None = None,
    places: Sequence[str] = (),
    halves: Halves = "families",
    out: Path | None = None,
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> CloningFigures:
    """The whole experiment, or in some places alone. Writes policies, attempts, figures, table and
    plot into `out`. Raises ValueError for a place that is none of the experiment's."""
    if unknown := set(places) - set(PLACES):
        raise ValueError(f"{sorted(unknown)[0]!r} is no place; expected one of {list(PLACES)}")
    halving = HALVINGS[halves]
    size = halving.quick if quick else halving.full
    size = msgspec.structs.replace(size, seeds=seeds or size.seeds)
    out = out or kept_folder(halving.folder, quick)
    bench = Workbench(out / "attempts.jsonl", Rolled)
    splits = {
        n: split_of(n, size.tasks, size.kinds, places or PLACES, halves) for n in range(size.seeds)
    }
    experiment = CloningExperiment(
        load_judge(JUDGE, context_of(config)), bench, size, splits, out, say
    )
    arms = experiment.train()
    unseen = experiment.test(arms, {seed: split.test for seed, split in splits.items()})
    known = experiment.test(arms, {seed: of_many_contents(s.train) for seed, s in splits.items()})
    found = figures(
        by_oracle(unseen),
        judge_counts(experiment.rolled),
        by_oracle(known),
        judged=by_judge(unseen),
        judged_known=by_judge(known),
    )
    (out / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    (out / "table.md").write_text(table(found) + "\n", "utf-8")
    (out / "plot.svg").write_text(plot(found), "utf-8")
    return found


Tests = dict[int, list[tuple[str, dict[str, Rolled]]]]
"""Of each seed the test attempts of each arm, with their tasks."""


class CloningExperiment:
    """The experiment: all attempts to train on, all trainings, all tests."""

    def __init__(
        self,
        judge: Judge,
        bench: Workbench[Rolled],
        size: CloningSize,
        splits: Mapping[int, Split],
        out: Path,
        say: Callable[[str], None],
    ) -> None:
        self._judge = judge
        self._bench = bench
        self._size = size
        self._out = out
        self._say = say
        self._prepared = PreparedOnce()
        self._splits = splits
        self._base = Policy(seed=0)
        self.rolled: dict[ExperimentJob, list[Rolled]] = {}
        """Attempts of the policy before any training, by task."""
        self._shown: dict[ExperimentJob, list[Rolled]] = {}

    def train(self) -> dict[int, dict[str, Policy]]:
        """Of each seed a policy for each row."""
        tasks = sorted({job for split in self._splits.values() for job in split.train}, key=str)
        self.rolled = self._make({job: list(self._roll_outs(job)) for job in tasks})
        self._shown = self._make({job: list(self._demos(job)) for job in tasks})
        self._say(_summary(judge_counts(self.rolled)))
        return {seed: self._trained(seed, split) for seed, split in self._splits.items()}

    def _make(
        self, works: Mapping[ExperimentJob, Sequence[Work[Rolled]]]
    ) -> dict[ExperimentJob, list[Rolled]]:
        """The attempts at each task; those that the place or the browser failed are left out."""
        self._bench.done(work for listed in works.values() for work in listed)
        return {job: self._bench.found(listed) for job, listed in works.items()}

    def _roll_outs(self, job: ExperimentJob) -> Iterator[Work[Rolled]]:
        hot = self._size.rollouts // 3
        drawn = [(COOL, n) for n in range(self._size.rollouts - hot)] + [
            (HOT, n) for n in range(hot)
        ]
        for temperature, number in drawn:
            at = msgspec.structs.replace(job, seed=ROLL_SEED + number)
            base = self._base.fingerprint()[:16]
            key = f"roll {base} {temperature} {job.place} {job.task} {at.seed}"
            actor = PolicyActor(self._base, temperature)
            make = partial(roll_out, actor=actor, judge=self._judge, key=key, job=at)
            yield Work(key=key, place=job.place, make=make)

    def _demos(self, job: ExperimentJob) -> Iterator[Work[Rolled]]:
        if not has_plan(job):
            return
        demos = self._size.demos if job.place == MINIWOB else self._size.demos // 2
        for number in range(demos):
            behaviour = noise_of(job, number)
            key = f"shown {job.place} {job.task} {DEMO_SEED + number} {behaviour}"
            at = msgspec.structs.replace(job, seed=DEMO_SEED + number)
            make = partial(demonstrate, key=key, job=at, behaviour=behaviour)
            yield Work(key=key, place=job.place, make=make)

    def _trained(self, seed: int, split: Split) -> dict[str, Policy]:
        """A policy for each row."""
        tried = [one for job in split.train for one in self.rolled[job]]
        shown = [one for job in split.train for one in self._shown[job]]
        found = {"baseline": self._base}
        found["warm_up"] = self._fit(
            seed, "warm_up", [one for demo in shown for one in demo.examples]
        )
        for arm, learns in ARMS.items():
            kept = [example for one in tried for example in learns(one)]
            found[arm] = self._fit(seed, arm, kept)
        return found

    def _fit(self, seed: int, arm: str, examples: Sequence[Example]) -> Policy:
        """Each arm makes about the same number of steps, however much it keeps."""
        if len({one.task for one in examples}) < 2:
            self._say(f"seed {seed}: {arm} keeps nothing to train on")
            return self._base
        self._say(f"seed {seed}: {arm} trains on {len(examples)} choices")
        return fit_policy(
            examples,
            self._out / f"seed-{seed}" / arm,
            start=self._base,
            seed=seed,
            epochs=epochs_of(len(examples)),
            judges=(self._judge.stamp(),) if arm in JUDGED else (),
            keep=arm,
            prepared=self._prepared,
        )

    def test(
        self, arms: Mapping[int, Mapping[str, Policy]], tasks: Mapping[int, Iterable[ExperimentJob]]
    ) -> Tests:
        """Of each seed its test attempts: the task, and the attempt of each arm. A task that one
        arm's attempt could not be made at counts for none."""
        jobs = {seed: list(self._test_jobs(listed)) for seed, listed in tasks.items()}
        works = {
            (seed, job, arm): self._test_work(policy, job)
            for seed, listed in jobs.items()
            for job in listed
            for arm, policy in arms[seed].items()
        }
        known = {one.key: one for one in self._bench.done(works.values())}
        done: Tests = {}
        for seed, listed in jobs.items():
            done[seed] = []
            for job in listed:
                keys = {arm: works[seed, job, arm].key for arm in ROWS}
                if set(keys.values()) <= set(known):
                    done[seed].append((job.cluster, {arm: known[keys[arm]] for arm in ROWS}))
        return done

    def _test_jobs(self, tasks: Iterable[ExperimentJob]) -> Iterator[ExperimentJob]:
        for job in tasks:
            for seed in range(self._size.tests if job.place == MINIWOB else 1):
                yield msgspec.structs.replace(job, seed=TEST_SEED + seed)

    def _test_work(self, policy: Policy, job: ExperimentJob) -> Work[Rolled]:
        """With the likeliest choices. Attempts that no judge saw had another word in their keys."""
        key = f"judged test {policy.fingerprint()[:16]} {job.place} {job.task} {job.seed}"
        actor = PolicyActor(policy)
        make = partial(try_out, actor=actor, judge=self._judge, key=key, job=job)
        return Work(key=key, place=job.place, make=make)


def by_oracle(tests: Tests) -> dict[int, list[tuple[str, Success]]]:
    """Whether each test attempt succeeded."""
    return {
        seed: [(task, {arm: one.success for arm, one in made.items()}) for task, made in attempts]
        for seed, attempts in tests.items()
    }


def by_judge(tests: Tests) -> dict[int, list[tuple[str, Says]]]:
    """What the judge calls each test attempt."""
    return {
        seed: [(task, {arm: one.outcome for arm, one in made.items()}) for task, made in attempts]
        for seed, attempts in tests.items()
    }


def of_many_contents(tasks: Iterable[ExperimentJob]) -> list[ExperimentJob]:
    """Those that can be tested on though they were trained on: on contents that were not. An app
    has one."""
    return [job for job in tasks if job.place == MINIWOB]


def judge_counts(rolled: Mapping[ExperimentJob, Sequence[Rolled]]) -> dict[str, int]:
    """How the judge's word and the oracle's go together; nothing of it is told to an arm."""
    listed = [one for attempts in rolled.values() for one in attempts]
    called = [one for one in listed if one.outcome == 1]
    rewards = [reward for one in listed for reward in one.rewards if reward is not None]
    return {
        "attempts": len(listed),
        "successes": sum(one.success for one in listed),
        "called_success": len(called),
        "called_rightly": sum(one.success for one in called),
        "choices": sum(len(one.examples) for one in listed),
        "rewarded": sum(reward > 0 for reward in rewards),
    }


def _summary(counts: Mapping[str, int]) -> str:
    return (
        "{attempts} attempts of the policy, {successes} successes; the judge calls {called_success}"
        " a success, {called_rightly} of them are; it rewards {rewarded} of {choices} choices"
    ).format(**counts)
