"""Sealed worlds: known by name and by themselves, refused where something is learned."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from courtside_training.collecting.episodes import Episode, read
from courtside_training.worlds.catalogue import NAMES
from courtside_training.worlds.ihatemoney.world import IHateMoney
from courtside_training.worlds.infinity.apps import APPS, load_app
from courtside_training.worlds.oscar.world import Oscar
from courtside_training.worlds.sealed import SEALED, require_open, speaks_of

DOCUMENT = Path(__file__).parents[2] / "docs/lab/sealed.md"


def test_two_worlds_that_can_be_collected_are_sealed() -> None:
    assert len(SEALED) == 2
    assert set(SEALED) <= set(NAMES)


def test_a_sealed_world_says_so_itself() -> None:
    assert IHateMoney.sealed
    assert IHateMoney.name in SEALED
    assert set(SEALED) - {IHateMoney.name} <= set(APPS)
    assert not Oscar.sealed


@pytest.mark.parametrize("world", SEALED)
def test_nothing_is_learned_from_a_sealed_world(world: str) -> None:
    with pytest.raises(ValueError, match=f"{world} is sealed"):
        require_open("fossil", world)


@pytest.mark.parametrize("world", SEALED)
def test_sealed_episodes_are_read_by_those_only_who_say_so(world: str, tmp_path: Path) -> None:
    fields = {"behaviour": "good", "task": "", "steps": (), "answer": "", "claims_success": None}
    rows = [Episode(world=w, kind="a", seed=1, oracle=True, **fields) for w in ("fossil", world)]  # type: ignore[arg-type]
    file = tmp_path / "episodes.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    with pytest.raises(ValueError, match=f"{world} is sealed"):
        read(file)
    assert [row.world for row in read(file, sealed=True)] == ["fossil", world]


def test_open_worlds_may_be_learned_from() -> None:
    require_open("fossil", "oscar", "gmail")


@pytest.mark.parametrize("world", SEALED)
def test_nothing_of_a_sealed_episode_is_printed(world: str) -> None:
    assert "strike-out" not in speaks_of(world, "strike-out 3 good: Timeout 3000ms exceeded")
    assert "strike-out" in speaks_of("fossil", "strike-out 3 good: Timeout 3000ms exceeded")


def test_the_sealed_app_of_other_people_has_plans_for_sixty_of_their_tasks() -> None:
    plans = load_app("handshake-career-exploration").plans
    assert sum(not kind.startswith("own/") for kind in plans) >= 60
    assert sum(plan.answer is not None for plan in plans.values()) >= 5
    assert sum(plan.impossible for plan in plans.values()) >= 3
    flawed = [any(move.wrong for move in plan.moves) for plan in plans.values() if not plan.answer]
    assert sum(flawed) > 0.9 * len(flawed)


def test_each_sealed_world_stands_in_the_document_with_its_ledger() -> None:
    text = DOCUMENT.read_text()
    assert all(f"| `{world}` |" in text for world in SEALED)
    uses = text.split("## Ledger")[1].split("\n\n")[1].splitlines()[2:]
    assert uses and all(
        re.match(r"\| \d+ \w+ 20\d\d \| .*`python -m [^`]+--sealed", use) for use in uses
    )
