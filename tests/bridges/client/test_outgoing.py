"""What waits for the daemon: numbered without a gap, sent again from the first, never stuck."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from builders import RUN, a_jpeg, a_screen, a_step, sha

from courtside_bridges.client.outgoing import MAX_REFUSALS, NOT_TAKEN, Outgoing
from courtside_bridges.client.outgoing_frames import GONE
from courtside_store import wire
from courtside_store.records import Oracle


def put_step(
    queue: Outgoing, index: int, before: str | None = None, after: str | None = None
) -> None:
    looks = [a_screen(text="t", frame=name) if name else None for name in (before, after)]
    step = a_step(index, before=looks[0], after=looks[1])
    queue.put(lambda seq: wire.StepSeen(seq=seq, step=step))


def put_end(queue: Outgoing) -> None:
    queue.put(lambda seq: wire.RunEnd(seq=seq, run=RUN, at_ms=1))


def taken(queue: Outgoing) -> list[tuple[Any, list[str]]]:
    """Everything that is to be sent now: messages, and the pictures before each."""
    found = []
    while (one := queue.take()) is not None:
        message = msgspec.json.decode(one[0], type=wire.FromSource)
        found.append((message, [name for name, _ in one[1]]))
    return found


def missing(seq: int, *names: str) -> wire.Nack:
    return wire.Nack(seq=seq, reason="frames are missing", missing=names, retry=True)


def test_a_message_that_cannot_be_sent_leaves_no_gap() -> None:
    queue = Outgoing()
    put_end(queue)
    queue.put(
        lambda seq: wire.OracleResult(seq=seq, oracle=Oracle(run="nobody", success=True, at_ms=1))
    )

    def raising(seq: int) -> wire.Sequenced:
        raise ValueError("the agent's own error")

    queue.put(raising)
    put_end(queue)
    assert [message.seq for message, _ in taken(queue)] == [1, 2]


def test_a_picture_goes_once_before_the_first_message_that_names_it() -> None:
    queue = Outgoing()
    a, b = queue.frame(a_jpeg(1)), queue.frame(a_jpeg(200))
    put_step(queue, 1, a, b)
    put_step(queue, 2, b, a)
    assert [names for _, names in taken(queue)] == [[a, b], []]


def test_a_picture_that_the_daemon_lacks_goes_again_and_with_it_what_follows() -> None:
    queue = Outgoing()
    a = queue.frame(a_jpeg(1))
    put_step(queue, 1, a)
    put_end(queue)
    taken(queue)
    assert queue.refuse(missing(1, a))
    assert [(message.seq, names) for message, names in taken(queue)] == [(1, [a]), (2, [])]


def test_what_is_refused_because_of_the_first_is_sent_once_not_once_for_each() -> None:
    queue = Outgoing()
    put_end(queue)
    put_end(queue)
    taken(queue)
    assert not queue.refuse(wire.Nack(seq=2, reason="out of order", retry=True))
    assert taken(queue) == []


def test_a_picture_that_is_gone_is_withheld_and_the_step_goes_without() -> None:
    queue = Outgoing()
    a, gone = queue.frame(a_jpeg(1)), sha(b"long ago")
    put_step(queue, 1, gone, a)
    taken(queue)
    queue.refuse(missing(1, gone))
    [(again, _)] = taken(queue)
    assert again.step.before.frame is None and again.step.before.withheld == GONE
    assert again.step.before.text == "t" and again.step.after.frame == a


def test_a_picture_that_the_daemon_never_takes_is_withheld_in_the_end() -> None:
    queue = Outgoing()
    a = queue.frame(a_jpeg(1))
    put_step(queue, 1, a)
    for _ in range(MAX_REFUSALS):
        [(message, names)] = taken(queue)
        assert message.step.before.frame == a and names == [a]
        queue.refuse(missing(1, a))
    [(message, names)] = taken(queue)
    assert message.step.before.withheld == NOT_TAKEN and names == []


def test_a_full_disk_is_waited_for_however_long_it_takes() -> None:
    queue = Outgoing()
    a = queue.frame(a_jpeg(1))
    put_step(queue, 1, a)
    for _ in range(5 * MAX_REFUSALS):
        [(message, names)] = taken(queue)
        assert message.step.before.frame == a and names == [a]
        assert not queue.refuse(wire.Nack(reason="the disk refused", retry=True))
        assert queue.refuse(missing(1, a))


def test_the_last_look_at_every_page_is_kept_until_it_is_named() -> None:
    queue = Outgoing()
    firsts = [queue.frame(a_jpeg(20 * n)) for n in range(100)]
    for number, first in enumerate(firsts, 1):
        put_step(queue, number, first, queue.frame(a_jpeg(40_000 + 20 * number)))
        [(_, names)] = taken(queue)
        assert first in names
        queue.acknowledge(number)
    assert queue.empty


def test_a_daemon_that_has_lost_the_session_is_told_what_is_left() -> None:
    queue = Outgoing()
    for _ in range(5):
        put_end(queue)
    queue.acknowledge(3)
    queue.begin(0)
    put_end(queue)
    assert [message.seq for message, _ in taken(queue)] == [1, 2, 3]


@pytest.mark.parametrize("acked", [0, 1, 2])
def test_a_new_connection_goes_on_after_what_is_durable(acked: int) -> None:
    queue = Outgoing()
    a = queue.frame(a_jpeg(1))
    put_step(queue, 1, a)
    put_step(queue, 2, a)
    taken(queue)
    queue.begin(acked)
    expected = [(n, [a] if n == acked + 1 else []) for n in range(acked + 1, 3)]
    assert [(message.seq, names) for message, names in taken(queue)] == expected


def test_a_retry_whose_parent_is_refused_begins_without_one_and_loses_no_step() -> None:
    queue = Outgoing()
    queue.put(lambda seq: wire.RunBegin(seq=seq, run=RUN, at_ms=1, parent_run="run_" + "9" * 20))
    put_step(queue, 1)
    put_end(queue)
    [(begun, _)] = taken(queue)
    assert begun.parent_run
    queue.drop(1)
    again, step, end = (message for message, _ in taken(queue))
    assert (again.seq, again.run, again.parent_run) == (2, RUN, None)
    assert (step.seq, end.seq) == (3, 4) and queue.end_of(RUN) == 4
    queue.acknowledge(4)
    assert queue.empty


def test_what_follows_a_retry_goes_once_its_beginning_is_durable() -> None:
    queue = Outgoing()
    queue.put(lambda seq: wire.RunBegin(seq=seq, run=RUN, at_ms=1, parent_run="run_" + "9" * 20))
    put_step(queue, 1)
    assert len(taken(queue)) == 1
    queue.acknowledge(1)
    assert [message.seq for message, _ in taken(queue)] == [2]
