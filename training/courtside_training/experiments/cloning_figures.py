"""The numbers of the cloning experiment: success on unseen tasks by arm, with intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape

from courtside_judge.agreement.intervals import bootstrap
from courtside_store.records import Record

Success = Mapping[str, bool]
"""Of one test attempt, by arm."""
Cluster = Sequence[Success]
Triple = tuple[float, float, float]
"""Lower end, value, upper end."""
ROWS = {
    "baseline": "SFT warm-up (baseline)",
    "self_training": "+ self-training, no filter",
    "filtered": "+ filtered by the judge",
    "oracle_filtered": "+ filtered by the oracle",
}
SEED = 20


class CloningFigures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    test_tasks: int
    seeds: int
    baseline: float
    self_training: float
    filtered: float
    oracle_filtered: float
    filtered_minus_self: Triple
    intervals: dict[str, tuple[float, float]]
    filtered_minus_baseline: Triple
    self_minus_baseline: Triple
    oracle_minus_baseline: Triple
    share_of_oracle_gain: float | None
    """Of what the oracle's filter adds to the baseline; None where it adds nothing."""
    attempts: int
    """Of each arm."""
    by_seed: dict[str, list[float]]
    """Success of each arm, by seed."""


def figures(done: Mapping[int, Sequence[tuple[str, Success]]]) -> CloningFigures:
    """Of each seed, its test attempts with their tasks."""
    by_task: dict[str, list[Success]] = defaultdict(list)
    for attempts in done.values():
        for task, success in attempts:
            by_task[task].append(success)
    clusters = list(by_task.values())
    shares = {arm: _share(arm) for arm in ROWS}
    ends = bootstrap(clusters, shares, SEED)
    values = {arm: round(share(clusters), 4) for arm, share in shares.items()}
    return CloningFigures(
        test_tasks=len(clusters),
        seeds=len(done),
        intervals={arm: _rounded(one) for arm, one in ends.items()},
        filtered_minus_self=_gain(clusters, "filtered", "self_training"),
        filtered_minus_baseline=_gain(clusters, "filtered", "baseline"),
        self_minus_baseline=_gain(clusters, "self_training", "baseline"),
        oracle_minus_baseline=_gain(clusters, "oracle_filtered", "baseline"),
        share_of_oracle_gain=_part(values),
        attempts=sum(map(len, clusters)),
        by_seed={arm: [_of_seed(arm, attempts) for attempts in done.values()] for arm in ROWS},
        **values,
    )


def _share(arm: str) -> Callable[[Sequence[Cluster]], float]:
    def share(clusters: Sequence[Cluster]) -> float:
        """Each task counts as one, however many attempts it has."""
        each = [sum(one[arm] for one in attempts) / len(attempts) for attempts in clusters]
        return sum(each) / len(each)

    return share


def _of_seed(arm: str, attempts: Sequence[tuple[str, Success]]) -> float:
    return round(sum(success[arm] for _, success in attempts) / len(attempts), 4)


def _gain(clusters: Sequence[Cluster], arm: str, other: str) -> Triple:
    def gain(drawn: Sequence[Cluster]) -> float:
        return _share(arm)(drawn) - _share(other)(drawn)

    low, high = bootstrap(clusters, {"gain": gain}, SEED)["gain"]
    return round(low, 4), round(gain(clusters), 4), round(high, 4)


def _part(values: Mapping[str, float]) -> float | None:
    whole = values["oracle_filtered"] - values["baseline"]
    return round((values["filtered"] - values["baseline"]) / whole, 4) if whole > 0 else None


def _rounded(ends: tuple[float, float]) -> tuple[float, float]:
    return round(ends[0], 4), round(ends[1], 4)


def table(found: CloningFigures) -> str:
    """Markdown: an arm a line."""
    lines = ["| Policy | Success on unseen tasks | 95 % interval | By seed |", "|---|---|---|---|"]
    for arm, name in ROWS.items():
        low, high = found.intervals[arm]
        seeds = ", ".join(f"{one:.2f}" for one in found.by_seed[arm])
        lines.append(f"| {name} | {getattr(found, arm):.3f} | {low:.2f} to {high:.2f} | {seeds} |")
    return "\n".join(lines)


def plot(found: CloningFigures) -> str:
    """SVG: a bar an arm, with its interval."""
    wide, left, row = 640, 200, 34
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
