"""A conversation with a model: questions, its answers, and how both are kept."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from courtside_judge.backends.protocol import Choice, Completion, Model, Turn
from courtside_store.records import Sha256

from .model_pool import ModelPool


class Conversation:
    """Turns with one model. Questions are added at the end, so that the KV cache holds the rest."""

    def __init__(self, models: ModelPool, model: Model, turns: Sequence[Turn]) -> None:
        self._models = models
        self._model = model
        self.turns = list(turns)
        self.answers: list[Choice | Completion] = []

    def choose(self, question: str, words: Sequence[str]) -> Choice:
        """One word of several. Raises what the model raises."""
        self.ask(question)
        answer = self._model.choose(self.turns, words)
        self._answer(answer, answer.word)
        return answer

    def think(self, question: str, max_tokens: int) -> str:
        """A paragraph; a mark at its end where it was cut."""
        self.ask(question)
        completion = self._model.think(self.turns, max_tokens)
        self._answer(completion, completion.render())
        return completion.render()

    def ask(self, question: str) -> None:
        """Adds a user turn; joins the last one where the model has not answered since."""
        if self.turns[-1].role == "user":
            last = self.turns.pop()
            question = f"{last.text}\n\n{question}"
            self.turns.append(Turn(role="user", text=question, images=last.images))
        else:
            self.turns.append(Turn(role="user", text=question))

    def _answer(self, answer: Choice | Completion, text: str) -> None:
        self.turns.append(Turn(role="assistant", text=text))
        self.answers.append(answer)

    def render(self) -> str:
        """The whole conversation as text."""
        lines = []
        for turn in self.turns:
            seen = "".join(f"[image of {len(image)} bytes]\n" for image in turn.images)
            lines.append(f"--- {turn.role}\n{seen}{turn.text}\n")
        return "\n".join(lines)

    @property
    def prompt(self) -> Sha256 | None:
        """The rendered conversation, kept. None where nothing keeps it."""
        return self._models.keep(self.render())

    @property
    def raw(self) -> Sha256 | None:
        """The model's answers, kept as JSON."""
        kept = [_as_kept(answer) for answer in self.answers]
        return self._models.keep(msgspec.json.encode(kept).decode())


def _as_kept(answer: Choice | Completion) -> dict[str, object]:
    if isinstance(answer, Completion):
        return {"text": answer.render(), "is_cut": answer.is_truncated}
    likely = answer.probabilities
    rounded = likely and {word: round(p, 4) for word, p in likely.items()}
    return {"text": answer.word, "likely": rounded}
