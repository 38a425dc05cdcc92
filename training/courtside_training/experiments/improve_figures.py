"""The numbers of the loop's experiment: its rows, and success on unseen tasks. Runs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtside_judge.agreement.intervals import bootstrap
from courtside_refine.improving.iteration_rows import IterationRow, share
from courtside_refine.improving.rollout import Rollout
from courtside_store.records import Record

from .success_statistics import SEED, Success, Triple, gain_of, share_of

EXPLORER, UNTRAINED = "explorer", "untrained"


class Figures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    apps: list[str]
    rows: dict[str, list[IterationRow]]
    """Of each app a row an iteration; 0 is the policy before any training, without the loop."""
    explorer: dict[str, IterationRow]
    """The explorer at the same unseen tasks, once."""
    unseen: dict[str, Triple]
    """Success on the unseen tasks of all apps, by who tried, with 95 % intervals."""
    gains: dict[str, Triple]
    """What the loop adds to it, paired by task."""


def figures(
    rows: Mapping[str, list[IterationRow]],
    explorer: Mapping[str, IterationRow],
    tried: Mapping[str, Mapping[str, Sequence[Rollout]]],
) -> Figures:
    """By app; `tried`: the attempts at its unseen tasks, by who tried, the last trained last."""
    tasks = [one for app in tried.values() for one in by_task(app)]
    who = list(next(iter(tried.values())))
    clusters = [[task] for task in tasks]
    ends = bootstrap(clusters, {one: share_of(one) for one in who}, SEED)
    return Figures(
        apps=list(rows),
        rows=dict(rows),
        explorer=dict(explorer),
        unseen={
            one: (round(low, 4), round(share_of(one)(clusters), 4), round(high, 4))
            for one, (low, high) in ends.items()
        },
        gains={
            f"{who[-1]} over {other}": gain_of(clusters, who[-1], other)
            for other in (UNTRAINED, EXPLORER)
        }
        if clusters
        else {},
    )


def by_task(tried: Mapping[str, Sequence[Rollout]]) -> list[Success]:
    """Of each task by whom it succeeded; one that the site or the browser spoilt for anybody is
    left out."""
    found: dict[str, dict[str, bool]] = {}
    for who, attempts in tried.items():
        for one in attempts:
            if one.status == "done" and one.checked is not None:
                found.setdefault(one.task, {})[who] = one.checked
    return [success for success in found.values() if len(success) == len(tried)]


HEADS = (
    "app | iteration | who tried | tasks known | judged a success | of those wrong by the check |"
    " checked a success | trained on | unseen tasks"
)


def table(found: Figures) -> str:
    """Markdown: an iteration a line. The last column is the verifiers' word."""
    lines = [f"| {HEADS} |", "|---" * (HEADS.count("|") + 1) + "|"]
    for app in found.apps:
        unseen = _unseen(found.explorer[app])
        lines.append(f"| {app} | explorer, no loop | - | - | - | - | - | - | {unseen} |")
        lines += [f"| {app} | {_cells(row)} |" for row in found.rows[app]]
    lines += ["", "| All apps | unseen tasks | 95 % interval |", "|---|---|---|"]
    for name, (low, value, high) in found.unseen.items():
        lines.append(f"| {name} | {value:.3f} | {low:.2f} to {high:.2f} |")
    for name, (low, value, high) in found.gains.items():
        lines.append(f"| {name} | {value:+.3f} | {low:.3f} to {high:.3f} |")
    return "\n".join(lines)


def _cells(row: IterationRow) -> str:
    made = row.training
    return " | ".join(
        (
            str(row.iteration) if made else "0, untrained, no loop",
            row.actor if made else "-",
            str(row.tasks),
            share(made.success, made.attempts) if made else "-",
            share(made.false_success, made.success) if made else "-",
            share(made.checked_success, made.checked) if made else "-",
            str(row.buffer) if row.trained else row.note or "-",
            _unseen(row),
        )
    )


def _unseen(row: IterationRow) -> str:
    counts = row.unseen
    return share(counts.checked_success, counts.checked) if counts else "-"
