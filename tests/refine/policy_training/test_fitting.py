"""A policy learns from examples, goes on after a kill, and says what it was made of."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pressing_tasks import pressing_examples

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

import torch

from courtside_refine.policy_training import batches, fitting
from courtside_refine.policy_training.batches import Prepared, PreparedOnce, prepare
from courtside_refine.policy_training.example import Example
from courtside_refine.policy_training.fitting import fit_policy
from courtside_refine.policy_training.loss_curve import LOSSES, PLOT
from courtside_refine.policy_training.model_card import CARD, read_card
from courtside_refine.policy_training.policy import WEIGHTS, Policy

EXAMPLES = pressing_examples(60)


def fitted(out: Path, **more: Any) -> Policy:
    """From few examples, quickly."""
    return fit_policy(EXAMPLES, out, **{"epochs": 2, **more})


def test_it_does_what_a_task_with_names_that_it_never_saw_asks_for(tmp_path: Path) -> None:
    policy = fit_policy(EXAMPLES, tmp_path, epochs=25, learning_rate=2e-3)
    unseen = pressing_examples(20, seed=2)
    best = [policy.choose(one.task, one.elements, one.history)[0] for one in unseen]
    right = [
        (found.kind, found.element, found.text)
        == (one.choice.kind, one.choice.element, one.choice.text)
        for found, one in zip(best, unseen, strict=True)
    ]
    assert sum(right) >= 0.9 * len(right)


def test_killed_and_begun_again_it_comes_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = fitted(tmp_path / "whole", epochs=4)
    monkeypatch.setattr(fitting, "KEEP_EVERY_S", 0)

    def stop_half_way(step: int, of: int, loss: float) -> None:
        if step > of / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_policy(EXAMPLES, tmp_path / "cut", epochs=4, progress=stop_half_way)
    seen: list[int] = []
    again = fit_policy(
        EXAMPLES, tmp_path / "cut", epochs=4, progress=lambda step, of, loss: seen.append(step)
    )
    assert again.fingerprint() == whole.fingerprint()
    assert len(seen) == 2, "two of four passes were kept"


def test_two_trainings_on_the_same_examples_prepare_them_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = PreparedOnce()
    made: list[Example] = []

    def counted(one: Example) -> Prepared | None:
        made.append(one)
        return prepare(one)

    monkeypatch.setattr(batches, "prepare", counted)
    first = fitted(tmp_path / "one", prepared=prepared)
    assert fitted(tmp_path / "two", prepared=prepared).fingerprint() == first.fingerprint()
    assert len(made) == len(EXAMPLES)
    assert fitted(tmp_path / "three").fingerprint() == first.fingerprint()


def test_a_pass_learns_each_example_once_in_batches_of_like_size() -> None:
    every = batches.prepare_all(
        msgspec.structs.replace(one, elements=one.elements[: 1 + n % len(one.elements)])
        for n, one in enumerate(pressing_examples(50, seed=3))
        if one.choice.kind == "stop" or n % 2
    )
    drawn = list(fitting._of_like_size(every, 4, random.Random(1)))
    assert sorted(map(id, (one for batch in drawn for one in batch))) == sorted(map(id, every))
    sizes = [[len(one.seen.rows) for one in batch] for batch in drawn]
    assert max(map(len, sizes)) == 4 and sum(max(one) - min(one) for one in sizes) <= len(every)


def test_a_training_that_ended_is_not_made_again(tmp_path: Path) -> None:
    first = fitted(tmp_path)
    made_at = (tmp_path / WEIGHTS).stat().st_mtime_ns
    assert fitted(tmp_path).fingerprint() == first.fingerprint()
    assert (tmp_path / WEIGHTS).stat().st_mtime_ns == made_at
    with pytest.raises(FileExistsError, match="another training"):
        fitted(tmp_path, seed=1)


@pytest.mark.parametrize("card", [b'{"model": "adapter"}', b"no card", b'{"keep": "\xff"}'])
def test_what_something_else_left_is_not_replaced(tmp_path: Path, card: bytes) -> None:
    (tmp_path / CARD).write_bytes(card)
    with pytest.raises(FileExistsError, match="another training"):
        fitted(tmp_path)
    assert (tmp_path / CARD).read_bytes() == card and len(list(tmp_path.iterdir())) == 1


def test_it_leaves_a_card_and_a_curve(tmp_path: Path) -> None:
    start = Policy(seed=3)
    fit_policy(EXAMPLES, tmp_path, epochs=2, start=start, keep="rewarded")
    card = read_card(tmp_path)
    assert (card.examples, card.tasks, card.keep) == (180, 60, "rewarded")
    assert card.start_sha256 == start.fingerprint() and card.final_loss and card.accuracy
    assert (tmp_path / LOSSES).read_text().count("\n") == 2
    assert (tmp_path / PLOT).read_text().startswith("<svg")


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "a.1-1.part").write_text("mine too")
    with pytest.raises(FileExistsError, match="holds something else"):
        fitted(tmp_path)
    assert {one.name for one in tmp_path.iterdir()} == {"notes.txt", "a.1-1.part"}


def test_a_training_that_was_killed_while_it_kept_its_first_checkpoint_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "checkpoint.pt.1-1.part").write_text("half")
    fitted(tmp_path)
    assert (tmp_path / WEIGHTS).is_file()


def test_nothing_or_one_task_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to train on"):
        fit_policy([], tmp_path)
    with pytest.raises(ValueError, match="one task only"):
        fit_policy(EXAMPLES[:3], tmp_path)
    assert not list(tmp_path.iterdir())


def test_it_computes_on_one_thread_and_restores_the_caller_s_number(tmp_path: Path) -> None:
    before = torch.get_num_threads()
    seen: set[int] = set()
    torch.set_num_threads(2)
    try:
        fit_policy(
            EXAMPLES,
            tmp_path,
            epochs=1,
            progress=lambda step, of, loss: seen.add(torch.get_num_threads()),
        )
        assert (seen, torch.get_num_threads()) == ({1}, 2)
    finally:
        torch.set_num_threads(before)
