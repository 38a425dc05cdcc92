"""What recording a web agent misses, shows wrongly and costs, by way, site, pause and load.

    python -m benchmarks.capture [--quick] [--only port,plain] [--explain] --json

The whole takes about twenty-five minutes on two cores, `--quick` less than two, `--only` what it
names.

Scripted agents act with pauses of 0, 50, 300 and 1000 ms on four kinds of site: server-rendered
pages, a single-page app, a slow server, inner frames and pop-ups. They are watched through the
debug port from beside (`port`), in their own process through both APIs of Playwright
(`playwright`), and by the extension. An agent waits until the screen shows what its action leads
to, then pauses; sometimes it goes on at once, and it closes its page right after its last action.

- lost: actions that are in no step
- wrong_after: after-screens, by their text or by their picture, that cannot have been on screen
  between the action and the next one
- stale: after-screens that could, but only before the action took effect
- withheld: share without a picture, of the steps after which the agent paused
- slowdown: the agent's time, watched to unwatched, medians of rounds that take turns
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.capture.agents import agents
from benchmarks.capture.measuring import SHORT, Bench, Cell, load
from benchmarks.capture.script import SCRIPTS
from benchmarks.capture.sites import served
from benchmarks.pieces import need_browser
from benchmarks.watching import daemon_process

WAYS = ("port", "playwright", "extension")
LOADS = ("idle", "busy")
PAUSES_MS = (0, 50, 300, 1000)
ROUNDS = {0: 2, 50: 2, 300: 1, 1000: 1}
QUICK_PAUSE_MS = {"plain": 0, "app": 300, "slow": 0, "frames": 300}
"""By --quick: one pause a site, unless `--only` names pauses."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one pause a site, one round, idle")
    parser.add_argument("--only", default="", help="ways, sites, pauses, loads: port,plain,0,idle")
    parser.add_argument("--rounds", type=int, help="of each cell, instead of one or two")
    parser.add_argument("--explain", action="store_true", help="each finding, on stderr")
    parser.add_argument("--json", action="store_true", help="rows as they come on stderr")
    options = parser.parse_args()
    only = {word for word in options.only.split(",") if word}
    ways = chosen(WAYS, only)
    need_browser(extensions="extension" in ways)
    rows = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (
            served() as site,
            daemon_process(folder / "data") as (config, daemon),
            agents(config, daemon, folder, "extension" in ways) as workers,
        ):
            bench = Bench(config, site, workers)
            bench.warm(ways)
            for kind in chosen(LOADS[:1] if options.quick else LOADS, only):
                with load(kind):
                    for cell in cells(only, kind, options.quick, options.rounds):
                        found = bench.rows(cell, ways, sys.stderr if options.explain else None)
                        rows += found
                        live = sys.stderr if options.json else sys.stdout
                        print(*map(json.dumps, found), sep="\n", file=live, flush=True)
    print(json.dumps({"rows": rows, "totals": totals(rows)}))


def chosen(all_of_them: tuple[str, ...], only: set[str]) -> tuple[str, ...]:
    """Those that are named; all where none is."""
    return tuple(one for one in all_of_them if one in only) or all_of_them


def cells(only: set[str], kind: str, quick: bool, rounds: int | None) -> list[Cell]:
    """What is measured under one load."""
    short = 300 if quick else 1000
    return [
        Cell(
            site,
            pause,
            kind,
            rounds or (1 if quick else ROUNDS[pause]),
            SHORT if pause >= short else None,
        )
        for pause in PAUSES_MS
        for site in chosen(tuple(SCRIPTS), only)
        if pause in pauses(site, only, quick)
    ]


def pauses(site: str, only: set[str], quick: bool) -> tuple[int, ...]:
    """Those that are named, else one by --quick, else all."""
    named = tuple(pause for pause in PAUSES_MS if str(pause) in only)
    return named or ((QUICK_PAUSE_MS[site],) if quick else PAUSES_MS)


def totals(rows: list[dict[str, object]]) -> dict[str, object]:
    """Sums, and the worst of what has a bar."""
    slow = [row for row in rows if int(str(row["pause_ms"])) >= 300]
    return {
        **{
            name: sum(int(str(row[name])) for row in rows)
            for name in ("actions", "steps", "lost", "wrong_after", "stale")
        },
        "withheld_from_300_ms": max((float(str(row["withheld"])) for row in slow), default=0.0),
        "slowdown": max((float(str(row["slowdown"])) for row in rows), default=0.0),
    }


if __name__ == "__main__":
    main()
