"""How often a verdict changes where the same run is told in another way: it should not.

    python -m benchmarks.retellings [EPISODES.jsonl...] [--each 8] [--quick] [--json]

Episodes with their screens, as `python -m courtside_training.collect` writes them; by default those
in `.training/episodes`, of worlds that are not sealed, `--each` of a file. A row for each retelling
(`courtside_training.measures.retellings`): of how many runs it changes anything, in how many the
label changed, the mean difference of the score and of its amount.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

from courtside_training.collecting.episodes import Episode, read
from courtside_training.measures.retold_verdicts import measure

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


if __name__ == "__main__":
    main()
