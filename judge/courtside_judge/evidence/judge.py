"""The evidence judge: reads what is there, needs no model, and shows its evidence."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

import msgspec

from courtside_judge.learning.learned import Learned, LearnedFile
from courtside_judge.protocol import Case, ReadFrame
from courtside_store.records import JudgeStamp

from .language.reader import language_reader
from .linear import Weights, load_weights
from .session import EvidenceSession
from .weights_for_run import weighs_language


class EvidenceJudge:
    """The evidence judge: starts a session for each run."""

    name = "evidence"

    def __init__(self, weights: Weights | None = None, learned: LearnedFile | None = None) -> None:
        """`learned`: what it learned from a person's labels; read again for each run."""
        self._weights = weights or load_weights()
        self._stamp = stamp_of(self._weights)
        self._learned = learned

    def stamp(self) -> JudgeStamp:
        """On all its verdicts, but those on runs for which something was learned."""
        return self._stamp

    def start(self, case: Case, frames: ReadFrame) -> EvidenceSession:
        """Starts a session; it reads frames only where a screen has no elements."""
        return EvidenceSession(case, self._weights, self._stamp, frames, self._read_learned())

    def _read_learned(self) -> Sequence[Learned]:
        """What cannot be read does not count, and the process's log says so."""
        try:
            return self._learned.load() if self._learned else ()
        except ValueError as error:
            print(f"what was learned does not count: {error}", file=sys.stderr, flush=True)
            return ()


def stamp_of(weights: Weights) -> JudgeStamp:
    """The stamp of the evidence judge with these weights, and a language model where it is there:
    without it verdicts are others."""
    reads = weighs_language(weights) and language_reader() is not None
    version = f"{weights.version}-language" if reads else weights.version
    return JudgeStamp(name=EvidenceJudge.name, version=version, model_sha256=sha256_of(weights))


def sha256_of(weights: Weights) -> str:
    """Of all that the judge's own labels hang on."""
    judging = {k: v for k, v in msgspec.to_builtins(weights).items() if k != "promises"}
    return hashlib.sha256(msgspec.json.encode(judging)).hexdigest()
