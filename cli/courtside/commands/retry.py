"""`courtside retry`: runs an agent's command, and again with the lessons of its failures."""

from __future__ import annotations

import sys

import click
from rich.text import Text

from courtside.finite_numbers import FiniteRange
from courtside.printing import as_json, counted, print_json
from courtside.run_ids import RunId, find_run
from courtside.tables import console, plain, print_table
from courtside.verdict_text import label
from courtside_bridges.client.daemon_address import find_daemon
from courtside_refine.attempts import AttemptResult, ReflexionResult
from courtside_refine.command_agent import CommandAgent, run_reset, split_command
from courtside_refine.retrying import reflexion
from courtside_store.config import Config
from courtside_store.reading import Reader

NO_DAEMON = "the daemon is not running; `courtside up` starts it"
NO_TASK = "the task is missing; --task says what the agent is to do"


@click.command()
@click.option("--task", default="", help="What the agent is to do.")
@click.option(
    "--cmd",
    "command",
    required=True,
    help="The command that starts the agent, e.g. 'python my_agent.py'.",
)
@click.option(
    "--reset", metavar="CMD", help="A command that puts the app back before each further attempt."
)
@click.option(
    "--cdp", metavar="URL", help="Watch the browser with this debug port during the attempts."
)
@click.option(
    "--max-attempts",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Limit of attempts, the first among them.",
)
@click.option(
    "--max-seconds",
    type=FiniteRange(0, min_open=True),
    help="Begin no further attempt after this many seconds.",
)
@click.option(
    "--max-tokens",
    type=int,
    help="Begin no further attempt after the agent reports this many tokens.",
)
@click.option(
    "--timeout",
    type=FiniteRange(0, min_open=True),
    default=600.0,
    show_default=True,
    help="Seconds for one attempt; then it is ended.",
)
@click.option("--after", type=RunId(), help="Continue after this run, with its lessons.")
@click.option("--cost-lost-success", type=float, default=2.0, help="Cost of retrying a success.")
@click.option(
    "--cost-missed-failure", type=float, default=1.0, help="Cost of not retrying a failure."
)
@click.option("--retry-unknown", is_flag=True, help="Retry runs that the judge calls unknown too.")
@click.option(
    "--allow-irreversible", is_flag=True, help="Retry even after a step that cannot be undone."
)
@click.option(
    "--ask",
    type=FiniteRange(0),
    default=0.0,
    help="Where the rules say no, wait this many seconds for Retry on the page.",
)
@click.option(
    "--shadow", is_flag=True, help="Run the agent once, and only say whether a retry would follow."
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
    cost_lost_success: float,
    cost_missed_failure: float,
    retry_unknown: bool,
    allow_irreversible: bool,
    ask: float,
    shadow: bool,
    as_json: bool,
) -> None:
    """Run an agent, and again with the lessons of its failures.

    COURTSIDE_LESSONS has the lessons as text for the agent's prompt; the file that
    COURTSIDE_ATTEMPT names has them as JSON. The agent records itself (`courtside.watch`), or its
    browser is watched (--cdp). What it prints goes to stderr. The exit code is 0 where the last
    attempt is a success, else 1.

    \b
    courtside retry --task 'Order two "Tea"' --cmd 'python my_agent.py' --reset 'sh reset.sh'
    """
    agent = CommandAgent(command, config, timeout, cdp)
    words = split_command(reset) if reset else None
    if find_daemon(config) is None:
        raise RuntimeError(NO_DAEMON)
    before, task = _begin(config, after, task)
    result = reflexion(
        agent,
        task,
        reset=(lambda: run_reset(words, timeout)) if words else None,
        max_attempts=max_attempts,
        max_seconds=max_seconds,
        max_tokens=max_tokens,
        cost_lost_success=cost_lost_success,
        cost_missed_failure=cost_missed_failure,
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
    """The run to go on after, and the task: that run's, where none is given."""
    if after is None:
        if not task:
            raise click.UsageError(NO_TASK)
        return None, task
    with Reader(config) as reader:
        run = find_run(reader, after).run
    if not task and not run.task:
        raise click.UsageError(NO_TASK)
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
    heads = ("", "run", "verdict", "likely success", "seconds", "lesson")
    print_table(screen, heads, [_row(one) for one in result.attempts], "lesson")
    made = counted(len(result.attempts), "attempt")
    screen.print(f"{made}; stopped ({result.stopped}): {plain(result.why)}", soft_wrap=True)


def _row(one: AttemptResult) -> tuple[Text | str, ...]:
    lesson = one.reflection
    lesson_text = f"{lesson.observed} Try: {lesson.advice}" if lesson else ""
    score = "" if one.score is None else f"{one.score:.0%}"
    return str(one.number), one.run, _label(one), score, f"{one.took_s:.1f}", lesson_text
