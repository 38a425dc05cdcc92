"""The fine-tuned actor: asks a model exactly what `courtside train policy --model` trained it on.

That is what `courtside export --format completion` writes of a recorded step: the task, the screen
as a list, what was done so far; with the screen's picture where the model reads pictures.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_formats.exports.turns import MAX_SCREEN_CHARS, SYSTEM, ask
from courtside_judge.backends.protocol import Model, Sampling, Turn
from courtside_store.records import Action, ActionKind, Element, Observation, now_ms, target_of
from courtside_store.rendering import render_action

from .actor import ActorTask
from .actor_actions import ActorAction, ChosenAction, Click, Hover, Press, Type
from .model_session import ModelSession
from .page_view import PageView, ViewRow
from .webarena_grammar import read_webarena_reply, write_webarena_action

MAX_TOKENS = 200
SCREEN_CHARS = (MAX_SCREEN_CHARS, 2_000, 500)
"""Of the list: fewer where the model's context is too short for more."""


class FineTunedActor:
    """Starts attempts that ask one model. It was shown no lessons, and reads none."""

    name = "fine-tuned"

    def __init__(self, model: Model, sampling: Sampling | None = None) -> None:
        """`sampling`: with the likeliest tokens unless given."""
        self.sees = model.sees
        self._model = model
        self._sampling = sampling or Sampling(
            max_tokens=MAX_TOKENS, temperature=0.0, repetition_penalty=1.0
        )

    def start(self, task: ActorTask) -> FineTunedSession:
        """Starts one attempt."""
        return FineTunedSession(self._model, self._sampling, task)


class FineTunedSession(ModelSession):
    """The fine-tuned actor on one attempt."""

    def __init__(self, model: Model, sampling: Sampling, task: ActorTask) -> None:
        super().__init__(model, sampling, task)
        self._done: list[str] = []
        """What was done, as recordings say it."""
        self._chosen = ""

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        """Raises NoAction where the model wrote none, and OSError where it cannot be reached."""
        if self._chosen and not previous:
            self._done.append(self._chosen)
        self._chosen = ""
        prompts = (prompt(self._task.text, view, self._done, most) for most in SCREEN_CHARS)
        decision = await self.ask(prompts, "page", read_webarena_reply)
        self._chosen = _as_recorded(decision.action, view)
        return decision


def prompt(task: str, view: PageView, done: Sequence[str], most_chars: int) -> list[Turn]:
    """What the model is asked before each action."""
    elements = [one for row in view.rows for one in (row.element, *_options(row))]
    look = Observation(at_ms=now_ms(), url=view.url, elements=tuple(elements))
    images = (view.screenshot,) if view.screenshot else ()
    asked = ask(task, look, list(done), most_chars)
    return [Turn(role="system", text=SYSTEM), Turn(role="user", text=asked, images=images)]


def _options(row: ViewRow) -> list[Element]:
    """What a list offers: a recording has each on a line of its own."""
    return [
        Element(id=row.id, tag="option", text=option, interactable=False) for option in row.options
    ]


def _as_recorded(action: ActorAction, view: PageView) -> str:
    """As the recorder would call it."""
    at = now_ms()
    match action:
        case Click(id=number) | Hover(id=number) | Type(id=number) if row := view.row(number):
            target = target_of(row.element)
            match action:
                case Click():
                    return render_action(Action(kind="click", at_ms=at, target=target))
                case Hover():
                    return render_action(Action(kind="hover", at_ms=at, target=target))
            kind: ActionKind = "select" if row.options else "type"
            typed = Action(kind=kind, at_ms=at, target=target, text=action.text)
            enter = Action(kind="press", at_ms=at, target=target, text="Enter")
            return "; ".join(map(render_action, [typed, enter] if action.enter else [typed]))
        case Press(keys=keys):
            return render_action(Action(kind="press", at_ms=at, text=keys))
        case _:
            return write_webarena_action(action)
