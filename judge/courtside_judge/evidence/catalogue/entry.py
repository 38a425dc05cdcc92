"""What is known of one kind of finding. Knows no other kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Literal, TypeVar

from courtside_judge.evidence.extractors.single_step import Moment
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import FailureKind, Flag, Record

RunExtractor = Callable[[Tracker], list[Finding]]
"""What a run shows so far; asked again after each step."""
EndExtractor = Callable[[Tracker, Ending], list[Finding]]
"""What the end of a run adds."""
StepExtractor = Callable[[Tracker, Moment], list[Finding]]
"""What one step did by itself."""
E = TypeVar("E", RunExtractor, EndExtractor, StepExtractor)
Sign = Literal["towards", "against", "either"]
Family = Literal["something-wrong", "something-right", "contradiction"]
Hint = Literal[
    "not-asked",  # what was acted upon was not asked for
    "in-other-row",  # the same of one of several of a name: `where` has words of its row
    "miscounted",  # another one of its kind was asked for: `ordinal` says which
    "press-what",  # `what` is the name of a button that was to be pressed
    "act-on-what",  # `what` was to be acted upon
    "act-on-where",  # `where` was
    "no-name",  # `wanted` says what it is like, and is no name or value
    "save",  # something was not saved or sent
    "go-on",  # something of the task was left out
    "answer",  # the answer was missing, or was not what was to be done
]
"""What an agent that tries again can do about it without reading a sentence."""
TaskAim = Literal["asks", "seeks"]
"""A task that only asks something; one that wants something found or shown."""


class Entry(Record, Generic[E], frozen=True, kw_only=True):
    """One kind of finding."""

    # What every kind has.
    kind: str
    """Its name: on the page, in exports, of its weight."""
    extractor: E
    """What finds it; it may find other kinds as well."""
    wording: str | Mapping[str, str]
    """Its sentence, with fields of the finding in braces; `!q` quotes one, as words of a page, a
    task or an agent must be. Several wordings by the name of the variant."""

    # How it weighs.
    sign: Sign | None = None
    """The way in which it may count: a fit leaves it out where the data would turn it round.
    "either": it only describes a step, and labelled runs alone tell how such steps count. None: no
    rule."""
    sign_when_new: Sign | None = None
    """The way in which it may count where a step brought it."""
    sign_when_gone: Sign | None = None
    """The way in which it may count where a step took it away."""
    family: Family | None = None
    """Findings of one meaning share a weight beside their own: what one kind of task teaches about
    a wrong value holds for a wrong value that only another kind can show."""
    cap: float | Literal["proportion"] | None = None
    """How much of it counts in a run at most; None: the default. "proportion": its share of all
    that the task asks for."""
    weighed: bool = True
    """False: shown and never weighed."""
    weighed_in_steps: bool = True
    """False: a step that brought it or took it away is weighed by how the run looks alone."""
    needs_all_done: bool = False
    """It counts in a run only where everything asked for is done."""

    # What a verdict makes of it.
    failure: FailureKind | None = None
    """The kind of failure where it decides that a run failed; "other" where it tells none. None: it
    never decides that."""
    flag: Flag | None = None
    proves: Literal["goal", "nothing"] | None = None
    """What a success may rest on where it weighs for one. "goal": it is about what the task ends
    with. "nothing": no screen shows it, or only the agent says it. None: it also shows on the way
    there."""
    requirement: Literal["done", "open"] | None = None
    """What it says of one value that the task asks for, where it is about one."""
    seen_in: Literal["request", "title", "nowhere"] | None = None
    """Where a page shows it besides its text: in a request that was taken in its step, in the title
    of the last page, or nowhere any longer."""
    about_end: bool = False
    """It is about how the run ended: where a crash cut the run short, it blames nothing."""
    no_effect: bool = False
    """What was done had no effect."""
    is_omission: bool = False
    """It names what of the task the run did not do."""
    is_waiting: bool = False
    """It names something that is still to be sent or answered: no goal is reached yet."""
    is_unsent: bool = False
    """It says that what was filled in was not sent: of several a lesson tells one."""
    is_event: bool = False
    """It names no step: the step after which it first holds is the one that brought it."""

    # What an agent that tries again is told.
    advice: str | None = None
    """For the next attempt: each that may speak against this one has some."""
    unfit_for: tuple[TaskAim, ...] = ()
    """Tasks at which its advice would mislead."""
    hints: tuple[Hint, ...] = ()


RunEntry = Entry[RunExtractor]
EndEntry = Entry[EndExtractor]
StepEntry = Entry[StepExtractor]
AnyEntry = RunEntry | EndEntry | StepEntry


class Summary(Record, frozen=True, kw_only=True):
    """A feature that is made of several findings."""

    name: str
    sign: Sign
    families: tuple[Family, ...] = ()
