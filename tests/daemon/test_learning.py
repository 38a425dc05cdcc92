"""A daemon judges by what was learned from the next run on, and as before once it is forgotten."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from autosave import AGENT, SITE, as_it_is, fill, steps, task
from labels import store_run
from pages import Agent

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.learning.from_store import learn_from_store
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.learning.scope import Scope
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Override, RunVerdict, now_ms

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


def without_time(verdict: RunVerdict) -> dict[str, Any]:
    """Without what tells one judging of a run from another one."""
    fields = msgspec.to_builtins(verdict)
    return {k: v for k, v in fields.items() if k not in {"run", "at_ms", "took_ms"}}


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
