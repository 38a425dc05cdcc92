"""Commands that take time, on one device: nothing is lost, and no screen is another step's."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.draft import MAX_ACTIONS
from courtside_bridges.recording.events import (
    Clock,
    CommandEnded,
    CommandStarted,
    Ended,
    Event,
    Gone,
    Looked,
    LookRequest,
    Recorded,
    Stale,
    ViewOpened,
)
from courtside_store.records import Action, Observation

MOVES = st.tuples(
    st.sampled_from(
        [
            *("begin", "begin", "begin-seen", "end", "end", "end", "end-empty", "take", "take"),
            *("answer", "answer", "late-answer", "fail", "change", "wait", "go", "come", "over"),
        ]
    ),
    st.integers(0, 5000),
)
DEVICE = "device"


@dataclass
class Phone:
    """A device whose screen is a number that every change makes another."""

    core: Recording = field(default_factory=Recording)
    now: int = 0
    state: int = 0
    count: int = 0
    there: bool = True
    before: dict[int, int] = field(default_factory=dict)
    """For each command, the screen that it began on."""
    open: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    left: dict[int, set[int]] = field(default_factory=dict)
    """For each command that is done, the screens until anything else was done."""
    looks: list[tuple[LookRequest, int]] = field(default_factory=list)
    steps: list[Recorded] = field(default_factory=list)

    def feed(self, event: Event) -> None:
        self.core.feed(event, self.now)
        self.steps += self.core.take_steps()

    def look(self, state: int) -> Observation:
        return Observation(at_ms=self.now, title=str(state))

    def change(self) -> None:
        self.state += 1
        if self.done:
            self.left[self.done[-1]].add(self.state)

    def begin(self, seen: bool) -> None:
        self.count += 1
        self.before[self.count] = self.state
        self.open.append(self.count)
        look = self.look(self.state) if seen else None
        self.feed(CommandStarted(view=DEVICE, command=self.count, before=look))
        self.state += 1

    def end(self, wait: int, does: bool) -> None:
        command = self.open.pop(wait % len(self.open))
        if does:
            self.done.append(command)
            self.left[command] = set()
        self.change()
        text = str(command)
        actions = (Action(kind="tap", at_ms=self.now, text=text),) if does else ()
        self.feed(CommandEnded(view=DEVICE, command=command, actions=actions))

    def answer(self, late: bool, seen: bool = True) -> None:
        look, state = self.looks.pop(-1 if late else 0)
        found = self.look(state) if seen else None
        self.feed(Looked(ticket=look.ticket, look=found))

    def move(self, what: str, wait: int) -> None:
        self.now += 1
        match what:
            case "begin" | "begin-seen" if self.there:
                self.begin(seen=what == "begin-seen")
            case "end" | "end-empty" if self.open:
                self.end(wait, does=what == "end")
            case "take":
                self.looks += [(look, self.state) for look in self.core.take_looks()]
            case "answer" | "late-answer" | "fail" if self.looks:
                self.answer(what == "late-answer", what != "fail")
            case "change" if self.there:
                self.change()
                self.feed(Stale(view=DEVICE))
            case "wait":
                self.now += wait
                self.feed(Clock())
            case "go" if self.there:
                self.there = False
                self.feed(Gone(view=DEVICE, why="the session is gone"))
            case "come" if not self.there:
                self.there = True
                self.feed(ViewOpened(view=DEVICE))
            case "over":
                self.feed(Ended())
            case _:
                pass


def played(moves: list[tuple[str, int]]) -> Phone:
    phone = Phone()
    phone.feed(ViewOpened(view=DEVICE))
    for move in moves:
        phone.move(*move)
    return phone


def title(look: Observation | None) -> int | None:
    assert look is not None
    assert look.title or look.withheld
    return None if look.withheld else int(look.title)


@given(st.lists(MOVES, min_size=20, max_size=60))
@settings(max_examples=400, deadline=None)
def test_every_action_is_told_once_with_screens_that_were_there_then(
    moves: list[tuple[str, int]],
) -> None:
    phone = played(moves)
    phone.feed(Ended())
    assert not phone.core.pending
    recorded = [int(action.text) for step in phone.steps for action in step.actions]
    assert sorted(recorded) == sorted(phone.done)
    for step in phone.steps:
        commands = [int(action.text) for action in step.actions]
        assert title(step.before) in {None, *(phone.before[one] for one in commands)}
        assert title(step.after) in {None, *phone.left[commands[-1]]}


@given(st.lists(MOVES, min_size=10, max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_step_waits_longer_than_its_budget(moves: list[tuple[str, int]]) -> None:
    phone = played(moves)
    if (due := phone.core.due_ms()) is not None:
        phone.now = max(phone.now, due)
        phone.feed(Clock())
    assert not phone.core.pending or (phone.core.due_ms() or 0) > phone.now


@given(st.lists(MOVES, min_size=10, max_size=40))
@settings(max_examples=150, deadline=None)
def test_commands_one_after_the_other_are_steps_of_their_own(moves: list[tuple[str, int]]) -> None:
    phone = Phone()
    phone.feed(ViewOpened(view=DEVICE))
    for what, wait in moves:
        if what.startswith("begin") and phone.open:
            phone.move("end", 0)
        phone.move(what, wait)
    phone.feed(Ended())
    assert [[int(one.text) for one in step.actions] for step in phone.steps] == [
        [command] for command in phone.done
    ]


def test_overlapping_commands_are_told_before_they_are_too_many_for_a_step() -> None:
    phone = Phone()
    phone.feed(ViewOpened(view=DEVICE))
    phone.begin(seen=True)
    for _ in range(MAX_ACTIONS + 5):
        phone.begin(seen=True)
        phone.end(1, does=True)
    phone.end(0, does=True)
    phone.feed(Ended())
    counts = [len(step.actions) for step in phone.steps]
    assert counts[0] == MAX_ACTIONS and sum(counts) == len(phone.done)


def test_a_withheld_screen_has_the_time_of_the_world_not_of_the_machine() -> None:
    core = Recording(epoch_ms=1_700_000_000_000)
    core.feed(ViewOpened(view=DEVICE), 5)
    core.feed(CommandStarted(view=DEVICE, command=1), 6)
    core.feed(CommandEnded(view=DEVICE, command=1, actions=(Action(kind="tap", at_ms=1),)), 7)
    core.feed(Ended(), 8)
    (step,) = core.take_steps()
    assert step.before is not None and step.before.at_ms == 1_700_000_000_006
    assert step.after is not None and step.after.at_ms == 1_700_000_000_008
