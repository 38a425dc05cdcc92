"""Whether a run ends on the view that opened the one that the agent was on, which went."""

from __future__ import annotations

import pytest

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import Acted, Event, Gone, ViewOpened
from courtside_store.records import Action

POP_UP = ViewOpened(view="pop-up", opener="page")


def acts(view: str) -> Acted:
    return Acted(view=view, action=Action(kind="click", at_ms=1))


def goes(view: str) -> Gone:
    return Gone(view=view, why="gone")


@pytest.mark.parametrize(
    ("events", "is_back"),
    [
        ([POP_UP], False),
        ([POP_UP, acts("pop-up"), goes("pop-up")], True),
        ([POP_UP, acts("pop-up"), goes("pop-up"), acts("page")], False),
        ([POP_UP, acts("pop-up"), goes("pop-up"), ViewOpened(view="another")], False),
        ([POP_UP, goes("page"), acts("pop-up"), goes("pop-up")], False),
        ([ViewOpened(view="another"), acts("another"), goes("another")], False),
    ],
    ids=["open", "gone", "it went on", "a new page", "its opener went too", "not its opener"],
)
def test_a_view_that_went_leaves_the_agent_with_the_one_that_opened_it(
    events: list[Event], is_back: bool
) -> None:
    core = Recording()
    for now_ms, event in enumerate([ViewOpened(view="page"), *events]):
        core.feed(event, now_ms)
    assert core.back_at_opener is is_back
