"""A daemon judges by what was learned from the next run on, and as before once it is forgotten."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
import pytest
from autosave import AGENT, SITE, as_it_is, fill, steps, task
from labels import store_run
from pages import Agent
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_daemon import learning_process
from courtside_daemon.app import running
from courtside_daemon.learning_process import LearningProcess
from courtside_daemon.learning_trials import LearningTrials
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.learning.from_store import learn_from_store
from courtside_judge.learning.learn import LearningOutcome
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.learning.scope import Scope
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Override, PersonLabel, RunVerdict, now_ms

NUMBER = 901
"""Of a run of a task that nobody labelled; Save is pressed in it."""
LEARN_S = 120.0


async def judged(config: Config) -> RunVerdict:
    """The verdict that counts on a run that is watched now."""
    agent = Agent(config, AGENT)
    run = agent.begin(task(NUMBER), agent=AGENT)
    for step in steps(NUMBER):
        agent.step(step)
    agent.end()
    await asyncio.to_thread(agent.link.wait_judged, run, 60)
    await agent.close()
    with Reader(config) as reader:
        found = reader.run_verdict(run)
    assert found is not None
    return found


def at_random(number: int) -> PersonLabel:
    """Labels that have nothing to do with what the run shows."""
    return "failure" if number // 2 % 2 else "success"


def without_time(verdict: RunVerdict) -> dict[str, Any]:
    """Without what tells one judging of a run from another one."""
    fields = msgspec.to_builtins(verdict)
    return {k: v for k, v in fields.items() if k not in {"run", "at_ms", "took_ms"}}


async def offered(config: Config, daemon: Running, who: str = "") -> dict[str, Any]:
    """What the daemon offers to learn at this moment."""
    path = f"/v1/learning?who={who}"
    offer: dict[str, Any] = await asyncio.to_thread(call, config, daemon, "GET", path)
    return offer


async def tried(config: Config, daemon: Running) -> dict[str, Any]:
    """The offer, once it was tried what it would bring."""

    async def offer() -> dict[str, Any] | None:
        found = await offered(config, daemon)
        return found if found.get("trial") else None

    return await until(offer, LEARN_S)


async def test_whether_labels_would_help_is_tried_while_the_daemon_goes_on_answering(
    config: Config,
) -> None:
    fill(config, 44, lambda n, saved: as_it_is(n, saved) if n < 40 else None)
    async with running(config) as (daemon, _):
        first = await offered(config, daemon)
        assert "helps" not in first and "trial" not in first and len(first["ask"]) == 4
        found = await tried(config, daemon)
        assert found["helps"] and "accuracy would go from 0.00 to 1.00" in found["trial"]
        assert re.search(r"runs that it decides from \d\.\d\d to 1\.00", found["trial"])
        assert not config.learned_file.exists()


async def test_labels_that_help_are_offered_before_more_labels_that_do_not(
    config: Config,
) -> None:
    fill(config, 44, lambda n, _: at_random(n), agent="other")
    fill(config, 40, as_it_is)

    async def helpful() -> dict[str, Any] | None:
        found = await offered(config, daemon)
        return found if found.get("helps") else None

    async with running(config) as (daemon, _):
        assert (await offered(config, daemon))["agent"] == "other"
        found = await until(helpful, LEARN_S)
        assert (found["agent"], found["labels"]) == (AGENT, 40)


async def test_labels_are_tried_again_only_once_they_have_changed(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Scope] = []
    real = LearningProcess.outcome

    async def counted(self: LearningProcess, scope: Scope, who: str) -> LearningOutcome:
        tries.append(scope)
        return await real(self, scope, who)

    monkeypatch.setattr(LearningProcess, "outcome", counted)
    ids = fill(config, 22, lambda n, _: at_random(n) if n < 20 else None)
    async with running(config) as (daemon, _):
        found = await tried(config, daemon)
        assert found["helps"] is False and "does not tell your labels apart" in found["trial"]
        assert [await offered(config, daemon) for _ in range(3)] == [found] * 3
        assert tries == [Scope(agent=AGENT)]
        body = {"run": ids[-1], "label": "failure", "who": "ann"}
        await asyncio.to_thread(call, config, daemon, "POST", "/v1/overrides", body)
        again = await tried(config, daemon)
        assert (again["labels"], again["helps"], len(tries)) == (21, False, 2)


async def test_too_few_labels_are_not_tried(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(self: LearningTrials) -> None:
        raise AssertionError

    monkeypatch.setattr(LearningTrials, "added_to", refused)
    fill(config, 9)
    async with running(config) as (daemon, _):
        assert (await offered(config, daemon))["missing"] == "1 more labelled run"


async def test_a_trial_that_is_impossible_says_so(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning_process, "TIMEOUT_S", 0.0)
    fill(config, 12)
    async with running(config) as (daemon, _):
        found = await tried(config, daemon)
    assert found["trial"] == "the judge could not learn; `courtside learn` says why"
    assert "helps" not in found


async def test_the_daemon_offers_to_learn_once_there_are_labels_and_learns_when_told(
    config: Config,
) -> None:
    ids = fill(config, 44, lambda n, saved: as_it_is(n, saved) if n < 40 else None)
    async with running(config) as (daemon, _):
        offer = await asyncio.to_thread(call, config, daemon, "GET", "/v1/learning?who=ann")
        assert (offer["agent"], offer["labels"], offer["new"]) == (AGENT, 40, 40)
        assert "missing" not in offer
        assert set(offer["ask"]) == {*ids[40:]}
        body = {"agent": AGENT, "who": "ann"}
        done = await asyncio.to_thread(call, config, daemon, "POST", "/v1/learn", body, LEARN_S)
        assert done["learned"] and "was 0.00 and is 1.00" in done["text"]
        (learned,) = LearnedFile(config.learned_file).load()
        assert (learned.scope, learned.who) == (Scope(agent=AGENT), "ann")
        assert await asyncio.to_thread(call, config, daemon, "GET", "/v1/learning") == {}


@pytest.mark.parametrize("scope", [Scope(), Scope(site=SITE), Scope(agent=AGENT)], ids=str)
async def test_no_label_is_asked_for_where_all_were_learned_from(
    config: Config, scope: Scope
) -> None:
    """Whichever runs `courtside learn` was told to learn for."""
    ids = fill(config, 44, lambda n, saved: as_it_is(n, saved) if n < 40 else None)
    answer = await asyncio.to_thread(learn_from_store, config, scope, "ann")
    assert answer.learned
    LearnedFile(config.learned_file).add(answer.learned)
    async with running(config) as (daemon, _):
        assert await asyncio.to_thread(call, config, daemon, "GET", "/v1/learning") == {}
        body = {"run": ids[0], "label": "failure", "who": "ann"}  # it was learned as a success
        await asyncio.to_thread(call, config, daemon, "POST", "/v1/overrides", body)
        offer = await asyncio.to_thread(call, config, daemon, "GET", "/v1/learning")
        assert (offer["labels"], offer["new"]) == (40, 1)


async def test_the_offer_counts_labels_and_what_is_missing_as_learning_does(
    config: Config,
) -> None:
    """Not a run without a task, nor one on which as many people say the one as the other; a run
    that most people call a failure is one, whichever label came last.
    """
    ids = fill(config, 9)
    with Store.open(config) as store:
        untold = store_run(store, steps(1), task="", agent=AGENT)
        for run, label, who in (
            (untold, "success", "ann"),
            (ids[0], "failure", "bob"),  # ann says success
            (ids[1], "failure", "bob"),
            (ids[1], "success", "eve"),  # ann says failure, too
            (ids[2], "unsure", "bob"),
            (ids[4], "unsure", "ann"),
        ):
            store.add_override(Override(run=run, label=label, who=who, at_ms=now_ms()))  # type: ignore[arg-type]
    async with running(config) as (daemon, _):
        offer = await asyncio.to_thread(call, config, daemon, "GET", "/v1/learning?who=ann")
    answer = await asyncio.to_thread(learn_from_store, config, Scope(agent=AGENT), "ann")
    assert (offer["labels"], offer["new"]) == (7, 7)
    assert offer["missing"].startswith("3 more labelled runs") and offer["missing"] in answer.why


async def test_labels_that_people_gave_go_before_more_of_them_that_came_with_an_import(
    config: Config,
) -> None:
    fill(config, 4)
    with Store.open(config) as store:
        for number in range(8):
            store_run(store, steps(number), task=task(number), agent="imported", oracle=True)
    async with running(config) as (daemon, _):
        offer = await offered(config, daemon)
    assert (offer["agent"], offer["labels"]) == (AGENT, 4)


async def test_labels_that_teach_nothing_are_refused_with_the_reason(config: Config) -> None:
    fill(config, 4)
    body = {"agent": AGENT}
    async with running(config) as (daemon, _):
        done = await asyncio.to_thread(call, config, daemon, "POST", "/v1/learn", body, LEARN_S)
        assert not done["learned"] and "6 more labelled runs" in done["text"]
    assert not config.learned_file.exists()


async def test_it_counts_from_the_next_run_on_and_is_forgotten_without_a_restart(
    config: Config,
) -> None:
    fill(config, 40)
    async with running(config):
        before = await judged(config)
        assert (before.label, before.judge) == ("success", EvidenceJudge().stamp())
        answer = await asyncio.to_thread(learn_from_store, config, Scope(agent=AGENT), "ann")
        assert answer.learned
        LearnedFile(config.learned_file).add(answer.learned)
        after = await judged(config)
        assert after.label == "failure"
        assert after.judge.learned == answer.learned.id
        LearnedFile(config.learned_file).forget(None)
        assert without_time(await judged(config)) == without_time(before)


def test_a_folder_or_a_link_to_itself_in_place_of_the_learned_file_is_named(config: Config) -> None:
    config.learned_file.mkdir(parents=True)
    with pytest.raises(ValueError, match=r"learned.json: .*; move it away"):
        LearnedFile(config.learned_file).load()
    config.learned_file.rmdir()
    config.learned_file.symlink_to(config.learned_file)
    with pytest.raises(ValueError, match=r"learned.json: too many levels .*; move it away"):
        LearnedFile(config.learned_file).load()
