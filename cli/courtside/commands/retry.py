"""`courtside retry`: runs an agent's command, and again with the lessons of its failures."""

from __future__ import annotations

import asyncio
import sys

import click
from rich.text import Text

from courtside.options.debug_port import EXAMPLES, debug_address
from courtside.options.finite_numbers import MAX_COST, MAX_SECONDS, FiniteRange
from courtside.options.run_ids import RunIdType, find_run
from courtside.options.task_options import checked_task
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, plain, print_table
from courtside.output.verdict_text import label
from courtside_bridges.client.daemon_start import find_daemon
from courtside_bridges.web.cdp import check_browser
from courtside_refine.child_processes.command_running import run_reset, split_command
from courtside_refine.retrying.command_agent import CommandAgent
from courtside_refine.retrying.earlier_attempts import LESSON, run_with_lesson
from courtside_refine.retrying.reflexion import reflexion
from courtside_refine.retrying.retry_records import AttemptResult, ReflexionResult
from courtside_store.addresses import MARK
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.rendering import counted, render_percent

NO_DAEMON = "the daemon is not running; `courtside up` starts it"
EARLIER_LESSON = "courtside: an earlier run of this task has a lesson; --after {} begins with it"
TASK_MISSING = "the task is missing; --task says what the agent is to do"
BEST = "attempt {}, {}, was likelier a success than the last"
TASK_CUT = "a secret was cut out of the task of {}, {!r}; --task says it whole"


@click.command()
@click.option("--task", default="", callback=checked_task, help="What the agent is to do.")
@click.option(
    "--cmd",
    "command",
    required=True,
    help="The command that starts the agent, e.g. 'python my_agent.py'.",
)
@click.option(
    "--reset", metavar="CMD", help="Command that resets the app before each further attempt."
)
@click.option(
    "--cdp",
    metavar="PORT|URL",
    callback=debug_address,
    help=f"Watch the browser with this debug port during the attempts: {EXAMPLES}.",
)
@click.option(
    "--max-attempts",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Most attempts, including the first.",
)
@click.option(
    "--max-seconds",
    type=FiniteRange(0, MAX_SECONDS, min_open=True),
    help="Begin no further attempt after this many seconds.",
)
@click.option(
    "--max-tokens",
    type=click.IntRange(1),
    help="Begin no further attempt after the agent reports this many tokens.",
)
@click.option(
    "--timeout",
    type=FiniteRange(0, MAX_SECONDS, min_open=True),
    default=600.0,
    show_default=True,
    help="Seconds for one attempt; then it is ended.",
)
@click.option(
    "--after",
    type=RunIdType(),
    help="Continue after this run, with its lessons; `lesson` is the newest run of this task that "
    "has one, if any.",
)
@click.option(
    "--cost-false-negative",
    type=FiniteRange(0, MAX_COST, min_open=True),
    default=2.0,
    show_default=True,
    help="Cost of calling a success a failure: the retry is needless.",
)
@click.option(
    "--cost-false-positive",
    type=FiniteRange(0, MAX_COST, min_open=True),
    default=1.0,
    show_default=True,
    help="Cost of calling a failure a success: it is not retried.",
)
@click.option("--retry-unknown", is_flag=True, help="Retry runs that the judge calls unknown too.")
@click.option(
    "--allow-irreversible", is_flag=True, help="Retry even after a step that cannot be undone."
)
@click.option(
    "--ask",
    type=FiniteRange(0, MAX_SECONDS),
    default=0.0,
    help="Where no retry follows by itself, wait this many seconds for somebody to press Retry on "
    "the page. Without effect once a limit is reached.",
)
@click.option(
    "--shadow/--no-shadow",
    default=None,
    help="Run the agent once, and only say whether a retry would follow. The default, unless "
    "--reset or --allow-irreversible is given.",
)
@as_json
@click.pass_obj
def retry(
    config: Config,
    task: str,
    command: str,
    reset: str | None,
    cdp: str | None,
    max_attempts: int,
    max_seconds: float | None,
    max_tokens: int | None,
    timeout: float,
    after: str | None,
    cost_false_negative: float,
    cost_false_positive: float,
    retry_unknown: bool,
    allow_irreversible: bool,
    ask: float,
    shadow: bool | None,
    as_json: bool,
) -> None:
    """Run an agent; after a failure run it again with the lessons.

    COURTSIDE_LESSONS has the lessons as text for the agent's prompt; the file that
    COURTSIDE_ATTEMPT names has them as JSON. The agent records itself (`courtside.watch`), or its
    browser is watched (--cdp). Each attempt is judged by --task; where the agent begins its run
    with another task, one line says so. What the agent prints goes to stderr. The exit code is 0
    where the last attempt is a success, else 1.

    \b
    courtside retry --task 'Order two "Tea"' --cmd 'python my_agent.py' --reset 'sh reset.sh'
    """
    agent = CommandAgent(command, config, timeout, cdp)
    words = split_command(reset) if reset else None
    if cdp:
        check_browser(cdp)
    if find_daemon(config) is None:
        raise RuntimeError(NO_DAEMON)
    before, task = _begin(config, after, task)
    result = reflexion(
        agent,
        task,
        reset=(lambda: asyncio.run(run_reset(words, timeout))) if words else None,
        max_attempts=max_attempts,
        max_seconds=max_seconds,
        max_tokens=max_tokens,
        cost_false_negative=cost_false_negative,
        cost_false_positive=cost_false_positive,
        retry_unknown=retry_unknown,
        allow_irreversible=allow_irreversible,
        shadow=shadow,
        ask_s=ask,
        after=before,
        on_attempt=_print_attempt,
        config=config,
    )
    if as_json:
        print_json(result)
    else:
        _print(result)
    sys.exit(0 if result.succeeded else 1)


def _begin(config: Config, after: str | None, task: str) -> tuple[str | None, str]:
    """What to go on after, as `reflexion` takes it, and the task: that run's, if none is said."""
    if after is None or after == LESSON:
        if not task:
            raise click.UsageError(TASK_MISSING)
        if after is None and (earlier := run_with_lesson(config, task)):
            # it may be stale by now: not handed over unasked
            click.echo(EARLIER_LESSON.format(earlier), err=True)
        return after, task
    with Reader(config) as reader:
        found = find_run(reader, after)
    run = found.run
    if not task and not run.task:
        raise click.UsageError(TASK_MISSING)
    if not task and found.source == "import" and MARK in run.task:
        raise click.UsageError(TASK_CUT.format(run.id, run.task))
    return run.id, task or run.task


def _print_attempt(one: AttemptResult) -> None:
    """As it ends."""
    screen = console(stderr=True)
    took = f"attempt {one.number}, {one.took_s:.0f} s: "
    screen.print(Text.assemble(took, _label(one), f"  {plain(one.explanation)}"))


def _label(one: AttemptResult) -> Text:
    return label(one.verdict if one.status == "judged" else one.status)


def _print(result: ReflexionResult) -> None:
    screen = console()
    heads = ("", "run", "verdict", "likely a success", "seconds", "lesson")
    print_table(screen, heads, [_row(one) for one in result.attempts], "lesson")
    made = counted(len(result.attempts), "attempt")
    screen.print(f"{made}; stopped: {plain(result.why)}", soft_wrap=True)
    for why in result.also:
        screen.print(f"it would have stopped anyway: {plain(why)}", soft_wrap=True)
    scores = result.best.score, result.last.score
    if result.best is not result.last and None not in scores:
        screen.print(BEST.format(result.best.number, result.best.run), soft_wrap=True)


def _sentences(*parts: str) -> str:
    """One after the other, each with its full stop."""
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts)


def _row(one: AttemptResult) -> tuple[Text | str, ...]:
    lesson = one.reflection
    lesson_text = _sentences(lesson.observed, f"Try: {lesson.advice}") if lesson else ""
    score = "" if one.score is None else render_percent(one.score)
    return str(one.number), one.run, _label(one), score, f"{one.took_s:.1f}", lesson_text
