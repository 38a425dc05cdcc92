"""One task in a real app: its words, what it changes, the way there. Runs nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from courtside.demo.moves import Move
from courtside_training.world import Answer

Fact = tuple[str, ...]
"""The place of a value: ("ticket", its title, "status")."""
Facts = Mapping[Any, str | None]
"""Values of an app's database, by `Fact`. In a difference, None is a value that went away."""
Flaw = Literal["", "value", "target", "object", "operation"]
"""What the wrong variant of a move gets wrong: the value, the thing on the page, the object that is
opened, what is done with it. Empty: not known."""


@dataclass(frozen=True)
class Step(Move):
    """A move that is left out where the page shows that it was made."""

    unless: str = ""
    """Selector of what is on the page once it was made."""
    only_if: str = ""
    """Selector of a mistake on the page that this puts right: without it the move is left out."""
    flaw: Flaw = ""
    less: Move | None = None
    """What saves less in the place of a move that `submits`: as a draft, without confirming."""
    cancel: Move | None = None
    """What saves nothing in the place of a move that `submits`: cancel, close, discard."""


@dataclass(frozen=True)
class Waypoint:
    """One page on the way, and what to do there."""

    at: str
    """Regular expression of the page's path and query. Empty: anywhere."""
    moves: tuple[Move, ...]
    shows: str = ""
    """Selector of what the page has to show besides, where its address does not say enough."""


@dataclass(frozen=True)
class Leg:
    """A part of the way, from wherever one stands to one of the things wanted."""

    stops: tuple[Waypoint, ...]
    """The first is possible from anywhere. From the last whose page one is on, one goes on."""
    gives: Facts = field(default_factory=dict)
    """The difference that the leg makes: it is left out where that is there."""
    other: tuple[Waypoint, ...] = ()
    """Another way to the same end, where there is one."""
    undo: tuple[Waypoint, ...] = ()
    """What takes it back, where that is known."""
    wrong_object: tuple[Waypoint, ...] = ()
    """The same done to another object, where that takes steps of its own."""
    wrong_operation: tuple[Waypoint, ...] = ()
    """Something else done to the object: a remark for a change, added for replaced."""


@dataclass(frozen=True)
class Errand:
    """One task, with its values drawn."""

    text: str
    legs: tuple[Leg, ...]
    start: str = ""
    """Path of the first page, where the task cannot begin on any."""
    account: str = ""
    """Who is signed in at the start. Empty: whom the app's tasks are usually done by."""
    ends_at: str = ""
    """Regular expression of the page to end on, where that is the task."""
    reads_at: str = ""
    """Regular expression of the page that shows the answer."""
    answer: Answer | None = None

    @property
    def wants(self) -> dict[Fact, str | None]:
        """What the database must differ by at the end: exactly this."""
        return {fact: value for leg in self.legs for fact, value in leg.gives.items()}


Draw = random.Random
Kind = Callable[[Draw], Errand]
"""Makes the errand of a seed."""


def fill(where: str, value: str, wrong: str = "") -> Step:
    """Types a value; nearly right is another that stands in for it."""
    bad = Step("fill", where, wrong) if wrong else None
    return Step("fill", where, value, bad, note=f'I type "{value}".', flaw="value")


def choose(where: str, label: str, wrong: str = "") -> Step:
    """Chooses in a list by label."""
    bad = Step("select", where, wrong) if wrong else None
    return Step("select", where, label, bad, note=f'I choose "{label}".', flaw="value")


def click(where: str, wrong: str = "", note: str = "", unless: str = "") -> Step:
    """Clicks; nearly right is a click at something else of its sort."""
    bad = Step("click", wrong) if wrong else None
    return Step("click", where, wrong=bad, note=note, unless=unless, flaw="target")


def pick(where: str, wrong: str = "", note: str = "") -> Step:
    """Opens or marks an object; nearly right is another object with a similar name."""
    return replace(click(where, wrong, note), flaw="object")


def operate(where: str, wrong: str = "", note: str = "") -> Step:
    """Does something with an object; nearly right is another operation beside it."""
    return replace(click(where, wrong, note), flaw="operation")


def press(where: str, keys: str, wrong: str = "") -> Step:
    """Presses keys in an element, a space between them."""
    bad = Step("press", where, wrong) if wrong else None
    return Step("press", where, keys, bad, note=f"I press {keys}.", flaw="operation")


def submit(where: str, unless: str = "", less: str = "", cancel: str = "") -> Step:
    """Clicks what sends the form. `less` and `cancel` are selectors of what stands beside it."""
    return Step(
        "click",
        where,
        submits=True,
        note="Everything is set, I submit.",
        unless=unless,
        less=Step("click", less) if less else None,
        cancel=Step("click", cancel) if cancel else None,
    )


def tick(where: str, wrong: str = "") -> Step:
    """Ticks a box that is not ticked."""
    return click(where, wrong, "I tick it.", unless=f"{where}:checked")


def untick(where: str, wrong: str = "") -> Step:
    """Takes the tick out of a box that has one."""
    return click(where, wrong, "I take out the tick.", unless=f"{where}:not(:checked)")


def tick_again(where: str) -> Step:
    """Ticks a box that was unticked by mistake."""
    mistake = f"{where}:not(:checked)"
    return Step("click", where, note="That was the wrong box.", only_if=mistake)


def untick_again(where: str) -> Step:
    """Takes out a tick that was set by mistake."""
    return Step("click", where, note="That was the wrong box.", only_if=f"{where}:checked")


def link(text: str, inside: str = "", wrong: str = "") -> Step:
    """Follows a link by its exact words; nearly right is another link there."""
    bad = named("a", wrong, inside) if wrong else ""
    return click(named("a", text, inside), bad, f'I follow "{text}".')


def entry_link(text: str, inside: str = "", wrong: str = "") -> Step:
    """Opens an object by its exact name in a list; nearly right is another of the list."""
    return replace(link(text, inside, wrong), flaw="object")


def named(tag: str, text: str, inside: str = "") -> str:
    """Selector of an element by its exact words."""
    words = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'{inside} {tag}:text-is("{words}")'.strip()
