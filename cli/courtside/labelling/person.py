"""Asks one person for labels at the terminal, by single keys. Knows no command and no options."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from rich.console import Console
from rich.text import Text

from courtside.labelling.keys import read_key, read_line
from courtside.output.terminal_tables import plain
from courtside.output.verdict_text import age, label, verdict_line
from courtside.running_daemon import page_url
from courtside_bridges.client.control_api import call
from courtside_judge.perception.read_before import read_before
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.images import check_image
from courtside_store.reading import Reader
from courtside_store.records import Override
from courtside_store.rendering import render_step

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


@dataclass
class Person:
    """The person who labels at the terminal, from start to end."""

    config: Config
    running: Running
    reader: Reader
    who: str
    blind: bool
    console: Console
    pictures: Path
    """A folder for copies of frames."""
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
        self._print_question(about, offered)
        is_explained = False
        while True:
            key = read_key()
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
                    self._print_question(about, offered)
                case _ if not is_explained:  # once: an arrow key sends three
                    self.console.print(Text(f"that key does nothing here; the keys are: {offered}"))
                    is_explained = True

    def _print_question(self, about: str, offered: str) -> None:
        self.console.print(Text.assemble((f"{about}? ", "bold"), (offered, "dim")))

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
        history = self.reader.run(run)
        if history is None:
            raise ValueError(f"run {run} was deleted meanwhile")
        one = history.summary
        is_shown = not self.blind or self.who in one.people
        shown = self.reader.verdicts(run) if is_shown else {}
        self.console.print(Text(plain(one.run.task) or "(no task)", "bold"))
        self.console.print(Text(f"{run} · {one.source} · {age(one.run.started_at_ms)} ago", "dim"))
        steps = map(read_before(self.config), self.reader.steps(run))
        self._actions = {step.index: plain(render_step(step)) for step in steps}
        for number, action in self._actions.items():
            verdict = shown.get(number)
            self.console.print(
                Text(f"{number:>3}  {action}  "),
                label(verdict.label, verdict.status) if verdict else "",
            )
        self.console.print(Text(f"answer: {plain(one.run.answer) or '(none)'}"))
        if one.frame and (last := self._picture(one.frame)):
            self.console.print(Text(f"last frame: {last}", "dim"), soft_wrap=True)
        self.console.print(Text(f"page: {self._link(run)}", "dim"), soft_wrap=True)
        if is_shown:
            self._print_verdict(run)
        self._print_own_labels(history.overrides)

    def _picture(self, sha: str) -> Path | None:
        """A copy of a frame under a name that viewers open, until labelling ends; None where the
        frame is gone or damaged.
        """
        data = Blobs(self.config.blobs).read(sha)
        try:
            ending = check_image(data or b"").partition("/")[2]
        except ValueError:
            return None
        file = self.pictures / f"last-frame-{sha[:12]}.{ending}"
        file.write_bytes(data or b"")
        return file

    def _link(self, run: str) -> str:
        words = {"run": run, "who": self.who} | ({"blind": "on"} if self.blind else {})
        return f"{page_url(self.config, self.running)}&{urlencode(words)}"

    def _print_verdict(self, run: str) -> None:
        history = self.reader.run(run)
        verdict = history.verdict if history else None
        shown = verdict_line(verdict) if verdict else [label(None)]
        self.console.print(Text.assemble("judge: ", *shown))

    def _print_own_labels(self, overrides: tuple[Override, ...]) -> None:
        mine = [one.label for one in overrides if one.who == self.who and one.label]
        if mine:
            self.console.print(Text.assemble("your label before: ", label(mine[-1])))
