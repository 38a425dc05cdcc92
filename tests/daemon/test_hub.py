"""Every page hears every change, and a slow one begins again instead of slowing the others."""

from __future__ import annotations

import msgspec
from builders import RUN

from courtside_daemon.hub import MAX_QUEUE, Hub, Viewer
from courtside_store import wire

GONE = wire.RunsGone(runs=(RUN,))


def waiting(viewer: Viewer) -> list[bytes | None]:
    return [viewer.queue.get_nowait() for _ in range(viewer.queue.qsize())]


def test_every_viewer_hears_a_change_in_the_words_of_the_wire() -> None:
    hub = Hub()
    with hub.viewer() as one, hub.viewer() as other:
        hub.publish(GONE)
        (first,), (second,) = waiting(one), waiting(other)
    assert first is not None and first is second  # encoded once
    assert msgspec.json.decode(first) == {"type": "gone", "runs": [RUN]}


def test_who_has_left_hears_nothing_and_the_hub_knows_that_nobody_looks() -> None:
    hub = Hub()
    assert not hub.watched
    with hub.viewer() as viewer:
        assert hub.watched
    hub.publish(GONE)
    assert not hub.watched and waiting(viewer) == []


def test_a_viewer_that_falls_behind_is_told_to_begin_again_and_others_miss_nothing() -> None:
    hub = Hub()
    with hub.viewer() as slow, hub.viewer() as quick:
        received = 0
        for _ in range(MAX_QUEUE + 1):
            hub.publish(GONE)
            received += len(waiting(quick))
        assert waiting(slow) == [None]
        assert received == MAX_QUEUE + 1
        hub.publish(GONE)
        assert waiting(slow) == [wire.encode(GONE)]  # it goes on from its snapshot
