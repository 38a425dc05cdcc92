"""The cascade and the panel are put together on labelled runs, with the code that judges live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import fmean

import pytest
from builders import a_run_verdict, a_screen, a_step, a_step_verdict
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from courtside_judge.agreement import composing
from courtside_judge.agreement.calibrated import Wanted
from courtside_judge.agreement.candidates import Candidate, Composed, Losses, choose_candidate
from courtside_judge.agreement.compare import ComparedRun
from courtside_judge.agreement.composing import compose
from courtside_judge.agreement.labelled import Labelled, LabelledSet
from courtside_judge.agreement.replayed import ReplayedJudge
from courtside_judge.context import JudgeContext
from courtside_judge.llm.cascade import CascadeJudge, Sure
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.settings import Settings, settings_of
from courtside_judge.protocol import Case, Ending, Judge, ReadFrame
from courtside_judge.registry import load_judge
from courtside_store.config import Config
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepLabel, StepVerdict
from courtside_store.thresholds import Thresholds, save_thresholds

N = 40
Says = Callable[[int], float]
"""The score that a judge gives the run of that number."""
Ask = Callable[[dict[str, "Says"]], dict[str, "ScriptedSession"]]


def name_of(number: int) -> str:
    return f"run_{number:020}"


def succeeds(number: int) -> bool:
    return number % 2 == 0


def a_set(n: int = N, labels: Mapping[int, StepLabel] | None = None) -> LabelledSet:
    """Every other run is a success."""
    return LabelledSet(name="mine", runs=tuple(a_labelled_run(i, labels or {}) for i in range(n)))


def a_labelled_run(number: int, labels: Mapping[int, StepLabel]) -> Labelled:
    """One step; its success is told by its number."""
    return Labelled(
        case=Case(run=name_of(number), task="Save it."),
        steps=lambda: [a_step(1, run=name_of(number), after=a_screen())],
        ending=Ending(ended_by="finish"),
        frames=lambda _: None,
        success=succeeds(number),
        step_labels=dict(labels),
    )


class ScriptedSession:
    """Says of each run, and of its step, what it is told to; signs as the real judge."""

    def __init__(self, name: str, says: Says, stamp: JudgeStamp) -> None:
        self.name = name
        self.says = says
        self._stamp = stamp
        self.asked: list[str] = []
        self._run = ""

    def stamp(self) -> JudgeStamp:
        return self._stamp

    def start(self, case: Case, frames: ReadFrame) -> ScriptedSession:
        self._run = case.run
        return self

    def recall(self, step: Step) -> None:
        pass

    def step(self, step: Step) -> StepVerdict:
        score = self.says(int(self._run[4:]))
        label: StepLabel = "towards-the-goal" if score >= 0.5 else "away-from-the-goal"
        return a_step_verdict(1, run=self._run, score=score, label=label)

    def finish(self, ending: Ending) -> RunVerdict:
        self.asked.append(self._run)
        score = self.says(int(self._run[4:]))
        label = "success" if score >= 0.5 else "failure"
        verdict = a_run_verdict(run=self._run, score=score, label=label)
        return replace(verdict, judge=self._stamp)


def right(number: int, sure: float = 0.97) -> float:
    return sure if succeeds(number) else 1 - sure


def wrong_where_unsure(number: int) -> float:
    """Right where it is sure; of every fourth run it is less sure, and wrong."""
    return right(number + 1, 0.85) if number % 4 < 2 else right(number)


def always(score: float) -> Says:
    return lambda number: score


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, config: Config) -> Ask:
    """Puts these in the place of the judges of those names."""
    context = JudgeContext(ModelPool(settings=settings_of(config)))

    def put(says: dict[str, Says]) -> dict[str, ScriptedSession]:
        made = {
            name: ScriptedSession(name, one, load_judge(name, context).stamp())
            for name, one in says.items()
        }
        load: Callable[[str, JudgeContext], Judge] = lambda name, _: made[name]  # noqa: E731
        monkeypatch.setattr(composing, "load_judge", load)
        return made

    return put


def put_together(
    name: str, found: LabelledSet | None = None, context: JudgeContext | None = None, **costs: float
) -> tuple[Judge, Composed]:
    wanted, context = Wanted(**costs), context or JudgeContext()
    return compose(name, found or a_set(), context, wanted, 60.0, lambda: None)


def taken(tried: tuple[Candidate, ...]) -> Candidate:
    (one,) = (one for one in tried if one.is_taken)
    return one


def test_the_cascade_asks_where_evidence_was_wrong_and_nowhere_else(ask: Ask) -> None:
    made = ask({"evidence": wrong_where_unsure, "story": right})
    judge, composed = put_together("cascade")
    assert composed.cascade and composed.cascade.sure_run == 0.9
    assert taken(composed.runs).effort == 0.5 and taken(composed.runs).loss == 0
    assert all(len(one.asked) == N for one in made.values()), "each judges each run once"
    assert isinstance(judge, CascadeJudge) and judge.sure == Sure(step=0.8, run=0.9)


def test_a_model_at_chance_is_never_asked(ask: Ask) -> None:
    ask({"evidence": lambda n: 0.85 if n % 4 < 2 else right(n), "story": always(0.9)})
    _, composed = put_together("cascade")
    assert composed.cascade and composed.cascade.sure_run == 0.5
    assert taken(composed.runs).effort == 0


def test_costs_decide_too(ask: Ask) -> None:
    """The model's mistakes are false successes alone."""
    ask({"evidence": lambda n: right(n, 0.7) if n % 8 else 0.3, "story": always(0.9)})
    _, cheap = put_together("cascade", cost_false_negative=50.0, cost_false_positive=0.1)
    _, dear = put_together("cascade", cost_false_negative=0.1, cost_false_positive=50.0)
    assert cheap.cascade and dear.cascade
    assert (cheap.cascade.sure_run, dear.cascade.sure_run) == (0.8, 0.5)


@pytest.mark.parametrize(("n", "sure"), [(N, 0.5), (19, 0.8)])
def test_steps_are_decided_by_labelled_steps_where_there_are_enough(
    ask: Ask, n: int, sure: float
) -> None:
    ask({"evidence": always(0.6), "story": always(0.6)})
    found = a_set()
    few = [
        run if number < n else replace(run, step_labels={})
        for number, run in enumerate(a_set(labels={1: "towards-the-goal"}).runs)
    ]
    _, composed = put_together("cascade", replace(found, runs=tuple(few)))
    assert composed.cascade and composed.cascade.sure_step == sure
    assert bool(composed.steps) == (n == N)


def test_the_panel_s_members_are_those_that_agree_with_the_labels(ask: Ask) -> None:
    says = {"reasoner": right, "reasoner:doubting": always(0.1), "evidence": right}
    ask({**says, "reasoner:counting": lambda n: right(n // 2)})
    _, composed = put_together("panel")
    assert composed.panel and composed.panel.members == ("reasoner", "evidence")
    assert len(composed.runs) == 11, "every two, three and four of them"


def test_too_few_labels_put_nothing_together(ask: Ask) -> None:
    ask({"evidence": right, "story": right})
    with pytest.raises(ValueError, match="mine has 19 labelled runs; to put cascade together") as e:
        put_together("cascade", a_set(19))
    assert "\n" not in str(e.value)


def test_without_a_model_the_cascade_says_why_it_cannot_be_put_together() -> None:
    with pytest.raises(ValueError, match=r"story gave no verdict on any labelled run: .*model use"):
        put_together("cascade")


def calibrated(config: Config, composed: Composed) -> None:
    config.data_dir.mkdir(parents=True, exist_ok=True)
    limits = Thresholds(judge="x", version="", runs="mine", n=N, at_ms=1)
    save_thresholds(config, replace(limits, cascade=composed.cascade, panel=composed.panel))


def test_the_live_cascade_is_the_one_that_was_put_together(ask: Ask, config: Config) -> None:
    ask({"evidence": wrong_where_unsure, "story": right})
    context = JudgeContext(ModelPool(settings=settings_of(config)))
    judge, composed = put_together("cascade", context=context)
    calibrated(config, composed)
    live = CascadeJudge(ModelPool(settings=settings_of(config)))
    assert live.sure.run == 0.9 and live.stamp() == judge.stamp()


def test_with_another_model_the_default_holds(ask: Ask, config: Config) -> None:
    ask({"evidence": wrong_where_unsure, "story": right})
    _, composed = put_together("cascade")
    assert composed.cascade
    calibrated(config, replace(composed, cascade=replace(composed.cascade, of="another")))
    assert CascadeJudge(ModelPool(settings=settings_of(config))).sure == Sure()


def test_the_live_panel_is_the_one_that_was_put_together_until_the_setting_is_another(
    ask: Ask, config: Config
) -> None:
    ask({"text": right, "reasoner": always(0.9), "evidence": right})
    own = replace(config, panel=("text", "reasoner"))
    context = JudgeContext(ModelPool(settings=settings_of(own)))
    judge, composed = put_together("panel", context=context)
    calibrated(own, composed)
    live = load_judge("panel", JudgeContext(ModelPool(settings=settings_of(own))))
    assert live.stamp() == judge.stamp()
    other = settings_of(replace(own, panel=("reasoner", "text")))
    assert other.members == () and other.panel == ("reasoner", "text")


def test_a_file_of_thresholds_that_nobody_can_read_stops_no_judge(config: Config) -> None:
    config.data_dir.mkdir(parents=True)
    config.thresholds_file.write_text("{")
    assert settings_of(config) == replace(settings_of(config), cascade=None, members=())
    assert isinstance(settings_of(config), Settings)


@given(
    st.integers(2, 30).flatmap(
        lambda n: st.lists(
            st.tuples(
                st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=n, max_size=n).map(tuple),
                st.floats(0, 1),
            ),
            min_size=1,
            max_size=6,
        )
    )
)
def test_what_is_taken_costs_no_more_effort_than_the_best(
    tried: list[tuple[tuple[float, ...], float]],
) -> None:
    made = [Losses(name=str(n), losses=one, effort=e) for n, (one, e) in enumerate(tried)]
    number, shown = choose_candidate(made)
    best = min(made, key=lambda one: (fmean(one.losses), one.effort))
    assert made[number].effort <= best.effort
    assert [one.is_taken for one in shown].count(True) == 1 and shown[number].is_taken


def test_a_verdict_is_given_again_as_the_judge_gave_it() -> None:
    """A success that shows no evidence counts as unknown; what asks the judge is told success."""
    run = a_set(1).runs[0]
    stamp = JudgeStamp(name="evidence", settings={"own_label": "success"})
    doubted = replace(a_run_verdict(run=run.case.run, label="unknown", score=0.9), judge=stamp)
    again = ReplayedJudge(load_judge("evidence"), [ComparedRun(run=run, verdict=doubted)])
    assert again.start(run.case, run.frames).finish(run.ending).label == "success"
