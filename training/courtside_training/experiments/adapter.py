"""Whether a judge's rewards make a language model a better agent.

Table 2 of Pan et al. 2024 with an adapter of a small model:

    courtside experiment adapter --json

Scripts attempt the tasks of one half of MiniWoB++'s families, most of them spoiled, watched and
judged. The model gets an adapter from all their steps, from those that the judge rewards, from the
attempts that it calls a success, or from the oracle's successes; each acts, through llama.cpp, at
the tasks of the other half, by the oracle and, beside it, by the judge. Begun again with the same
`--out`, it goes on where it stopped, also after a kill.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_judge.agreement.intervals import bootstrap
from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.context import context_of
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_refine.actors.fine_tuned_actor import FineTunedActor
from courtside_refine.policy_training.adapters.adapter_fitting import (
    GGUF,
    AdapterCard,
    AdapterSettings,
    fit_adapter,
)
from courtside_refine.policy_training.adapters.samples import Sample, policy_samples
from courtside_store.config import Config
from courtside_store.records import Record

from .adapter_demonstrations import Demonstration, by_judge, by_oracle, demonstrate
from .cloning_rollouts import Rolled, noise_of, try_out
from .cloning_tasks import split_of
from .kept_folders import kept_folder
from .places import MINIWOB, ExperimentJob
from .reflexion_judges import smallest
from .success_statistics import SEED, Success, Triple, gain_of, rounded, share_of
from .workbench import Work, Workbench

JUDGE = "evidence"
DEMO_SEED, TEST_SEED = 1000, 6000
BASELINE = "baseline"
ROWS = {
    BASELINE: "the model as it is",
    "unfiltered": "+ all scripted steps",
    "filtered": "+ filtered by the judge, step by step",
    "outcome_filtered": "+ filtered by the judge, whole attempts",
    "oracle_filtered": "+ filtered by the oracle",
}
GAINS = (
    ("filtered", "unfiltered"),
    ("outcome_filtered", "unfiltered"),
    ("oracle_filtered", "unfiltered"),
    ("unfiltered", BASELINE),
    ("oracle_filtered", BASELINE),
)


class AdapterSize(Record, frozen=True, kw_only=True):
    """How much is measured."""

    kinds: int = 2
    """Of each family of MiniWoB++, at most."""
    demos: int = 8
    """Of each kind."""
    tests: int = 2
    """Of each kind, with other contents."""
    steps: int = 100
    """Batches of four samples, of each adapter."""


FULL = AdapterSize()
QUICK = AdapterSize(kinds=1, demos=4, tests=1, steps=15)
SETTINGS = AdapterSettings(rank=16, alpha=32, learning_rate=1e-3, warm_up=0.1)
"""Pan et al. 2024 train 3,000 steps at 1e-5, which no CPU does in an hour."""


class AdapterFigures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    model: str
    test_tasks: int
    attempts: int
    """Of each arm."""
    demonstrations: int
    successes: int
    """Of the demonstrations, by the oracle."""
    called_success: int
    called_rightly: int
    success: dict[str, float]
    """By arm; each task counts as one."""
    intervals: dict[str, tuple[float, float]]
    gains: dict[str, Triple]
    """By "ARM over ARM", paired by task."""
    judged: dict[str, float]
    """Share that the judge calls a success, by arm."""
    samples: dict[str, int]
    loss: dict[str, tuple[float, float]]
    """Of each adapter's first and last batch."""
    tokens_per_s: float
    """Of the training."""


def run(
    config: Config,
    *,
    quick: bool = False,
    model: Path | None = None,
    out: Path | None = None,
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> AdapterFigures:
    """The whole experiment. Writes adapters, attempts, figures and table into `out`. `model`: a
    GGUF file; SmolLM2 unless given. Raises ValueError where there is none."""
    size = QUICK if quick else FULL
    out = out or kept_folder("adapter", quick)
    base = _choice(config, model)
    judge = load_judge(JUDGE, context_of(config))
    split = split_of(0, 0, size.kinds, (MINIWOB,))
    shown = Workbench(out / "demonstrations.jsonl", Demonstration).done(
        work for job in split.train for work in _demos(job, size.demos, judge)
    )
    cards = {
        arm: _fit(base, samples, out / arm, arm, size.steps, say)
        for arm, samples in samples_of(shown).items()
    }
    jobs = [replace(job, seed=TEST_SEED + n) for job in split.test for n in range(size.tests)]
    bench = Workbench(out / "attempts.jsonl", Rolled, lanes=1)
    tried = {arm: _test(base, arm, cards.get(arm), out, judge, jobs, bench) for arm in ROWS}
    found = figures(base.name, shown, cards, jobs, tried)
    (out / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    (out / "table.md").write_text(table(found) + "\n", "utf-8")
    return found


def _choice(config: Config, model: Path | None) -> ModelChoice:
    if model is not None:
        return ModelChoice(backend="llama_cpp", model=str(model.resolve()), name=model.stem)
    found = smallest(config)
    if found is None:
        raise ValueError("SmolLM2 is not installed; --model names a GGUF file")
    return found


def _demos(job: ExperimentJob, most: int, judge: Judge) -> Iterator[Work[Demonstration]]:
    for number in range(most):
        at, behaviour = replace(job, seed=DEMO_SEED + number), noise_of(job, number)
        key = f"shown {job.place} {job.task} {at.seed} {behaviour}"
        make = partial(demonstrate, judge=judge, key=key, job=at, behaviour=behaviour)
        yield Work(key=key, place=job.place, make=make)


def samples_of(shown: Sequence[Demonstration]) -> dict[str, list[Sample]]:
    """What each arm is trained on. The oracle's word goes into its own arm alone."""
    judged = [by_judge(one) for one in shown]
    called = [run for run in judged if run.label == "success"]
    return {
        "unfiltered": policy_samples(judged, filtered=False),
        "filtered": policy_samples(judged),
        "outcome_filtered": policy_samples(called, filtered=False),
        "oracle_filtered": policy_samples([by_oracle(one) for one in shown if one.success]),
    }


def _fit(
    base: ModelChoice,
    samples: Sequence[Sample],
    folder: Path,
    arm: str,
    steps: int,
    say: Callable[[str], None],
) -> AdapterCard:
    """Each arm makes the same number of steps, however much it keeps."""
    say(f"{arm}: trains on {len(samples)} steps")

    def progress(step: int, of: int, loss: float) -> None:
        if step % 10 == 0:
            say(f"{arm}: step {step} of {of}, loss {loss:.3f}")

    settings = replace(SETTINGS, steps=steps)
    return fit_adapter(Path(base.model), samples, folder, settings, keep=arm, progress=progress)


def _test(
    base: ModelChoice,
    arm: str,
    card: AdapterCard | None,
    out: Path,
    judge: Judge,
    jobs: Sequence[ExperimentJob],
    bench: Workbench[Rolled],
) -> dict[ExperimentJob, Rolled]:
    """The test attempts of one arm, with the likeliest words. One that the browser failed is
    missing."""
    adapter = "" if card is None else str((out / arm / GGUF).resolve())
    made = card.identity[:16] if card else "none"
    actor = FineTunedActor(open_model(replace(base, adapter=adapter)))
    works: dict[ExperimentJob, Work[Rolled]] = {}
    for job in jobs:
        key = f"test {base.sha256} {arm} {made} {job.task} {job.seed}"
        make = partial(try_out, actor=actor, judge=judge, key=key, job=job)
        works[job] = Work(key=key, place=job.place, make=make)
    by_key = {one.key: one for one in bench.done(works.values())}
    return {job: by_key[work.key] for job, work in works.items() if work.key in by_key}


def figures(
    model: str,
    shown: Sequence[Demonstration],
    cards: Mapping[str, AdapterCard],
    jobs: Sequence[ExperimentJob],
    tried: Mapping[str, Mapping[ExperimentJob, Rolled]],
) -> AdapterFigures:
    """A task that one arm's attempt could not be made at counts for none."""
    whole = [job for job in jobs if all(job in made for made in tried.values())]
    by_oracle = _by_task(whole, lambda arm, job: tried[arm][job].success)
    by_judge = _by_task(whole, lambda arm, job: tried[arm][job].outcome == 1)
    called = [one for one in shown if one.verdict.label == "success"]
    shares = {arm: share_of(arm) for arm in ROWS}
    ends = bootstrap(by_oracle, shares, SEED)
    took_s = sum(card.took_s for card in cards.values())
    tokens = sum(card.tokens for card in cards.values())
    return AdapterFigures(
        model=model,
        test_tasks=len(by_oracle),
        attempts=len(whole),
        demonstrations=len(shown),
        successes=sum(one.success for one in shown),
        called_success=len(called),
        called_rightly=sum(one.success for one in called),
        success={arm: round(share(by_oracle), 4) for arm, share in shares.items()},
        intervals={arm: rounded(one) for arm, one in ends.items()},
        gains={f"{a} over {b}": gain_of(by_oracle, a, b) for a, b in GAINS},
        judged={arm: round(share(by_judge), 4) for arm, share in shares.items()},
        samples={arm: card.samples for arm, card in cards.items()},
        loss={arm: (card.first_loss, card.final_loss) for arm, card in cards.items()},
        tokens_per_s=round(tokens / took_s, 1) if took_s else 0.0,
    )


def _by_task(
    jobs: Sequence[ExperimentJob], succeeded: Callable[[str, ExperimentJob], bool]
) -> list[list[Success]]:
    found: dict[str, list[Success]] = {}
    for job in jobs:
        found.setdefault(job.cluster, []).append({arm: succeeded(arm, job) for arm in ROWS})
    return list(found.values())


def table(found: AdapterFigures) -> str:
    """Markdown: an arm a line, then a difference a line."""
    lines = [
        "| | Success on unseen families | 95 % interval | Called a success | Trained on steps |",
        "|---|---|---|---|---|",
    ]
    for arm, name in ROWS.items():
        low, high = found.intervals[arm]
        lines.append(
            f"| {name} | {found.success[arm]:.3f} | {low:.2f} to {high:.2f} "
            f"| {found.judged[arm]:.3f} | {found.samples.get(arm, 0)} |"
        )
    for name, (low, value, high) in found.gains.items():
        lines.append(f"| {name} | {value:+.3f} | {low:.3f} to {high:.3f} | | |")
    return "\n".join(lines)
