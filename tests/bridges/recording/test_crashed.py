"""Whether a run ends on a page that crashed: the one that the agent was on, and stayed with."""

from __future__ import annotations

import pytest

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import Acted, Event, Gone, ViewOpened
from courtside_store.records import Action


def acts(view: str) -> Acted:
    return Acted(view=view, action=Action(kind="click", at_ms=1))


def goes(view: str, crashed: bool = True) -> Gone:
    return Gone(view=view, why="gone", crashed=crashed)


@pytest.mark.parametrize(
    ("events", "crashed"),
    [
        ([], False),
        ([acts("two"), goes("two")], True),
        ([acts("two"), goes("two", crashed=False)], False),
        ([acts("two"), goes("one")], False),
        ([acts("two"), goes("two"), acts("one")], False),
        ([acts("two"), goes("two"), ViewOpened(view="three")], True),
        ([acts("two"), goes("two"), ViewOpened(view="three"), acts("three")], False),
    ],
    ids=[
        "none",
        "its own",
        "closed",
        "another page",
        "it went on",
        "only a new page",
        "a new page",
    ],
)
def test_a_crash_counts_where_the_agent_was_and_did_not_go_on(
    events: list[Event], crashed: bool
) -> None:
    core = Recording()
    for event in (ViewOpened(view="one"), ViewOpened(view="two"), *events):
        core.feed(event, 0)
    assert core.crashed is crashed
