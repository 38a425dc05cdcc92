"""Whether a run ends on the view that opened the one that the agent was on, which went."""

from __future__ import annotations

import pytest

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import Acted, Event, Gone, ViewOpened
from courtside_store.records import Action

POP_UP = ViewOpened(view="pop-up", opener="page", window=2)


def acts(view: str) -> Acted:
    return Acted(view=view, action=Action(kind="click", at_ms=1))


def goes(view: str) -> Gone:
    return Gone(view=view, why="gone")


@pytest.mark.parametrize(
    ("events", "window"),
    [
        ([POP_UP], None),
        ([POP_UP, acts("pop-up"), goes("pop-up")], 1),
        ([POP_UP, acts("pop-up"), goes("pop-up"), acts("page")], None),
        ([POP_UP, acts("pop-up"), goes("pop-up"), ViewOpened(view="another", window=3)], None),
        ([POP_UP, goes("page"), acts("pop-up"), goes("pop-up")], None),
        ([POP_UP, acts("pop-up"), Gone(view="pop-up", why="crashed", crashed=True)], None),
        ([ViewOpened(view="another", window=3), acts("another"), goes("another")], None),
    ],
    ids=[
        "open",
        "gone",
        "it went on",
        "a new page",
        "its opener went too",
        "crashed",
        "not its opener",
    ],
)
def test_a_view_that_went_leaves_the_agent_with_the_one_that_opened_it(
    events: list[Event], window: int | None
) -> None:
    core = Recording()
    for now_ms, event in enumerate([ViewOpened(view="page", window=1), *events]):
        core.feed(event, now_ms)
    assert core.opener_window == window
