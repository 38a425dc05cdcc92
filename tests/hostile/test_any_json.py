"""Any JSON sent to the daemon is refused with a reason, or stored, judged and exported."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest
from benchmarks.fuzz import read_back
from benchmarks.hostile_clients import Caller, Source, send_raw
from benchmarks.hostile_inputs import MESSAGES, NUMBERS, TEXTS, a_step, spoiled
from builders import RUN, a_jpeg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from source import a_token
from waiting import until

from courtside_daemon.app import running
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.process.framing import frame
from courtside_judge.process.judge_messages import JudgeEnd, JudgeStep, Start
from courtside_judge.process.server import work
from courtside_judge.protocol import Case, Ending
from courtside_store import wire
from courtside_store.addresses import clean_step
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.images import check_image
from courtside_store.raw_action import check_raw
from courtside_store.reading import Reader
from courtside_store.records import RunVerdict, Session, Step, StepVerdict, new_id

ANY = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
MANY, SOME = (settings(ANY, max_examples=number) for number in (200, 80))
WAIT_S = 60.0

some_dice = st.integers(0, 2**32).map(Random)
texts = st.sampled_from(TEXTS) | st.text(st.characters(exclude_categories=()), max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
POSTS = (
    *("/v1/overrides", "/v1/verdicts", "/v1/purge", "/v1/sources", "/v1/pair", "/v1/viewer"),
    *("/v1/login", "/v1/pair/claim", "/v1/steps", "/v1/oracle", "/v1/blobs"),
    *(f"/v1/runs/{RUN}/pin", f"/v1/runs/{RUN}/end"),
)


def read(text: str) -> Any:
    """The message as the daemon reads it; the reason where it is none."""
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=wire.FromSource)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return str(error)


def a_hostile_step(dice: Random, run: str) -> Any:
    """A step message that is taken, or the reason why it is not."""
    message = {"type": "step", "seq": 2, "step": a_step(dice, run, 1)}
    return read(json.dumps(message) if dice.random() < 0.4 else spoiled(dice, message))


@MANY
@given(some_dice)
def test_a_message_that_is_read_can_be_sent_on(dice: Random) -> None:
    make = MESSAGES[dice.choice(list(MESSAGES))]
    found = read(spoiled(dice, make(dice, RUN, 1, 1)))
    if isinstance(found, str):
        assert found
    else:
        assert msgspec.json.decode(wire.encode(found), type=wire.FromSource) == found


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        yield store


@SOME
@given(some_dice)
def test_a_step_is_read_back_as_it_was_sent_or_not_kept_at_all(
    store: Store, config: Config, dice: Random
) -> None:
    session, run = new_id("ses"), new_id("run")
    store.begin_session(Session(id=session, source="client", started_at_ms=1), "me")
    assert store.take([(session, 1, wire.RunBegin(seq=1, run=run, at_ms=1))]) == [None]
    found = a_hostile_step(dice, run)
    if not isinstance(found, wire.StepSeen):
        return
    (refusal,) = store.take([(session, 2, found)]) if found.seq == 2 else (None,)
    with Reader(config) as reader:
        kept = list(reader.steps(run))
    assert kept or refusal or found.seq != 2 or found.step.run != run
    for step in kept:
        assert step == msgspec.structs.replace(clean_step(found.step), index=1)


@SOME
@given(some_dice)
def test_whatever_is_taken_is_judged(tmp_path: Path, dice: Random) -> None:
    found = [a_hostile_step(dice, RUN) for _ in range(3)]
    steps = [one.step for one in found if isinstance(one, wire.StepSeen) and is_kept(one.step)]
    orders = [Start(case=Case(run=RUN, task=dice.choice(("", 'Press "Save"', "Type 4711"))))]
    asked = [JudgeStep(step=step) for step in steps if step.run == RUN]
    end = JudgeEnd(run=RUN, ending=Ending(ended_by="finish", answer="4711"))
    answered = BytesIO()
    sent = b"".join(frame(order) for order in (*orders, *asked, end))
    work(EvidenceJudge(), Blobs(tmp_path), BytesIO(sent), answered)
    answers = list(framed(answered.getvalue()))
    assert len(answers) == len(asked) + 1
    assert {answer.status for answer in answers} == {"ok"}


def is_kept(step: Step) -> bool:
    """The last check, in the store."""
    try:
        for action in step.actions:
            check_raw(action.raw or {})
    except ValueError:
        return False
    return True


def framed(data: bytes) -> Iterator[StepVerdict | RunVerdict]:
    decoder = msgspec.msgpack.Decoder(StepVerdict | RunVerdict)
    while data:
        size = int.from_bytes(data[:4], "big")
        yield decoder.decode(data[4 : 4 + size])
        data = data[4 + size :]


@MANY
@given(st.lists(texts | st.sampled_from(["verdict:", "score>1", "-agent:", "%", '"']), max_size=5))
def test_any_filter_and_any_search_is_answered_or_refused(
    store: Store, config: Config, words: list[str]
) -> None:
    with Reader(config) as reader:
        for ask in (reader.runs, reader.search):
            for text in (" ".join(words), "".join(words)):
                try:
                    ask(text)
                except ValueError as error:
                    assert str(error)


@MANY
@given(some_dice)
def test_any_bytes_are_an_image_or_refused(dice: Random) -> None:
    data = bytearray(a_jpeg() if dice.random() < 0.5 else dice.randbytes(40))
    for _ in range(dice.randrange(8)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    try:
        assert check_image(bytes(data)).startswith("image/")
    except ValueError as error:
        assert str(error)


@MANY
@given(st.sampled_from(POSTS), values)
async def test_any_json_to_any_route_is_taken_or_refused_with_a_reason(
    config: Config, daemon: Running, path: str, body: Any
) -> None:
    tokens = (config.control_token_file.read_text(), await a_token(config, daemon))
    text = json.dumps(body).encode("utf-8", "replace")
    for token in tokens:
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        async with aiohttp.ClientSession(daemon.url, headers=head) as client:
            answer = await client.post(path, data=text)
            reply = await answer.json()
        assert answer.status < 500, reply
        assert answer.status < 400 or reply["error"]


async def test_what_was_taken_by_any_way_in_is_judged_read_and_exported(config: Config) -> None:
    async with running(config) as (daemon, _):
        token = await a_token(config, daemon)
        tokens = {"ingest": token, "control": config.control_token_file.read_text()}
        host, _, port = daemon.url.removeprefix("http://").rpartition(":")
        async with aiohttp.ClientSession(daemon.url) as client:
            for seed in range(4):
                source = Source(daemon.url, token, Random(seed))
                await source.talk(60)
                assert source.stored
                caller = Caller(client, tokens, Random(seed))
                for _ in range(40):
                    await caller.ask()
                    await send_raw(host, int(port), Random(seed))
        with Reader(config) as reader:
            await until(lambda: not reader.unjudged(), WAIT_S)
            assert reader.counts().steps > 20
    assert read_back(config) == 0
    with closing(sqlite3.connect(config.database)) as database, database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
