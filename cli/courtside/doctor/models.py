"""What `courtside doctor` says of the models in use. Opens none of them."""

from __future__ import annotations

from collections.abc import Iterator

from courtside_judge.backends.chosen import Chosen, asked_by_cascade, live_judge, load_chosen
from courtside_judge.models.missing import missing_part
from courtside_judge.readiness import not_ready
from courtside_store.config import Config
from courtside_store.wire import Status

from .check_line import CheckResult


def check_models(config: Config, status: Status | None) -> Iterator[CheckResult]:
    """The live judge, then each model in use with what it lacks. `status`: a running daemon's,
    whose judge may be another than this command's settings name.
    """
    try:
        chosen = load_chosen(config.models_file)
        judge = status.judge if status else live_judge(config)
    except ValueError as error:
        yield "judge", False, str(error)
        return
    trouble = status.judge_trouble if status else not_ready(config, judge)
    yield (
        "judge",
        not trouble,
        f"{judge}: not ready: {trouble}" if trouble else _describe(judge, chosen),
    )
    for role, choice in (("captioner", chosen.captioner), ("reasoner", chosen.reasoner)):
        if choice:
            lacks = missing_part(choice, ask_server=True)
            detail = f"{choice.name} ({choice.backend}, {choice.place})"
            yield role, not lacks, f"{choice.name}: {lacks}" if lacks else detail


def _describe(judge: str, chosen: Chosen) -> str:
    if judge == "evidence":
        return (
            "evidence: runs on this machine, nothing to download; `courtside model list` names "
            "models"
        )
    if judge == "cascade" and chosen.reasoner:
        return (
            f"cascade: evidence first, {chosen.reasoner.name} (by the judge "
            f"{asked_by_cascade(chosen)}) where that is unsure"
        )
    return judge
