"""Builds labelled runs and what judges say of them, for the tests of agreement."""

from __future__ import annotations

from collections.abc import Sequence

from builders import a_run_verdict, a_step, a_step_verdict

from courtside_judge.agreement.compare import ComparedRun
from courtside_judge.agreement.labelled import Labelled
from courtside_judge.protocol import Case, Ending
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import (
    EndedBy,
    Oracle,
    RunLabel,
    Session,
    Step,
    StepLabel,
    VerdictStatus,
    new_id,
)

SESSION = "ses_" + "a" * 20


def a_labelled_run(
    success: bool | None = True,
    *,
    run: str = "",
    task: str = 'Press "Go".',
    agent: str = "one",
    domain: str = "a.test",
    claims: bool | None = True,
    steps: Sequence[Step] | None = None,
    step_labels: dict[int, StepLabel] | None = None,
) -> Labelled:
    """A success of the agent "one" that claims it, after one click, unless said otherwise."""
    run = run or new_id("run")
    made = [a_step(run=run)] if steps is None else steps
    return Labelled(
        case=Case(run=run, task=task, agent=agent),
        steps=lambda: made,
        ending=Ending(ended_by="finish", claims_success=claims),
        frames=lambda _: None,
        success=success,
        step_labels=step_labels or {},
        domain=domain,
    )


def an_outcome(
    success: bool | None,
    label: RunLabel = "success",
    score: float | None = None,
    status: VerdictStatus = "ok",
    agent: str = "one",
    domain: str = "a.test",
    labelled_steps: Sequence[tuple[StepLabel, StepLabel]] = (),
) -> ComparedRun:
    """What a judge says of such a run. A labelled step: the person's word, then the judge's."""
    run = a_labelled_run(
        success,
        agent=agent,
        domain=domain,
        step_labels={n: true for n, (true, _) in enumerate(labelled_steps, 1)},
    )
    return ComparedRun(
        run=run,
        verdict=a_run_verdict(run.case.run, label=label, score=score, status=status),
        steps=tuple(
            a_step_verdict(n, run.case.run, label=judged, score=None)
            for n, (_, judged) in enumerate(labelled_steps, 1)
        ),
    )


def store_run(
    store: Store,
    steps: Sequence[Step],
    *,
    task: str = 'Press "Go".',
    agent: str = "one",
    oracle: bool | None = None,
    claims: bool | None = True,
    answer: str = "",
    ended: bool = True,
    ended_by: EndedBy = "finish",
) -> str:
    """Stores a run of these steps as a source would; returns its id."""
    run = new_id("run")
    store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
    seq = store.acked(SESSION)
    messages: list[wire.Sequenced] = [
        wire.RunBegin(seq=seq + 1, run=run, at_ms=1, task=task, agent=agent)
    ]
    for step in steps:
        seen = Step(
            run=run,
            index=step.index,
            before=step.before,
            actions=step.actions,
            after=step.after,
            effects=step.effects,
        )
        messages.append(wire.StepSeen(seq=seq + 1 + len(messages), step=seen))
    if ended:
        at = seq + 1 + len(messages)
        end = wire.RunEnd(
            seq=at, run=run, at_ms=2, ended_by=ended_by, answer=answer, claims_success=claims
        )
        messages.append(end)
    if oracle is not None:
        truth = Oracle(run=run, success=oracle, at_ms=3)
        messages.append(wire.OracleResult(seq=seq + 1 + len(messages), oracle=truth))
    assert not any(store.take([(SESSION, message.seq, message) for message in messages]))
    return run


def filled(config: Config, runs: int, steps: Sequence[Step]) -> list[str]:
    """A store with so many labelled runs of three agents, every other one a success."""
    with Store.open(config) as store:
        return [
            store_run(store, steps, oracle=n % 2 == 0, agent=f"agent {n % 3}") for n in range(runs)
        ]
