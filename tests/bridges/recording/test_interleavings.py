"""Whatever order things happen in: no action is lost, and no screen is told with the wrong one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import (
    Acted,
    Clock,
    Ended,
    Gone,
    Intent,
    Loading,
    Looked,
    LookRequest,
    Navigated,
    Recorded,
    ViewOpened,
    WindowExpected,
)
from courtside_bridges.recording.view import CAUSED_MS
from courtside_store.records import Action, Observation

VIEWS = ("one", "two")
MOVES = st.tuples(
    st.sampled_from(
        [
            *(
                "act",
                "act",
                "act-unannounced",
                "type",
                "screen-before",
                "look",
                "look",
                "answer",
                "answer",
            ),
            *("late-answer", "goto", "link", "loading", "hang", "wait", "close", "popup", "change"),
        ]
    ),
    st.sampled_from(VIEWS),
    st.integers(0, 3000),
)


def title(look: Observation | None) -> str:
    return look.title if look else ""


@dataclass
class World:
    """Pages with a state that every action changes; what the truth is stands beside the core."""

    core: Recording = field(default_factory=Recording)
    now: int = 0
    count: int = 0
    state: dict[str, int] = field(default_factory=dict)
    shown: list[set[int]] = field(default_factory=list)
    """For each action, the states that its screen went through until the next one began."""
    before: list[int] = field(default_factory=list)
    current: dict[str, int] = field(default_factory=dict)
    """The index of the newest action on a view."""
    acted_ms: dict[str, int] = field(default_factory=dict)
    looks: list[tuple[LookRequest, int]] = field(default_factory=list)
    """Looks under way, with the state that they pictured."""
    steps: list[Recorded] = field(default_factory=list)

    def screen(self, state: int) -> Observation:
        return Observation(at_ms=self.now, title=str(state))

    def feed(self, event: object) -> None:
        self.core.feed(event, self.now)  # type: ignore[arg-type]
        self.steps += self.core.take_steps()

    def change(self, view: str) -> None:
        self.count += 1
        self.state[view] = self.count
        if view in self.current:
            self.shown[self.current[view]].add(self.count)

    def act(self, view: str, kind: str, text: str = "") -> None:
        self.before.append(self.state[view])
        self.shown.append(set())
        self.current[view] = len(self.shown) - 1
        self.acted_ms[view] = self.now
        self.change(view)
        if kind == "navigate":
            self.feed(Navigated(view=view, url=text, by="driver", at_ms=self.now))
            return
        action = Action(kind="click", at_ms=self.now, text=text)
        self.feed(Acted(view=view, action=action))

    def move(self, what: str, view: str, wait: int) -> None:
        self.now += 1
        if view not in self.state and what != "popup":
            return
        match what:
            case "act":
                self.feed(Intent(view=view))
                self.act(view, "click", str(len(self.shown)))
            case "act-unannounced":
                self.act(view, "click", str(len(self.shown)))
            case "screen-before":
                self.feed(Intent(view=view, before=self.screen(self.state[view])))
                self.act(view, "click", str(len(self.shown)))
            case "type":
                self.type_text(view, wait)
            case "goto":
                self.act(view, "navigate", str(len(self.shown)))
            case "link":
                self.change(view)
                caused = self.now - self.acted_ms.get(view, -CAUSED_MS - 1) <= CAUSED_MS
                by: Literal["page", "refresh"] = "page" if caused else "refresh"
                self.feed(Navigated(view=view, url="next", by=by, at_ms=self.now))
            case "loading" | "hang":
                self.feed(Loading(view=view, on=what == "loading"))
            case "look":
                taken = self.core.take_looks()
                self.looks += [(look, self.state.get(look.view, 0)) for look in taken]
            case "answer" | "late-answer" if self.looks:
                look, state = self.looks.pop(0 if what == "answer" else -1)
                self.feed(Looked(ticket=look.ticket, look=self.screen(state)))
            case "wait":
                self.now += wait
                self.feed(Clock())
            case "close":
                del self.state[view]
                self.current.pop(view, None)
                self.acted_ms.pop(view, None)
                self.feed(Gone(view=view, why="the page was closed"))
            case "popup" if view not in self.state:
                self.open(view)
            case _:
                pass

    def open(self, view: str) -> None:
        opener = next(iter(self.state), "")
        if opener:
            self.feed(WindowExpected(view=opener))
        self.count += 1
        self.state[view] = self.count
        if opener in self.current:
            self.shown[self.current[opener]].add(self.count)
            self.current[view] = self.current[opener]  # what it shows is that action's effect
        self.feed(ViewOpened(view=view, opener=opener))

    def type_text(self, view: str, wait: int) -> None:
        at = self.now
        self.feed(Intent(view=view))
        self.before.append(self.state[view])
        self.shown.append(set())
        self.current[view] = len(self.shown) - 1
        self.acted_ms[view] = self.now
        number = len(self.shown) - 1
        for typed in (f"{number} ", f"{number} a", f"{number} ab"):
            self.change(view)
            self.now += wait // 3000
            action = Action(kind="type", at_ms=at, text=typed)
            self.feed(Acted(view=view, action=action, still_growing=not typed.endswith("b")))


@given(st.lists(MOVES, min_size=20, max_size=60))
@settings(max_examples=600, deadline=None)
def test_every_action_becomes_one_step_in_order_with_its_own_screens(
    moves: list[tuple[str, str, int]],
) -> None:
    world = World()
    world.state["one"] = 0
    world.feed(ViewOpened(view="one"))
    for move in moves:
        world.move(*move)
    world.feed(Ended())
    assert not world.core.pending
    recorded = [action.text.split()[0] for step in world.steps for action in step.actions]
    assert recorded == [str(n) for n in range(len(world.shown))]
    for number, step in enumerate(world.steps):
        assert step.before is not None and step.after is not None
        assert step.before.withheld or title(step.before) == str(world.before[number])
        assert step.after.withheld or int(title(step.after)) in world.shown[number]


@given(st.lists(MOVES, min_size=10, max_size=40))
@settings(max_examples=200, deadline=None)
def test_no_step_waits_longer_than_its_budget(moves: list[tuple[str, str, int]]) -> None:
    world = World()
    world.state["one"] = 0
    world.feed(ViewOpened(view="one"))
    for move in moves:
        world.move(*move)
    for _ in range(3):  # a window that does not come, a page that loads, a look
        if (due := world.core.due_ms()) is not None:
            world.now = max(world.now, due)
            world.feed(Clock())
    assert not world.core.pending
