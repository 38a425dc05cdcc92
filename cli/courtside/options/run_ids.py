"""Finds the run that a person means: "last", an id, or how an id begins. Prints nothing."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from courtside_store.config import load_config
from courtside_store.reading import Reader
from courtside_store.summaries import RunSummary

MAX_COMPLETIONS = 10
"""How many ids the shell is offered to complete a word."""
MAX_IDS_IN_ERROR = 3
"""How many of the ids that a word may mean an error lists in its one line."""
MAX_COUNT_DIGITS = 4
"""A number of at most this many digits is a count, not the beginning of an id."""
MIN_BARE_ID_CHARS = 8
"""Where a filter may stand too, a shorter beginning of an id without `run_` is a word: "add"."""
PREFIX = "run_"


class RunIdType(click.ParamType[str]):
    """RUN of a command; the shell completes it from the newest runs."""

    name = "run"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Ids that begin so, with their tasks; none where nothing is recorded."""
        try:
            with Reader(
                load_config({"data_dir": ctx.find_root().params.get("data_dir")})
            ) as reader:
                summaries = [
                    reader.summary(run) for run in reader.ids(_whole(incomplete), MAX_COMPLETIONS)
                ]
        except (OSError, ValueError):
            return []
        return [CompletionItem(one.run.id, help=one.run.task[:60]) for one in summaries if one]


def find_named_run(reader: Reader, given: str) -> RunSummary | None:
    """The run that a word names, as `find_run` finds it; None where the word is a filter."""
    is_bare_id = len(given) >= MIN_BARE_ID_CHARS and bool(reader.ids(PREFIX + given, 1))
    is_run = given == "last" or given.startswith(PREFIX) or is_bare_id
    return find_run(reader, given) if is_run else None


def find_run(reader: Reader, given: str) -> RunSummary:
    """The one run. Raises ValueError that names the candidates where there is not just one."""
    if given == "last":
        newest = reader.runs(limit=1)
        if not newest:
            raise ValueError(
                "no run is recorded yet; watch an agent, or bring runs with `courtside import`"
            )
        return newest[0]
    start = _whole(given)
    ids = reader.ids(start, MAX_IDS_IN_ERROR + 1)
    summary = reader.summary(ids[0] if len(ids) == 1 else start)
    if summary is not None:
        return summary
    if given.isdecimal() and len(given) <= MAX_COUNT_DIGITS:
        raise ValueError(
            f"runs have ids and no numbers such as {given!r}: give an id that `courtside list` "
            "shows, the beginning of one, or last for the newest run"
        )
    if not ids:
        raise ValueError(
            f"no run's id begins with {given!r}; `courtside list` shows the ids, and last is the "
            "newest run"
        )
    named = ", ".join(ids[:MAX_IDS_IN_ERROR])
    more = " and more" if len(ids) > MAX_IDS_IN_ERROR else ""
    raise ValueError(
        f"{given!r} is the beginning of several ids: {named}{more}; give more of the id, or "
        "last for the newest run"
    )


def _whole(named: str) -> str:
    """The kind of an id need not be typed."""
    return named if named.startswith(PREFIX[: len(named)]) else PREFIX + named.removeprefix(PREFIX)
