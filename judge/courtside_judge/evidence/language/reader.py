"""Reads a run's task and story with a small language model: log-odds that it did what was asked.

The model is all-MiniLM-L6-v2 (Apache-2.0), fine-tuned on labelled runs and exported by
`training/courtside_training/language/export.py`. Loaded when it first reads, once a process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any

from courtside_judge.evidence.story_run import StoryRun

from .run_text import render_run
from .word_pieces import WordPieces

WEIGHTS = Path(__file__).with_name("language.onnx")
VOCABULARY = Path(__file__).with_name("vocab.txt")
INSTALL_LANGUAGE = "pip install 'courtside[language]'"
MAX_TOKENS = 512
"""The model reads no more at once."""
MAX_TASK_TOKENS = 120
BEGIN, SEPARATOR = "[CLS]", "[SEP]"
BETWEEN_LINES = ";"


class LanguageReader:
    """The model and its vocabulary. May be used from several threads."""

    def __init__(self, weights: Path = WEIGHTS, vocabulary: Path = VOCABULARY) -> None:
        self._weights = weights
        self._vocabulary = vocabulary
        self._is_broken = False

    def log_odds(self, task: str, run: StoryRun) -> float | None:
        """Above 0 where the run reads like one that did the task, below where it does not; None
        where the model or onnxruntime does not work, which is said once."""
        if self._is_broken:
            return None
        try:
            return self.log_odds_of(self.tokens(task, run))
        except (Exception, SystemExit) as error:  # noqa: BLE001  a broken one raises anything
            self._is_broken = True
            why = f"{type(error).__name__}: {error}"
            print(f"no run is read by a language model: {why}", file=sys.stderr, flush=True)
            return None

    def trouble(self) -> str:
        """What keeps it from reading, in a line; empty where it reads."""
        try:
            self.log_odds_of(self.tokens_of_lines("", ()))
        except (Exception, SystemExit) as error:  # noqa: BLE001  a broken one raises anything
            return " ".join(f"{type(error).__name__}: {error}".split())
        return ""

    def log_odds_of(self, tokens: list[int]) -> float:
        """Of a run that is written as the model's tokens."""
        import numpy as np

        (found,) = self._session.run(None, {"tokens": np.array([tokens], np.int64)})
        return float(found[0, 0])

    def tokens(self, task: str, run: StoryRun) -> list[int]:
        """Of a run, as `tokens_of_lines`."""
        return self.tokens_of_lines(task, render_run(run.lines, run.end, run.answer))

    def tokens_of_lines(self, task: str, lines: Sequence[str]) -> list[int]:
        """`[CLS] task [SEP] story [SEP]`. A long task loses its end, a long story its beginning."""
        pieces = self._pieces
        begin, separator = pieces.number(BEGIN), pieces.number(SEPARATOR)
        asked = list(islice(pieces.numbers(task), MAX_TASK_TOKENS))
        room = MAX_TOKENS - len(asked) - 3
        newest = list(islice(chain.from_iterable(self._newest_first(lines)), room))
        return [begin, *asked, separator, *reversed(newest), separator]

    def _newest_first(self, lines: Sequence[str]) -> Iterator[list[int]]:
        """The tokens of each line from its last to its first: the oldest lines, for which there may
        be no room, are then never tokenised."""
        between = self._pieces.number(BETWEEN_LINES)
        for count, line in enumerate(reversed(lines)):
            yield ([between] if count else []) + [*self._pieces.numbers(line)][::-1]

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces(self._vocabulary.read_text("utf-8").splitlines())

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(
            str(self._weights), options, providers=["CPUExecutionProvider"]
        )


_SHARED = LanguageReader()


def language_reader() -> LanguageReader | None:
    """The one of this process; None where onnxruntime is not installed."""
    return _SHARED if find_spec("onnxruntime") else None
