"""What an actor may do, as records. Reads no text and touches no page."""

from __future__ import annotations

from typing import Literal

from courtside_store.records import Record

Direction = Literal["up", "down"]


class Click(Record, frozen=True, kw_only=True, tag="click"):
    """A click on an element."""

    id: int


class Type(Record, frozen=True, kw_only=True, tag="type"):
    """Text into a field in place of what it holds, or an option of a drop-down list."""

    id: int
    text: str
    enter: bool = False
    """Enter is pressed afterwards."""


class Hover(Record, frozen=True, kw_only=True, tag="hover"):
    """The pointer over an element."""

    id: int


class Press(Record, frozen=True, kw_only=True, tag="press"):
    """A key, or several at once: `Control+a`."""

    keys: str


class Scroll(Record, frozen=True, kw_only=True, tag="scroll"):
    """One screen up or down; inside of an element where one is given."""

    direction: Direction
    id: int | None = None


class NewTab(Record, frozen=True, kw_only=True, tag="new_tab"):
    """An empty tab, which is shown."""


class FocusTab(Record, frozen=True, kw_only=True, tag="tab_focus"):
    """Another tab, from 0."""

    index: int


class CloseTab(Record, frozen=True, kw_only=True, tag="close_tab"):
    """The tab that is shown."""


class Goto(Record, frozen=True, kw_only=True, tag="goto"):
    """Another address."""

    url: str


class GoBack(Record, frozen=True, kw_only=True, tag="go_back"):
    """One page back."""


class GoForward(Record, frozen=True, kw_only=True, tag="go_forward"):
    """One page forward again."""


class Wait(Record, frozen=True, kw_only=True, tag="wait"):
    """Nothing, for some seconds."""


class Stop(Record, frozen=True, kw_only=True, tag="stop"):
    """The end, with the answer where the task asks for one; "N/A" where it is impossible."""

    answer: str = ""


ActorAction = (
    Click
    | Type
    | Hover
    | Press
    | Scroll
    | NewTab
    | FocusTab
    | CloseTab
    | Goto
    | GoBack
    | GoForward
    | Wait
    | Stop
)


class ChosenAction(Record, frozen=True, kw_only=True):
    """One action, and why."""

    action: ActorAction
    thought: str = ""


class NoAction(Exception):
    """The actor answered, and the answer is no action. The message says what is wrong with it."""
