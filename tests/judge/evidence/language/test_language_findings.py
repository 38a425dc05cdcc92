"""A language model's word is one finding of the end of a run, where it has a weight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence import session as module
from courtside_judge.evidence.catalogue import LANGUAGE
from courtside_judge.evidence.features import features
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import LogisticModel, Weights, load_weights
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.weighing import decisive_finding
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Evidence, Observation, RunVerdict

TASK = (
    "Please see that the address of our office in the third row of the list is the one that Ada "
    "sent, and press Save."
)
KINDS = {entry.kind for entry in LANGUAGE}
FORM = a_screen(an_element(1, "Save"))
SAVED = a_screen(an_element(2, "Saved", tag="p", role="text"))
DONE = Ending(ended_by="finish", answer="Done.", claims_success=True)


class Reader:
    """Answers what it is to, and keeps what it was asked."""

    def __init__(self, odds: float) -> None:
        self.odds = odds
        self.asked: list[tuple[str, StoryRun]] = []

    def log_odds(self, task: str, run: StoryRun) -> float:
        self.asked.append((task, run))
        return self.odds


Installs = Callable[[float], Reader]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Installs:
    def installed(odds: float) -> Reader:
        reader = Reader(odds)
        monkeypatch.setattr(module, "language_reader", lambda: reader)
        return reader

    return installed


def weighing(weight: float = 1.0) -> Weights:
    """Weights in which the language model's word has one."""
    shipped = load_weights()
    words = {"reads-done": weight, "reads-undone": -weight}
    long = replace(shipped.run.long, weights={**shipped.run.long.weights, **words})
    return replace(shipped, run=replace(shipped.run, long=long))


def unweighing() -> Weights:
    """Weights in which it has none."""
    shipped = load_weights()
    left = {name: x for name, x in shipped.run.long.weights.items() if name not in KINDS}
    long = replace(shipped.run.long, weights=left)
    return replace(shipped, run=replace(shipped.run, long=long))


def judged(
    weights: Weights,
    before: Observation | None = FORM,
    after: Observation | None = SAVED,
    task: str = TASK,
) -> RunVerdict:
    run = EvidenceJudge(weights).start(Case(run=RUN, task=task), lambda _: None)
    run.step(a_step(1, an_action(), before=before, after=after))
    return run.finish(DONE)


def word_in(verdict: RunVerdict) -> list[Evidence]:
    return [one for one in verdict.evidence if one.kind in KINDS]


@pytest.mark.parametrize(
    ("odds", "kind", "weight"),
    [(1.5, "reads-done", 1.5), (-1.25, "reads-undone", -1.25), (9.0, "reads-done", 2.0)],
)
def test_its_word_weighs_by_its_log_odds_up_to_a_limit(
    install: Installs, odds: float, kind: str, weight: float
) -> None:
    install(odds)
    (word,) = word_in(judged(weighing()))
    assert (word.kind, word.weight) == (kind, weight) and "a language model's word" in word.text
    run = EvidenceJudge(weighing()).start(Case(run=RUN, task=TASK), lambda _: None)
    run.step(a_step(1, an_action(), before=FORM, after=SAVED))
    assert run.weighed_end(DONE).amounts[kind] == abs(weight)
    assert not KINDS & features(run.follow(a_step(2, an_action(), before=SAVED))).keys()


@pytest.mark.parametrize(
    ("task", "weight"),
    [
        ("Tick the box beside Ada's name", None),  # six words
        ("Tick the box beside Ada's name and beside Ben's", 0.75),  # nine: three eighths
    ],
)
def test_of_a_plain_task_it_counts_little_or_is_not_asked(
    install: Installs, task: str, weight: float | None
) -> None:
    reader = install(9.0)
    words = word_in(judged(weighing(), task=task))
    assert [word.weight for word in words] == pytest.approx([] if weight is None else [weight])
    assert len(reader.asked) == len(words)


def test_it_is_asked_once_at_the_end_with_the_task_as_it_was_given(install: Installs) -> None:
    reader = install(1.0)
    judged(weighing())
    ((task, run),) = reader.asked
    assert task == TASK and run.goal.task != TASK and run.answer == "Done."
    assert [line.new for line in run.lines] == [("Saved",)]


def test_where_its_word_has_no_weight_it_is_not_asked(install: Installs) -> None:
    reader = install(3.0)
    assert not word_in(judged(unweighing())) and not reader.asked


def test_a_run_whose_screens_came_without_elements_is_not_read(install: Installs) -> None:
    reader = install(3.0)
    read = a_screen(an_element(1, "Save", tag="", role="text", source="ocr"))
    letters = replace(read, text="")
    for screen in (None, letters):
        assert not word_in(judged(weighing(), screen, screen)) and not reader.asked


def test_without_onnxruntime_there_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtside_judge.evidence.language.reader.find_spec", lambda _: None)
    plain, with_weight = judged(unweighing()), judged(weighing())
    assert not word_in(with_weight) and with_weight.score == plain.score


def test_the_shipped_model_reads_a_run() -> None:
    pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    (word,) = word_in(judged(weighing()))
    assert word.weight and abs(word.weight) <= 2


def test_its_word_names_nothing_and_gives_way_to_a_finding_of_half_its_weight() -> None:
    word, other = Finding(kind="reads-undone", amount=1.0), Finding(kind="looping")
    for weight, decisive in ((-0.6, other), (-0.4, word)):
        model = LogisticModel(bias=0.0, weights={"reads-undone": -1.0, "looping": weight})
        assert decisive_finding(model, [word, other], -1) is decisive
    assert decisive_finding(model, [word], -1) is word
    assert decisive_finding(model, [word], 1) is None


def test_a_verdicts_stamp_says_whether_its_word_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    version = load_weights().version
    assert EvidenceJudge(weighing()).stamp().version == f"{version}-language"
    assert EvidenceJudge(unweighing()).stamp().version == version
    monkeypatch.setattr("courtside_judge.evidence.language.reader.find_spec", lambda _: None)
    assert EvidenceJudge(weighing()).stamp().version == version
