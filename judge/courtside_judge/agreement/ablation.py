"""How well a judge judges without each part of what it is shown. Knows no command line.

After the ablations of Chi et al. 2024: there of an agent's success, here of a judge's agreement
with labels. The same runs are judged each time, so the changes are paired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from courtside_judge.perception.orders import ElementOrder
from courtside_judge.perception.screen_parts import PARTS, ChangeObservation, change_step, ordered
from courtside_judge.protocol import Judge
from courtside_store.records import Record, Step
from courtside_store.rendering import counted

from .blocks import Block, Heading, Measured, Paragraph, TableBlock
from .compare import ComparedRun
from .counts import AgreementNumbers, measure
from .intervals import Interval, bootstrap
from .labelled import Labelled, LabelledSet
from .timeouts import OnJudged, judge_with_timeout

EVERYTHING = "everything"
CAPTION = "caption"
"""What a captioner writes of a picture: it is no part of a screen, the judge asks for it."""
MARKS = "marks"
ALL_PARTS = (*PARTS, CAPTION, MARKS)
MIN_LABELLED_RUNS = 30
"""Intervals that are resampled from fewer labelled runs say less than they seem to."""
NOTHING_NOTE = (
    "the same steps as with everything: {arms}. These runs have nothing of the kind, or stand in "
    "that order already, or the judge asks for none, so that the rows say nothing of it."
)
COMMON_NOTE = (
    "change: of the share of all runs that are judged right, without the part against with "
    "everything, over the same runs; an unknown is not right. verdicts: share of runs whose label "
    "is another one."
)


class Arm(Record, frozen=True, kw_only=True):
    """One way to show the runs to the judge."""

    name: str
    """E.g. "without tag" or "order raster"."""
    change: ChangeObservation | None = None
    order: ElementOrder | None = None
    """What the judge itself lists elements in; None: as it does by default."""
    captions: bool = True
    """Whether a captioner describes pictures, where the judge asks one."""
    marks: bool = True
    """Whether marks are drawn on pictures, for who is shown some."""


class Ablated(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of the judge in one arm."""

    arm: str
    numbers: AgreementNumbers
    change: float | None
    """Of the share of runs judged right, against everything."""
    change_ends: Interval | None
    other_verdicts: float
    """Share of runs whose label is another than with everything."""
    runs_changed: int | None = None
    """Runs with a step that was shown in another way; of 0 the row says nothing. None: everything,
    or a judge without its marks or its captioner."""


def default_parts(has_marks: bool) -> list[str]:
    """What is left out unless parts are named. `has_marks`: whether marks are shown at all."""
    return [part for part in ALL_PARTS if part != MARKS or has_marks]


def arms(
    parts: Sequence[str], orders: Sequence[ElementOrder], seed: int, has_marks: bool = False
) -> list[Arm]:
    """Everything first. Raises ValueError on a part that there is not."""
    found = [Arm(name=EVERYTHING)]
    for part in parts:
        name = f"without {part}"
        if part == MARKS:
            if not has_marks:
                raise ValueError(
                    "part is 'marks', and the chosen judge or actor is shown no marks;"
                    " use the judge vlm:marks, or an actor with a model that sees"
                )
            found.append(Arm(name=name, marks=False))
        elif part == CAPTION:
            found.append(Arm(name=name, captions=False))
        elif part in PARTS:
            found.append(Arm(name=name, change=PARTS[part]))
        else:
            raise ValueError(f"part is {part!r}; expected one of {[*ALL_PARTS]}")
    return found + [
        Arm(name=f"order {order}", change=ordered(order, seed), order=order) for order in orders
    ]


def ablate(
    data: LabelledSet,
    arms: Sequence[Arm],
    judge_of: Callable[[Arm], Judge],
    seed: int,
    limit_s: float,
    on_judged: OnJudged,
) -> list[Ablated]:
    """Judges all runs once an arm; the first arm is what the others are compared with."""
    base: list[ComparedRun] = []
    first = judge_of(arms[0]).stamp() if arms else None
    found = []
    for arm in arms:
        changed = set[str]()
        shown = [_shown(run, arm.change, changed) for run in data.runs]
        judge = judge_of(arm)
        outcomes = judge_with_timeout(judge, shown, limit_s, on_judged)
        row = _compared(arm, outcomes, base or outcomes, seed)
        is_counted = arm.change is not None or (base and judge.stamp() == first)
        found.append(replace(row, runs_changed=len(changed) if is_counted else None))
        base = base or outcomes
    return found


def _shown(run: Labelled, change: ChangeObservation | None, changed: set[str]) -> Labelled:
    """`changed`: gets the run's name where a step of it is another one."""
    if change is None:
        return run

    def steps() -> list[Step]:
        whole = list(run.steps())
        shown = [change_step(step, change) for step in whole]
        if shown != whole:
            changed.add(run.case.run)
        return shown

    return replace(run, steps=steps)


def _compared(
    arm: Arm, outcomes: Sequence[ComparedRun], base: Sequence[ComparedRun], seed: int
) -> Ablated:
    labelled = [
        pair for pair in zip(outcomes, base, strict=True) if pair[0].run.success is not None
    ]
    rights = [(_is_right(one), _is_right(other)) for one, other in labelled]
    others = [one.verdict.label != other.verdict.label for one, other in labelled]
    ends = bootstrap(rights, {"change": _change}, seed) if outcomes is not base else {}
    return Ablated(
        arm=arm.name,
        numbers=measure(outcomes, seed),
        change=_change(rights) if outcomes is not base else None,
        change_ends=ends.get("change"),
        other_verdicts=sum(others) / len(others) if others else 0.0,
    )


def _is_right(outcome: ComparedRun) -> bool:
    return outcome.is_scorable and outcome.calls_success == outcome.run.success


def _change(rights: Sequence[tuple[bool, bool]]) -> float | None:
    return sum(one - other for one, other in rights) / len(rights) if rights else None


def few_runs_note(runs: int) -> list[Paragraph]:
    """What is to be said where a table is of too few runs; nothing where it is not."""
    if runs >= MIN_LABELLED_RUNS:
        return []
    words = (
        f"warning: only {counted(runs, 'labelled run')}; intervals resampled from so few are too "
        "narrow, and a change may be chance"
    )
    return [Paragraph(text=words)]


def ablation_blocks(name: str, judge: str, rows: Sequence[Ablated]) -> list[Block]:
    """The table."""
    head = ("shown", "coverage", "accuracy", "AUROC", "change", "verdicts")
    table = TableBlock(head=head, rows=tuple(map(_cells, rows)))
    n = rows[0].numbers.n if rows else 0
    heading = Heading(text=f"{judge} on {name} ({counted(n, 'run')})", level=1)
    same = ", ".join(row.arm for row in rows if row.runs_changed == 0)
    nothing = [Paragraph(text=NOTHING_NOTE.format(arms=same))] if same else []
    return [heading, table, *few_runs_note(n), *nothing, Paragraph(text=COMMON_NOTE)]


def _cells(row: Ablated) -> tuple[str | Measured, ...]:
    ends = row.numbers.intervals
    cell = partial(getattr, row.numbers)
    return (
        row.arm,
        *(
            Measured(value=cell(one), ends=ends.get(one))
            for one in ("coverage", "accuracy", "auroc")
        ),
        Measured(value=row.change, ends=row.change_ends),
        Measured(value=row.other_verdicts),
    )
