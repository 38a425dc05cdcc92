"""What a policy gets to choose by: the task, the elements, what was done, the explorer's scores.

The same for an actor in a page and for stored screens. Knows no network.
"""

from __future__ import annotations

from msgspec.structs import replace

from courtside_refine.actors.actor_actions import ActorAction, Click, Type
from courtside_refine.actors.explorer.screen_prospects import Prospect, Prospects
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_store.geometry import Box
from courtside_store.records import Element, Record

from .example import MAX_ELEMENTS, Example, Outlook, PastAction, ScoredAction

NOWHERE = Box(0.0, 0.0, 0.0, 0.0)
"""The box of an option, as page scripts record it."""
UNLIKELY = -4.0
"""The score of what the explorer would not do at all; no score counts less."""
MAX_SCORE = 8.0


class PolicyInput(Record, frozen=True, kw_only=True):
    """One screen with what led there: what a policy chooses by."""

    task: str
    elements: tuple[Element, ...]
    history: tuple[PastAction, ...]
    outlook: Outlook

    def has(self, number: int | None) -> bool:
        """Whether there is an element of this id."""
        return any(one.id == number for one in self.elements)

    def example(self, choice: ScoredAction) -> Example:
        """That this was done here."""
        return Example(
            task=self.task,
            elements=self.elements,
            history=self.history,
            outlook=self.outlook,
            choice=choice,
        )


class PolicyInputs:
    """Makes the inputs along one run: `see` a screen, then `add` what is done there."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._prospects = Prospects(task)
        self._history: list[PastAction] = []

    def see(self, view: PageView, failed: bool = False) -> PolicyInput:
        """`failed`: what was about to be done before could not be."""
        elements = elements_in(view)
        return PolicyInput(
            task=self._task,
            elements=elements,
            history=tuple(self._history),
            outlook=_outlook(self._prospects.see(view, failed), elements),
        )

    def add(self, choice: ScoredAction, element: Element, view: PageView) -> None:
        """What is about to be done to an element, be it on the screen or not."""
        assert choice.kind != "stop"
        self._history.append(PastAction(kind=choice.kind, element=element, text=choice.text))
        if choice.element is not None:
            self._prospects.add(action_of(choice), view)

    def add_other(self, action: ActorAction, view: PageView) -> None:
        """What is about to be done, and no policy could do: keys, another tab."""
        self._prospects.add(action, view)


def action_of(choice: ScoredAction) -> ActorAction:
    """The action of an example, as actors do it."""
    assert choice.element is not None
    if choice.kind == "click":
        return Click(id=choice.element)
    return Type(id=choice.element, text=choice.text)


def _outlook(prospect: Prospect, elements: tuple[Element, ...]) -> Outlook:
    return Outlook(
        clicks=tuple(_within(prospect.clicks.get(one.id)) for one in elements),
        entries=tuple(_within(prospect.entries.get(one.id)) for one in elements),
        texts={
            one.id: {text: _within(score) for text, score in prospect.texts[one.id].items()}
            for one in elements
            if one.id in prospect.texts
        },
        stop=_within(prospect.stop),
    )


def _within(score: float | None) -> float:
    """Bounded, in few digits: it is kept with each example."""
    return UNLIKELY if score is None else round(max(UNLIKELY, min(MAX_SCORE, score)), 3)


def elements_in(view: PageView) -> tuple[Element, ...]:
    """What the policy sees of a page: as recorded screens have it, the options of a drop-down list
    are elements that follow it."""
    found: list[Element] = []
    for row in view.rows:
        found.append(_named(row))
        found += _options(row, len(view.rows) + len(found))
    return tuple(found[:MAX_ELEMENTS])


def _named(row: ViewRow) -> Element:
    """A control without a name is called by what stands beside it; a switch that is drawn by hand
    says in its markup alone whether it is on."""
    element = row.element
    if not element.interactable:
        return element
    is_on = row.is_toggle and row.is_on and "checked" not in element.state
    return replace(
        element,
        text=element.text or row.near or row.hint,
        state=(*element.state, "checked") if is_on else element.state,
    )


def _options(row: ViewRow, first: int) -> list[Element]:
    return [
        replace(
            row.element,
            id=first + n + 1,
            tag="option",
            role="option",
            text=text,
            value="",
            box=NOWHERE,
        )
        for n, text in enumerate(row.options)
    ]
