"""An attempt in a real browser: reset, recorded, judged, and looked up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from actor_pages import Scripted
from builders import a_step
from small_site import small_site
from waiting import wait_until

from courtside_judge.end_judge import EndedRun, EndJudge, EndLabel
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_refine.actors.actor import Actor
from courtside_refine.improving.attempt_runner import AttemptRunner
from courtside_refine.improving.environment import EnvironmentFailed, Reset, SiteEnvironment
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.rollout import AttemptJob, Rollout
from courtside_refine.proposing.proposal import HoldsValue, Proposal
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Action


def a_job(url: str) -> AttemptJob:
    proposal = Proposal(
        web_name="small",
        id="field-1",
        ques="On the page 'Settings', set the field 'Display name' to 'Mara' and press 'Save'.",
        web=f"{url}settings",
        decided_by=HoldsValue(url=f"{url}settings", field="Display name", value="Mara"),
    )
    return AttemptJob(number=0, proposal=proposal, seed=0)


async def attempted(chromium: Any, url: str, actor: Actor, blobs: Blobs, reset: Reset) -> Rollout:
    environment = SiteEnvironment(reset)
    return await AttemptRunner(chromium, environment, actor, blobs.add, 5).make_attempt(a_job(url))


class Filling(Scripted):
    """Types the name and saves, wherever the two are on the page."""

    async def decide(self, view: Any, previous: str) -> Any:
        ids = {row.element.text: row.id for row in view.controls if row.element.tag != "label"}
        self._written = [
            ["stop [Done]", f"click [{ids['Save']}]", f"type [{ids['Display name']}] [Mara] [0]"][
                max(0, 2 - len(self.seen))
            ]
        ]
        return await super().decide(view, previous)


class Gone:
    """A browser that a terminal's Ctrl-C has ended, and a context of it."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def new_context(self, **_: object) -> Gone:
        return self

    def set_default_timeout(self, _: float) -> None: ...

    async def new_page(self) -> None:
        self.asked.set()
        await asyncio.Event().wait()

    async def close(self) -> None:
        errors = pytest.importorskip("playwright.async_api")
        raise errors.Error("Target page, context or browser has been closed")


async def test_a_browser_that_ended_with_the_command_hides_no_cancellation() -> None:
    browser = Gone()
    environment = SiteEnvironment(Reset())
    runner = AttemptRunner(browser, environment, Scripted("stop [Done]"), lambda _: "", 5)
    async with asyncio.TaskGroup() as group:
        working = group.create_task(runner.make_attempt(a_job("http://127.0.0.1:1/")))
        await browser.asked.wait()
        working.cancel()
    assert working.cancelled()


@pytest.mark.chrome
async def test_an_attempt_is_reset_recorded_judged_and_looked_up(
    chromium: Any, tmp_path: Path, config: Config
) -> None:
    blobs = Blobs(tmp_path / "frames")
    with small_site() as site:
        site.name = "left over"
        actor: Any = Filling()
        row = await attempted(chromium, site.url, actor, blobs, Reset(url=f"{site.url}reset"))
    assert "POST /reset" in site.asked and site.name == "Mara"
    assert (row.status, row.checked, row.end) == ("done", True, "stopped")
    assert [step.actions[0].kind for step in row.steps] == ["type", "click"]
    shown = row.steps[-1].after
    assert shown is not None and shown.frame and blobs.read(shown.frame)
    judged = OutcomeJudge(EvidenceJudge(), blobs.read, config).judge(row)
    assert judged.status == "ok" and judged.judge.name == "evidence"
    assert {step.run for step in row.steps} == {row.run}
    assert "nothing was observed" not in judged.explanation


@pytest.mark.chrome
async def test_a_site_or_a_reset_that_fails_is_no_failed_task(
    chromium: Any, tmp_path: Path
) -> None:
    blobs = Blobs(tmp_path)
    row = await attempted(chromium, "http://127.0.0.1:9/", Scripted(), blobs, Reset())
    assert row.status == "environment-error" and "does not answer" in row.why
    row = await attempted(
        chromium, "http://127.0.0.1:9/", Scripted(), blobs, Reset(command="false")
    )
    assert row.why == "the reset failed: it ended with status 1"


async def test_a_reset_says_what_is_wrong_with_it() -> None:
    url = "http://127.0.0.1:9/reset"
    with pytest.raises(EnvironmentFailed, match=f"the reset failed: {url} does not answer: Conn"):
        await Reset(url=url).run()
    with pytest.raises(ValueError, match="there is no program"):
        Reset(command="no-such-program-here").check()
    with pytest.raises(ValueError, match="check --reset-url"):
        Reset(url="localhost/reset").check()


async def test_a_reset_ends_when_it_is_cancelled(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    sleeps = Reset(command=f"sh -c 'touch {begun}; exec sleep 50'")
    with small_site() as site:
        site.allow_resets(0)  # it redirects to a page that is left open
        for reset, is_begun in (
            (sleeps, begun.exists),
            (Reset(url=f"{site.url}reset"), lambda: "GET /settings" in site.asked),
        ):
            # Left alone, either would run for longer than this.
            async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
                running = tasks.create_task(reset.run())
                await asyncio.to_thread(wait_until, is_begun, 10)
                running.cancel()
            assert running.cancelled()


def test_a_judge_that_raises_gives_an_error_and_no_failure(config: Config) -> None:
    class Broken(EvidenceJudge):
        def start(self, case: Any, frames: Any) -> Any:
            raise OSError("the server is gone")

    row = Rollout(number=0, task="x", words="Do it.", seed=0, run="run_0000000000000000", actor="a")
    judged = OutcomeJudge(Broken(), lambda _: None, config).judge(row)
    assert (judged.status, judged.label) == ("error", "unknown")


def test_steps_in_words_alone_are_judged_as_they_are_live(config: Config) -> None:
    class Believing(EndJudge):
        name = "believing"

        def label(self, run: EndedRun) -> EndLabel:
            return EndLabel(label="success", explanation="it says so")

    words = a_step(1, Action(kind="other", at_ms=0, text="I looked around"))
    row = Rollout(
        number=0,
        task="x",
        words="Do it.",
        seed=0,
        run=words.run,
        actor="a",
        steps=(words,),
        end="stopped",
    )
    judged = OutcomeJudge(Believing(), lambda _: None, config).judge(row)
    assert judged.label == "unknown" and judged.explanation.startswith("nothing was observed")
