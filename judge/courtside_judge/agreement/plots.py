"""Draws what was measured, as SVG for a page. The only file that needs the extra `report`."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .intervals import Interval
from .measurement import AgreementRow

_STYLE: Any = {
    "svg.fonttype": "none",  # text stays text: small, and found by the browser's search
    "svg.hashsalt": "courtside",  # the same numbers make the same file
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_COLOURS = {"judge": "#0b6e99", "baseline": "#8a8a8a", "control": "#c9822b"}


def _svg(draw: Callable[[Axes], None], height: float) -> str:
    """Inline SVG without the prologue and the names that point to other hosts."""
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(6.4, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", metadata=nothing)
    text = out.getvalue()
    for name in (
        ' xmlns="http://www.w3.org/2000/svg"',
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
    ):
        text = text.replace(name, "")
    return text[text.index("<svg") :]


def _bar(ends: Interval | None, value: float) -> tuple[list[float], list[float]]:
    """Distances to the ends of the interval, as matplotlib wants them."""
    low, high = ends or (value, value)
    return [max(0.0, value - low)], [max(0.0, high - value)]


def draw_accuracy(rows: Sequence[AgreementRow]) -> str:
    """Each judge's accuracy with its interval, the coverage beside it."""
    shown = [row for row in reversed(rows) if row.accuracy is not None]

    def draw(axes: Axes) -> None:
        for place, row in enumerate(shown):
            value = row.accuracy or 0.0
            axes.errorbar(
                value,
                place,
                xerr=_bar(row.intervals.get("accuracy"), value),
                fmt="o",
                capsize=3,
                color=_COLOURS[row.kind],
            )
        axes.set_yticks(
            range(len(shown)), [f"{row.judge}\ncoverage {row.coverage:.2f}" for row in shown]
        )
        axes.set_xlim(0, 1)
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.set_xlabel("accuracy over the decided runs, with its 95 % interval")
        axes.grid(axis="x", alpha=0.3)

    return _svg(draw, 0.8 + 0.42 * len(shown))


def draw_rates(rows: Sequence[AgreementRow]) -> str:
    """Success rate of each agent: by the labels, and by each real judge."""
    judges = [row for row in rows if row.kind == "judge"]

    def draw(axes: Axes) -> None:
        agents = [policy.agent for policy in rows[0].policies]
        for place, policy in enumerate(rows[0].policies):
            axes.errorbar(
                place,
                policy.labelled_rate,
                yerr=_bar(policy.labelled_interval, policy.labelled_rate),
                fmt="s",
                capsize=3,
                color="black",
                label="labels" if place == 0 else None,
            )
        for number, row in enumerate(judges, 1):
            _draw_judged_rates(axes, row, agents, number)
        axes.set_xticks(range(len(agents)), [agent or "(no name)" for agent in agents])
        axes.set_ylim(0, 1)
        axes.set_ylabel("success rate")
        axes.legend(frameon=False)
        axes.grid(axis="y", alpha=0.3)

    return _svg(draw, 3.0)


def _draw_judged_rates(axes: Axes, row: AgreementRow, agents: Sequence[str], number: int) -> None:
    """The rates by the judge of that number, each right of its agent's labels."""
    points = [
        (agents.index(p.agent) + 0.14 * number, p.judged_rate, p.judged_interval)
        for p in row.policies
        if p.judged_rate is not None
    ]
    for place, (x, rate, ends) in enumerate(points):
        axes.errorbar(
            x,
            rate,
            yerr=_bar(ends, rate),
            fmt="o",
            capsize=3,
            color=f"C{number - 1}",
            label=row.judge if place == 0 else None,
        )


def draw_calibration(rows: Sequence[AgreementRow]) -> str:
    """Share of successes beside the mean score, in ten bins; a point is as large as its bin."""

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color="#8a8a8a", linestyle="--", linewidth=1, label="calibrated")
        for row in rows:
            sizes = [12 + 180 * one.n / max(row.decided, 1) for one in row.calibration]
            xs = [one.score for one in row.calibration]
            ys = [one.success for one in row.calibration]
            axes.plot(xs, ys, linewidth=1)
            axes.scatter(xs, ys, s=sizes, label=row.judge, zorder=3)
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel("score")
        axes.set_ylabel("share of successes")
        axes.legend(frameon=False)
        axes.grid(alpha=0.3)

    return _svg(draw, 3.4)


def draw_costs(rows: Sequence[AgreementRow]) -> str:
    """What each score would cost a run as the limit, and the cheapest."""

    def draw(axes: Axes) -> None:
        for row in rows:
            if row.costs is None:
                continue
            xs, ys = zip(*row.costs.curve, strict=True)
            axes.step(xs, ys, where="mid", label=row.judge)
            axes.axvline(row.costs.failure_below, linestyle="--", linewidth=1, color="black")
            axes.axhline(row.costs.cost_of_own_labels, linewidth=1, color="#c9822b", alpha=0.7)
        axes.set_xlim(0, 1)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("a run counts as failed below this score (dashed: the cheapest)")
        axes.set_ylabel("cost a run (line: by its own labels)")
        axes.grid(alpha=0.3)

    return _svg(draw, 3.0)


PLOTS: dict[str, Callable[[Sequence[AgreementRow]], str]] = {
    "accuracy": draw_accuracy,
    "rates": draw_rates,
    "calibration": draw_calibration,
    "costs": draw_costs,
}
