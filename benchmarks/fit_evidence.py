"""Fits the evidence judge's weights to oracle-labelled episodes and checks them on kinds left out.

    python -m courtside.demo.collect --out episodes.jsonl --seeds 0 14
    python benchmarks/fit_evidence.py episodes.jsonl [--write] [--json]

Plain gradient descent on a logistic model with a quadratic penalty: with some thirty features and a
few hundred rows it ends in seconds, and needs no library.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import msgspec

from courtside.demo.collect import Collected
from courtside_judge.evidence import EvidenceSitting
from courtside_judge.findings import answer_findings, findings
from courtside_judge.linear import Weights, features, probability
from courtside_judge.protocol import Case
from courtside_store.records import JudgeStamp

PENALTY = 0.004
ROUNDS = 1500
RATE = 0.5
FOLDS = 5
SILENT = {"claims-success", "no-steps"}
"""Not weighed: the agent's own claim is what the judge is there to check."""
SIGNS = dict.fromkeys(
    ("asked-done", "asked-all-done", "last-click-asked", "ordinal-right", "submit-done"), 1
) | dict.fromkeys(("nothing-changed", "looping", "asked-missing", "error-shown", "captcha"), -1)
"""Findings that may speak one way only: a reader must never see "it was done" count against."""
Sample = tuple[str, dict[str, float], bool, bool]
"""Task kind, features, oracle, the agent's claim."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("episodes", type=Path)
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    samples = read(options.episodes)
    numbers = held_out(samples)
    weights = fit(samples)
    if options.write:
        weights = msgspec.structs.replace(
            weights, made_by=f"benchmarks/fit_evidence.py on {len(samples)} MiniWoB++ episodes"
        )
        path = Path(__file__).parents[1] / "judge/courtside_judge/weights.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n")
    if options.json:
        print(json.dumps(numbers))
        return
    print(numbers)
    for kind, weight in sorted(weights.weights.items(), key=lambda one: one[1]):
        print(f"{weight:+.2f}  {kind}")


def read(path: Path) -> list[Sample]:
    """Features of each episode's end, as the judge sees it; the oracle is kept beside."""
    blank = Weights(version="fit", bias=0.0, weights={})
    samples = []
    for line in path.read_bytes().splitlines():
        episode = msgspec.json.decode(line, type=Collected)
        case = Case(run="run_" + "0" * 20, task=episode.task)
        sitting = EvidenceSitting(case, blank, JudgeStamp(name="fit"))
        for step in episode.steps:
            sitting.recall(step)
        found = findings(sitting.tracker)
        found += answer_findings(sitting.tracker, episode.answer, episode.claims_success)
        amounts = {k: v for k, v in features(found).items() if k not in SILENT}
        samples.append((episode.kind, amounts, episode.oracle, bool(episode.claims_success)))
    return samples


def fit(samples: list[Sample]) -> Weights:
    """Weights that make the oracle's words likely."""
    names = sorted({name for _, amounts, _, _ in samples for name in amounts})
    bias, weights = 0.0, dict.fromkeys(names, 0.0)
    for _ in range(ROUNDS):
        slope, slopes = 0.0, dict.fromkeys(names, 0.0)
        for _, amounts, success, _ in samples:
            total = bias + sum(weights[k] * v for k, v in amounts.items())
            off = 1 / (1 + math.exp(-total)) - success
            slope += off
            for name, value in amounts.items():
                slopes[name] += off * value
        bias -= RATE * slope / len(samples)
        for name in names:
            weights[name] -= RATE * (slopes[name] / len(samples) + PENALTY * weights[name] / 4)
            if SIGNS.get(name, weights[name]) * weights[name] < 0:
                weights[name] = 0.0
    rounded = {name: round(weight, 3) for name, weight in weights.items()}
    return Weights(version="1", bias=round(bias, 3), weights=rounded)


def held_out(samples: list[Sample]) -> dict[str, object]:
    """Accuracy on task kinds that the fit never saw."""
    kinds = sorted({kind for kind, _, _, _ in samples})
    right, tp, said, brier = 0, 0, 0, 0.0
    wrong: dict[str, int] = {}
    for fold in range(FOLDS):
        out = set(kinds[fold::FOLDS])
        weights = fit([s for s in samples if s[0] not in out])
        for kind, amounts, success, _ in (s for s in samples if s[0] in out):
            p = probability(weights, amounts)
            right += (p >= 0.5) == success
            said += p >= 0.5
            tp += p >= 0.5 and success
            brier += (p - success) ** 2
            if (p >= 0.5) != success:
                wrong[kind] = wrong.get(kind, 0) + 1
    n = len(samples)
    return {
        "n": n,
        "kinds": len(kinds),
        "accuracy": round(right / n, 4),
        "precision": round(tp / max(said, 1), 4),
        "brier": round(brier / n, 4),
        "always_failure": round(sum(not s[2] for s in samples) / n, 4),
        "always_success": round(sum(s[2] for s in samples) / n, 4),
        "believe_agent": round(sum(s[3] == s[2] for s in samples) / n, 4),
        "wrong_by_kind": wrong,
    }


if __name__ == "__main__":
    main()
