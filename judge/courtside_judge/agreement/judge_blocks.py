"""Says what one judge did on a set of labelled runs, as blocks. Knows no other judge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from courtside_store.rendering import counted, render_chance, render_signs, weighs

from .blocks import Block, Heading, Measured, Paragraph, Plot, ShownRun, TableBlock
from .candidates import Candidate, Composed
from .conformal import Conformal, runs_needed
from .costs import Costs
from .counts import AgreementNumbers
from .disagreements import Disagreement, Errors
from .kinds_and_flags import SignCount
from .measurement import AgreementRow
from .step_counts import LABELS, StepNumbers

_MAX_EVIDENCE = 5
"""At most so many pieces of evidence are shown with a disagreement."""


def judge_blocks(row: AgreementRow, errors: Errors | None) -> list[Block]:
    """The disagreements that were drawn, which people read, then the numbers behind them."""
    version = f" {row.version}" if row.version else ""
    version += f", model {row.model_sha256[:8]}" if row.model_sha256 else ""
    blocks = error_blocks(row.judge, errors)
    blocks.append(
        Heading(text=f"{row.judge}{version}: what became of the runs (success is positive)")
    )
    blocks += [
        _confusion(what, groups)
        for what, groups in (("domain", row.by_domain), ("agent", row.by_agent))
        if groups
    ]
    if row.calibration:
        blocks.append(Plot(title="Calibration", draw=partial(draw, "calibration", [row])))
    blocks += step_blocks(row)
    if row.signs:
        blocks.append(_signs(row.signs))
    return blocks + calibration_blocks(row)


def calibration_blocks(row: AgreementRow) -> list[Block]:
    """What was asked for beside the numbers: costs, a limit on false successes, a composition."""
    blocks: list[Block] = []
    if row.costs:
        blocks.append(Paragraph(text=_costs(row.costs)))
        blocks.append(Plot(title="Costs", draw=partial(draw, "costs", [row])))
    if row.conformal:
        blocks += [Paragraph(text=_promise(row.conformal)), _tried(row.conformal)]
    if row.composed:
        blocks += _composed(row.composed)
    return blocks


def _confusion(what: str, groups: dict[str, AgreementNumbers]) -> TableBlock:
    return TableBlock(
        head=(
            what,
            "n",
            "coverage",
            "accuracy",
            "balanced",
            "AUROC",
            "TP",
            "FP",
            "FN",
            "TN",
            "no verdict",
        ),
        rows=tuple(
            (
                name or "(no name)",
                str(group.n),
                Measured(value=group.coverage),
                *(measured(group, f) for f in ("accuracy", "balanced_accuracy", "auroc")),
                str(group.true_success),
                str(group.false_success),
                str(group.false_failure),
                str(group.true_failure),
                no_verdict(group),
            )
            for name, group in groups.items()
        ),
        is_wide=True,
    )


def step_blocks(row: AgreementRow) -> list[Block]:
    """The labelled steps, where there are any."""
    return _steps(row.judge, row.steps) if row.steps else []


def _steps(judge: str, steps: StepNumbers) -> list[Block]:
    fields = ("coverage", "decisive", "accuracy", "balanced_accuracy", "auroc")
    names = ("coverage", "decisive", "of four classes right", "balanced, two classes", "AUROC")
    numbers = TableBlock(
        head=("steps", "n", *names, "no verdict"),
        rows=(
            (
                judge,
                str(steps.n),
                *(measured(steps, field) for field in fields),
                f"{steps.error} error, {steps.unparsed} unparsed",
            ),
        ),
    )
    matrix = TableBlock(
        head=("label of the step, then by the judge", *LABELS),
        rows=tuple(
            (label, *(str(blocks[other]) for other in LABELS))
            for label, blocks in steps.confusion.items()
        ),
    )
    return [numbers, matrix]


def _signs(signs: Sequence[SignCount]) -> TableBlock:
    return TableBlock(
        head=("named by the judge", "runs", "of them failures by their label"),
        rows=tuple((one.name, str(one.n), str(one.failures)) for one in signs),
    )


def _composed(made: Composed) -> list[Block]:
    """What was tried, and which was taken."""
    words = Paragraph(
        text="Put together on these runs, so its numbers here flatter it. Loss: the mean cost of "
        "its mistakes, half of one where it decides nothing. Taken: the one with the least effort "
        "whose loss is within one standard error of the least."
    )
    what = "share of runs that ask the model" if made.cascade else "judges"
    blocks: list[Block] = [words, _candidates("runs", what, made.runs)]
    if made.steps:
        blocks.append(_candidates("steps", "share of steps that ask the model", made.steps))
    return blocks


def _candidates(of: str, effort: str, tried: Sequence[Candidate]) -> TableBlock:
    return TableBlock(
        head=(f"tried on {of}", "loss", effort, "taken"),
        rows=tuple(
            (one.name, f"{one.loss:.3f}", f"{one.effort:.2g}", "yes" if one.is_taken else "")
            for one in tried
        ),
    )


def _costs(costs: Costs) -> str:
    return (
        f"Where a false negative costs {costs.cost_false_negative:g} and a false positive "
        f"{costs.cost_false_positive:g}, a run counts as failed below {costs.failure_below:.3g}: "
        f"{costs.cost:.3f} a run, with the judge's own labels {costs.cost_of_own_labels:.3f}. "
        f"Both are measured on the runs that chose the score ({costs.n}), so the first flatters."
    )


def _promise(made: Conformal) -> str:
    limit = f"At most {made.max_false_success:.0%} false among those called success"
    if made.success_from is None:
        need = runs_needed(made.max_false_success)
        return (
            f"{limit}: no score is known to be that safe, so every success would become unknown. "
            f"It takes at least {need} labelled runs called success, without a false one."
        )
    return (
        f"{limit} ({made.confidence:.0%} confidence): a success from a score of "
        f"{made.success_from:.2f} on; {made.coverage:.0%} of the runs keep a label."
    )


def _tried(made: Conformal) -> TableBlock:
    return TableBlock(
        head=("success from", "called success", "of them false", "p", "safe"),
        rows=tuple(
            (
                f"{one.success_from:.2f}",
                str(one.called),
                str(one.false),
                f"{one.p:.3g}",
                "yes" if one.safe else "no",
            )
            for one in made.tried
        ),
    )


def error_blocks(judge: str, errors: Errors | None) -> list[Block]:
    """The disagreements; none where nobody looked for them."""
    if errors is None:
        return []
    kinds = ", ".join(f"{n} {kind}" for kind, n in errors.by_kind.items()) or "none"
    drawn = f", {len(errors.sample)} of them drawn" if errors.sample else ""
    return [
        Heading(text=f"{judge}: {counted(errors.n, 'disagreement')}{drawn}"),
        Paragraph(text=f"By kind, as people tagged them: {kinds}."),
        *(_shown(one) for one in errors.sample),
    ]


def _shown(one: Disagreement) -> ShownRun:
    run, verdict = one.outcome.run, one.outcome.verdict
    label = "success" if run.success else "failure"
    chance = render_chance(verdict.score)
    words = (chance, render_signs(verdict.failure_kind, verdict.flags))
    blocks = "".join(f", {word}" for word in words if word)
    weighed = [e for e in verdict.evidence if weighs(e)]
    evidence = [f"{e.weight:+.1f} {e.kind}: {e.text}" for e in weighed[:_MAX_EVIDENCE]]
    answer = [f"answer: {run.ending.answer[:300]}"] if run.ending.answer else []
    return ShownRun(
        title=f"{one.what}: {run.case.task[:200] or '(no task)'}",
        lines=(
            f"{run.case.run}, {run.case.agent or 'no name'}, {run.domain}; "
            f"{'tagged ' + one.kind if one.kind else 'not tagged'}",
            f"the {run.labelled_by} says {label}, the judge {verdict.label}{blocks}: "
            f"{verdict.explanation}",
            *answer,
            *evidence,
        ),
        frame=partial(_last_frame, one),
    )


def _last_frame(one: Disagreement) -> bytes | None:
    run = one.outcome.run
    shas = [
        look.frame for step in run.steps() for look in (step.before, step.after) if look is not None
    ]
    last = next((sha for sha in reversed(shas) if sha), None)
    return run.frames(last) if last else None


def measured(numbers: AgreementNumbers | StepNumbers, field: str) -> Measured:
    """A field with its interval."""
    return Measured(value=getattr(numbers, field), ends=numbers.intervals.get(field))


def no_verdict(counts: AgreementNumbers) -> str:
    """How many runs were left undecided, and how."""
    kinds = {"unknown": counts.unknown, "error": counts.error, "unparsed": counts.unparsed}
    return ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n) or "none"


def draw(name: str, rows: Sequence[AgreementRow]) -> str:
    """The plot of that name."""
    from . import plots  # the extra: not there unless a page is wanted

    return plots.PLOTS[name](rows)
