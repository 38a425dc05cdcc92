"""The command that asks people for labels, and says how far they agree. Judges nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlencode

import click
from rich.console import Console
from rich.text import Text

from courtside.filters import filter_of
from courtside.keys import read_key, read_line, unbuffered
from courtside.printing import as_json, print_json
from courtside.running_daemon import need_daemon, page_url
from courtside.tables import console, plain, print_table
from courtside.verdict_text import age, label, verdict_line
from courtside_bridges.client.daemon_address import call
from courtside_judge.agreement.annotators import Pair, pairs
from courtside_judge.agreement.label_queue import in_order
from courtside_store.blobs import Blobs
from courtside_store.config import Config, Running
from courtside_store.people import login_name
from courtside_store.reading import Reader
from courtside_store.records import Override
from courtside_store.rendering import render_step
from courtside_store.summaries import RunSummary

RUN_KEYS = {"s": "success", "f": "failure", "u": "unsure", "e": "environment-error"}
STEP_KEYS = {
    "g": "goal-reached",
    "t": "towards-the-goal",
    "u": "not-sure",
    "a": "away-from-the-goal",
}
MORE_KEYS = {"n": "note", "b": "back", "space": "next", "q": "quit"}
Question = tuple[str, int | None]
"""A run, and one of its steps or None for the whole run."""


@click.command("label")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--who", metavar="NAME", help="Whose labels these are; your login name by default.")
@click.option("--blind", is_flag=True, help="Hide verdicts until you have labelled the run.")
@click.option("--steps", "each_step", is_flag=True, help="Ask for each step, then for the run.")
@click.option("--agreement", is_flag=True, help="Only show how far people agree (Cohen's kappa).")
@as_json
@click.pass_obj
def label_runs(
    config: Config,
    words: tuple[str, ...],
    who: str | None,
    blind: bool,
    each_step: bool,
    agreement: bool,
    as_json: bool,
) -> None:
    """Label runs by key; the most informative runs come first."""
    if agreement:
        return _print_agreement(config, as_json)
    name = who or login_name()
    running = need_daemon(config)
    with Reader(config) as reader:
        wanted = filter_of(words)
        queue = in_order(reader.runs(wanted, 1_000_000), reader.disputed(), name)
        if not queue:
            raise ValueError(
                f"no run that has ended matches {wanted!r}; `courtside list` lists all runs"
            )
        person = Person(config, running, reader, name, blind, Console(stderr=as_json))
        with unbuffered():
            person.answer(_questions(queue, each_step))
    if as_json:
        shown = {"who": name, "runs": len(queue), "labels": dict(person.given)}
        return print_json(shown)
    person.console.print(f"labels by {name}: {person.given.total()}")
    return None


def _questions(queue: list[RunSummary], each_step: bool) -> list[Question]:
    """The steps before their run, in the order of a live run."""
    return [
        (one.run.id, step)
        for one in queue
        for step in [*(range(1, one.steps + 1) if each_step else ()), None]
    ]


@dataclass
class Person:
    """What one person labels at the terminal, from start to end."""

    config: Config
    running: Running
    reader: Reader
    who: str
    blind: bool
    console: Console
    given: Counter[str] = field(default_factory=Counter)
    _shown: str = ""
    _actions: dict[int, str] = field(default_factory=dict)

    def answer(self, questions: list[Question]) -> None:
        """Asks each until the person quits."""
        at = 0
        while at < len(questions):
            run, step = questions[at]
            if run != self._shown:
                self.console.rule(f"{at + 1} of {len(questions)}")
                self._show(run)
            match self._ask(run, step):
                case "quit":
                    return
                case "back":
                    at = max(0, at - 1)
                    self._shown = ""
                case _:
                    at += 1

    def _ask(self, run: str, step: int | None) -> str:
        """What to do next, once the question is answered or passed over."""
        keys = RUN_KEYS if step is None else STEP_KEYS
        offered = "  ".join(f"{key} {word}" for key, word in (keys | MORE_KEYS).items())
        about = "the run" if step is None else f"step {step}, {self._actions.get(step, 'deleted')}"
        while True:
            self.console.print(Text.assemble((f"{about}? ", "bold"), (offered, "dim")))
            while (key := read_key()).isspace() and key != " ":
                pass  # a line's end, where keys come from a pipe
            if key in keys:
                self._send(run, step, keys[key])
                if step is None and self.blind:
                    self._print_verdict(run)
                return "next"
            match key:
                case "q" | "":
                    return "quit"
                case "b":
                    return "back"
                case " ":
                    return "next"
                case "n":
                    self._send(run, step, None, read_line("note: "))

    def _send(self, run: str, step: int | None, word: str | None, note: str = "") -> None:
        body = {"run": run, "step": step, "label": word, "note": note, "who": self.who}
        call(self.config, self.running, "POST", "/v1/overrides", body)
        if word:
            self.given[word] += 1
            self.console.print(Text.assemble("you: ", label(word)))

    # --- showing

    def _show(self, run: str) -> None:
        """The task, the steps, the answer, the last frame's path and the judge's verdict."""
        self._shown = run
        detail = self.reader.run(run)
        if detail is None:
            raise ValueError(f"run {run} was deleted meanwhile")
        one = detail.summary
        is_shown = not self.blind or self.who in one.people
        shown = self.reader.verdicts(run) if is_shown else {}
        self.console.print(Text(plain(one.run.task) or "(no task)", "bold"))
        self.console.print(Text(f"{run} · {one.source} · {age(one.run.started_at_ms)} ago", "dim"))
        self._actions = {s.index: plain(render_step(s)) for s in self.reader.steps(run)}
        for number, action in self._actions.items():
            verdict = shown.get(number)
            self.console.print(
                Text(f"{number:>3}  {action}  "),
                label(verdict.label, verdict.status) if verdict else "",
            )
        self.console.print(Text(f"answer: {plain(one.run.answer) or '(none)'}"))
        if one.frame:
            last = Blobs(self.config.blobs).path(one.frame)
            self.console.print(Text(f"last frame: {last}", "dim"), soft_wrap=True)
        self.console.print(Text(f"page: {self._link(run)}", "dim"), soft_wrap=True)
        if is_shown:
            self._print_verdict(run)
        self._print_own_labels(detail.overrides)

    def _link(self, run: str) -> str:
        words = {"run": run, "who": self.who} | ({"blind": "on"} if self.blind else {})
        return f"{page_url(self.config, self.running)}&{urlencode(words)}"

    def _print_verdict(self, run: str) -> None:
        detail = self.reader.run(run)
        verdict = detail.verdict if detail else None
        shown = verdict_line(verdict) if verdict else [label(None)]
        self.console.print(Text.assemble("judge: ", *shown))

    def _print_own_labels(self, overrides: tuple[Override, ...]) -> None:
        mine = [one.label for one in overrides if one.who == self.who and one.label]
        if mine:
            self.console.print(Text.assemble("your label before: ", label(mine[-1])))


def _print_agreement(config: Config, as_json: bool) -> None:
    with Reader(config) as reader:
        agreements = pairs(reader.overrides())
    if as_json:
        return print_json(agreements)
    if not agreements:
        return click.echo("no two people have labelled the same run or step yet")
    heads = ("people", "about", "n", "agree", "kappa", "left out")
    print_table(console(), heads, [_row(one) for one in agreements], "left out")
    click.echo("n: what both people decided; left out: what at least one called undecided")
    return None


def _row(one: Pair) -> list[str]:
    names = " and ".join(name or "(no name)" for name in one.people)
    left_out = ", ".join(f"{n} {words}" for words, n in one.left_out.items())
    kappa = "undefined" if one.kappa is None else f"{one.kappa:.2f}"
    return [names, one.about, str(one.n), str(one.agree), kappa, left_out]
