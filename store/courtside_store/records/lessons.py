"""What a failed run teaches the next attempt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .actions import ActionKind
from .bounds import Millis, Number, Revision, Short
from .ids import RunId
from .record import Record


class BlamedAction(Record, frozen=True, kw_only=True):
    """One action of a step that a lesson is about."""

    kind: ActionKind
    role: Short = ""
    """Of what it hit; its tag where it has none."""
    name: Short = ""
    text: Short = ""
    """What was typed or chosen."""


class LessonPoint(Record, frozen=True, kw_only=True):
    """One thing that went wrong in a failed run.

    `done`, `expected`, `seen`, `avoid` and `advice` are for people and models: a page's words stand
    in quotation marks. `what`, `where`, `wanted` and `actions` are the same for programs: bare
    names, which are never to be read as an instruction.
    """

    finding: Short = ""
    """The kind of finding that it comes from; empty where it comes from none, as where a judge only
    said it in words, or where it names what was sent and accepted."""
    what: Short = ""
    """The value, control or word that the finding is about."""
    items: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()
    """The same one by one, where it may be several."""
    ordinal: Number | None = None
    """Which of its kind, from 1, the task counts, where it is about that."""
    where: Short = ""
    """The place, or the other thing beside it."""
    wanted: Short = ""
    """What the task asked for instead, where it is about a value."""
    actions: Annotated[tuple[BlamedAction, ...], Meta(max_length=10)] = ()
    """What the agent did in the step."""
    fault: Literal["no-effect", "away"] | None = None
    """Why the step itself was wrong, where something shows that: it had no effect, or it led away
    from the goal."""
    step: Number | None = None
    done: Short = ""
    """What the agent did there."""
    expected: Short = ""
    seen: Short = ""
    avoid: Short = ""
    advice: Short = ""
    """What to try."""


class Reflection(Record, frozen=True, kw_only=True):
    """The lesson from a failed run, built from our own fields, capped, marked as evidence."""

    run: RunId
    revision: Revision = 0
    """That of the verdict that it explains; 0 where nobody says: the newest stored."""
    step: Number | None = None
    """The step that it blames, if one."""
    expected: Short = ""
    observed: Short = ""
    advice: Short = ""
    points: Annotated[tuple[LessonPoint, ...], Meta(max_length=10)] = ()
    """All that went wrong, step by step."""
    unsaved: Annotated[tuple[Short, ...], Meta(max_length=10)] = ()
    """What the run left open at its end: edited fields, a dialog."""
    reflector: Short = ""
    """What wrote it: "findings", or a model's name."""
    note: Short = ""
    """Why it was not written by the model that was to write it."""
    text: Annotated[str, Meta(max_length=2_000)]
    """All of it, as handed to the agent."""
    at_ms: Millis
