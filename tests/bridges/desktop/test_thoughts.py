"""An agent's thought goes to the action that began after it was told."""

from __future__ import annotations

import time

from courtside_bridges.desktop.shots import MAX_EVENT_DELAY_S
from courtside_bridges.desktop.thoughts import Thoughts


def test_a_thought_waits_for_an_action_that_began_after_it() -> None:
    thoughts = Thoughts()
    before_s = time.monotonic() - 1
    thoughts.add("press Save")
    assert thoughts.take(before_s) == "", "that action had begun already"
    assert thoughts.take(time.monotonic()) == "press Save"
    assert thoughts.take(time.monotonic()) == "", "it is told once"


def test_of_two_thoughts_before_an_action_the_later_one_counts() -> None:
    thoughts = Thoughts()
    thoughts.add("press Save")
    thoughts.add("no, Cancel")
    assert thoughts.take(time.monotonic()) == "no, Cancel"


def test_an_event_may_be_timed_a_little_before_the_thought_that_led_to_it() -> None:
    thoughts = Thoughts()
    thoughts.add("now")
    ((at_s, _),) = thoughts._thoughts
    assert thoughts.take(at_s - MAX_EVENT_DELAY_S / 2) == "now"
