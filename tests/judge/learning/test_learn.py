"""What is learned from the labels of stored runs, by the real judge; what is refused, and why."""

from __future__ import annotations

import random

import msgspec
import pytest
from autosave import AGENT, SITE, as_it_is, fill, steps, task

from courtside_judge.evidence.bars import Bar
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import Limits, LogisticModel, load_weights
from courtside_judge.learning.benefit import measure_benefit
from courtside_judge.learning.correction import Correction
from courtside_judge.learning.from_store import learn_from_store
from courtside_judge.learning.learn import LearningOutcome
from courtside_judge.learning.learned import Learned, LearnedFile, learned_for
from courtside_judge.learning.regression import LabelledEnd
from courtside_judge.learning.scope import Scope, site_of
from courtside_judge.protocol import Case, Ending
from courtside_judge.stamps import is_same_judge
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Override, PersonLabel, RunVerdict, Surface, now_ms

ALL = Scope()
RUN = "run_" + "0" * 20


def learned(config: Config, scope: Scope = ALL) -> Learned:
    found = learn_from_store(config, scope, "ann").learned
    assert found is not None
    LearnedFile(config.learned_file).add(found)
    return found


def verdict(
    config: Config, number: int, agent: str = AGENT, site: str = SITE, surface: Surface = "web"
) -> RunVerdict:
    """The evidence judge's, as it judges live, on a run of a task that nobody labelled."""
    judge = EvidenceJudge(learned=LearnedFile(config.learned_file))
    case = Case(run=RUN, task=task(number), agent=agent, surface=surface)
    session = judge.start(case, lambda _: None)
    for step in steps(number, site):
        session.step(step)
    found = session.finish(Ending(ended_by="finish"))
    return RunVerdict(**{n: getattr(found, n) for n in found.__struct_fields__} | {"at_ms": 1})


SAVED, LEFT = 901, 900
"""Runs of a task of their own: Save pressed, and not."""


def test_labels_that_say_the_opposite_of_what_ships_turn_the_verdict(config: Config) -> None:
    assert [verdict(config, n).label for n in (SAVED, LEFT)] == ["success", "failure"]
    fill(config, 40)
    found = learned(config)
    assert [verdict(config, n).label for n in (SAVED, LEFT)] == ["failure", "success"]
    weights = load_weights()
    taught = found.applied(weights).run
    for before, after in ((weights.run.plain, taught.plain), (weights.run.long, taught.long)):
        assert after.weights["submit-missing"] > before.weights["submit-missing"] < 0


def test_it_says_before_and_after_on_tasks_left_out(config: Config) -> None:
    fill(config, 40)
    benefit = learned(config).benefit
    assert (benefit.runs, benefit.tasks, benefit.successes) == (40, 20, 20)
    assert benefit.before.accuracy.value == 0.0 and benefit.after.accuracy.value == 1.0
    assert benefit.before.auroc.value == 0.0 and benefit.after.auroc.value == 1.0
    assert benefit.gain.interval is not None and benefit.gain.interval[0] > 0
    assert benefit.before.brier.value and benefit.after.brier.value is not None
    assert benefit.after.brier.value < 0.1 < benefit.before.brier.value


def test_nothing_is_promised_of_what_was_learned(config: Config) -> None:
    """Its limits were measured with the weights that ship."""
    assert verdict(config, SAVED).least_false_success
    fill(config, 40)
    learned(config, Scope(agent=AGENT))
    success = verdict(config, LEFT)
    assert (success.label, success.least_false_success) == ("success", None)
    assert verdict(config, SAVED, agent="another").least_false_success


def test_verdicts_name_what_was_learned_and_the_others_do_not(config: Config) -> None:
    fill(config, 40)
    shipped = EvidenceJudge().stamp()
    found = learned(config, Scope(agent=AGENT))
    stamp = verdict(config, LEFT).judge
    assert (stamp.version, stamp.learned) == (shipped.version, found.id)
    assert is_same_judge(stamp, shipped) and stamp != shipped
    assert verdict(config, LEFT, agent="another").judge == shipped


@pytest.mark.parametrize(("scope", "doubts"), [(ALL, True), (Scope(agent=AGENT), False)])
def test_labels_of_an_agent_make_its_screens_familiar_and_labels_of_all_runs_do_not(
    config: Config, scope: Scope, doubts: bool
) -> None:
    fill(config, 40)
    learned(config, scope)
    there, web = verdict(config, LEFT, surface="android"), verdict(config, LEFT)
    assert there.judge.learned and web.judge.learned
    assert any(one.kind == "unfamiliar" for one in there.evidence) is doubts
    assert (there.score == web.score) is not doubts


def test_steps_are_judged_as_before(config: Config) -> None:
    fill(config, 40)
    learned(config)
    judge = EvidenceJudge(learned=LearnedFile(config.learned_file))
    session = judge.start(Case(run=RUN, task=task(SAVED)), lambda _: None)
    assert {session.step(step).judge for step in steps(SAVED)} == {EvidenceJudge().stamp()}


def test_forgetting_gives_the_old_verdict_back(config: Config) -> None:
    before = verdict(config, LEFT)
    fill(config, 40)
    learned(config)
    assert verdict(config, LEFT) != before
    assert len(LearnedFile(config.learned_file).forget(None)) == 1
    assert verdict(config, LEFT) == before
    assert not config.learned_file.exists()


def test_labels_by_chance_are_refused(config: Config) -> None:
    dice = random.Random(5)

    def by_chance(number: int, saved: bool) -> PersonLabel:
        return "success" if dice.random() < 0.5 else "failure"

    fill(config, 60, by_chance)
    answer = learn_from_store(config, ALL, "ann")
    refused = "does not tell your labels apart", "do not make the judge better on tasks left out"
    assert answer.learned is None and any(words in answer.why for words in refused)
    assert "\n" not in answer.why


def test_labels_that_agree_with_the_judge_turn_nothing(config: Config) -> None:
    def agrees(number: int, saved: bool) -> PersonLabel:
        return "success" if saved else "failure"

    fill(config, 40, agrees)
    benefit = learned(config).benefit
    assert benefit.before.accuracy.value == benefit.after.accuracy.value == 1.0
    assert [verdict(config, n).label for n in (SAVED, LEFT)] == ["success", "failure"]


@pytest.mark.parametrize(
    ("runs", "label", "why"),
    [
        (0, "success", "10 more labelled runs, 3 more successes"),
        (6, None, "4 more labelled runs, 1 more different task"),
        (20, "success", "3 more failures"),
        (20, "unsure", "10 more labelled runs"),
    ],
)
def test_too_few_labels_are_counted(
    config: Config, runs: int, label: PersonLabel | None, why: str
) -> None:
    fill(config, runs, as_it_is if label is None else lambda n, s: label)
    assert why in refused(config).why


def refused(config: Config) -> LearningOutcome:
    answer = learn_from_store(config, ALL, "ann")
    assert answer.learned is None and answer.benefit is None
    assert answer.why.endswith("`courtside label` asks for them")
    return answer


def test_runs_of_other_agents_and_sites_are_not_in_scope(config: Config) -> None:
    fill(config, 40, agent="another")
    assert "no run is of" in learn_from_store(config, Scope(agent=AGENT), "ann").why
    why = learn_from_store(config, Scope(site="else.test"), "ann").why
    assert why.startswith("no run begins on the site else.test; ")
    assert learn_from_store(config, Scope(site=SITE), "ann").learned


def test_it_is_kept_with_who_when_and_which_labels(config: Config) -> None:
    ids = fill(config, 40)
    found = learned(config)
    (kept,) = LearnedFile(config.learned_file).load()
    assert kept == found and kept.who == "ann" and kept.at_ms > 0
    assert {(one.run, one.by) for one in kept.labels} == {(run, "person") for run in ids}
    with Store.open(config) as store:
        override = Override(run=ids[0], label="failure", who="ann", at_ms=now_ms())
        store.add_override(override)
    again = learn_from_store(config, ALL, "ann").learned
    assert again is not None and again.labels_sha256 != kept.labels_sha256


def test_the_narrowest_scope_counts(config: Config) -> None:
    fill(config, 40)
    scopes = (ALL, Scope(agent=AGENT), Scope(site=SITE))
    found = {scope: learned(config, scope) for scope in scopes}
    known = LearnedFile(config.learned_file).load()
    sha256 = found[ALL].weights_sha256
    assert learned_for(known, AGENT, SITE, sha256) == found[Scope(site=SITE)]
    assert learned_for(known, AGENT, "else.test", sha256) == found[Scope(agent=AGENT)]
    assert learned_for(known, "another", "else.test", sha256) == found[ALL]
    assert learned_for(known, AGENT, SITE, "0" * 64) is None


@pytest.mark.parametrize("broken", [b"[{", b'[{"of": "\xff"}]', b'[{"of": ' + b"[" * 100_000])
def test_a_file_that_cannot_be_read_does_not_count(
    config: Config, capsys: pytest.CaptureFixture[str], broken: bytes
) -> None:
    before = verdict(config, LEFT)
    config.data_dir.mkdir(exist_ok=True)
    config.learned_file.write_bytes(broken)
    assert verdict(config, LEFT) == before
    why = capsys.readouterr().err
    assert f"what was learned does not count: {config.learned_file}: " in why


def test_the_site_of_a_run_is_its_first_page_or_app() -> None:
    assert site_of(steps(1)[0]) == SITE
    assert site_of(None) == ""


@pytest.mark.parametrize("damaged", [{"scale": 1e308}, {"bias": -1e9}, {"weights": {"a": 1e7}}])
def test_what_was_learned_holds_no_number_that_no_fit_gives(damaged: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(damaged, Correction)


def test_before_learning_the_labels_counted_are_those_that_the_judge_gives() -> None:
    """Half of the runs are barred, and likely to be a success."""
    model, limits = LogisticModel(bias=3.0, weights={}), Limits(success=0.8, failure=0.2)
    bars: tuple[Bar | None, ...] = ("untold", "contradicted", None, None)
    examples = [
        LabelledEnd({}, model, n % 8 < 4, f"task {n // 2}", limits, bars[n % 4]) for n in range(40)
    ]
    assert measure_benefit(examples).before.coverage.value == 0.5
