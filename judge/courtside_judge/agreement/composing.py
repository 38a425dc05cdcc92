"""Puts the cascade and the panel together on labelled runs. Saves nothing.

Each judge that they may ask judges every run once; then every way to put them together is tried on
those verdicts, with the code that judges live.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from courtside_judge.context import JudgeContext
from courtside_judge.llm.cascade import CascadeJudge, Sure, asked_judge
from courtside_judge.llm.panel import PanelJudge
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_store.records import now_ms
from courtside_store.rendering import counted
from courtside_store.thresholds import CascadeChoice, PanelChoice

from .calibrated import Wanted
from .candidates import (
    MIN_LABELLED,
    Candidate,
    Composed,
    Losses,
    choose_candidate,
    run_losses,
    step_losses,
)
from .compare import ComparedRun, judge_run
from .labelled import LabelledSet
from .replayed import ReplayedJudge
from .timeouts import OnJudged, judge_with_timeout

SURE = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Tried for the cascade: from 0.5 on no model is ever asked, at 1 always."""
COMPOSED = ("cascade", "panel")
"""Names of the judges that are put together."""


def parts_of(name: str, context: JudgeContext) -> tuple[str, ...]:
    """Names of the judges that it may ask; none where it asks no others."""
    if name == "panel":
        return tuple(dict.fromkeys((*context.models.settings.panel, "evidence")))
    return ("evidence", asked_judge(context.models).name) if name == "cascade" else ()


def compose(
    name: str,
    data: LabelledSet,
    context: JudgeContext,
    wanted: Wanted,
    limit_s: float,
    on_judged: OnJudged,
) -> tuple[Judge, Composed]:
    """The judge of that name as it is best put together, giving the verdicts of its parts again.

    Raises ValueError on too few labelled runs, and where a part answers on none of them.
    """
    labelled = sum(run.success is not None for run in data.runs)
    if labelled < MIN_LABELLED:
        raise ValueError(
            f"{data.name} has {counted(labelled, 'labelled run')}; to put {name} together takes "
            f"{MIN_LABELLED}: label more on the page, or import runs that have an oracle"
        )
    parts = [_asked(part, data, context, limit_s, on_judged) for part in parts_of(name, context)]
    if name == "cascade":
        return _cascade(data, context, wanted, parts[0], parts[1])
    return _panel(data, context, wanted, parts)


def _asked(
    name: str, data: LabelledSet, context: JudgeContext, limit_s: float, on_judged: OnJudged
) -> ReplayedJudge:
    judge = load_judge(name, context)
    outcomes = judge_with_timeout(judge, data.runs, limit_s, on_judged)
    if not any(outcome.verdict.status == "ok" for outcome in outcomes):
        why = outcomes[0].verdict.explanation
        raise ValueError(f"{name} gave no verdict on any labelled run: {why}")
    return ReplayedJudge(judge, outcomes)


def _cascade(
    data: LabelledSet, context: JudgeContext, wanted: Wanted, evidence: Judge, model: Judge
) -> tuple[Judge, Composed]:
    def judge(sure: Sure) -> CascadeJudge:
        return CascadeJudge(context.models, evidence, model, sure)

    tried = {sure: _judge_all(judge(Sure(step=sure, run=sure)), data) for sure in SURE}
    number, runs = choose_candidate(
        [
            Losses(
                name=f"sure from {sure:g}",
                losses=run_losses(outcomes, wanted),
                effort=_share_asked([one.verdict.judge.settings for one in outcomes]),
            )
            for sure, outcomes in tried.items()
        ]
    )
    step, steps = _sure_step(tried)
    chosen = judge(Sure(step=step, run=SURE[number]))
    choice = CascadeChoice(
        of=chosen.parts,
        sure_step=step,
        sure_run=SURE[number],
        runs=data.name,
        n=len(data.runs),
        at_ms=now_ms(),
    )
    return chosen, Composed(cascade=choice, runs=runs, steps=steps)


def _sure_step(tried: dict[float, list[ComparedRun]]) -> tuple[float, tuple[Candidate, ...]]:
    losses = {sure: step_losses(outcomes) for sure, outcomes in tried.items()}
    if len(losses[SURE[0]]) < MIN_LABELLED:
        return Sure().step, ()
    number, steps = choose_candidate(
        [
            Losses(
                name=f"sure from {sure:g}",
                losses=losses[sure],
                effort=_share_asked([v.judge.settings for one in outcomes for v in one.steps]),
            )
            for sure, outcomes in tried.items()
        ]
    )
    return SURE[number], steps


def _share_asked(settings: Sequence[dict[str, str | int | float | bool] | None]) -> float:
    asked = [(one or {}).get("asked", "evidence") != "evidence" for one in settings]
    return sum(asked) / len(asked) if asked else 0.0


def _panel(
    data: LabelledSet, context: JudgeContext, wanted: Wanted, parts: Sequence[ReplayedJudge]
) -> tuple[Judge, Composed]:
    sets = [some for size in range(2, len(parts) + 1) for some in combinations(parts, size)]
    number, runs = choose_candidate(
        [
            Losses(
                name="+".join(part.name for part in some),
                losses=run_losses(_judge_all(PanelJudge(some), data), wanted),
                effort=len(some),
            )
            for some in sets
        ]
    )
    choice = PanelChoice(
        of=context.models.settings.panel,
        members=tuple(part.name for part in sets[number]),
        runs=data.name,
        n=len(data.runs),
        at_ms=now_ms(),
    )
    return PanelJudge(sets[number]), Composed(panel=choice, runs=runs)


def _judge_all(judge: Judge, data: LabelledSet) -> list[ComparedRun]:
    return [judge_run(judge, run) for run in data.runs]
