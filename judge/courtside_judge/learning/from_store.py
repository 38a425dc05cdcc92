"""Learns from the labels of stored runs. Writes nothing.

Also a process of its own, for the daemon, whose loop must not wait for it:

    python -m courtside_judge.learning.from_store < REQUEST      (answers with a JSON object)
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record, Short

from .examples import read_examples
from .learn import LearningOutcome, learn
from .scope import Scope
from .stored_runs import begins_any_run, labelled_runs, unusable_runs


class LearningRequest(Record, frozen=True, kw_only=True):
    """What the daemon asks of the process."""

    config: Config
    scope: Scope
    who: Short


def learn_from_store(
    config: Config, scope: Scope, who: str, on_read: Callable[[int, int], None] | None = None
) -> LearningOutcome:
    """What the labels of the stored runs teach. `on_read` is told how many of how many are read."""
    with Reader(config) as reader:
        if scope.agent and not reader.has_agent(scope.agent):
            why = f"no run is of {scope}; `courtside list` shows the agents' names"
            return LearningOutcome(scope=scope, why=why)
        runs = labelled_runs(config, reader, scope)
        if scope.site and not runs and not begins_any_run(reader, scope.site):
            why = (
                f"no run begins on {scope}; a site is the host of a web page without scheme, port "
                "and path, e.g. shop.example, or the name of a phone app"
            )
            return LearningOutcome(scope=scope, why=why)
        done = 0

        def count() -> None:
            nonlocal done
            done += 1
            if on_read:
                on_read(done, len(runs))

        examples = read_examples(runs, EvidenceJudge(), count)
        unusable = {} if scope.site else unusable_runs(reader, scope.agent)
        return learn(examples, scope, who, unusable=unusable)


def main() -> None:
    """For the daemon: a request on stdin, an answer on stdout."""
    with contextlib.suppress(OSError):
        os.nice(10)
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=LearningRequest, dec_hook=_path)
    answer = learn_from_store(request.config, request.scope, request.who)
    sys.stdout.buffer.write(msgspec.json.encode(answer))


def _path(kind: type, value: str) -> Path:
    return Path(value)


if __name__ == "__main__":
    main()
