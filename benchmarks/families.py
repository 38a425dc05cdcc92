"""How good the evidence judge is on families of apps that its training never saw.

    python -m benchmarks.families EPISODES.jsonl... [--quick] [--json]

Leaves one family out at a time (`courtside_training.families`). Without files: all episodes that
`python -m courtside_training.collect` has put into `.training/episodes`. Sealed families are left
out unless `--sealed` is said; each such use is a line in docs/lab/sealed.md. `--quick` takes every
fourth run. The last line is one object: `families` by name, then `all` with the thresholds that
each family was judged with, `full_coverage` without abstaining, and `believe_the_agent` beside it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_training.collect import OUT, Episode, read
from courtside_training.families import leave_each_out, numbers
from courtside_training.worlds.sealed import SEALED

QUICK = 4
COSTED = 50


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("episodes", type=Path, nargs="*")
    parser.add_argument("--sealed", action="store_true", help="only with a line in the ledger")
    parser.add_argument("--quick", action="store_true", help="every fourth run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    files = options.episodes or sorted(OUT.glob("*.jsonl"))
    if not options.sealed:
        files = [file for file in files if file.stem not in SEALED]
    if not files:
        raise SystemExit(f"no episodes in {OUT}; python -m courtside_training.collect makes them")
    episodes = [one for file in files for one in read(file, sealed=options.sealed)]
    said = report(episodes[::QUICK] if options.quick else episodes)
    print(json.dumps(said) if options.json else json.dumps(said, indent=1))


def report(episodes: list[Episode]) -> dict[str, object]:
    """All tables."""
    found = leave_each_out(episodes)
    families = {
        one.family: numbers([one])["all"]
        | {"success_at": one.thresholds.success_at, "failure_at": one.thresholds.failure_at}
        for one in found
    }
    return {
        "families": families,
        **numbers(found),
        **cost(episodes[:: len(episodes) // COSTED + 1]),
    }


def cost(episodes: list[Episode]) -> dict[str, float]:
    """CPU milliseconds of the judge that ships, a step and a run."""
    steps_s = runs_s = 0.0
    judge = EvidenceJudge()
    for episode in episodes:
        session = judge.start(Case(run="run_" + "0" * 20, task=episode.task), lambda _: None)
        begun = time.process_time()
        for step in episode.steps:
            session.step(step)
        done = time.process_time()
        session.finish(
            Ending(answer=episode.answer, claims_success=episode.claims_success, ended_by="finish")
        )
        steps_s += done - begun
        runs_s += time.process_time() - done
    count = sum(len(episode.steps) for episode in episodes)
    return {
        "cpu_ms_per_step": round(1000 * steps_s / max(count, 1), 2),
        "cpu_ms_per_run": round(1000 * runs_s / max(len(episodes), 1), 2),
    }


if __name__ == "__main__":
    main()
