"""How good the shipped judge is on small apps of kinds that no weight was fitted on.

    python -m benchmarks.small_apps [--held-out | --development] [--runs FILE] [--quick] [--json]

Eight apps of a hundred lines each, every task with right ways and wrong ones, played in a browser
and watched by the observer that ships; the app's state says what is right. The runs of the
*development* half may be looked at while the judge is mended; the *held-out* half is run at the
start and at the end only. `--runs` keeps the runs in a file; where it is there already, they are
judged again without a browser. `--quick`: one app of each half. The authors of the judge wrote the
apps too, so these numbers may be too good.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from pathlib import Path

from courtside_training.collecting.episodes import read
from courtside_training.measures.small_apps.halves import HALVES, play_missing, report


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    half = parser.add_mutually_exclusive_group()
    for name in HALVES:
        flag = f"--{name.replace('_', '-')}"
        half.add_argument(flag, action="store_const", const=name, dest="half")
    parser.add_argument("--runs", type=Path, help="where the runs are kept, or are already")
    parser.add_argument("--quick", action="store_true", help="one app of each half")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    halves = [options.half] if options.half else [*HALVES]
    apps = [app for half in halves for app in HALVES[half][: 1 if options.quick else None]]
    with tempfile.TemporaryDirectory() as folder:
        path = options.runs or Path(folder) / "runs.jsonl"
        asyncio.run(play_missing(apps, path))
        metrics = report(read(path), halves)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


if __name__ == "__main__":
    main()
