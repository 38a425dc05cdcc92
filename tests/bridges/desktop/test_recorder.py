"""However pictures fall between actions: each is a step, and each screen is of its own time."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from courtside_bridges.desktop.disclosure import Disclosure
from courtside_bridges.desktop.gestures import TimedAction
from courtside_bridges.desktop.hit_views import SeenWindows
from courtside_bridges.desktop.recorder import DesktopRecorder
from courtside_bridges.desktop.shots import MAX_EVENT_DELAY_S, Shots, Sighting
from courtside_bridges.desktop.watched_area import WatchedArea
from courtside_bridges.desktop.windows import Window
from courtside_bridges.recording.events import Recorded
from courtside_bridges.recording.view import NO_LOOK, TOO_QUICK
from courtside_formats.ui_trees.atspi import WindowContents
from courtside_store.geometry import Box, PixelBox, PixelSize, Point
from courtside_store.records import Action, Observation

UNIX_MS = 1_700_000_000_000
LOOK_AFTER_ACTION_EVERY_S = MAX_EVENT_DELAY_S * 1.5
MOVE = st.tuples(
    st.sampled_from(["see", "ask", "arrive", "act", "begin", "end", "change", "rest", "hurry"]),
    st.integers(0, 2),
    st.sampled_from([0.001, LOOK_AFTER_ACTION_EVERY_S]),
)


class NoWindows:
    """A desktop whose windows nobody tells of."""

    def list(self) -> tuple[Window, ...]:
        return ()

    def close(self) -> None:
        pass


class Done(Struct, frozen=True):
    """An action and what the camera had before it."""

    timed: TimedAction
    before: Sighting | None


@dataclass
class World:
    """A screen that is as wide as its state, so that a picture says which state it shows."""

    now_s: float = 100.0
    state: int = 0
    shown: list[tuple[float, int]] = field(default_factory=lambda: [(-math.inf, 0)])
    shots: Shots = field(default_factory=Shots)
    done: list[Done] = field(default_factory=list)
    undisclosed: list[Done] = field(default_factory=list)
    asked: list[tuple[float, int]] = field(default_factory=list)
    """The picture that is being taken: when it was begun, and what it shows."""
    begun: list[tuple[float, Sighting | None]] = field(default_factory=list)
    """The action that goes on: when it began, and what the camera had before it."""
    steps: list[Recorded] = field(default_factory=list)
    looks: tuple[SeenWindows, SeenWindows] = (SeenWindows(), SeenWindows())

    def __post_init__(self) -> None:
        self.recorder = DesktopRecorder(self.steps.append, UNIX_MS)
        self.recorder.open(self.now_s)

    def wait(self, s: float) -> None:
        self.now_s += s

    def change(self, state: int) -> None:
        self.state = state
        self.shown.append((self.now_s, state))

    def ask(self) -> None:
        """The camera begins a picture."""
        if not self.asked:
            self.asked.append((self.now_s, self.state))

    def arrive(self) -> None:
        """It is there."""
        while self.asked:
            asked_s, state = self.asked.pop()
            size = PixelSize(state + 1, 1)
            self.shots.add(bytes(4 * size[0]), size, PixelBox(0, 0, *size), asked_s, self.now_s)

    def see(self) -> None:
        self.ask()
        self.wait(0.01)
        self.arrive()

    def begin(self) -> None:
        """An action begins, such as a button that goes down."""
        if not self.begun:
            self.begun.append((self.now_s, self.shots.before(self.now_s)))

    def end(self, state: int) -> None:
        """It is over, and leaves the screen in that state."""
        while self.begun:
            began_s, before = self.begun.pop()
            self.change(state)
            action = Action(kind="click", at_ms=len(self.done), point=Point(0, 0))
            done = Done(TimedAction(action=action, began_s=began_s, ended_s=self.now_s), before)
            self.done.append(done)
            self.undisclosed.append(done)

    def act(self, state: int) -> None:
        self.begin()
        self.wait(0.01)
        self.end(state)

    def disclose(self, over: list[Done]) -> Disclosure:
        disclosed = Disclosure(
            WatchedArea(NoWindows(), None, PixelBox(0, 0, 1, 1)),
            lambda data: f"{len(data)} bytes",
            self.looks,
            over[0].timed.began_s if over else self.now_s,
            trusted=False,
        )
        for one in over:
            self.recorder.act(one.timed, one.before, disclosed)
        self.undisclosed = self.undisclosed[len(over) :]
        return disclosed

    def rest(self) -> None:
        """Everything is told, with what is seen now."""
        if self.undisclosed and not self.begun:
            last = self.shots.before(self.now_s)
            self.recorder.look(last, self.now_s, self.disclose(self.undisclosed))

    def hurry(self) -> None:
        """The screen does not rest: what is over is told until the last action that began."""
        if self.begun and self.undisclosed:
            began_s, before = self.begun[0]
            self.recorder.intend(before, began_s, self.disclose(self.undisclosed))
        elif len(self.undisclosed) > 1:
            last = self.undisclosed[-1]
            disclosed = self.disclose(self.undisclosed[:-1])
            self.recorder.intend(last.before, last.timed.began_s, disclosed)

    def move(self, what: str, state: int, wait_s: float) -> None:
        self.wait(wait_s)
        if what in {"change", "end", "act"}:
            getattr(self, what)(state)
        else:
            getattr(self, what)()

    def between(self, since_s: float, until_s: float) -> set[int]:
        """The states that the screen had meanwhile."""
        ends = [at_s for at_s, _ in self.shown[1:]] + [math.inf]
        spans = zip(self.shown, ends, strict=True)
        return {state for (at_s, state), end in spans if at_s <= until_s and end >= since_s}


def state_of(look: Observation) -> int:
    assert look.frame and look.width
    return look.width - 1


@given(st.lists(MOVE, min_size=10, max_size=40))
@settings(max_examples=1000, deadline=None)
def test_every_action_becomes_one_step_with_screens_of_its_own_time(
    moves: list[tuple[str, int, float]],
) -> None:
    world = World()
    for move in moves:
        world.move(*move)
    world.end(0)
    world.rest()
    world.recorder.end(world.now_s)
    assert [one.at_ms for step in world.steps for one in step.actions] == [*range(len(world.done))]
    ends = [-math.inf, *(one.timed.ended_s for one in world.done)]
    begins = [*(one.timed.began_s for one in world.done), math.inf]
    for number, step in enumerate(world.steps):
        for look, span in ((step.before, number), (step.after, number + 1)):
            assert look is not None
            shown = world.between(ends[span], begins[span])
            assert look.withheld or state_of(look) in shown


def test_a_picture_from_before_an_action_is_not_what_the_next_one_met() -> None:
    world = World()
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.act(1)
    world.act(2)
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    first, second = world.steps
    assert first.before and first.after and second.before and second.after
    assert (state_of(first.before), state_of(second.after)) == (0, 2)
    assert first.after.withheld == second.before.withheld == TOO_QUICK
    assert abs(second.before.at_ms - UNIX_MS - world.now_s * 1000) < 1000, "in Unix time"


def test_a_screen_that_an_action_changed_and_the_next_one_changed_back_was_not_seen() -> None:
    world = World()
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.act(1)
    world.act(0)
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    first, _ = world.steps
    assert first.after and first.after.withheld == TOO_QUICK


def test_the_screen_after_one_action_is_the_screen_before_the_next() -> None:
    world = World()
    world.see()
    for state in (1, 2):
        world.wait(LOOK_AFTER_ACTION_EVERY_S)
        world.act(state)
        world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    first, second = world.steps
    assert first.after is second.before and first.after and state_of(first.after) == 1


def test_a_screen_that_gives_no_picture_any_more_withholds_the_last_one() -> None:
    world = World()
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.act(1)
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    (step,) = world.steps
    assert step.after and step.after.withheld == NO_LOOK


def test_nothing_of_before_a_pause_is_what_the_first_action_after_it_met() -> None:
    world = World()
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.act(1)
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    world.recorder.pause(world.now_s)
    world.shots.clear()
    world.recorder.open(world.now_s)
    world.act(2)
    world.rest()
    assert len(world.steps) == 2
    before = world.steps[1].before
    assert before and before.withheld


def test_a_window_that_no_longer_says_where_its_passwords_are_is_withheld() -> None:
    world = World(looks=(SeenWindows(WindowContents(secrets=(Box(0, 0, 1, 1),))), SeenWindows()))
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.act(1)
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.see()
    world.wait(LOOK_AFTER_ACTION_EVERY_S)
    world.rest()
    (step,) = world.steps
    for look in (step.before, step.after):
        assert look and look.frame is None and look.withheld and "password" in look.withheld
