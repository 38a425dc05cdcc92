"""The experiment with lessons: arms decide as courtside.reflexion does, and no oracle leaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import RUN

from courtside_judge.backends.chosen import Chosen
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.explorer.explorer import Explorer, ExplorerSession
from courtside_store.config import Config
from courtside_store.records import Reflection, RunLabel
from courtside_training.experiments import places, reflexion, reflexion_judges, reflexion_rollouts
from courtside_training.experiments.places import (
    KINDS,
    MINIWOB,
    RETRIED_APPS,
    ExperimentJob,
    tasks_of,
)
from courtside_training.experiments.reflexion_arms import ARMS, CASCADE, Arm, run_arm, run_arms
from courtside_training.experiments.reflexion_figures import figures, plot, table
from courtside_training.experiments.reflexion_log import RolloutLog
from courtside_training.experiments.reflexion_rollouts import ExperimentRollout, Judgement
from courtside_training.worlds.sealed import SEALED

JOB = ExperimentJob(place="miniwob", task="click-button", seed=1)
BY_NAME = {arm.name: arm for arm in ARMS}


def a_rollout(
    number: int = 0, oracle: bool = False, label: RunLabel = "failure", **more: Any
) -> ExperimentRollout:
    judged = Judgement(label=label, **{"score": 0.1 if label == "failure" else 0.9, **more})
    return ExperimentRollout(
        job=JOB,
        number=number,
        oracle=oracle,
        judged={"evidence": judged},
        end="stopped",
        steps=1,
        took_s=0.1,
    )


async def ran(arm: str, *rollouts: ExperimentRollout) -> tuple[list[bool], list[tuple[str, ...]]]:
    """What came out, and the lessons that each attempt was given."""
    given: list[tuple[str, ...]] = []

    async def roll(number: int, lessons: tuple[Reflection, ...], judge: str) -> ExperimentRollout:
        given.append(tuple(lesson.text for lesson in lessons))
        return rollouts[number]

    return await run_arm(BY_NAME[arm], roll), given


def a_lesson(text: str) -> Reflection:
    return Reflection(run=RUN, text=text, at_ms=1)


async def test_lessons_reach_the_next_attempts_once_each_and_in_order() -> None:
    rollouts = [a_rollout(n, lesson=a_lesson(f"lesson {n}")) for n in range(3)]
    success, given = await ran("evidence", *rollouts, a_rollout(3, oracle=True, label="success"))
    assert success == [False, False, False, True]
    assert given == [(), ("lesson 0",), ("lesson 0", "lesson 1"), given[3]]
    assert given[3] == ("lesson 0", "lesson 1", "lesson 2")


async def test_the_judge_s_arm_goes_by_the_judge_even_where_the_oracle_knows_better() -> None:
    success, given = await ran("evidence", a_rollout(oracle=False, label="success"))
    assert success == [False] * 4 and len(given) == 1
    lost = [a_rollout(0, oracle=True), a_rollout(1, label="success")]
    assert (await ran("evidence", *lost))[0] == [True, False, False, False]


async def test_a_run_that_the_judge_calls_a_failure_is_retried_however_sure_it_is() -> None:
    unsure = Judgement(label="failure", score=0.58)
    rollout = a_rollout()
    rollout = msgspec.structs.replace(rollout, judged={"evidence": unsure})
    again = a_rollout(1, oracle=True, label="success")
    assert (await ran("evidence", rollout, again))[0] == [False, True, True, True]
    assert (await ran("evidence, default costs", rollout))[0] == [False] * 4


async def test_only_the_arm_that_is_to_tries_again_what_the_judge_calls_unknown() -> None:
    rollouts = [a_rollout(label="unknown"), a_rollout(1, oracle=True, label="success")]
    assert (await ran("evidence, unknown too", *rollouts))[0] == [False, True, True, True]
    assert (await ran("evidence", *rollouts))[0] == [False] * 4


async def test_a_blind_retry_goes_on_whatever_came_out_and_learns_nothing() -> None:
    rollouts = [a_rollout(n, oracle=n == 1, lesson=a_lesson("lesson")) for n in range(4)]
    success, given = await ran("blind", *rollouts)
    assert success == [False, True, False, False] and given == [()] * 4


async def test_where_the_best_counts_a_success_that_was_retried_is_not_lost() -> None:
    likeliest = [a_rollout(0, oracle=True, score=0.4), *(a_rollout(n) for n in range(1, 4))]
    assert (await ran("evidence", *likeliest))[0] == [True, False, False, False]
    assert (await ran("evidence, best counts", *likeliest))[0] == [True] * 4
    unlikely = [a_rollout(0, oracle=True, score=0.05), *(a_rollout(n) for n in range(1, 4))]
    assert (await ran("evidence, best counts", *unlikely))[0] == [True, False, False, False]
    unknown = [a_rollout(0, label="unknown", score=0.5), a_rollout(1, True, "success")]
    arm = "evidence, unknown too, best counts"
    assert (await ran(arm, *unknown))[0] == [False, True, True, True]
    assert (await ran("blind, best counts", *likeliest))[0] == [True] * 4


async def test_the_oracle_s_arm_stops_at_its_success() -> None:
    success, given = await ran("oracle", a_rollout(), a_rollout(1, oracle=True))
    assert success == [False, True, True, True] and len(given) == 2


def test_an_attempt_that_was_made_is_found_again_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    RolloutLog(path).add(a_rollout(oracle=True))
    with path.open("ab") as file:
        file.write(b'{"job": {"pla')
    again = RolloutLog(path)
    found = again.find(JOB, 0, (), "evidence")
    assert found is not None and found.oracle
    again.add(a_rollout(1))
    assert RolloutLog(path).find(JOB, 1, (), "evidence") is not None


def test_an_attempt_that_a_judge_of_this_time_has_not_judged_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    RolloutLog(path).add(a_rollout())
    assert RolloutLog(path).find(JOB, 0, (), "evidence") is not None
    assert RolloutLog(path).find(JOB, 0, (), "cascade") is None


async def test_a_judge_that_asks_a_model_sees_the_attempts_of_its_own_arm_alone() -> None:
    """And sees them when they are made, since an attempt cannot be judged later."""
    asked: list[tuple[int, str]] = []

    async def roll(number: int, lessons: tuple[Reflection, ...], judge: str) -> ExperimentRollout:
        asked.append((number, judge))
        rollout = a_rollout(number)
        judged = {**rollout.judged, "cascade": Judgement(label="success", score=0.9)}
        return msgspec.structs.replace(rollout, judged=judged)

    arms = (*ARMS, CASCADE)
    success = await run_arms(arms, roll)
    assert list(success) == [arm.name for arm in arms]
    assert asked[0] == (0, "cascade") and [who for _, who in asked].count("cascade") == 1


def test_cascade_is_left_out_with_the_reason_where_there_is_no_model(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflexion_judges, "smallest", lambda config: None)
    told: list[str] = []
    judges = reflexion_judges.judges_of(config, True, told.append)
    assert [judge.name for judge in judges] == ["evidence"]
    assert len(told) == 1 and "no model is in use" in told[0] and "smollm2" in told[0]


def test_cascade_takes_the_smallest_model_where_none_is_in_use(
    config: Config, smollm2: Chosen
) -> None:
    told: list[str] = []
    judges = reflexion_judges.judges_of(config, True, told.append)
    assert [judge.name for judge in judges] == ["evidence", "cascade"] and not told
    assert smollm2.reasoner == reflexion_judges.smallest(config)


def test_a_task_counts_once_however_many_seeds_it_has() -> None:
    def success(good: bool) -> dict[str, list[bool]]:
        return {arm.name: [good] * 4 for arm in ARMS}

    jobs = [ExperimentJob(place="p", task="a", seed=n) for n in range(3)]
    done = {job: success(True) for job in jobs} | {
        ExperimentJob(place="p", task="b", seed=0): success(False)
    }
    found = figures(done)
    assert found.tasks == 2 and found.seeds == 3 and found.success["none"] == [0.5] * 4
    assert found.lift_over_blind == (0.0, 0.0, 0.0) and found.share_of_oracle_lift is None
    assert all(f"\n| {arm.name} | 0.500 " in table(found) for arm in ARMS)
    assert plot(found).startswith("<svg") and "oracle, no lesson" in plot(found)


def ten_tasks(seeds: int, **gains: int) -> dict[ExperimentJob, dict[str, list[bool]]]:
    """Ten tasks at which no first attempt succeeds; of each arm named, how many its retries win."""
    return {
        ExperimentJob(place="p", task=f"task-{n}", seed=seed): {
            arm.name: [False] * 3 + [n < gains.get(arm.name, 0)] for arm in (*ARMS, CASCADE)
        }
        for seed in range(seeds)
        for n in range(10)
    }


def test_the_share_of_the_oracle_s_lift_has_an_interval_over_tasks_and_not_over_seeds() -> None:
    found = figures(ten_tasks(1, oracle=6, evidence=3, cascade=6))
    low, share, high = found.shares_of_oracle_lift["evidence"]
    assert share == found.share_of_oracle_lift == 0.5 and 0 <= low < 0.3 and 0.7 < high <= 1
    assert found.shares_of_oracle_lift["cascade"] == (1.0, 1.0, 1.0)
    again = figures(ten_tasks(3, oracle=6, evidence=3, cascade=6))
    assert again.shares_of_oracle_lift == found.shares_of_oracle_lift
    assert "| evidence: share of the oracle's lift | 0.50 |" in table(found)


def test_where_the_oracle_adds_nothing_there_is_no_share_of_it() -> None:
    found = figures(ten_tasks(1, blind=2))
    assert found.shares_of_oracle_lift == {} and found.share_of_oracle_lift is None


def test_the_arm_with_a_model_is_compared_where_it_was_measured() -> None:
    found = figures(ten_tasks(1, oracle=6, evidence=3, cascade=4, blind=1))
    assert found.differences["cascade over blind"][1] == 0.3
    assert found.differences["cascade over evidence"][1] == 0.1
    assert "| cascade over blind | +0.300 |" in table(found)
    without = {
        job: {arm: after for arm, after in success.items() if arm != "cascade"}
        for job, success in ten_tasks(1, oracle=6).items()
    }
    assert not [name for name in figures(without).differences if "cascade" in name]


def test_no_place_is_sealed_and_no_kind_stands_twice() -> None:
    assert not {*RETRIED_APPS} & {*SEALED}
    assert len(set(KINDS)) == len(KINDS)


def test_what_an_actor_is_told_holds_no_oracle() -> None:
    assert set(ActorTask.__struct_fields__) == {"text", "lessons", "seed"}


@pytest.mark.chrome
@pytest.mark.slow
def test_the_whole_experiment_runs_on_two_real_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real pages, recorder and judge; a second time nothing is tried again."""
    pytest.importorskip("miniwob", reason="miniwob is missing: make setup")
    monkeypatch.setattr(reflexion, "QUICK", reflexion.ReflexionSize(kinds=2, seeds=1))
    monkeypatch.setattr(places, "KINDS", ("click-button-sequence", "click-dialog-2"))
    monkeypatch.setattr(reflexion_rollouts, "MAX_STEPS", 4)
    config = Config(data_dir=tmp_path / "data")
    out = tmp_path / "out.jsonl"
    found = reflexion.run(config, quick=True, places=[MINIWOB], out=out)
    assert found.tasks == 2 and set(found.success) == {arm.name for arm in ARMS}
    assert out.with_suffix(".svg").exists() and out.with_suffix(".md").exists()
    attempts = out.read_bytes()
    assert reflexion.run(config, quick=True, places=[MINIWOB], out=out) == found
    assert out.read_bytes() == attempts
    nothing_new = reflexion.run(config, quick=True, places=[MINIWOB], out=out, minutes=0)
    assert nothing_new == found
    cut = tmp_path / "cut.jsonl"
    one_task = reflexion.run(config, quick=True, places=[MINIWOB], out=cut, minutes=0)
    assert one_task.tasks == 1, "also where there is no time, one task of each place is finished"


@pytest.mark.chrome
async def test_a_browser_that_dies_costs_one_task_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def roll_out(place: Any, browser: Any, actor: Any, *rest: Any) -> ExperimentRollout:
        page = await browser.chromium.new_page()
        tried.append(rest[1].task)
        if len(tried) == 1:
            await browser.chromium.close()
            await page.title()
        return msgspec.structs.replace(a_rollout(oracle=True, label="success"), job=rest[1])

    monkeypatch.setattr(reflexion, "roll_out", roll_out)
    jobs = [msgspec.structs.replace(JOB, task=task) for task in ("first", "second", "third")]
    place: Any = None
    log = RolloutLog(tmp_path / "out.jsonl")
    in_place = reflexion.ArmsInPlace(place, Explorer(), [], (BY_NAME["none"],), log)
    done = await in_place.measure(jobs)
    assert [job.task for job in done] == ["second", "third"]
    assert tried == ["first", "second", "third"]


def test_the_tasks_are_the_same_each_time() -> None:
    assert tasks_of(MINIWOB, 3) == tasks_of(MINIWOB, 3) == KINDS[:3]


def test_the_explorer_starts_from_the_task_alone() -> None:
    assert isinstance(Explorer().start(ActorTask(text="Press Save.")), ExplorerSession)


def test_every_arm_has_a_name_of_its_own() -> None:
    names = [arm.name for arm in ARMS]
    assert len(set(names)) == len(names) and all(isinstance(arm, Arm) for arm in ARMS)
