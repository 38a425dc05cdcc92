"""Labelling at a real terminal, with a real daemon behind it."""

from __future__ import annotations

import asyncio
import codecs
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pages import seed

from courtside_bridges.client.control_api import call
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.login_name import login_name
from courtside_store.reading import Reader
from courtside_store.records import Override, PersonLabel

WAIT_S = 60.0


@pytest.fixture
def two(config: Config) -> list[str]:
    """A failure, and a newer success; each of two steps."""
    return seed(config, 2, 2)


def command(config: Config, *words: str) -> list[str]:
    return [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), *words]


async def courtside(config: Config, *words: str, keys: str = "", code: int = 0) -> Any:
    """The command with its keys from a pipe."""
    done = await asyncio.to_thread(
        subprocess.run,
        command(config, *words),
        input=keys,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert done.returncode == code, (done.stdout, done.stderr)
    return done


class Terminal:
    """A pseudo-terminal with the command in it: what it says is read, keys are pressed."""

    def __init__(self, *words: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            words,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "COLUMNS": "200", "TERM": "xterm"},
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        """A read may end within a character."""

    def until(self, words: str) -> str:
        """Everything said up to and with these words."""
        raw, end = "", time.monotonic() + WAIT_S
        while words not in (output := re.sub(r"\x1b\[[0-9;]*m", "", raw)):
            ready, _, _ = select.select([self._ours], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} did not come: {output}"
            raw += self._decoder.decode(os.read(self._ours, 4096))
        return output

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def close(self) -> int:
        code = self.process.wait(WAIT_S)
        os.close(self._ours)
        return code


def labels(config: Config) -> list[tuple[str, int | None, str | None, str]]:
    with Reader(config) as reader:
        return [(one.run, one.step, one.label, one.who) for one in reader.overrides()]


async def test_blind_at_a_terminal_the_verdict_comes_after_the_word(
    two: list[str], config: Config, daemon: Running
) -> None:
    def label_two() -> tuple[str, str, int]:
        terminal = Terminal(*command(config, "label", "--who", "ann", "--blind"))
        before = terminal.until("q quit")
        terminal.press("n")
        terminal.until("note: ")
        terminal.press("odd pafe\x7f\x7fge\n")  # put right with the erase key
        terminal.until("q quit")
        terminal.press("f")
        after = terminal.until("q quit")
        terminal.press("q")
        return before, after, terminal.close()

    before, after, code = await asyncio.to_thread(label_two)
    assert code == 0
    assert "task 1" in before and 'click button "Save"' in before and "last frame: /" in before
    assert re.search(r"last frame: /\S+\.(jpeg|png|webp)\b", before)
    assert "blind=on" in before and "who=ann" in before
    assert "judge:" not in before and "90 %" not in before and "towards" not in before
    assert "you: failure" in after and "judge: success · 90 % likely a success" in after
    assert "task 0" in after and "judge: failure" not in after
    assert labels(config) == [(two[1], None, "failure", "ann")]
    with Reader(config) as reader:
        history = reader.run(two[1])
        assert history is not None and history.overrides[0].note == "odd page"


async def test_a_key_that_does_nothing_is_answered_once_with_the_keys_that_do(
    two: list[str], config: Config, daemon: Running
) -> None:
    def press_others() -> str:
        terminal = Terminal(*command(config, "label", "--who", "ann"))
        terminal.until("q quit")
        terminal.press("\n\x1b[Ax")  # Enter, an arrow, a letter
        terminal.until("the keys are: s success  f failure  u unsure")
        terminal.press("zs")
        after = terminal.until("task 0")
        terminal.press("q")
        assert terminal.close() == 0
        return after

    assert "the keys are" not in await asyncio.to_thread(press_others)
    done = await courtside(config, "label", keys="zzs\nq")
    assert done.stdout.count("that key does nothing here; the keys are: s success") == 1
    assert [label for *_, label, _ in labels(config)] == ["success", "success"]


async def test_keys_answer_go_back_and_take_notes(
    two: list[str], config: Config, daemon: Running
) -> None:
    done = await courtside(config, "label", "--json", keys="\nubenwrong page\n q")
    assert json.loads(done.stdout) == {
        "who": login_name(),
        "runs": 2,
        "labels": {"unsure": 1, "environment-error": 1},
    }
    assert (
        "judge: success · 90 % likely a success" in done.stderr
        and "your label before: unsure" in done.stderr
    )
    assert labels(config) == [(two[1], None, "environment-error", login_name())]
    with Reader(config) as reader:
        history = reader.run(two[0])
        assert history is not None and [one.note for one in history.overrides] == ["wrong page"]
    status = await asyncio.to_thread(call, config, daemon, "GET", "/v1/status")
    assert (status["agree"], status["overrides"]) == (
        0,
        0,
    )  # neither answer is a success or failure
    again = await courtside(config, "label", keys="q")
    assert again.stdout.index("task 0") and "task 1" not in again.stdout  # mine go to the end


async def test_each_step_is_asked_before_its_run(
    two: list[str], config: Config, daemon: Running
) -> None:
    await courtside(config, "label", "verdict:failure", "--steps", "--blind", keys="gaf")
    mine = login_name()
    assert labels(config) == [
        (two[0], 1, "goal-reached", mine),
        (two[0], 2, "away-from-the-goal", mine),
        (two[0], None, "failure", mine),
    ]


async def test_what_cannot_be_labelled_is_said_in_one_line(config: Config) -> None:
    seed(config, 1)
    stderr = (await courtside(config, "label", code=1)).stderr
    assert stderr == "courtside: the daemon is not running; `courtside up` starts it\n"


async def test_a_filter_that_nothing_passes_names_itself(
    two: list[str], config: Config, daemon: Running
) -> None:
    stderr = (await courtside(config, "label", "agent:nobody", code=1)).stderr
    assert stderr.startswith("courtside: no run that has ended matches 'agent:nobody'")
    assert stderr.count("\n") == 1


async def test_a_label_that_is_none_is_refused_with_those_that_are(
    two: list[str], config: Config, daemon: Running
) -> None:
    for body, named in (
        ({"run": two[0], "label": "not-sure"}, "environment-error"),
        ({"run": two[0], "step": 1, "label": "unsure"}, "not-sure"),
    ):
        with pytest.raises(OSError, match=named):
            await asyncio.to_thread(call, config, daemon, "POST", "/v1/overrides", body)


async def test_agreement_needs_no_daemon(config: Config, tmp_path: Path) -> None:
    runs = seed(config, 4)
    with Store.open(config) as store:
        said: dict[str, tuple[PersonLabel, ...]] = {
            "ann": ("success", "success", "failure", "failure"),
            "bob": ("success", "failure", "failure", "unsure"),
        }
        for who, words in said.items():
            for run, word in zip(runs, words, strict=True):
                store.add_override(Override(run=run, label=word, who=who, at_ms=1))
    (pair,) = json.loads((await courtside(config, "label", "--agreement", "--json")).stdout)
    assert pair == {
        "people": ["ann", "bob"],
        "about": "runs",
        "n": 3,
        "agree": 2,
        "kappa": pytest.approx(0.4),
        "left_out": {"unsure": 1},
    }
    table = (await courtside(config, "label", "--agreement")).stdout
    assert "ann and bob" in table and "0.40" in table and "1 unsure" in table


async def test_at_the_end_it_says_what_the_labels_are_good_for(
    two: list[str], config: Config, daemon: Running
) -> None:
    nothing = await courtside(config, "label", keys="q")
    assert "next: `courtside label` asks again" in nothing.stdout
    one = await courtside(config, "label", keys="sq")
    assert "1 labelled run in all; next: `courtside agreement` says" in one.stdout
    assert "`courtside learn` needs 9 more labelled runs, 2 more successes" in one.stdout
