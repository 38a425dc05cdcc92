"""How the explorer scores each screen of a run, whoever acts in it. Chooses nothing."""

from __future__ import annotations

from collections import defaultdict

from courtside_refine.actors.actor_actions import ActorAction, Click, Type
from courtside_refine.actors.page_view import PageView
from courtside_store.records import Record

from .hints import Hints, read_hints
from .history import History
from .lexicon import may_save
from .scoring import Scorer


class Prospect(Record, frozen=True, kw_only=True):
    """One screen, scored."""

    clicks: dict[int, float]
    """How promising a click on each control is, by id."""
    entries: dict[int, float]
    """How promising the best text to type or option to choose is, by the control's id."""
    texts: dict[int, dict[str, float]]
    """How promising each text that it would type or choose is, by the control's id."""
    stop: float | None
    """What the best of them must exceed, or it is better to stop; None: nothing has happened."""


class Prospects:
    """The scores along one run: `see` a screen, then `add` what is done there."""

    def __init__(self, task: str) -> None:
        self._hints = read_hints(())
        self._history = History()
        self._scorer = Scorer(task, self._hints, self._history)

    def see(self, view: PageView, failed: bool = False) -> Prospect:
        """`failed`: what was about to be done before could not be."""
        if failed:
            self._history.fail()
        self._history.see(view)
        clicks: dict[int, float] = {}
        texts: dict[int, dict[str, float]] = defaultdict(dict)
        for score, action in self._scorer.scores(view):
            if isinstance(action, Click):
                clicks[action.id] = max(score, clicks.get(action.id, score))
            elif isinstance(action, Type):
                known = texts[action.id]
                known[action.text] = max(score, known.get(action.text, score))
        entries = {number: max(scores.values()) for number, scores in texts.items()}
        return Prospect(clicks=clicks, entries=entries, texts=texts, stop=self._stop(view))

    def _stop(self, view: PageView) -> float | None:
        if not self._history.changes:
            return None
        return worth_of_stopping(self._scorer, self._history, self._hints, view)

    def add(self, action: ActorAction, view: PageView) -> None:
        """Notes the action that is about to be done."""
        self._history.add(action, view, is_end(action, view))


def worth_of_stopping(scorer: Scorer, history: History, hints: Hints, view: PageView) -> float:
    """Beside the scores of actions: more of the task done is more, what is not saved is less."""
    worth = 3.0 * scorer.coverage() - 0.8 + 0.4 * (not scorer.left()) - 1.2 * view.has_dialog
    return worth - (
        3.0 * scorer.is_unsent()
        + 0.8 * history.dirty
        + 1.0 * hints.more
        + 1.2 * (hints.save and history.dirty)
    )


def is_end(action: ActorAction, view: PageView) -> bool:
    """Whether it saves or sends."""
    row = view.row(action.id) if isinstance(action, Click) else None
    return row is not None and not row.is_field and may_save(row.element.text)
