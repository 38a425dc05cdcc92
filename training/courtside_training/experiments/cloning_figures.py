"""The numbers of the cloning experiment: success on unseen tasks by arm, with intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeGuard

from courtside_judge.agreement.intervals import bootstrap
from courtside_store.records import Record

from .success_statistics import SEED, Cluster, Success, Triple, gain_of, rounded, share_of

Attempts = Mapping[int, Sequence[tuple[str, Success]]]
"""The test attempts of each seed, with their tasks."""
Says = Mapping[str, float | None]
"""What the judge calls one test attempt, by arm: 1 a success, 0 a failure, None neither."""
JudgedAttempts = Mapping[int, Sequence[tuple[str, Says]]]
ROWS = {
    "baseline": "as it begins (baseline)",
    "warm_up": "+ SFT warm-up on scripted attempts",
    "self_training": "+ self-training, no filter",
    "filtered": "+ filtered by the judge, step by step",
    "outcome_filtered": "+ filtered by the judge, whole attempts",
    "oracle_filtered": "+ filtered by the oracle",
}
GAINS = {
    "filtered by the judge over self-training": ("filtered", "self_training"),
    "filtered by the judge over the baseline": ("filtered", "baseline"),
    "self-training over the baseline": ("self_training", "baseline"),
    "filtered by the oracle over the baseline": ("oracle_filtered", "baseline"),
}
KNOWN_GAINS = {
    **GAINS,
    "filtered by whole attempts over self-training": ("outcome_filtered", "self_training"),
    "filtered by whole attempts over the baseline": ("outcome_filtered", "baseline"),
}


class JudgedTests(Record, frozen=True, kw_only=True):
    """What the shipped judge says of the same test attempts; each task counts as one."""

    success: dict[str, float]
    """Share that it calls a success, by arm."""
    intervals: dict[str, tuple[float, float]]
    undecided: dict[str, float]
    """Share that it calls neither a success nor a failure."""


class KnownTasks(Record, frozen=True, kw_only=True):
    """Success on other contents of the very tasks that were trained on."""

    tasks: int
    attempts: int
    """Of each arm."""
    success: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    by_seed: dict[str, list[float]]
    gains: dict[str, Triple]
    """By the names of `KNOWN_GAINS`."""
    judged: JudgedTests | None = None


class CloningFigures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    test_tasks: int
    seeds: int
    baseline: float
    warm_up: float
    """Of SFT on scripted attempts, most of them spoiled (PAE)."""
    self_training: float
    filtered: float
    """By the judge's rewards of steps."""
    outcome_filtered: float
    """By its verdict on the attempt."""
    oracle_filtered: float
    filtered_minus_self: Triple
    intervals: dict[str, tuple[float, float]]
    filtered_minus_baseline: Triple
    self_minus_baseline: Triple
    oracle_minus_baseline: Triple
    outcome_minus_self: Triple
    outcome_minus_baseline: Triple
    share_of_oracle_gain: float | None
    """Of what the oracle's filter adds to the baseline; None where it adds nothing."""
    attempts: int
    """Of each arm."""
    by_seed: dict[str, list[float]]
    """Success of each arm, by seed."""
    by_place: dict[str, dict[str, float]]
    """Success of each arm in MiniWoB++ and in each app; each task counts as one."""
    learned_from: dict[str, int]
    """The attempts that all arms but the warm-up train on."""
    known_tasks: KnownTasks | None = None
    judged: JudgedTests | None = None


def figures(
    done: Attempts,
    learned_from: Mapping[str, int],
    known: Attempts | None = None,
    *,
    judged: JudgedAttempts | None = None,
    judged_known: JudgedAttempts | None = None,
) -> CloningFigures:
    """Of each seed, its test attempts with their tasks: "PLACE TASK"; `known`: those at tasks that
    were trained on. Success and gains are by the oracle; `judged` stands beside it."""
    by_task = _by_task(done)
    clusters = list(by_task.values())
    shares = {arm: share_of(arm) for arm in ROWS}
    ends = bootstrap(clusters, shares, SEED)
    values = {arm: round(share(clusters), 4) for arm, share in shares.items()}
    return CloningFigures(
        test_tasks=len(clusters),
        seeds=len(done),
        intervals={arm: rounded(one) for arm, one in ends.items()},
        filtered_minus_self=gain_of(clusters, "filtered", "self_training"),
        filtered_minus_baseline=gain_of(clusters, "filtered", "baseline"),
        self_minus_baseline=gain_of(clusters, "self_training", "baseline"),
        oracle_minus_baseline=gain_of(clusters, "oracle_filtered", "baseline"),
        outcome_minus_self=gain_of(clusters, "outcome_filtered", "self_training"),
        outcome_minus_baseline=gain_of(clusters, "outcome_filtered", "baseline"),
        share_of_oracle_gain=_part(values),
        attempts=sum(map(len, clusters)),
        by_seed={arm: [_of_seed(arm, attempts) for attempts in done.values()] for arm in ROWS},
        by_place=_by_place(by_task),
        learned_from=dict(learned_from),
        known_tasks=_known_tasks(known, judged_known) if _is_any(known) else None,
        judged=_judged_tests(judged) if _is_any(judged) else None,
        **values,
    )


def _by_task(done: Attempts) -> dict[str, list[Success]]:
    found: dict[str, list[Success]] = defaultdict(list)
    for attempts in done.values():
        for task, success in attempts:
            found[task].append(success)
    return found


def _is_any(done: Mapping[int, Sequence[object]] | None) -> TypeGuard[Mapping[int, Any]]:
    return done is not None and any(done.values())


def _judged_tests(judged: JudgedAttempts) -> JudgedTests:
    called = _saying(judged, 1)
    ends = bootstrap(called, {arm: share_of(arm) for arm in ROWS}, SEED)
    undecided = _saying(judged, None)
    return JudgedTests(
        success={arm: round(share_of(arm)(called), 4) for arm in ROWS},
        intervals={arm: rounded(one) for arm, one in ends.items()},
        undecided={arm: round(share_of(arm)(undecided), 4) for arm in ROWS},
    )


def _saying(judged: JudgedAttempts, word: float | None) -> list[Cluster]:
    """By task, whether the judge says this of each attempt."""
    by_seed = {
        seed: [(task, {arm: one == word for arm, one in says.items()}) for task, says in attempts]
        for seed, attempts in judged.items()
    }
    return list(_by_task(by_seed).values())


def _known_tasks(done: Attempts, judged: JudgedAttempts | None) -> KnownTasks:
    clusters = list(_by_task(done).values())
    shares = {arm: share_of(arm) for arm in ROWS}
    ends = bootstrap(clusters, shares, SEED)
    return KnownTasks(
        tasks=len(clusters),
        attempts=sum(map(len, clusters)),
        success={arm: round(share(clusters), 4) for arm, share in shares.items()},
        intervals={arm: rounded(one) for arm, one in ends.items()},
        by_seed={arm: [_of_seed(arm, attempts) for attempts in done.values()] for arm in ROWS},
        gains={name: gain_of(clusters, arm, other) for name, (arm, other) in KNOWN_GAINS.items()},
        judged=_judged_tests(judged) if _is_any(judged) else None,
    )


def _by_place(by_task: Mapping[str, Cluster]) -> dict[str, dict[str, float]]:
    places: dict[str, list[Cluster]] = defaultdict(list)
    for task, attempts in by_task.items():
        places[task.partition(" ")[0]].append(attempts)
    return {
        place: {arm: round(share_of(arm)(clusters), 4) for arm in ROWS}
        for place, clusters in sorted(places.items())
    }


def _of_seed(arm: str, attempts: Sequence[tuple[str, Success]]) -> float:
    return round(sum(success[arm] for _, success in attempts) / len(attempts), 4)


def _part(values: Mapping[str, float]) -> float | None:
    whole = values["oracle_filtered"] - values["baseline"]
    return round((values["filtered"] - values["baseline"]) / whole, 4) if whole > 0 else None


def table(found: CloningFigures) -> str:
    """Markdown: an arm a line."""
    heads = ["Policy", "Success on unseen tasks", "95 % interval", *_judged_heads(found.judged)]
    heads += [*found.by_place, "By seed"]
    lines = [_line(heads), "|" + "---|" * len(heads)]
    for arm, name in ROWS.items():
        low, high = found.intervals[arm]
        places = [f"{success[arm]:.2f}" for success in found.by_place.values()]
        seeds = ", ".join(f"{one:.2f}" for one in found.by_seed[arm])
        share = f"{getattr(found, arm):.3f}"
        judged = _judged_cells(found.judged, arm)
        lines.append(_line([name, share, f"{low:.2f} to {high:.2f}", *judged, *places, seeds]))
    gains = (
        found.filtered_minus_self,
        found.filtered_minus_baseline,
        found.self_minus_baseline,
        found.oracle_minus_baseline,
    )
    for name, gain in zip(GAINS, gains, strict=True):
        lines.append(_gain_line(name, gain, len(heads)))
    if found.known_tasks is not None:
        lines += ["", *_table_of_known(found.known_tasks)]
    return "\n".join(lines)


def _table_of_known(known: KnownTasks) -> list[str]:
    heads = ["Policy", "On other contents of the tasks trained on", "95 % interval"]
    heads += [*_judged_heads(known.judged), "By seed"]
    lines = [_line(heads), "|" + "---|" * len(heads)]
    for arm, name in ROWS.items():
        low, high = known.intervals[arm]
        seeds = ", ".join(f"{one:.2f}" for one in known.by_seed[arm])
        share, judged = f"{known.success[arm]:.3f}", _judged_cells(known.judged, arm)
        lines.append(_line([name, share, f"{low:.2f} to {high:.2f}", *judged, seeds]))
    return [*lines, *(_gain_line(name, gain, len(heads)) for name, gain in known.gains.items())]


def _judged_heads(judged: JudgedTests | None) -> list[str]:
    return ["Called a success by the judge", "Undecided"] if judged else []


def _judged_cells(judged: JudgedTests | None, arm: str) -> list[str]:
    if judged is None:
        return []
    low, high = judged.intervals[arm]
    return [
        f"{judged.success[arm]:.3f} ({low:.2f} to {high:.2f})",
        f"{judged.undecided[arm]:.2f}",
    ]


def _gain_line(name: str, gain: Triple, cells: int) -> str:
    low, middle, high = gain
    return _line([name, f"{middle:+.3f}", f"{low:.3f} to {high:.3f}", *[""] * (cells - 3)])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def plot(found: CloningFigures) -> str:
    """SVG: a bar an arm, with its interval."""
    wide, left, row = 680, 240, 34
    high = row * len(ROWS) + 40
    top = max(0.1, max(end for _, end in found.intervals.values())) * 1.05

    def place(share: float) -> float:
        return round(left + share / top * (wide - left - 60), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
    ]
    for number, (arm, name) in enumerate(ROWS.items()):
        y, share = 14 + number * row, getattr(found, arm)
        low, upper = (place(end) for end in found.intervals[arm])
        parts += [
            f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{left}" y="{y}" width="{place(share) - left:.1f}" height="20"'
            ' fill="#5aa2c2"/>',
            f'<path d="M{low} {y + 10}H{upper}" stroke="#333"/>',
            f'<text x="{upper + 6}" y="{y + 14}">{share:.2f}</text>',
        ]
    parts.append(f'<text x="{left}" y="{high - 8}">success on unseen tasks, 95 % interval</text>')
    return "\n".join([*parts, "</svg>", ""])
