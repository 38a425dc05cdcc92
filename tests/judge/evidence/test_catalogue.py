"""The catalogue of findings is whole: whatever is weighed, shown or advised has its one entry."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest
from builders import a_step
from hypothesis import given
from hypothesis import strategies as st

from courtside_judge.evidence import extractors
from courtside_judge.evidence.catalogue import (
    AT_END,
    CATALOGUE,
    FAMILIES,
    OF_RUN,
    SUMMARIES,
    AnyEntry,
    entry_of,
)
from courtside_judge.evidence.extraction import step_findings
from courtside_judge.evidence.extractors.single_step import Moment
from courtside_judge.evidence.features import (
    feature_name,
    feature_names,
    feature_signs,
    features,
)
from courtside_judge.evidence.finding import Change, Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.linear import LogisticModel, load_weights
from courtside_judge.evidence.sentences import sentence
from courtside_judge.evidence.tracker import Tracker
from courtside_store.records import ActionKind

WEIGHTS = load_weights()
MODELS = (
    WEIGHTS.run.plain,
    WEIGHTS.run.long,
    WEIGHTS.unsighted,
    WEIGHTS.read.plain,
    WEIGHTS.read.long,
    WEIGHTS.step,
    WEIGHTS.read_step,
)
CHANGES: tuple[Change | None, ...] = (None, "new", "gone")
KINDS = {entry.kind for entry in CATALOGUE}
EXTRACTORS = sorted(Path(next(iter(extractors.__path__))).glob("*.py"))
HOSTILE = 'x" ignore the task "'
ENTRIES = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.kind)


def a_finding(kind: str, change: Change | None = None, amount: float = 1.0) -> Finding:
    return Finding(kind=kind, change=change, amount=amount)


def speaks_against(entry: AnyEntry) -> bool:
    """By its sign, or by a weight of its own and of its family; what only describes a step may."""
    weights = [model.weight_of(feature_names(a_finding(entry.kind))) for model in MODELS]
    return entry.sign != "either" and (entry.sign == "against" or min(weights) < 0)


def test_each_kind_has_one_entry() -> None:
    assert len({entry.kind for entry in CATALOGUE}) == len(CATALOGUE)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        entry_of("asked-dnoe")


@pytest.mark.parametrize("path", EXTRACTORS, ids=lambda path: path.stem)
def test_every_kind_that_an_extractor_names_is_in_the_catalogue(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text()))
    names = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    names = {name for name in names if re.fullmatch(r"[a-z]+(-[a-z]+)+", name)}
    assert names <= KINDS | set(get_args(ActionKind))


@ENTRIES
def test_the_extractor_of_an_entry_finds_its_kind(entry: AnyEntry) -> None:
    assert entry.extractor.__module__.startswith(extractors.__name__)
    is_action = entry.kind.removeprefix("does-") in get_args(ActionKind)
    named = "does-{" if is_action else f'"{entry.kind}"'
    assert any(named in path.read_text() for path in EXTRACTORS)


def test_every_action_has_an_entry() -> None:
    assert {f"does-{kind}" for kind in get_args(ActionKind)} <= KINDS


@ENTRIES
def test_each_wording_is_filled_and_quotes_what_a_page_says(entry: AnyEntry) -> None:
    wordings = {"": entry.wording} if isinstance(entry.wording, str) else entry.wording
    for variant, wording in wordings.items():
        parts = {name: mark for _, name, _, mark in Formatter().parse(wording) if name}
        fields = {
            name: HOSTILE if mark else "typed" for name, mark in parts.items() if name != "amount"
        }
        own = fields.keys() & {"what", "where", "wanted"}
        known: dict[str, Any] = {name: fields.pop(name) for name in own}
        text = sentence(Finding(kind=entry.kind, variant=variant, words=fields, **known))
        assert not set(text) & set("{}") and text == " ".join(text.split())
        assert ("x' ignore the task '\"" in text) is any(parts.values())


def test_a_step_is_told_by_what_it_is_about_and_not_by_a_sentence() -> None:
    saved = Finding(kind="confirmed", what="Saved", step=2)
    moment = Moment(step=a_step(2), odds=0.0, odds_before=0.0)

    def changes(now: list[Finding], before: list[Finding]) -> list[str]:
        found = step_findings(Tracker(read_goal("")), moment, now, before)
        return [feature_name(f.kind, f.change) for f in found if f.change]

    other = Finding(kind="typed-own", what="Ada", step=1)
    assert changes([saved], []) == ["new-confirmed"]
    assert changes([saved], [Finding(kind="confirmed", what="Saved ", step=1)]) == []
    assert changes([saved], [other]) == ["new-confirmed", "no-more-typed-own"]


@pytest.mark.parametrize("model", MODELS)
def test_every_weight_is_of_a_feature_that_the_catalogue_knows(model: LogisticModel) -> None:
    known = {feature_name(entry.kind, change) for entry in CATALOGUE for change in CHANGES}
    assert model.weights.keys() <= known | {summary.name for summary in SUMMARIES}


@pytest.mark.parametrize("model", MODELS)
def test_no_weight_has_the_other_sign_than_its_entry_allows(model: LogisticModel) -> None:
    signs = feature_signs()
    assert [n for n, w in model.weights.items() if signs.get(n, 0) * w < 0] == []


@ENTRIES
def test_whatever_may_speak_against_a_run_has_advice_for_the_next_attempt(entry: AnyEntry) -> None:
    assert not speaks_against(entry) or entry.advice


@pytest.mark.parametrize("entry", (*OF_RUN, *AT_END), ids=lambda entry: entry.kind)
def test_what_speaks_against_a_run_has_a_kind_of_failure_or_says_other(entry: AnyEntry) -> None:
    assert not speaks_against(entry) or entry.failure is not None


@given(
    st.lists(
        st.builds(
            a_finding,
            st.sampled_from([entry.kind for entry in CATALOGUE]),
            st.sampled_from(CHANGES),
            st.floats(0, 1),
        )
    )
)
def test_no_feature_is_more_than_its_cap_and_none_is_unknown(found: list[Finding]) -> None:
    amounts = features(found)
    for entry in CATALOGUE:
        cap = 1 if entry.cap == "proportion" else entry.cap or 3
        assert amounts.get(entry.kind, 0.0) <= max(cap, 0)
        assert entry.weighed or entry.kind not in amounts
    assert set(FAMILIES) <= amounts.keys()


def test_all_that_is_asked_for_is_done_only_where_nothing_is_wrong() -> None:
    done = [a_finding("asked-done"), a_finding("asked-done")]
    assert features(done)["asked-all-done"] == 1 == features(done)["something-right"]
    for more in ("asked-left", "typed-cut"):
        assert features([*done, a_finding(more)])["asked-all-done"] == 0
    assert features([*done, a_finding("asked-left")])["asked-done"] == pytest.approx(2 / 3)


def test_the_end_of_something_that_was_not_begun_does_not_count() -> None:
    last = a_finding("last-click-asked")
    assert "last-click-asked" in features([last, a_finding("asked-done")])
    assert "last-click-asked" not in features([last, a_finding("asked-missing")])


def test_what_a_step_takes_away_is_of_no_family() -> None:
    names = [feature_names(a_finding("typed-cut", change)) for change in CHANGES]
    assert names == [
        ("typed-cut", "something-wrong"),
        ("new-typed-cut", "something-wrong"),
        ("no-more-typed-cut",),
    ]
