"""Questions to a model with a few words for an answer, and what was asked and said, kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from courtside_store.records import Sha256

from .backends.protocol import Model, Turn
from .tools import Tools


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """One word, with how likely each word was."""

    word: str
    likely: Mapping[str, float] | None = None
    """By word, adds up to 1; None where the model tells none."""

    def share(self, *words: str) -> float | None:
        """How likely one of these words is, to three places: what is beyond is rounding's."""
        if self.likely is None:
            return None
        return round(sum(self.likely[word] for word in words), 3)

    def tell(self) -> str:
        """E.g. "towards 71 %, unsure 20 %"."""
        if self.likely is None:
            return self.word
        best = sorted(self.likely.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{word} {p:.0%}".replace("%", " %") for word, p in best[:2])


class Conversation:
    """Turns with one model. What it is asked is added at the end, so that all before is kept."""

    def __init__(self, tools: Tools, model: Model, turns: Sequence[Turn]) -> None:
        self._tools = tools
        self._model = model
        self.turns = list(turns)
        self._said: list[dict[str, object]] = []

    def choose(self, question: str, words: Sequence[str]) -> Heard:
        """One word of several. Raises what the model raises."""
        self.ask(question)
        likely = self._model.score(self.turns, words)
        if likely is None:
            heard = Heard(word=self._model.choose(self.turns, words))
        else:
            heard = Heard(word=max(likely, key=likely.__getitem__), likely=likely)
        self._answer(heard.word, likely=likely and {w: round(p, 4) for w, p in likely.items()})
        return heard

    def think(self, question: str, max_tokens: int) -> str:
        """A paragraph; a mark at its end where it was cut."""
        self.ask(question)
        said = self._model.think(self.turns, max_tokens)
        text = said.text + (" […]" if said.is_cut else "")
        self._answer(text, is_cut=said.is_cut)
        return text

    def ask(self, question: str) -> None:
        """A turn of ours; put to the last one where the model has not spoken since."""
        if self.turns[-1].role == "user":
            last = self.turns.pop()
            question = f"{last.text}\n\n{question}"
            self.turns.append(Turn(role="user", text=question, images=last.images))
        else:
            self.turns.append(Turn(role="user", text=question))

    def _answer(self, text: str, **more: object) -> None:
        self.turns.append(Turn(role="assistant", text=text))
        self._said.append({"said": text, **more})

    @property
    def prompt(self) -> Sha256 | None:
        """The rendered conversation, kept. None where nothing keeps it."""
        lines = []
        for turn in self.turns:
            seen = "".join(f"[image of {len(image)} bytes]\n" for image in turn.images)
            lines.append(f"--- {turn.role}\n{seen}{turn.text}\n")
        return self._tools.keep("\n".join(lines))

    @property
    def raw(self) -> Sha256 | None:
        """What the model said, kept as JSON."""
        return self._tools.keep(msgspec.json.encode(self._said).decode())
