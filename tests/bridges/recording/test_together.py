"""Several actions that the agent calls one step: its thought, its screens and its places."""

from __future__ import annotations

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import (
    Acted,
    Ended,
    Event,
    Hold,
    Intent,
    Looked,
    LookRequest,
    Navigated,
    Placed,
    Recorded,
    Release,
    Thought,
    ViewOpened,
    WindowExpected,
)
from courtside_store.geometry import Box, Shift
from courtside_store.records import Action, Observation, Target


class Agent:
    """Feeds a core whose looks are answered with the name of their view."""

    def __init__(self) -> None:
        self.core = Recording()
        self.steps: list[Recorded] = []
        self.now = 0
        self.does(ViewOpened(view="page"))

    def does(self, *events: Event, looks: bool = True) -> None:
        for event in events:
            self.now += 10
            self.core.feed(event, self.now)
            for look in self.core.take_looks() if looks else ():
                self.sees(look)
            self.steps += self.core.take_steps()

    def sees(self, look: LookRequest) -> None:
        seen = Observation(at_ms=self.now, title=f"{look.view} at {self.now}")
        self.core.feed(Looked(ticket=look.ticket, look=seen), self.now)


def click(view: str = "page", text: str = "") -> Acted:
    return Acted(view=view, action=Action(kind="click", at_ms=len(text), text=text))


def typed(at_ms: int, text: str, number: int, more: bool) -> Acted:
    """Text in the field of an inner frame, whose box is at 1, 1 of its frame."""
    target = Target(box=Box(1, 1, 5, 5))
    action = Action(kind="type", at_ms=at_ms, text=text, target=target)
    return Acted(view="page", action=action, place_number=number, still_growing=more)


def boxes(step: Recorded) -> list[tuple[str, object]]:
    return [(action.text, action.target and action.target.box) for action in step.actions]


def test_a_thought_before_the_group_is_the_group_s() -> None:
    agent = Agent()
    agent.does(Thought(text="I fill the form"), Hold(), click(), Release(), click())
    assert [step.thought for step in agent.steps] == ["I fill the form", ""]


def test_a_thought_before_a_group_of_nothing_goes_with_the_next_step() -> None:
    agent = Agent()
    agent.does(Thought(text="I press Save"), Hold(), Release(), click())
    assert [step.thought for step in agent.steps] == ["I press Save"]


def test_each_text_of_a_group_lies_where_its_frame_does() -> None:
    agent = Agent()
    agent.does(Hold())
    for at_ms, number in ((1, 1), (2, 3)):
        agent.does(Intent(view="page"), typed(at_ms, "a", number, more=True))
        agent.does(typed(at_ms, "ab", number + 1, more=False))
        agent.does(Placed(place_number=number + 1, offset=Shift(100, 100)))
    agent.does(Release())
    (step,) = agent.steps
    assert boxes(step) == [("ab", (101, 101, 5, 5))] * 2


def test_text_whose_end_is_told_after_the_next_action_lies_where_its_frame_does() -> None:
    for first, last in ((), ()), ((Hold(),), (Release(),)):
        agent = Agent()
        agent.does(*first, typed(1, "a", 1, more=True))
        agent.does(Intent(view="page"), click(text="next"), typed(1, "ab", 2, more=False))
        agent.does(Placed(place_number=2, offset=Shift(100, 100)), *last)
        assert boxes(agent.steps[0])[0] == ("ab", (101, 101, 5, 5))


def test_a_screen_that_nobody_saw_has_the_number_of_its_window_too() -> None:
    agent = Agent()
    agent.does(ViewOpened(view="window", opener="page", window=2), looks=False)
    agent.does(click("window", "a"), click("window", "ab"), Ended(why="over"), looks=False)
    first, second = agent.steps
    for look in (first.before, first.after, second.before):
        assert look and look.withheld and look.window == 2


def test_a_window_that_the_last_action_opens_is_the_screen_after() -> None:
    agent = Agent()
    agent.does(Hold(), click(), click(), WindowExpected(view="page"))
    agent.does(ViewOpened(view="window", opener="page"), Release())
    (step,) = agent.steps
    assert step.after and step.after.title.startswith("window")
    assert len(step.actions) == 2


def test_a_window_that_opens_after_the_group_is_waited_for() -> None:
    agent = Agent()
    agent.does(Hold(), click(), WindowExpected(view="page"), Release())
    assert not agent.steps
    agent.does(ViewOpened(view="window", opener="page"))
    (step,) = agent.steps
    assert step.after and step.after.title.startswith("window")


def test_a_window_that_was_told_of_before_its_action_is_waited_for() -> None:
    agent = Agent()
    agent.does(Hold(), WindowExpected(view="page"), click(), Release())
    assert not agent.steps
    agent.does(ViewOpened(view="window", opener="page"))
    assert agent.steps[0].after and agent.steps[0].after.title.startswith("window")


def test_after_one_more_action_no_window_is_waited_for() -> None:
    agent = Agent()
    agent.does(Hold(), click(), WindowExpected(view="page"), click(), Release())
    (step,) = agent.steps
    assert step.after and step.after.title.startswith("page")


def test_a_screen_from_after_the_first_action_is_never_the_one_before() -> None:
    agent = Agent()
    agent.does(click(), Hold(), click(), looks=False)  # nobody has seen what the group begins on
    agent.does(Navigated(view="page", url="http://next", by="page", at_ms=1))
    agent.does(click(), Release(), Ended())
    before = agent.steps[-1].before
    assert before is not None and before.withheld
