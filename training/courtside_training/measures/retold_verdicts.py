"""How often a verdict changes where the same run is told in another way: it should not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from courtside_judge.claims import without_unsupported_success
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_store.records import RunVerdict, new_id
from courtside_training.collecting.episodes import Episode
from courtside_training.measures.retellings import FRAMES, RETELLINGS, framed


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
    """The verdict on an episode as a live run gets it."""
    session = judge.start(Case(run=new_id("run"), task=episode.task, source="cdp"), lambda _: None)
    for step in episode.steps:
        session.step(step)
    ending = Ending(ended_by="finish", answer=episode.answer, claims_success=episode.claims_success)
    return without_unsupported_success(session.finish(ending), ending)
