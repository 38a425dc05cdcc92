"""How much slower an agent is while it is watched: forty actions on a real site, as ratios.

    python -m benchmarks.agent_overhead [--quick] [--repeats 5] [--think 0.6] [--json]

The agent pauses `--think` seconds before each action, as one that asks a model does at its
fastest; the extension could not take its pictures otherwise, since the browser allows two a
second. `acting` are the ratios of the time inside the agent's own calls, pauses left out.
The ways take turns within each repeat; a ratio is within its repeat; shown are the median, and
the lowest and highest. Each pass is judged by itself: one that is not valid (an action missing, or
more than 5 % of the frames) is left out of its way's ratios, and `left_out` says how many were and
why; a repeat whose unwatched pass is not valid has no ratios at all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
from typing import Any

from benchmarks.forty_actions import COUNT, served
from benchmarks.pieces import need_browser
from benchmarks.watching import WAYS, Took, take
from playwright.async_api import async_playwright

QUICK = ("cdp", "extension")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--think", type=float, default=0.6)
    parser.add_argument("--ways", nargs="+", default=WAYS[1:], choices=WAYS[1:])
    parser.add_argument("--quick", action="store_true", help="one repeat of the ways that are ours")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    repeats, ways = (1, QUICK) if options.quick else (options.repeats, options.ways)
    rounds = asyncio.run(measure(repeats, options.think, ["none", *ways], quick=options.quick))
    numbers = summary(rounds)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


async def measure(
    repeats: int, think: float, ways: list[str], *, quick: bool
) -> list[dict[str, Took]]:
    """Every way once a round, in an order that changes; a round to warm up comes first, `quick`
    only the unwatched agent without pauses.
    """
    browser = need_browser(extensions="extension" in ways)
    rounds = []
    async with served() as url, async_playwright() as playwright:
        if quick:
            await take(playwright, browser, "none", url, 0.0)
        for number in range(int(quick), repeats + 1):
            order = random.Random(number).sample(ways, len(ways))
            took = {way: await take(playwright, browser, way, url, think) for way in order}
            if number:
                rounds.append(took)
    return rounds


def summary(rounds: list[dict[str, Took]]) -> dict[str, Any]:
    """Ratios to the unwatched agent, by way; None where no valid pass is left."""
    ways = [way for way in WAYS if way in rounds[0]]
    return {
        **{way: _median(rounds, way, "total_s") for way in ways},
        "acting": {way: _median(rounds, way, "acting_s") for way in ways},
        "interval": {way: _interval(rounds, way, "total_s") for way in ways},
        "acting_interval": {way: _interval(rounds, way, "acting_s") for way in ways},
        "left_out": {way: _left_out(rounds, way) for way in ways},
        "valid": all(2 * len(_left_out(rounds, way)) <= len(rounds) for way in ways),
        "actions": {way: min(once[way].actions for once in rounds) for way in ways},
        "frames": {way: min(once[way].frames for once in rounds) for way in ways},
        "none_s": round(statistics.median(once["none"].total_s for once in rounds), 2),
        "repeats": len(rounds),
    }


def _left_out(rounds: list[dict[str, Took]], way: str) -> list[str]:
    """Why passes of this way are in no ratio."""
    passes = [(number, once[way]) for number, once in enumerate(rounds, 1)]
    return [
        f"repeat {number}: {took.actions} of {COUNT} actions, {took.frames} frames"
        for number, took in passes
        if not took.valid
    ]


def _ratios(rounds: list[dict[str, Took]], way: str, what: str) -> list[float]:
    kept = [once for once in rounds if once["none"].valid and once[way].valid]
    return [getattr(once[way], what) / getattr(once["none"], what) for once in kept]


def _median(rounds: list[dict[str, Took]], way: str, what: str) -> float | None:
    ratios = _ratios(rounds, way, what)
    return round(statistics.median(ratios), 3) if ratios else None


def _interval(rounds: list[dict[str, Took]], way: str, what: str) -> list[float] | None:
    ratios = _ratios(rounds, way, what)
    return [round(min(ratios), 3), round(max(ratios), 3)] if ratios else None


if __name__ == "__main__":
    main()
