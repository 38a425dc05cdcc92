"""How often a verdict changes where the same run is told in another way: it should not.

    python -m benchmarks.retellings [EPISODES.jsonl...] [--each 8] [--quick] [--json]

Episodes with their screens, as `python -m courtside_training.collect` writes them; by default those
in `.training/episodes`, of worlds that are not sealed, `--each` of a file. A row for each retelling
(`courtside_training.retellings`): of how many runs it changes anything, in how many the label
changed, the mean difference of the score and of its amount.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from courtside_judge.claims import without_unsupported_success
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_store.records import RunVerdict, new_id
from courtside_training.episodes import Episode, read
from courtside_training.retellings import FRAMES, RETELLINGS, framed

EPISODES = Path(".training/episodes")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("episodes", nargs="*", type=Path)
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--quick", action="store_true", help="two episodes of a file")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    episodes = chosen(options.episodes, 2 if options.quick else options.each)
    if not episodes:
        parser.error(f"no episodes with screens in {EPISODES}; collect some, or name a file")
    rows = measure(episodes)
    print(json.dumps(rows) if options.json else json.dumps(rows, indent=2))


def chosen(paths: Sequence[Path], each: int) -> list[Episode]:
    """So many of each file, always the same ones; files of sealed worlds are passed over."""
    found = []
    for path in paths or sorted(EPISODES.glob("*.jsonl")):
        try:
            seen = [one for one in read(path) if one.steps and has_screens(one)]
        except ValueError as error:
            print(error)
            continue
        found += random.Random(0).sample(seen, min(each, len(seen)))
    return found


def has_screens(episode: Episode) -> bool:
    """Whether its first screen has elements."""
    before = episode.steps[0].before
    return before is not None and bool(before.elements)


def measure(episodes: Sequence[Episode]) -> dict[str, Any]:
    """A row for each retelling, of the steps and of the task's sentence."""
    judge = EvidenceJudge()
    plain = [verdict(judge, one) for one in episodes]
    rows: dict[str, Any] = {"runs": len(episodes)}
    for name, retell in RETELLINGS.items():
        others = [replace(one, steps=retell(one.steps)) for one in episodes]
        rows[name] = compare(judge, episodes, plain, others)
    for name in FRAMES:
        others = [replace(one, task=framed(name, one.task, url_of(one))) for one in episodes]
        rows[name] = compare(judge, episodes, plain, others)
    return rows


def url_of(episode: Episode) -> str:
    """Where it begins."""
    before = episode.steps[0].before
    return before.url if before else ""


def compare(
    judge: EvidenceJudge,
    episodes: Sequence[Episode],
    plain: Sequence[RunVerdict],
    others: Sequence[Episode],
) -> dict[str, Any]:
    """The verdicts on the same runs, those left out that are as they were."""
    pairs = [
        (before, verdict(judge, other))
        for one, before, other in zip(episodes, plain, others, strict=True)
        if other != one
    ]
    shifts = [(after.score or 0.0) - (before.score or 0.0) for before, after in pairs]
    return {
        "runs": len(pairs),
        "labels_changed": sum(before.label != after.label for before, after in pairs),
        "shift": round(sum(shifts) / max(len(shifts), 1), 3),
        "difference": round(sum(map(abs, shifts)) / max(len(shifts), 1), 3),
    }


def verdict(judge: EvidenceJudge, episode: Episode) -> RunVerdict:
    """As a live run gets it."""
    session = judge.start(Case(run=new_id("run"), task=episode.task, source="cdp"), lambda _: None)
    for step in episode.steps:
        session.step(step)
    ending = Ending(ended_by="finish", answer=episode.answer, claims_success=episode.claims_success)
    return without_unsupported_success(session.finish(ending), ending)


if __name__ == "__main__":
    main()
