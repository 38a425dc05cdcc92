"""Bytes a step on disk: ours beside a Playwright trace of the same forty actions.

    python -m benchmarks.disk [--quick] [--repeats 3] [--think 0.6] [--json]

Ours holds a full-size frame before and after each action, page elements, verdicts and the search
index; the trace holds DOM snapshots, page resources and frames of 800 pixels' width. `valid` says
that both had every action and at least 95 % of what belongs before and after it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics

from benchmarks.agent_overhead import measure
from benchmarks.forty_actions import COUNT

METHODS = ["cdp", "extension", "playwright_tracing"]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--think", type=float, default=0.6)
    parser.add_argument("--quick", action="store_true", help="one repeat")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    repeats = 1 if options.quick else options.repeats
    rounds = asyncio.run(measure(repeats, options.think, METHODS, quick=options.quick))
    size = {way: statistics.median(once[way].bytes / COUNT for once in rounds) for way in rounds[0]}
    ratios = [
        max(once["cdp"].bytes, once["extension"].bytes) / once["playwright_tracing"].bytes
        for once in rounds
    ]
    numbers = {
        "courtside": round(max(size["cdp"], size["extension"])),
        "playwright_trace": round(size["playwright_tracing"]),
        "ratio": round(statistics.median(ratios), 3),
        "interval": [round(min(ratios), 3), round(max(ratios), 3)],
        "by_way": {way: round(size[way]) for way in METHODS},
        "frames": {way: min(once[way].frames for once in rounds) for way in METHODS},
        "valid": all(took.valid for once in rounds for took in once.values()),
    }
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


if __name__ == "__main__":
    main()
