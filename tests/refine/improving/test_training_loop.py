"""The loop proposes, tries, judges and learns; killed at any place it goes on there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from courtside_refine.actors.actor import Actor
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.improving.engine import ActorSpec
from courtside_refine.improving.environment import EnvironmentFailed
from courtside_refine.improving.iteration_rows import IterationRow
from courtside_refine.improving.kept_work import describe_kept
from courtside_refine.improving.rollout import AttemptJob, Rollout, RolloutVerdict
from courtside_refine.improving.trainers import JudgedRollout, NoTraining, RolloutsToKeep
from courtside_refine.improving.training_loop import LoopPlan, TrainingLoop, loop_folder
from courtside_refine.proposing.proposal import OpensPage, Proposal
from courtside_store.records import JudgeStamp

PLAN = LoopPlan(url="http://shop.test/", iterations=2, rollouts=4)


class Killed(BaseException):
    """As by kill -9: nobody catches it."""


def a_proposal(number: int) -> Proposal:
    return Proposal(
        web_name="shop",
        id=f"task-{number}",
        ques=f"Open the page number {number}.",
        web=PLAN.url,
        kind="field",
        decided_by=OpensPage(url=f"{PLAN.url}{number}", heading=str(number)),
    )


TASKS = [a_proposal(number) for number in range(4)]
UNSEEN = [a_proposal(9)]


class FakeEngine:
    """Attempts at even tasks succeed, those at odd ones fail; dies after so many rows."""

    def __init__(self, dies_after: int | None = None, broken: bool = False) -> None:
        self.attempted: list[tuple[int, str, ActorSpec]] = []
        self.judged: list[str] = []
        self._left = dies_after
        self._broken = broken

    def _count(self) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Killed

    async def make_attempts(
        self, jobs: Sequence[AttemptJob], spec: ActorSpec, take: Callable[[Rollout], None]
    ) -> None:
        for job in jobs:
            self._count()
            self.attempted.append((job.seed, job.proposal.id, spec))
            take(
                Rollout(
                    number=job.number,
                    task=job.proposal.id,
                    words=job.proposal.ques,
                    seed=job.seed,
                    run="run_0000000000000000",
                    actor="fake",
                    status="environment-error" if self._broken else "done",
                    why="the reset failed: it ended with status 1" if self._broken else "",
                    end="stopped",
                    checked=int(job.proposal.id[-1]) % 2 == 0,
                )
            )

    async def judge(
        self, rollouts: Sequence[Rollout], take: Callable[[RolloutVerdict], None]
    ) -> None:
        for one in rollouts:
            self._count()
            self.judged.append(one.task)
            take(
                RolloutVerdict(
                    number=one.number,
                    task=one.task,
                    label="success" if one.checked else "failure",
                    judge=JudgeStamp(name="fake"),
                )
            )


class FakeTrainer:
    """Writes down how much it was given to train on."""

    is_trained = True

    def __init__(self) -> None:
        self.given: list[int] = []

    def actor(self, weights: Path | None) -> Actor:
        return Explorer()

    measured_actor = actor

    def update(
        self,
        buffer: Sequence[JudgedRollout],
        out: Path,
        seed: int,
        keep: RolloutsToKeep,
    ) -> None:
        if len(buffer) < 2:
            raise ValueError("there is nothing to train on: no step was kept")
        self.given.append(len(buffer))
        out.mkdir(exist_ok=True)


async def run(
    folder: Path, engine: FakeEngine, trainer: FakeTrainer | None = None
) -> list[IterationRow]:
    with loop_folder(folder, PLAN):
        return await TrainingLoop(folder, PLAN, trainer or FakeTrainer(), engine).run(TASKS, UNSEEN)


async def test_of_an_actor_that_stays_as_it_is_no_training_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    with loop_folder(tmp_path / "loop", PLAN):
        loop = TrainingLoop(
            tmp_path / "loop",
            PLAN,
            NoTraining(Explorer()),
            FakeEngine(),
            lambda what, done, of: told.append(what),
        )
        rows = await loop.run(TASKS)
    assert [row.note for row in rows] == ["this actor is not trained"] * 2
    assert told and not any("training on" in what for what in told)


async def test_each_iteration_is_a_row_and_learns_from_successes_so_far(tmp_path: Path) -> None:
    engine, trainer = FakeEngine(), FakeTrainer()
    rows = await run(tmp_path / "loop", engine, trainer)
    assert [row.iteration for row in rows] == [0, 1, 2]
    assert rows[0].training is None and rows[0].unseen is not None
    first = rows[1].training
    assert first is not None and (first.attempts, first.success, first.checked) == (4, 2, 4)
    assert trainer.given[0] == 2 and rows[2].buffer > rows[1].buffer and rows[2].trained
    assert rows[1].weights == "01/policy" and rows[2].harder == 1
    trained = {task for _, task, spec in engine.attempted if not spec.is_measured}
    assert "task-9" not in trained
    assert engine.attempted[-1][2].weights == tmp_path / "loop" / "02" / "policy"


@pytest.mark.parametrize("rows", range(0, 24, 3))
async def test_a_loop_that_was_killed_goes_on_and_comes_to_the_same(
    tmp_path: Path, rows: int
) -> None:
    whole = await run(tmp_path / "whole", FakeEngine())
    with pytest.raises(Killed):
        await run(tmp_path / "loop", first := FakeEngine(dies_after=rows % 18))
    went_on = await run(tmp_path / "loop", second := FakeEngine())
    strip = [json.loads(json.dumps({**_plain(row), "took_s": 0})) for row in whole]
    assert [{**_plain(row), "took_s": 0} for row in went_on] == strip
    done = [(seed, task) for seed, task, _ in (*first.attempted, *second.attempted)]
    assert len(done) == len(set(done)), "no attempt was made twice"


def _plain(row: IterationRow) -> dict[str, object]:
    import msgspec

    made: dict[str, object] = msgspec.to_builtins(row)
    return made


async def test_what_an_interrupted_loop_has_kept_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        await run(tmp_path, FakeEngine(dies_after=4))
    assert describe_kept(tmp_path) == ""
    (tmp_path / "tasks.jsonl").touch()
    kept = "its tasks, 1 finished iteration, 2 attempts of the next"
    assert describe_kept(tmp_path) == kept


async def test_a_line_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        await run(tmp_path, FakeEngine(dies_after=4))
    file = tmp_path / "01" / "training-rollouts.jsonl"
    file.write_bytes(file.read_bytes()[:-10])
    assert len(await run(tmp_path, FakeEngine())) == 3


async def test_a_reset_that_fails_ends_the_loop_and_is_no_failed_task(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFailed, match="3 attempts in a row came to nothing: the reset"):
        await run(tmp_path, FakeEngine(broken=True))
    rows = await run(tmp_path, FakeEngine())
    assert rows[1].training is not None and rows[1].training.environment_errors == 0


async def test_fewer_attempts_than_that_which_all_fail_end_it_too(tmp_path: Path) -> None:
    plan = replace(PLAN, rollouts=2)
    loop = TrainingLoop(tmp_path, plan, FakeTrainer(), FakeEngine(broken=True))
    with pytest.raises(EnvironmentFailed, match="not one of 2 attempts could be made: the reset"):
        await loop.run(TASKS)
    assert not (tmp_path / "01" / "row.json").exists()


async def test_a_folder_of_another_loop_is_refused(tmp_path: Path) -> None:
    with loop_folder(tmp_path / "loop", PLAN):
        pass
    other = LoopPlan(url=PLAN.url, iterations=2, rollouts=5)
    with (
        pytest.raises(ValueError, match="a loop with rollouts 4, not 5"),
        loop_folder(tmp_path / "loop", other),
    ):
        pass
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    with (
        pytest.raises(FileExistsError, match="holds something else"),
        loop_folder(tmp_path / "photos", PLAN),
    ):
        pass


async def test_nothing_to_learn_from_is_said_in_the_row(tmp_path: Path) -> None:
    plan = LoopPlan(url=PLAN.url, iterations=1, rollouts=1)
    with loop_folder(tmp_path, plan):
        rows = await TrainingLoop(tmp_path, plan, FakeTrainer(), FakeEngine()).run(TASKS[1:2])
    assert not rows[0].trained and rows[0].note.startswith("there is nothing to train on")
