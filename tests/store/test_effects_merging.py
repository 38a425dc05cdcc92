"""What came of a step is added to it whenever its source tells it, and judged again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from builders import RUN, SESSION, a_run_verdict, a_step
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.effects_merging import MAX_EFFECTS_OF_A_STEP, merge_effects
from courtside_store.reading import Reader
from courtside_store.records import Announcement, Effects, Request, Session, WebSocketUse

SENT = Request(method="POST", path="/orders", at_ms=5)
SAVED = Announcement(kind="status", text="Saved", at_ms=9)


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        step = replace(a_step(1), effects=Effects(requests=(SENT,)))
        take(store, wire.RunBegin(seq=1, run=RUN, at_ms=1), wire.StepSeen(seq=2, step=step))
        yield store


def take(store: Store, *messages: wire.Sequenced) -> list[str | None]:
    refusals = store.take([(SESSION, one.seq, one) for one in messages])
    return [one.reason if one else None for one in refusals]


def stored_effects(config: Config) -> Effects | None:
    with Reader(config) as reader:
        return next(reader.steps(RUN)).effects


def late(seq: int, step: int = 1, **effects: object) -> wire.EffectsSeen:
    return wire.EffectsSeen(seq=seq, run=RUN, step=step, effects=Effects(**effects))  # type: ignore[arg-type]


def test_an_answer_replaces_its_request(store: Store, config: Config) -> None:
    answered = replace(SENT, status=201, took_ms=84.0)
    assert take(store, late(3, requests=(answered,)), late(4, announced=(SAVED,))) == [None, None]
    assert stored_effects(config) == Effects(requests=(answered,), announced=(SAVED,))


def test_a_verdict_of_before_counts_no_more(store: Store, config: Config) -> None:
    take(store, wire.RunEnd(seq=3, run=RUN, at_ms=9))
    store.add_verdicts([a_run_verdict(RUN)])
    take(store, late(4, announced=(SAVED,)))
    with Reader(config) as reader:
        history = reader.run(RUN)
    assert history is not None and history.verdict is None
    assert history.summary.run.ended_by == "finish"


def test_what_is_known_already_changes_nothing(store: Store, config: Config) -> None:
    with Reader(config) as reader:
        before = reader.run(RUN)
        take(store, late(3, requests=(SENT,)))
        assert before and reader.run(RUN) == before


def test_effects_of_a_step_that_never_was_are_refused_alone(store: Store, config: Config) -> None:
    refused, kept = take(store, late(3, step=2, announced=(SAVED,)), late(4, announced=(SAVED,)))
    assert refused == f"step is 2; run {RUN} has 1 steps" and kept is None


def test_an_id_in_a_path_is_masked_whoever_tells_it(store: Store, config: Config) -> None:
    take(store, late(3, requests=(replace(SENT, path="/orders/4711?x=1"),)))
    effects = stored_effects(config)
    assert effects and effects.requests and effects.requests[-1].path == "/orders/*"


REQUESTS = st.builds(Request, method=st.just("POST"), path=st.just("/"), at_ms=st.integers(0, 90))
SOME = st.builds(
    Effects,
    requests=st.none()
    | st.lists(REQUESTS, max_size=MAX_EFFECTS_OF_A_STEP, unique_by=lambda one: one.at_ms).map(
        tuple
    ),
)


@given(st.lists(SOME, max_size=5))
def test_no_request_is_lost_without_being_counted(parts: list[Effects]) -> None:
    merged = Effects()
    for part in parts:
        merged = merge_effects(merged, part)
    sent = {one.at_ms for part in parts for one in part.requests or ()}
    kept = {one.at_ms for one in merged.requests or ()}
    assert kept <= sent and len(kept) == len(merged.requests or ()) <= MAX_EFFECTS_OF_A_STEP
    assert merged.left_out >= len(sent - kept)
    assert (merged.requests is None) == all(part.requests is None for part in parts)


def test_a_request_that_changes_something_is_kept_before_those_that_only_ask() -> None:
    most = MAX_EFFECTS_OF_A_STEP
    polls = tuple(Request(method="GET", path="/news", at_ms=n) for n in range(most))
    sent = Request(method="POST", path="/orders", at_ms=most)
    merged = merge_effects(Effects(requests=polls), Effects(requests=(sent,)))
    assert merged.requests == (*polls[:-1], sent) and merged.left_out == 1


def test_messages_over_one_websocket_are_added_up_and_another_one_is_another() -> None:
    merged = None
    for path, messages in (("/a", 1), ("/a", 1), ("/b", 1), ("/a", 2)):
        use = WebSocketUse(path=path, messages=messages, at_ms=messages)
        merged = merge_effects(merged, Effects(websockets=(use,)))
    assert merged is not None and merged.websockets is not None
    assert [(one.path, one.messages, one.at_ms) for one in merged.websockets] == [
        ("/a", 4, 1),
        ("/b", 1, 1),
    ]
    assert merged.requests is None and merged.left_out == 0
