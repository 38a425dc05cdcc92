"""What a judge's process does where other models are put to use while it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from builders import RUN, a_step
from msgspec.structs import replace

from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.process.client import JudgeProcess
from courtside_judge.protocol import Case
from courtside_store.config import Config
from courtside_store.records import Step

GONE = Chosen(reasoner=ModelChoice(backend="llama_cpp", model="/nowhere/gone.gguf", name="gone"))


async def no_steps() -> AsyncIterator[Step]:
    for number in range(0):
        yield a_step(number)


def a_run(number: int) -> Case:
    """The case of another run."""
    return Case(run=RUN[:-1] + str(number), task="Save.")


async def judged_by(judge: JudgeProcess, number: int, step: int = 1) -> tuple[str, str]:
    """Who gives the verdict on a step of that run, and its status."""
    case = a_run(number)
    verdict = await judge.step(case, replace(a_step(step), run=case.run), no_steps)
    assert verdict
    return verdict.judge.name, verdict.status


async def test_the_next_run_is_judged_by_the_models_that_are_in_use_then(config: Config) -> None:
    config.data_dir.mkdir()
    save_chosen(config.models_file, GONE)
    async with JudgeProcess(config).open() as judge:
        assert (await judged_by(judge, 1))[0] == "cascade"
        save_chosen(config.models_file, Chosen())
        assert await judged_by(judge, 2) == ("evidence", "ok")
        assert judge.judge == "evidence" and not judge.trouble
        pid = judge.pid
        assert await judged_by(judge, 3) == ("evidence", "ok") and judge.pid == pid
        save_chosen(config.models_file, GONE)
        judge.take_up_models()
        assert judge.judge == "cascade"


async def test_a_run_that_goes_on_keeps_its_judge(config: Config) -> None:
    config.data_dir.mkdir()
    async with JudgeProcess(config).open() as judge:
        assert await judged_by(judge, 1) == ("evidence", "ok")
        save_chosen(config.models_file, GONE)
        assert await judged_by(judge, 1, 2) == ("evidence", "ok")


async def test_a_judge_that_is_named_stays_and_asks_the_models_of_the_next_run(
    config: Config,
) -> None:
    config.data_dir.mkdir()
    save_chosen(config.models_file, GONE)
    async with JudgeProcess(replace(config, judge="evidence")).open() as judge:
        assert await judged_by(judge, 1) == ("evidence", "ok")
        save_chosen(config.models_file, Chosen())
        assert await judged_by(judge, 2) == ("evidence", "ok")


async def test_a_choice_that_cannot_be_read_leaves_the_models_as_they_are(config: Config) -> None:
    config.data_dir.mkdir()
    async with JudgeProcess(config).open() as judge:
        assert await judged_by(judge, 1) == ("evidence", "ok")
        config.models_file.write_text("{")
        assert await judged_by(judge, 2) == ("evidence", "ok")


@pytest.mark.parametrize("broken", ["{", '{"reasoner": ' + "[" * 100_000])
async def test_an_unreadable_choice_of_models_stops_no_restarted_process(
    config: Config, broken: str
) -> None:
    config.data_dir.mkdir()
    async with JudgeProcess(config).open() as judge:
        config.models_file.write_text(broken)
        assert await judged_by(judge, 1) == ("evidence", "ok")


async def test_models_that_are_put_to_use_while_a_process_begins_are_those_of_the_next_run(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.data_dir.mkdir()
    save_chosen(config.models_file, GONE)
    async with JudgeProcess(replace(config, judge="reasoner")).open() as judge:
        monkeypatch.setattr(
            judge, "take_up_models", lambda: save_chosen(config.models_file, Chosen())
        )
        verdict = await judge.step(a_run(1), replace(a_step(1), run=a_run(1).run), no_steps)
    assert verdict and "gone" in verdict.explanation  # its file, or what it needs that is not here
