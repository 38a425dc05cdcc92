"""A set of other people's runs is measured by models that never saw it."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.other_agents import compared


def a_run(world: str, seed: int, right: bool, found: str) -> RunRow:
    episode = Episode(
        world=world,
        kind=f"kind {seed}",
        seed=seed,
        behaviour="found",
        task="Do it.",
        steps=(),
        answer="",
        claims_success=True,
        oracle=right,
    )
    return RunRow(Row(episode=episode, views={}), {found: 1.0})


def some(world: str, turned: bool = False) -> list[RunRow]:
    """What speaks for a success in one set speaks against it where it is turned."""
    kinds = ("announced-good", "submit-missing")
    return [a_run(world, n, bool(n % 2) != turned, kinds[n % 2]) for n in range(40)]


def test_what_only_the_set_itself_shows_is_not_learned() -> None:
    sets = {"phones": some("phones"), "desktops": some("desktops")}
    alike = compared(some("fossil"), sets, times=2)
    assert alike["phones"]["own worlds and other sets"]["accuracy"] == 1.0
    assert alike["phones"]["runs"] == 40
    sets = {"phones": some("phones", turned=True), "desktops": some("desktops")}
    turned = compared(some("fossil"), sets, times=2)
    assert turned["phones"]["own worlds and other sets"]["accuracy"] < 0.6
