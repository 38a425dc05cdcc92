"""A fit writes limits for each share of false successes, and leaves the others as they were."""

from __future__ import annotations

import pytest
from family_episodes import WORLDS, an_episode

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from msgspec.structs import replace

from courtside_judge.evidence.linear import Limits, load_weights
from courtside_training.fit import fit
from courtside_training.fitting.abstaining import NEVER, PROMISES
from courtside_training.fitting.features import row_of


def test_a_fit_has_limits_for_each_share_that_the_setting_can_ask_for() -> None:
    rows = [row_of(an_episode(world, seed)) for world in WORLDS for seed in range(24)]
    own = Limits(success=0.9, failure=0.1)
    made = fit(rows, replace(load_weights(), run_limits=own, promises=()))
    assert made.run_limits == own
    assert [one.max_false_success for one in made.promises] == [*PROMISES]
    assert all(one.is_kept for one in made.promises)  # each press decides: none is false
    wrong = [replace(row, episode=replace(row.episode, oracle=False)) for row in rows[::2]]
    doubtful = fit([*rows, *wrong], load_weights())
    strictest = doubtful.promises[0]
    assert strictest.limits.success == NEVER and not strictest.is_kept
