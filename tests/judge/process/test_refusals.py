"""What a verdict says that could not come: why, and what to do."""

from __future__ import annotations

from collections.abc import AsyncIterator

from builders import RUN, a_step
from msgspec.structs import replace

from courtside_judge.backends.protocol import TooLong
from courtside_judge.process.client import JudgeProcess
from courtside_judge.process.guard import message_of
from courtside_judge.protocol import Case
from courtside_store.config import Config
from courtside_store.records import Step


async def test_a_model_that_is_too_slow_names_the_setting_that_gives_it_longer(
    config: Config,
) -> None:
    config.data_dir.mkdir()
    hurried = replace(config, judge_timeout_s=0.05, judge="evidence")
    async with JudgeProcess(hurried).open() as judge:
        verdict = await judge.step(Case(run=RUN, task="Save."), a_step(1), no_steps)
    assert verdict and verdict.status == "error"
    assert "no answer within 0.05 s; a slow model needs a longer" in verdict.explanation
    assert "judge_timeout_s" in verdict.explanation


async def no_steps() -> AsyncIterator[Step]:
    for number in range(0):
        yield a_step(number)


def test_a_run_that_is_too_long_says_what_to_do_and_no_name_of_a_class() -> None:
    message = message_of(TooLong("9000 tokens do not fit a context of 8192"))
    assert message == (
        "the run does not fit the model's context: 9000 tokens do not fit a context of 8192; use a "
        "model with a longer one, or start its server with one"
    )
