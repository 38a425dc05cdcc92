"""The attempt that an agent makes: who is told of it, and what a command tells of itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from builders import RUN

from courtside_bridges.client.attempt import (
    FILE_VARIABLE,
    Attempt,
    current_attempt,
    newest_lessons,
    report_file,
    write_attempt,
)
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.records import Reflection

LESSONS = tuple(Reflection(run=RUN, text=text, at_ms=1) for text in ("first", "second"))


def first_message(run: LinkedRun) -> wire.RunBegin:
    return run._begin(seq=1, at_ms=1)


def test_outside_of_an_attempt_there_is_none() -> None:
    assert current_attempt({}) is None


def test_within_one_a_run_takes_its_number_parent_and_task_unless_it_has_its_own(
    config: Config,
) -> None:
    link = open_link("agent", config)
    with Attempt("Buy", 2, RUN).current() as attempt:
        runs = [LinkedRun(link), LinkedRun(link, "Sell", attempt=5)]
    assert [(one.task, one.attempt, one.parent_run) for one in map(first_message, runs)] == [
        ("Buy", 2, RUN),
        ("Sell", 5, None),
    ]
    assert attempt.runs == [run.run for run in runs]
    assert first_message(LinkedRun(link)).attempt == 1
    link.hang_up()


def test_a_command_finds_its_attempt_in_the_file_and_tells_of_itself_beside_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "attempt.json"
    write_attempt(file, Attempt("Buy", 3, RUN, LESSONS))
    assert file.stat().st_mode & 0o077 == 0
    found = current_attempt({FILE_VARIABLE: str(file)})
    assert found is not None and found.text == "first\n\nsecond"
    assert (found.task, found.number, found.parent_run) == ("Buy", 3, RUN)
    found.add_run(RUN)
    found.use_tokens(7)
    attempt = Attempt("Buy")
    attempt.take_report(report_file(file))
    assert (attempt.runs, attempt.tokens) == ([RUN], 7)


@pytest.mark.parametrize("count", [-5, float("nan"), 1.5, "7", None])
def test_tokens_that_are_no_number_of_tokens_are_refused(count: Any) -> None:
    attempt = Attempt("Buy")
    with pytest.raises(ValueError, match="expected a whole number from 0 on"):
        attempt.use_tokens(count)
    assert attempt.tokens == 0


def test_a_report_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    report = tmp_path / "report"
    lines = (b"tokens many", b"\xff\xfe", b"tokens 99999999999999999", b"run ../x", b"run ")
    report.write_bytes(b"\n".join((f"run {RUN}".encode(), *lines)))
    attempt = Attempt("Buy")
    attempt.take_report(report)
    assert (attempt.runs, attempt.tokens) == ([RUN], 0)


def test_of_an_endless_report_only_the_beginning_is_read(tmp_path: Path) -> None:
    report = tmp_path / "report"
    report.write_text(f"run {RUN}\n")
    os.truncate(report, 10**12)  # takes no room on the disk
    attempt = Attempt("Buy")
    attempt.take_report(report)
    assert attempt.runs == [RUN]


@pytest.mark.parametrize(
    ("max_bytes", "text"), [(13, "first\n\nsecond"), (12, "second"), (6, "second"), (3, "sec")]
)
def test_where_not_all_lessons_fit_the_newest_are_kept(max_bytes: int, text: str) -> None:
    assert newest_lessons(LESSONS, max_bytes) == text
    assert newest_lessons((), max_bytes) == ""


@pytest.mark.parametrize("content", [None, b"no json", b"{}"])
def test_a_file_that_cannot_be_read_is_said_once_and_the_run_is_recorded_by_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes | None
) -> None:
    file = tmp_path / "attempt.json"
    if content is not None:
        file.write_bytes(content)
    assert current_attempt({FILE_VARIABLE: str(file)}) is None
    assert len(caplog.records) == 1 and str(file) in caplog.text


def test_the_task_that_was_given_is_judged_and_another_one_of_the_agents_is_said(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link("agent", config)
    with Attempt("Buy  two").current():
        same, other = LinkedRun(link, "Buy two"), LinkedRun(link, "Sell.\nAn earlier attempt ...")
    link.hang_up()
    assert first_message(same).task == first_message(other).task == "Buy  two"
    lines = [record.getMessage() for record in caplog.records]
    (line,) = [one for one in lines if "the agent names the task" in one]
    assert "the agent names the task 'Sell. ...';" in line and "'Buy  two'" in line


def test_an_attempt_without_a_task_has_the_agents() -> None:
    assert Attempt("").judged_task("Sell") == "Sell"
