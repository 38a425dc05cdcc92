"""Judges over labelled runs: none sees a label, none can end the work."""

from __future__ import annotations

import contextlib
import signal
import time
from pathlib import Path

import msgspec
import pytest
from labels import a_labelled_run, filled, store_run
from screens import RUN, a_button, a_click, a_run, a_screen

from courtside_judge.agreement.baselines import BASELINES
from courtside_judge.agreement.compare import ComparedRun, judge_run, shuffle_labels
from courtside_judge.agreement.labelled import LabelledSet, find_stored
from courtside_judge.agreement.measurement import judge_set
from courtside_judge.agreement.timeouts import judge_with_timeout
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending, JudgeSession, ReadFrame
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import (
    JudgeStamp,
    Override,
    PersonLabel,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
)

SCREEN = a_screen(a_button("Go"))
STEPS = a_run((a_click("Go"), a_screen(a_button("Done"))), start=SCREEN)


class Listener:
    """Writes down everything that it is handed."""

    name = "listener"

    def __init__(self) -> None:
        self.received: list[object] = []

    def stamp(self) -> JudgeStamp:
        return EvidenceJudge().stamp()

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        self.received += [case, frames]
        return Listening(self.received, EvidenceJudge().start(case, frames))


class Listening:
    def __init__(self, received: list[object], sound: JudgeSession) -> None:
        self._received, self._sound = received, sound

    def recall(self, step: Step) -> None:
        raise AssertionError("nothing is recalled")

    def step(self, step: Step) -> StepVerdict | None:
        self._received.append(step)
        return self._sound.step(step)

    def finish(self, ending: Ending) -> RunVerdict:
        self._received.append(ending)
        return self._sound.finish(ending)


class Crashes:
    """Raises on runs whose task says so."""

    name = "crashes"

    def stamp(self) -> JudgeStamp:
        return EvidenceJudge().stamp()

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        if "crash" in case.task:
            raise ZeroDivisionError("no chair")
        return EvidenceJudge().start(case, frames)


def test_a_judge_is_handed_the_same_whatever_the_label_is() -> None:
    received = []
    cases: dict[bool, StepLabel] = {True: "goal-reached", False: "away-from-the-goal"}
    for success, label in cases.items():
        judge = Listener()
        run = a_labelled_run(success, run=RUN, steps=STEPS, step_labels={1: label})
        judge_run(judge, msgspec.structs.replace(run, frames=print))
        received.append(judge.received)
    assert received[0] == received[1]
    reachable = {type(one) for one in received[0]}
    assert reachable == {Case, type(print), Step, Ending}


def test_a_judge_that_crashes_on_a_run_is_counted_and_the_rest_goes_on() -> None:
    runs = [a_labelled_run(task="crash"), a_labelled_run(), a_labelled_run(False)]
    rows = judge_set(LabelledSet(name="three", runs=tuple(runs)), [Crashes()], 1, lambda: None)
    assert (rows[0].row.n, rows[0].row.error) == (3, 1)
    assert [one.verdict.status for one in rows[0].outcomes] == ["error", "ok", "ok"]
    assert "ZeroDivisionError: no chair" in rows[0].outcomes[0].verdict.explanation


class Hangs(Crashes):
    """Waits for ever on runs whose task says so, whatever interrupts it that is an Exception."""

    name = "hangs"

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        while "hang" in case.task:
            with contextlib.suppress(Exception):
                time.sleep(60)
        return EvidenceJudge().start(case, frames)


@pytest.mark.alone
def test_a_judge_that_hangs_on_a_run_has_no_verdict_on_it_and_the_rest_goes_on() -> None:
    runs = [a_labelled_run(task="hang"), a_labelled_run(), a_labelled_run(False)]
    started = time.monotonic()
    rows = judge_set(
        LabelledSet(name="three", runs=tuple(runs)), [Hangs()], 1, lambda: None, limit_s=0.2
    )
    assert time.monotonic() - started < 30
    assert (rows[0].row.n, rows[0].row.error) == (3, 1)
    assert [one.verdict.status for one in rows[0].outcomes] == ["error", "ok", "ok"]
    assert "longer than 0.2 s" in rows[0].outcomes[0].verdict.explanation
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_judge_that_hangs_on_every_run_is_given_up() -> None:
    runs = tuple(a_labelled_run(task="hang") for _ in range(6))
    outcomes = judge_with_timeout(Hangs(), runs, 0.05, lambda: None)
    assert [o.verdict.status for o in outcomes] == ["error"] * 6
    assert ["not asked" in o.verdict.explanation for o in outcomes] == [False] * 3 + [True] * 3


def test_the_baselines_look_at_nothing_but_the_claim() -> None:
    runs = [
        a_labelled_run(True, claims=True),
        a_labelled_run(False, claims=True),
        a_labelled_run(False, claims=False),
        a_labelled_run(True, claims=None),
    ]
    labels = {b.name: [judge_run(b, run).verdict.label for run in runs] for b in BASELINES}
    assert labels == {
        "believe-the-agent": ["success", "success", "failure", "unknown"],
        "always-success": ["success"] * 4,
        "always-failure": ["failure"] * 4,
    }


def test_shuffled_labels_are_the_same_labels_on_other_runs() -> None:
    outcomes = [
        ComparedRun(run=run, verdict=judge_run(BASELINES[1], run).verdict)
        for run in (a_labelled_run(n % 3 == 0, step_labels={1: "not-sure"}) for n in range(30))
    ]
    shuffled = shuffle_labels(outcomes, seed=3)
    assert [o.verdict for o in shuffled] == [o.verdict for o in outcomes]
    assert sum(bool(o.run.success) for o in shuffled) == 10
    assert [o.run.success for o in shuffled] != [o.run.success for o in outcomes]
    assert shuffle_labels(outcomes, seed=3) == shuffled != shuffle_labels(outcomes, seed=4)


def test_the_control_is_what_chance_gives_however_good_the_judge_is() -> None:
    class Knows:
        """Has the labels, which no judge can have: by the agent's name."""

        name = "knows"

        def stamp(self) -> JudgeStamp:
            return BASELINES[0].stamp()

        def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
            return BASELINES[1 if case.agent == "good" else 2].start(case, frames)

    runs = [a_labelled_run(n % 4 != 0, agent="good" if n % 4 else "bad") for n in range(40)]
    first, control = judge_set(
        LabelledSet(name="forty", runs=tuple(runs)), [Knows()], 1, lambda: None
    )[:2]
    assert first.row.accuracy == 1.0 and first.row.kappa == 1.0
    assert control.row.accuracy == pytest.approx(0.75**2 + 0.25**2, abs=0.02)
    assert control.row.kappa == pytest.approx(0.0, abs=0.05)
    low, high = control.row.intervals["accuracy"]
    assert 0.45 <= low < 0.6 < 0.65 < high <= 0.8


def test_beside_every_judge_stand_its_control_and_the_baselines() -> None:
    runs = tuple(a_labelled_run(n % 2 == 0, agent=f"a{n % 2}") for n in range(8))
    rows = judge_set(LabelledSet(name="eight", runs=runs), [EvidenceJudge()], 1, lambda: None)
    assert [(one.row.judge, one.row.kind) for one in rows] == [
        ("evidence", "judge"),
        ("evidence, labels shuffled", "control"),
        ("believe-the-agent", "baseline"),
        ("always-success", "baseline"),
        ("always-failure", "baseline"),
    ]
    assert rows[0].row.version and set(rows[0].row.by_agent) == {"a0", "a1"}
    always = rows[3].row
    assert (always.accuracy, always.recall, always.balanced_accuracy) == (0.5, 1.0, 0.5)
    assert always.auroc is None and always.kendall_tau is None


def test_a_persons_label_wins_and_what_has_none_is_counted(config: Config) -> None:
    filled(config, 3, STEPS)
    with Store.open(config) as store:
        corrected = store_run(store, STEPS, oracle=True)
        store.add_override(Override(run=corrected, label="failure", at_ms=1))
        undecided = store_run(store, STEPS, oracle=True)
        store.add_override(Override(run=undecided, label="environment-error", at_ms=1))
        disputed = store_run(store, STEPS, oracle=True)
        labels: dict[str, PersonLabel] = {"ann": "failure", "bob": "success"}
        for who, label in labels.items():
            store.add_override(Override(run=disputed, label=label, who=who, at_ms=1))
        outvoted = store_run(store, STEPS, oracle=True)
        for who, label in (labels | {"cy": "failure"}).items():
            store.add_override(Override(run=outvoted, label=label, who=who, at_ms=1))
        store_run(store, STEPS)
        store_run(store, STEPS, ended=False)
        steps_only = store_run(store, STEPS)
        store.add_override(Override(run=steps_only, step=1, label="goal-reached", at_ms=1))
    with Reader(config) as reader:
        data = find_stored(reader, lambda _: None)
        by = {run.case.run: run for run in data.runs}
        assert len(by) == 6 and by[corrected].success is False is by[outvoted].success
        assert by[corrected].labelled_by == "person" and by[corrected].domain == "a.test"
        assert by[steps_only].success is None
        assert by[steps_only].step_labels == {1: "goal-reached"}
        assert [len(list(run.steps())) for run in data.runs] == [1] * 6
        assert data.left_out == {
            "a person says environment-error": 1,
            "of which people disagree": 1,
            "without a label": 1,
            "not ended yet": 1,
        }


def test_every_page_of_stored_runs_is_read(config: Config, tmp_path: Path) -> None:
    runs = filled(config, 230, ())
    with Reader(config) as reader:
        assert {run.case.run for run in find_stored(reader, lambda _: None).runs} == set(runs)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_gives_the_same_numbers(seed: int) -> None:
    runs = tuple(a_labelled_run(n % 2 == 0, claims=n % 3 == 0) for n in range(20))
    data = LabelledSet(name="twenty", runs=runs)
    first, again = (judge_set(data, [], seed, lambda: None) for _ in range(2))
    assert [one.row for one in first] == [one.row for one in again]
