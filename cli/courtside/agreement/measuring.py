"""Judges one set of labelled runs, with a progress bar. Prints no result."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

from msgspec.structs import replace

from courtside.output.progress_bar import progress_bar
from courtside_judge.agreement.baselines import BASELINES
from courtside_judge.agreement.composing import compose, parts_of
from courtside_judge.agreement.disagreements import find_errors
from courtside_judge.agreement.labelled import LabelledSet
from courtside_judge.agreement.matching import ActionMatching, demonstrations
from courtside_judge.agreement.measurement import judge_set
from courtside_judge.agreement.report import SetReport
from courtside_judge.context import JudgeContext
from courtside_judge.protocol import Judge
from courtside_store.config import Config
from courtside_store.database_file import is_recorded
from courtside_store.reading import Reader

from .options import AgreementOptions, wanted_of
from .sets import check_any


def measure(
    config: Config,
    asked: AgreementOptions,
    data: LabelledSet,
    judges: Sequence[Judge],
    context: JudgeContext,
    held: ExitStack,
) -> SetReport:
    """Raises ValueError where there is nothing to agree with."""
    check_any(data)
    baselines: tuple[Judge, ...] = BASELINES
    if asked.reference is not None:
        baselines += (ActionMatching(demonstrations(data.runs, asked.reference)),)
    parts = parts_of(judges[0].name, context) if asked.calibrate else ()
    with progress_bar() as bar:
        work = bar.add_task(data.name, total=len(data.runs) * (len(judges) + len(parts)))
        wanted = wanted_of(config, asked)
        limit_s = config.measured_run_timeout_s
        on_judged = partial(bar.advance, work)
        composed = None
        if parts:
            judge, composed = compose(judges[0].name, data, context, wanted, limit_s, on_judged)
            judges = [judge]
        judged = judge_set(data, judges, asked.seed, on_judged, wanted, baselines, limit_s)
        judged[0] = replace(judged[0], row=replace(judged[0].row, composed=composed))
    tags = held.enter_context(Reader(config)).notes if is_recorded(config) else _no_notes
    most = asked.errors or (20 if asked.html else 0)
    errors = {
        one.row.judge: find_errors(one.outcomes, tags, most, asked.seed)
        for one in judged
        if one.row.kind == "judge"
    }
    return SetReport(data=data, judged=tuple(judged), errors=errors)


def _no_notes(_: str) -> Sequence[str]:
    return ()
