"""What nobody could keep, a number, a name or a form, is refused alone and with its reason."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest
from builders import RUN, SESSION, a_screen, a_step, an_element

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Item, Store
from courtside_store.reading import Reader
from courtside_store.records import Action, RunVerdict, Session, StepVerdict, now_ms

OTHER = "run_" + "1" * 20
HUGE = 2**64
STEP = {
    "type": "step",
    "seq": 2,
    "step": {
        "run": RUN,
        "index": 1,
        "before": {
            "at_ms": 1,
            "width": 3,
            "height": 2,
            "scale": 2.0,
            "elements": [{"id": 1, "box": [0, 0, 1, 1], "confidence": 0.5}],
        },
        "actions": [{"kind": "drag", "at_ms": 1, "point": [1, 2], "to_point": [3, 4]}],
    },
}
BEGIN = {"type": "run-begin", "seq": 1, "run": RUN, "at_ms": 1, "attempt": 1}
END = {"type": "session-end", "seq": 3, "at_ms": 1, "dropped_frames": 1}
ORACLE = {
    "type": "oracle",
    "seq": 4,
    "oracle": {"run": RUN, "success": True, "reward": 1.0, "at_ms": 1},
}


def every_number(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers inside a message."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in pairs:
            yield from every_number(one, (*place, name))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place


def with_value(message: dict[str, Any], place: tuple[Any, ...], value: str) -> bytes:
    copy: Any = json.loads(json.dumps(message))
    inside = copy
    for name in place[:-1]:
        inside = inside[name]
    inside[place[-1]] = "@"
    return json.dumps(copy).replace('"@"', value).encode()


PLACES = [(m, place) for m in (STEP, BEGIN, END, ORACLE) for place in every_number(m)]


@pytest.mark.parametrize("value", [str(HUGE), str(-HUGE), str(2**63), "1e999", "NaN", "-1e300"])
@pytest.mark.parametrize(
    ("message", "place"), PLACES, ids=[".".join(map(str, place)) for _, place in PLACES]
)
def test_no_number_of_a_message_goes_beyond_its_bounds(
    message: dict[str, Any], place: tuple[Any, ...], value: str
) -> None:
    assert msgspec.json.decode(json.dumps(message), type=wire.FromSource)
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(with_value(message, place, value), type=wire.FromSource)


@pytest.mark.parametrize(
    ("field", "id"),
    [
        ("run", RUN + "\n"),
        ("run", SESSION),
        ("run", "src_" + "0" * 20),
        ("parent_run", SESSION),
        ("parent_run", RUN + "\n"),
    ],
)
def test_an_id_of_another_kind_or_with_a_line_break_is_no_run(field: str, id: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="regex"):
        msgspec.json.decode(json.dumps({**BEGIN, field: id}), type=wire.FromSource)


def test_a_run_is_no_session() -> None:
    hello = {"type": "hello", "protocol": 1, "token": "x", "session": RUN, "source": "client"}
    with pytest.raises(msgspec.ValidationError, match="regex"):
        msgspec.json.decode(json.dumps(hello), type=wire.FromSource)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -0.1, 1.1])
@pytest.mark.parametrize("kind", [StepVerdict, RunVerdict])
def test_a_score_is_a_probability_also_where_a_plugin_made_it(kind: type, score: float) -> None:
    body = {"type": "step-verdict", "step": 1} if kind is StepVerdict else {"type": "run-verdict"}
    body |= {"run": RUN, "judge": {"name": "mine"}, "at_ms": 1, "score": score}
    with pytest.raises(msgspec.ValidationError, match="score"):
        msgspec.msgpack.decode(msgspec.msgpack.encode(body), type=kind)


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        for n in (0, 1):
            session = Session(id="ses_" + str(n) * 20, source="cdp", started_at_ms=1)
            store.begin_session(session, f"owner {n}")
        yield store


def begin(seq: int = 1, run: str = RUN, **more: Any) -> wire.RunBegin:
    return wire.RunBegin(seq=seq, run=run, at_ms=now_ms(), **more)


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"a": {"b": [1, HUGE]}}, "raw.a.b.1 is an integer of 65 bits"),
        ({"a": 2**63}, "raw.a is an integer of 64 bits"),
        (nested(800), "nested too deeply"),
    ],
)
def test_an_action_s_own_form_is_refused_with_its_reason(
    store: Store, raw: dict[str, Any], named: str
) -> None:
    step = a_step(1, Action(kind="other", at_ms=1, raw=raw))
    read = msgspec.json.decode(wire.encode(wire.StepSeen(seq=2, step=step)), type=wire.StepSeen)
    refusals = store.take([(SESSION, 1, begin()), (SESSION, 2, read)])
    assert refusals[0] is None
    assert refusals[1] is not None and named in refusals[1].reason and not refusals[1].retry


def test_what_cannot_be_stored_is_refused_once_alone_and_for_good(
    config: Config, store: Store
) -> None:
    """The daemon takes none of these; the store still keeps them from their neighbours."""
    hostile: list[wire.Sequenced] = [
        begin(2, OTHER, attempt=HUGE),
        begin(3, OTHER, task="\ud800"),
        wire.StepSeen(seq=4, step=a_step(1, after=a_screen(an_element(text="\udfff")))),
        wire.SessionEnd(seq=5, at_ms=2**63),
    ]
    good = [begin(), *hostile, wire.StepSeen(seq=6, step=a_step(1))]
    items: list[Item] = [(SESSION, message.seq, message) for message in good]
    refusals = store.take(items)
    assert refusals[0] is None and refusals[-1] is None
    for refusal in refusals[1:-1]:
        assert refusal is not None and not refusal.retry
        assert "cannot be stored" in refusal.reason
    assert store.acked(SESSION) == 6
    with Reader(config) as reader:
        assert [step.index for step in reader.steps(RUN)] == [1]
        assert reader.summary(OTHER) is None


def test_the_steps_after_one_that_was_refused_are_kept(config: Config, store: Store) -> None:
    bad = a_step(2, Action(kind="other", at_ms=1, raw={"a": HUGE}))
    steps = [a_step(1), bad, a_step(3), a_step(4)]
    store.take([(SESSION, 1, begin())])
    refusals = store.take(
        [(SESSION, n, wire.StepSeen(seq=n, step=step)) for n, step in enumerate(steps, 2)]
    )
    assert [refusal is None for refusal in refusals] == [True, False, True, True]
    with Reader(config) as reader:
        assert [step.index for step in reader.steps(RUN)] == [1, 2, 3]
        assert reader.counts().dropped_steps == 1


def test_a_disk_that_is_locked_refuses_nothing_for_good(config: Config, store: Store) -> None:
    store.take([(SESSION, 1, begin())])
    with closing(sqlite3.connect(config.database, isolation_level=None)) as other, other:
        other.execute("begin immediate")
        store._db.execute("pragma busy_timeout=1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            store.take([(SESSION, 2, wire.StepSeen(seq=2, step=a_step(1)))])
    assert store.take([(SESSION, 2, wire.StepSeen(seq=2, step=a_step(1)))]) == [None]


def test_the_run_of_another_source_is_nobody_s_parent(store: Store) -> None:
    theirs, ours = "ses_" + "0" * 20, "ses_" + "1" * 20
    assert store.take([(theirs, 1, begin())]) == [None]
    (refusal,) = store.take([(ours, 1, begin(1, OTHER, attempt=2, parent_run=RUN))])
    assert refusal is not None and "another source" in refusal.reason and not refusal.retry
    assert store.take([(theirs, 2, begin(2, OTHER, attempt=2, parent_run=RUN))]) == [None]


def test_a_later_session_of_the_same_source_may_retry_its_run(store: Store) -> None:
    for n in (2, 3):
        session = Session(id="ses_" + str(n) * 20, source="client", name="shopper", started_at_ms=1)
        store.begin_session(session, f"owner {n}")
    assert store.take([("ses_" + "2" * 20, 1, begin())]) == [None]
    again = begin(1, OTHER, attempt=2, parent_run=RUN)
    assert store.take([("ses_" + "3" * 20, 1, again)]) == [None]
