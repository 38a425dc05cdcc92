"""A model behind any OpenAI-compatible URL: llama-server, Ollama, vLLM, LM Studio, OpenAI.

What the server can do is tried once, at the start: probabilities of tokens, grammars, schemas and
images differ from one to the next.
"""

from __future__ import annotations

import base64
import io
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

import msgspec
import openai
from msgspec.structs import replace
from PIL import Image

from courtside_store.records import Record

from .answer_grammar import PARAGRAPH, one_of
from .chosen import ModelChoice
from .protocol import (
    SEED,
    Choice,
    Completion,
    Sampling,
    TooLong,
    Turn,
    Unparsed,
    Usage,
    most_likely,
)

TIMEOUT_S = 50.0
"""Below the judge's own limit, so that a slow server is named instead of a killed process."""
DRAWS = 4
MAX_TOKENS = 10**9
"""No answer has more tokens; a larger number from a server is not believed."""
TOP = 20
"""Likeliest tokens that are asked for; what is not among them counts as impossible."""
_AS_THEY_ARE = {"post_sampling_probs": True, "top_k": 0, "min_p": 0}
"""llama-server's words for: leave the probabilities as the model gives them."""
KEY = "COURTSIDE_MODEL_KEY"
"""Environment variable with the server's key, where it wants one."""


class RequestOptions(TypedDict, total=False):
    """What a question to the server may ask for beside its turns, by the server's names."""

    temperature: float
    top_p: float
    stop: list[str]
    seed: int
    logprobs: bool
    top_logprobs: int
    response_format: Mapping[str, object]
    extra_body: Mapping[str, object]
    """What only some servers know."""


class Can(Record, frozen=True, kw_only=True):
    """What a server was found to support."""

    probabilities: bool = False
    grammar: bool = False
    schema: bool = False
    images: bool = False
    penalty: bool = False
    """It takes a penalty on repetition and a seed; no answer shows whether it heeds them."""


class ServerReply:
    """What a server answered. No shape of it is certain, so it is read when it is asked for."""

    def __init__(self, choice: Any) -> None:
        self._choice = choice
        self.is_cut = bool(choice.finish_reason == "length")
        """It ended at the most tokens, not by itself."""

    def text(self) -> str:
        """What it wrote. Half a character, which JSON can hold and no file can, becomes a mark.

        Raises Unparsed where it is no text.
        """
        text = self._choice.message.content or ""
        if not isinstance(text, str):
            raise Unparsed(f"the answer is no text but a {type(text).__name__}")
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def top(self) -> list[tuple[str, float]]:
        """The likeliest first tokens and how likely each is. Raises Unparsed."""
        try:
            found = self._read_top()
        except (AttributeError, TypeError, LookupError, ValueError, OverflowError) as error:
            raise Unparsed("the probabilities that the server gives cannot be read") from error
        if not all(isinstance(token, str) and 0 <= share <= 1.01 for token, share in found):
            raise Unparsed("the probabilities that the server gives are not valid")
        return found

    def _read_top(self) -> list[tuple[str, float]]:
        given = self._choice.logprobs
        logprobs = given.to_dict(warnings=False) if given else {}
        first = (logprobs.get("content") or [{}])[0]
        if "top_probs" in first:  # llama-server's, after sampling
            return [(token["token"], float(token["prob"])) for token in first["top_probs"]]
        tokens = first.get("top_logprobs", ())
        return [(token["token"], math.exp(token["logprob"])) for token in tokens]


class ServerModel:
    """A model at a server."""

    def __init__(self, choice: ModelChoice, timeout_s: float = TIMEOUT_S) -> None:
        """Raises OSError, in one line, where the server does not answer as such a server does."""
        self._name = choice.name
        self.usage = Usage()
        self._url = choice.place
        self._client = openai.OpenAI(
            base_url=choice.model,
            api_key=os.environ.get(KEY, "none"),
            timeout=timeout_s,
            max_retries=0,
        )
        try:
            self.can = self._probe()
        except BaseException:
            self._client.close()
            raise
        self.sees = self.can.images

    def close(self) -> None:
        """Hangs up."""
        self._client.close()

    def choose(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        """By the likeliest first tokens; by what it writes where the server gives none."""
        if self.can.probabilities:
            return self._weigh(turns, words)
        reply = self._ask(turns, 12, **self._held_to(words))
        text = reply.text()
        if reply.is_cut:
            raise Unparsed(f"the answer was cut at {text!r}")
        word = text.strip().strip('."').lower()
        if word not in words:
            raise Unparsed(f"the answer is {text[:80]!r}; expected one of {list(words)}")
        return Choice(word=word)

    def _weigh(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        """llama-server gives what is left after a grammar, so that nothing else takes a share.

        But not where the token that it drew first fits the grammar by itself: then it gives the
        likeliest of all tokens, and is asked again with another seed.
        """
        more: RequestOptions = {"logprobs": True, "top_logprobs": TOP}
        if self.can.grammar:
            more |= {"temperature": 1, "top_p": 1}
            more["extra_body"] = {"grammar": one_of(words), **_AS_THEY_ARE}
        for seed in range(DRAWS if self.can.grammar else 1):
            drawn = more | {"seed": seed} if self.can.grammar else more
            probabilities = _shares(self._ask(turns, 1, **drawn).top(), words)
            if probabilities is not None:
                return most_likely(probabilities)
        raise Unparsed(f"none of {list(words)} is among the {TOP} likeliest answers")

    def _held_to(self, words: Sequence[str]) -> RequestOptions:
        """Words that the server can be held to are the only ones that it writes."""
        if self.can.grammar:
            return {"extra_body": {"grammar": one_of(words)}}
        if self.can.schema:
            schema = {"type": "string", "enum": list(words)}
            return {"response_format": _format(schema)}
        return {}

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Completion:
        """A paragraph; what comes after a line's end is not taken."""
        more: RequestOptions = {"stop": ["\n"]}
        if self.can.grammar:
            more = {"extra_body": {"grammar": PARAGRAPH}}
        reply = self._ask(turns, max_tokens, **more)
        text = reply.text()
        if not text.strip():
            raise Unparsed("the answer is empty")
        return Completion(text=" ".join(text.split()), is_truncated=reply.is_cut)

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        """All that it writes, however long that takes, within the time-out of every question."""
        more: RequestOptions = {"temperature": sampling.temperature, "top_p": sampling.top_p}
        if self.can.penalty:
            more["extra_body"] = _repeats(sampling.repetition_penalty)
        reply = self._ask(turns, sampling.max_tokens, **more)
        text = reply.text().strip()
        if not text:
            raise Unparsed("the description is empty")
        return Completion(text=text, is_truncated=reply.is_cut)

    def _ask(
        self, turns: Sequence[Turn], max_tokens: int, **more: Unpack[RequestOptions]
    ) -> ServerReply:
        options: RequestOptions = {"temperature": 0, **more}
        start = time.perf_counter()
        try:
            answer = self._client.chat.completions.create(
                model=self._name,
                messages=[_message(turn) for turn in turns],
                max_tokens=max_tokens,
                **options,
            )
        except openai.APIStatusError as error:
            raise _refusal(error, self._url) from error
        except (openai.OpenAIError, msgspec.DecodeError, ValueError) as error:
            raise OSError(f"{self._url}: {_line(error)}") from error
        reply = _first(answer, self._url)
        self._count(answer, time.perf_counter() - start)
        return reply

    def _count(self, answer: Any, took_s: float) -> None:
        usage = getattr(answer, "usage", None)
        details = getattr(usage, "prompt_tokens_details", None)
        kept = _tokens(details, "cached_tokens")
        read = max(_tokens(usage, "prompt_tokens"), kept)
        self.usage = replace(
            self.usage,
            computed_tokens=self.usage.computed_tokens + read - kept,
            cached_tokens=self.usage.cached_tokens + kept,
            completion_tokens=self.usage.completion_tokens + _tokens(usage, "completion_tokens"),
            took_s=self.usage.took_s + took_s,
        )

    # --- what the server can do

    def _probe(self) -> Can:
        """Five short questions. Raises OSError where even a plain one is not answered."""
        yes_no = [Turn(role="user", text="Answer with one word: yes or no.")]
        self._ask(yes_no, 1)
        probabilities = self._tries(
            yes_no, lambda reply: bool(reply.top()), logprobs=True, top_logprobs=2
        )
        grammar = self._tries(
            yes_no, lambda reply: reply.text() == "no", extra_body={"grammar": 'root ::= "no"'}
        )
        schema = self._tries(
            yes_no,
            lambda reply: reply.text().strip().strip('"') == "no",
            response_format=_format({"type": "string", "enum": ["no"]}),
        )
        look = [Turn(role="user", text="Which colour?", images=(_dot(),))]
        images = self._tries(look, lambda _: True)
        penalty = self._tries(yes_no, lambda _: True, extra_body=_repeats(1.2))
        return Can(
            probabilities=probabilities,
            grammar=grammar,
            schema=schema,
            images=images,
            penalty=penalty,
        )

    def _tries(
        self,
        turns: Sequence[Turn],
        shows: Callable[[ServerReply], bool],
        **more: Unpack[RequestOptions],
    ) -> bool:
        try:
            return shows(self._ask(turns, 4, **more))
        except (OSError, Unparsed, TooLong):
            return False


def _repeats(penalty: float) -> Mapping[str, object]:
    """llama-server's and Ollama's word for it, and vLLM's."""
    return {"repeat_penalty": penalty, "repetition_penalty": penalty, "seed": SEED}


def _format(schema: Mapping[str, object]) -> Mapping[str, object]:
    named = {"name": "answer", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": named}


def _message(turn: Turn) -> Mapping[str, object]:
    if not turn.images:
        return {"role": turn.role, "content": turn.text}
    parts: list[Mapping[str, object]] = [
        {"type": "image_url", "image_url": {"url": _data_url(image)}} for image in turn.images
    ]
    return {"role": turn.role, "content": [*parts, {"type": "text", "text": turn.text}]}


def _data_url(image: bytes) -> str:
    kinds = {b"\x89PNG": "png", b"RIFF": "webp"}
    return f"data:image/{kinds.get(image[:4], 'jpeg')};base64,{base64.b64encode(image).decode()}"


def _dot() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (56, 56), "red").save(out, "PNG")
    return out.getvalue()


def _first(answer: Any, url: str) -> ServerReply:
    choices = getattr(answer, "choices", None)
    choice: Any = choices[0] if isinstance(choices, list) and choices else None
    if not hasattr(getattr(choice, "message", None), "content"):
        raise OSError(f"{url}: it answers, but not as an OpenAI-compatible server does")
    refusal = getattr(choice.message, "refusal", None)
    if refusal or choice.finish_reason == "content_filter":
        raise Unparsed(f"the model refused: {str(refusal or 'content filter')[:200]}")
    return ServerReply(choice)


def _tokens(usage: Any, name: str) -> int:
    """A number of the server's; 0 where it is none that can be."""
    found = getattr(usage, name, None)
    return found if type(found) is int and 0 <= found <= MAX_TOKENS else 0


def _shares(top: Sequence[tuple[str, float]], words: Sequence[str]) -> dict[str, float] | None:
    """What the tokens say of the words that they begin; None where they say nothing."""
    weights = dict.fromkeys(words, 0.0)
    for token, probability in top:
        letters = token.strip().lower()
        begun = [word for word in words if letters and word.startswith(letters)]
        if len(begun) == 1:
            weights[begun[0]] += probability
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()} if total else None


def _refusal(error: openai.APIStatusError, url: str) -> Exception:
    text = _line(error)
    if "context" in text and ("exceed" in text or "length" in text or "size" in text):
        return TooLong(f"{url}: {text}")
    return OSError(f"{url}: HTTP {error.status_code}: {text}")


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
