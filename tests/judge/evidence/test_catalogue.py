"""The catalogue of findings is whole: whatever is weighed, shown or advised has its one entry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_judge.evidence.catalogue import CATALOGUE, FAMILIES, SUMMARIES, Entry, entry_of
from courtside_judge.evidence.features import (
    feature_name,
    feature_names,
    feature_signs,
    features,
)
from courtside_judge.evidence.findings import Change, Finding
from courtside_judge.evidence.linear import Model, load_weights

WEIGHTS = load_weights()
MODELS = (WEIGHTS.run, WEIGHTS.unsighted, WEIGHTS.read, WEIGHTS.step, WEIGHTS.read_step)
CHANGES: tuple[Change | None, ...] = (None, "new", "gone")
ENTRIES = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.kind)


def a_finding(kind: str, change: Change | None = None, amount: float = 1.0) -> Finding:
    return Finding(kind=kind, text="", change=change, amount=amount)


def speaks_against(entry: Entry) -> bool:
    """By its sign, or by a weight of its own and of its family; what only describes a step may."""
    weights = [model.weight_of(feature_names(a_finding(entry.kind))) for model in MODELS]
    return entry.sign != "either" and (entry.sign == "against" or min(weights) < 0)


def test_each_kind_has_one_entry() -> None:
    assert len({entry.kind for entry in CATALOGUE}) == len(CATALOGUE)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        entry_of("asked-dnoe")


@pytest.mark.parametrize("model", MODELS)
def test_every_weight_is_of_a_feature_that_the_catalogue_knows(model: Model) -> None:
    known = {feature_name(entry.kind, change) for entry in CATALOGUE for change in CHANGES}
    assert model.weights.keys() <= known | {summary.name for summary in SUMMARIES}


@pytest.mark.parametrize("model", MODELS)
def test_no_weight_has_the_other_sign_than_its_entry_allows(model: Model) -> None:
    signs = feature_signs()
    assert [n for n, w in model.weights.items() if signs.get(n, 0) * w < 0] == []


@ENTRIES
def test_what_speaks_against_has_advice_or_says_that_there_is_none(entry: Entry) -> None:
    assert not speaks_against(entry) or entry.advice is not None


@given(
    st.lists(
        st.builds(
            a_finding,
            st.sampled_from([entry.kind for entry in CATALOGUE]),
            st.sampled_from(CHANGES),
            st.floats(0, 2),
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
