"""Has a model write the lesson of a failed run; by the findings where it cannot.

Pan et al. 2024, Reflexion on the web: the objective, the whole history of observations and actions,
the status and the earlier reflections go in; why it failed and a new plan come out. What a model
writes may repeat a page's words, so it is quoted like them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from courtside_judge.backends.chosen import load_chosen
from courtside_judge.backends.protocol import Turn
from courtside_judge.llm.prompting import fence_of, quote, wording
from courtside_judge.llm.screen_text import read_screen
from courtside_judge.llm.transcript import Transcript
from courtside_judge.models.missing import NO_MODEL
from courtside_judge.protocol import Case
from courtside_store.blobs import no_frames
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import (
    Reflection,
    RunVerdict,
    Step,
    StepVerdict,
    Surface,
)

from .cleaning import quoted
from .model_writer import WriteReply, write_in_process
from .reflection import MAX_TEXT, opening, reflect

PART = "reflector"
MAX_TOKENS = 160
MAX_PLAN = 500
_PARTS = re.compile(r"(?:why\s*:)?(?P<why>.*?)\bplan\s*:(?P<plan>.*)", re.I | re.S)


class ModelReflector:
    """What the daemon calls on a failure."""

    def __init__(self, config: Config, write: WriteReply = write_in_process) -> None:
        self._config = config
        self._write = write

    def __call__(
        self,
        case: Case,
        steps: Sequence[Step],
        step_verdicts: Sequence[StepVerdict],
        verdict: RunVerdict,
        is_asked_for: bool = False,
    ) -> Reflection | None:
        """The lesson; None where `reflect` has none. Never fails because of the model."""
        lesson = reflect(case, steps, step_verdicts, verdict, is_asked_for)
        if lesson is None:
            return None
        try:
            name, written = self._ask(case, steps, verdict)
        except (OSError, ValueError) as error:
            return replace(lesson, note=f"written by the findings: {error}"[:500])
        return _with_plan(lesson, case, verdict, name, written)

    def _ask(self, case: Case, steps: Sequence[Step], verdict: RunVerdict) -> tuple[str, str]:
        choice = load_chosen(self._config.models_file).reasoner
        if choice is None:
            raise ValueError(NO_MODEL)
        turns = conversation(case, steps, verdict, self._earlier(case.run))
        return choice.name, self._write(choice, turns, MAX_TOKENS, self._config.judge_timeout_s)

    def _earlier(self, run: str) -> Sequence[Reflection]:
        with Reader(self._config) as reader:
            history = reader.run(run)
        return history.lessons if history else ()


def conversation(
    case: Case, steps: Sequence[Step], verdict: RunVerdict, earlier: Sequence[Reflection]
) -> list[Turn]:
    """Everything that a page, an agent or a judge said stands in a fence, whose mark is made of all
    that was recorded: no part of it can hold the mark.
    """
    recorded = msgspec.json.encode((steps, verdict))
    words, fence = wording(case.surface, PART), fence_of(case.run, recorded)
    status = "a failure" if verdict.label == "failure" else "not a success"
    parts = [
        words.text(PART, "history"),
        _history(case, steps, fence),
        words.text(PART, "judged", status=status),
        quote(_reason(verdict), fence),
    ]
    if earlier:
        lessons = "\n\n".join(lesson.text for lesson in earlier)
        parts += [words.text(PART, "earlier"), quote(lessons, fence)]
    parts.append(words.text(PART, "question"))
    return [
        Turn(role="system", text=words.text(PART, "system", fence=fence)),
        Turn(role="user", text="\n\n".join(parts)),
    ]


def _history(case: Case, steps: Sequence[Step], fence: str) -> str:
    """Texts alone: the model that writes the lesson sees no screenshots."""
    transcript = Transcript(case.task, fence)
    for step in steps:
        if not transcript.knows_screen:
            transcript.show(read_screen(step.before, None, no_frames))
        transcript.add(step, read_screen(step.after, None, no_frames))
    return transcript.render()


def _reason(verdict: RunVerdict) -> str:
    """What a judge said and what it found, each sentence once."""
    found = (one.text for one in verdict.evidence if one.weight)
    more = [text for text in dict.fromkeys(found) if text not in verdict.explanation]
    return "\n".join([verdict.explanation, *more])[:2_000]


def prompt_version(surface: Surface) -> str:
    """The version of the texts that a model is asked with."""
    return wording(surface, PART).version


def _with_plan(
    lesson: Reflection, case: Case, verdict: RunVerdict, name: str, written: str
) -> Reflection:
    """The model's words, quoted, before what the findings say as far as there is room."""
    parts = _PARTS.fullmatch(written.strip())
    why, plan = (parts["why"], parts["plan"]) if parts else ("", written)
    lines = [opening(case, verdict)]
    if why := quoted(why, MAX_PLAN):
        lines.append(f"- a model's view of why: {why}")
    lines.append(f"- a model's plan for the next attempt: {quoted(plan, MAX_PLAN)}")
    text = "\n".join(lines)
    for line in lesson.text.splitlines()[1:]:
        if len(text) + len(line) < MAX_TEXT:
            text += f"\n{line}"
    return replace(lesson, reflector=name[:500], advice=quoted(plan)[:500], text=text)
