"""The numbers of the experiment: success by retries, intervals over tasks, a table and a plot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape

from courtside_judge.agreement.intervals import bootstrap
from courtside_store.records import Record

from .places import ExperimentJob
from .reflexion_arms import RETRIES
from .success_statistics import SEED, Triple, rounded

Success = Mapping[str, Sequence[bool]]
"""Whether one job succeeded, by arm, after 0 to 3 retries."""
Cluster = Sequence[Success]
COMPARED = (
    ("evidence", "none"),
    ("evidence", "blind"),
    ("evidence", "evidence, no lesson"),
    ("evidence, unknown too", "blind"),
    ("evidence, best counts", "blind"),
    ("evidence, best counts", "blind, best counts"),
    ("evidence, unknown too, best counts", "blind"),
    ("evidence, unknown too, best counts", "blind, best counts"),
    ("cascade", "blind"),
    ("cascade", "evidence"),
    ("oracle", "blind"),
)
"""Arms, and what each is compared with after three retries."""
SHARING = (
    "blind",
    "evidence",
    "evidence, unknown too",
    "blind, best counts",
    "evidence, best counts",
    "evidence, unknown too, best counts",
    "cascade",
)
"""Arms whose share of the oracle's lift is told."""
_COLOURS = (
    *("#8a8a8a", "#c9822b", "#0b6e99", "#5aa2c2", "#7a5195", "#46c1c9", "#2f7d32", "#8fbf8f"),
    *("#b03a5b", "#5b5b2e", "#d66aa0", "#1f3d7a"),
)


class Figures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    apps: list[str]
    tasks: int
    seeds: int
    success: dict[str, list[float]]
    intervals: dict[str, list[tuple[float, float]]]
    lift_over_blind: Triple
    """How much more the arm `evidence` has than `blind` after three retries."""
    share_of_oracle_lift: float | None
    """How much that is of what the oracle's arm adds to a single attempt."""
    differences: dict[str, Triple]
    """After three retries, by "ARM over ARM"."""
    shares_of_oracle_lift: dict[str, Triple]
    """By arm. One is missing where the oracle adds nothing in most resamples of the tasks."""


def figures(done: Mapping[ExperimentJob, Success]) -> Figures:
    """The figures of all jobs that were finished."""
    by_task: dict[str, list[Success]] = defaultdict(list)
    for job, success in done.items():
        by_task[job.cluster].append(success)
    clusters = list(by_task.values())
    arms = list(next(iter(done.values()), {}))
    shares = {(arm, retry): _share(arm, retry) for arm in arms for retry in range(RETRIES + 1)}
    ends = bootstrap(clusters, {f"{a} {r}": share for (a, r), share in shares.items()}, SEED)
    differences = _differences(clusters, arms)
    parts = _parts(clusters, [arm for arm in arms if arm in SHARING])
    return Figures(
        apps=sorted({job.place for job in done}),
        tasks=len(clusters),
        seeds=max(map(len, clusters), default=0),
        success={a: [round(shares[a, r](clusters), 4) for r in range(RETRIES + 1)] for a in arms},
        intervals={a: [rounded(ends[f"{a} {r}"]) for r in range(RETRIES + 1)] for a in arms},
        lift_over_blind=differences["evidence over blind"],
        share_of_oracle_lift=parts["evidence"][1] if "evidence" in parts else None,
        differences=differences,
        shares_of_oracle_lift=parts,
    )


def _share(arm: str, retry: int) -> Callable[[Sequence[Cluster]], float]:
    def share(clusters: Sequence[Cluster]) -> float:
        """Each task counts as one, however many seeds it has."""
        each = [sum(one[arm][retry] for one in jobs) / len(jobs) for jobs in clusters]
        return sum(each) / len(each)

    return share


def _differences(clusters: Sequence[Cluster], arms: Sequence[str]) -> dict[str, Triple]:
    return {
        f"{arm} over {other}": _lift(clusters, arm, other)
        for arm, other in COMPARED
        if {arm, other} <= {*arms}
    }


def _lift(clusters: Sequence[Cluster], arm: str, other: str) -> Triple:
    def lift(drawn: Sequence[Cluster]) -> float:
        return _share(arm, RETRIES)(drawn) - _share(other, RETRIES)(drawn)

    low, high = bootstrap(clusters, {"lift": lift}, SEED)["lift"]
    return round(low, 4), round(lift(clusters), 4), round(high, 4)


def _parts(clusters: Sequence[Cluster], arms: Sequence[str]) -> dict[str, Triple]:
    """Resamples in which the oracle adds nothing have no share, and do not count."""
    shares = {arm: _part(arm) for arm in arms}
    found: dict[str, Triple] = {}
    for arm, (low, high) in bootstrap(clusters, shares, SEED).items():
        if (value := shares[arm](clusters)) is not None:
            found[arm] = round(low, 4), round(value, 4), round(high, 4)
    return found


def _part(arm: str) -> Callable[[Sequence[Cluster]], float | None]:
    first, mine, best = (_share(one, RETRIES) for one in ("none", arm, "oracle"))

    def part(clusters: Sequence[Cluster]) -> float | None:
        whole = best(clusters) - first(clusters)
        return (mine(clusters) - first(clusters)) / whole if whole > 0 else None

    return part


def table(found: Figures) -> str:
    """Markdown: an arm a line, then a difference a line."""
    lines = [
        "| Retries | " + " | ".join(map(str, range(RETRIES + 1))) + " |",
        "|---|" + "---|" * (RETRIES + 1),
    ]
    for arm, shares in found.success.items():
        cells = [
            f"{share:.3f} ({low:.2f} to {high:.2f})"
            for share, (low, high) in zip(shares, found.intervals[arm], strict=True)
        ]
        lines.append(f"| {arm} | " + " | ".join(cells) + " |")
    lines += ["", "| After three retries | | 95 % interval |", "|---|---|---|"]
    for name, (low, value, high) in found.differences.items():
        lines.append(f"| {name} | {value:+.3f} | {low:.3f} to {high:.3f} |")
    for arm, (low, value, high) in found.shares_of_oracle_lift.items():
        ends = f"{low:.2f} to {high:.2f}"
        lines.append(f"| {arm}: share of the oracle's lift | {value:.2f} | {ends} |")
    return "\n".join(lines)


def plot(found: Figures) -> str:
    """SVG: success after each retry, a line an arm, with its interval."""
    wide, high, left, bottom = 640, 340, 50, 40
    top = max(0.1, max(end for ends in found.intervals.values() for _, end in ends)) * 1.05

    def place(retry: float, share: float) -> tuple[float, float]:
        x = left + 20 + retry * (wide - left - 220) / RETRIES
        return round(x, 1), round(high - bottom - share / top * (high - bottom - 20), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{left}" y="{high - 6}">retries</text><text x="4" y="14">success</text>',
    ]
    for retry in range(RETRIES + 1):
        x, y = place(retry, 0)
        parts.append(f'<text x="{x}" y="{y + 16}" text-anchor="middle">{retry}</text>')
    for tenth in range(0, int(top * 10) + 1):
        x, y = place(-0.1, tenth / 10)
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{tenth / 10:.1f}</text>')
        parts.append(f'<path d="M{x} {y}H{wide - 190}" stroke="#ddd"/>')
    for number, (arm, shares) in enumerate(found.success.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        aside = (number - len(found.success) / 2) * 0.02
        points = [place(retry + aside, share) for retry, share in enumerate(shares)]
        line = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, _), ends in zip(points, found.intervals[arm], strict=True):
            low, upper = (place(0, end)[1] for end in ends)
            parts.append(f'<path d="M{x} {low}V{upper}" stroke="{colour}" opacity="0.5"/>')
        y = 30 + 18 * number
        parts.append(f'<path d="M{wide - 180} {y - 4}h18" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{wide - 156}" y="{y}">{escape(arm)}</text>')
    return "\n".join([*parts, "</svg>", ""])
