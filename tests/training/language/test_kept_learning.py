"""A learning that was stopped goes on from where it was, and takes nothing from another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh test")

from courtside_training.language.kept_learning import KeptLearning  # noqa: E402


def a_learning(file: Path, steps: int = 10) -> tuple[Any, KeptLearning]:
    layer = torch.nn.Linear(2, 1)
    optimiser = torch.optim.AdamW(layer.parameters(), lr=0.1)
    layer(torch.ones(2)).sum().backward()
    optimiser.step()
    return layer, KeptLearning(file, optimiser, steps=steps, model="small")


def test_a_stopped_learning_goes_on_with_its_weights_and_its_optimiser(tmp_path: Path) -> None:
    file = tmp_path / "learned.pt"
    first, kept = a_learning(file)
    kept.keep(4, network=first.state_dict())
    assert [path.name for path in tmp_path.iterdir()] == ["learned.pt"]
    second = torch.nn.Linear(2, 1)
    optimiser = torch.optim.AdamW(second.parameters(), lr=0.1)
    resumed = KeptLearning(file, optimiser, steps=10, model="small")
    assert resumed.resume(lambda learned: second.load_state_dict(learned["network"])) == 4
    assert torch.equal(first.weight, second.weight)
    assert optimiser.state_dict()["state"][0]["step"] == 1


def test_nothing_is_taken_from_a_learning_of_another_plan_or_where_none_was_kept(
    tmp_path: Path,
) -> None:
    file = tmp_path / "learned.pt"
    restored: list[object] = []
    _, kept = a_learning(file)
    assert kept.resume(restored.append) == 0
    kept.keep(4)
    _, other = a_learning(file, steps=12)
    assert other.resume(restored.append) == 0 and restored == []
    kept.forget()
    assert not file.exists() and kept.resume(restored.append) == 0
