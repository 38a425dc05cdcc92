"""One run by its requirements, asked of a language model: each over every part of the run.

Outcome and process are asked apart, and of a failure whether the agent could have helped it
(Universal Verifier, arXiv 2604.06240).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from courtside_judge.backends.protocol import Turn
from courtside_judge.llm.end_questions import ask_flags, ask_kind
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.prompting import TASK_CHARS, cut, quote, wording
from courtside_judge.llm.questions import Conversation
from courtside_judge.llm.reasoner import ReasonerSession
from courtside_judge.protocol import NO_TASK, Case, Ending, ReadFrame
from courtside_store.records import (
    Evidence,
    FailureKind,
    JudgeStamp,
    RunVerdict,
    Sha256,
    Step,
    now_ms,
)

from .item_checks import Check, Word, last_word, outcome
from .rubric_items import read_list, split_task
from .run_parts import RunPart, RunParts

LIST_TOKENS = 160
WORDS: tuple[Word, ...] = ("met", "failed", "unseen")
PART = "rubric"
"""File and part of the wording."""


class RubricSession(ReasonerSession):
    """One run. Of its steps it says nothing."""

    def __init__(self, judge: JudgeStamp, case: Case, frames: ReadFrame, models: ModelPool) -> None:
        super().__init__(judge, case, frames, models)
        self._words = wording(case.surface, PART)
        self._parts = RunParts(self._fence)
        self._asked: list[Conversation] = []

    def _add_step(self, step: Step, asks: bool) -> None:
        if not self._parts.knows_screen and (before := self._read(step.before, asks)):
            self._parts.show(before)
        self._parts.add(step, self._read(step.after, asks) or None)

    def step(self, step: Step) -> None:
        """Remembered for the end."""
        self.follow(step)

    def finish(self, ending: Ending) -> RunVerdict:
        """What is required, whether each of it is met, and how the agent went about it."""
        verdict = RunVerdict(
            run=self._case.run, explanation=NO_TASK, judge=self.stamp(), at_ms=now_ms()
        )
        if not self._case.has_task:
            return verdict
        parts = self._parts.read(ending.answer)
        checks = self._check(self._requirements(), parts)
        process = self._process(parts)
        label, score = outcome(checks)
        verdict = replace(verdict, label=label, score=score, explanation=explain(checks))
        verdict = replace(verdict, evidence=(*(check.evidence() for check in checks), process))
        if label == "failure":
            verdict = self._blame(verdict, parts[-1])
        return replace(verdict, prompt=self._prompt(), raw=self._raw())

    def _requirements(self) -> tuple[str, ...]:
        """The model's list where it holds what the task says, else the task's own parts."""
        task = self._case.task
        answer = self._start(None).think(self._words.text(PART, "list"), LIST_TOKENS)
        return read_list(answer, task) or split_task(task)

    def _check(self, items: Sequence[str], parts: Sequence[RunPart]) -> list[Check]:
        """Part by part, so that each is read once; each requirement by itself."""
        by_item: list[list[Check]] = [[] for _ in items]
        for part in parts:
            for item, found in zip(items, by_item, strict=True):
                found.append(self._ask(item, part))
        return [last_word(found) for found in by_item]

    def _ask(self, item: str, part: RunPart) -> Check:
        question = self._words.text(PART, "check", item=quote(item, self._fence))
        choice = self._start(part).choose(question, WORDS)
        likely = choice.probabilities
        # What is not seen may be either: half of its share counts as met.
        probability = None if likely is None else likely["met"] + likely["unseen"] / 2
        word: Word = next(word for word in WORDS if word == choice.word)
        return Check(item=item, word=word, probability=probability, step=part.last)

    def _process(self, parts: Sequence[RunPart]) -> Evidence:
        question = self._words.text(PART, "process")
        good = [self._start(one).choose(question, ("good", "poor")).word for one in parts]
        counted = f"in {good.count('good')} of {len(good)} parts of the run"
        return Evidence(kind="process", text=f"the way there: {counted} the steps served the task")

    def _blame(self, verdict: RunVerdict, part: RunPart) -> RunVerdict:
        """Whether the agent could have helped it, then of which kind the failure is."""
        conversation = self._start(part)
        cause = conversation.choose(self._words.text(PART, "cause"), ("agent", "outside")).word
        flags = ask_flags(conversation, self._words, True)
        helpless = cause == "outside"
        kind: FailureKind = "environment" if helpless else ask_kind(conversation, self._words)
        why = cause_of_failure(helpless)
        return replace(
            verdict,
            flags=flags,
            failure_kind="other" if kind == "environment" and not helpless else kind,
            evidence=(*verdict.evidence, why),
            explanation=f"{verdict.explanation}; {why.text}",
        )

    def _start(self, part: RunPart | None) -> Conversation:
        """The fixed part and the task first, then a part of the run: the KV cache keeps both."""
        system = "\n\n".join(
            (
                self._words.text(PART, "system"),
                self._words.text("judge", "system", fence=self._fence),
            )
        )
        prompt = f"The task:\n{quote(cut(self._case.task, TASK_CHARS), self._fence)}"
        if part:
            prompt = f"{prompt}\n\n{part.text}"
        turns = [Turn(role="system", text=system), Turn(role="user", text=prompt)]
        self._asked.append(Conversation(self._models, self.model, turns))
        return self._asked[-1]

    def _prompt(self) -> Sha256 | None:
        return self._models.keep("\n".join(one.render() for one in self._asked))

    def _raw(self) -> Sha256 | None:
        answers = [answer for one in self._asked for answer in one.answers]
        return self._models.keep(msgspec.json.encode(answers).decode())


def explain(checks: Sequence[Check]) -> str:
    """How many are met, and the first that is not."""
    fulfilled = sum(check.word == "met" for check in checks)
    summary = f"{fulfilled} of {len(checks)} requirements are met"
    worst = next((c for c in checks if c.word == "failed"), None)
    worst = worst or next((c for c in checks if c.word == "unseen"), None)
    return f"{summary}; {worst.evidence().text}" if worst else summary


def cause_of_failure(helpless: bool) -> Evidence:
    """A piece of evidence that says whether the agent could have helped its failure."""
    how = "could not have helped it" if helpless else "could have helped it"
    return Evidence(kind="cause", text=f"the agent {how}")
