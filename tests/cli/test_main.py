"""The command's face: help for a newcomer, completion, and one line for whatever goes wrong."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError

import click
import msgspec
import pytest
from click.testing import CliRunner
from labels import filled
from screens import a_button, a_click, a_run, a_screen

from courtside import main as courtside_main
from courtside.commands.config import setting_sources
from courtside.errors import one_line
from courtside.main import COMMANDS, cli
from courtside_store.config import Config
from courtside_store.reading import Reader

STEPS = a_run((a_click("Go"), a_screen(a_button("Done"))), start=a_screen(a_button("Go")))
COURTSIDE = [sys.executable, "-m", "courtside"]


def courtside(
    *words: str, stdin: int = subprocess.DEVNULL, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own."""
    return subprocess.run(
        [*COURTSIDE, *words],
        env={**os.environ, **(environ or {})},
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_alone_it_tells_a_newcomer_what_to_do_first() -> None:
    done = courtside()
    first = (done.stdout + done.stderr).split("Options:")[0]
    for word in ("courtside demo", "courtside up", "courtside url", "courtside watch"):
        assert word in first
    assert done.returncode == 2


def test_help_and_version_are_taken_as_words_too() -> None:
    def output(*words: str) -> str:
        done = CliRunner().invoke(cli, words)
        assert done.exit_code == 0
        return done.output

    assert output("help") == output("--help") and "Judge" in output("help")
    assert output("help", "list") == output("list", "--help")
    assert output("version") == output("--version")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("list", "--verdict", "success"), "`courtside list verdict:success`"),
        (("list", "--failure"), "`courtside list verdict:failure`"),
        (("list", "--steps", "3"), "`courtside list 'steps>0'`"),
        (("export", "--verdict", "success"), "`courtside export verdict:success`"),
        (("show", "--last"), "`courtside show last`"),
    ],
)
def test_an_option_that_is_meant_as_a_filter_is_told_how_to_write_it(
    words: tuple[str, ...], told: str
) -> None:
    done = courtside(*words)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert told in line and "Did you mean" not in line


def test_each_word_is_listed_once_with_its_whole_short_help() -> None:
    output = CliRunner().invoke(cli, ["--help"], terminal_width=80).output
    for heading, words in COMMANDS.items():
        assert f"{heading}:" in output
        for word in words:
            assert output.count(f"\n  {word} ") == 1
    assert "..." not in output.split("First steps:")[1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("lst",), "There is no command 'lst'. Did you mean `courtside list`?"),
        (("explain", "last"), "There is no command 'explain'. Did you mean `courtside show`?"),
        (("model", "get", "smollm2"), "no command 'get'. Did you mean `courtside model pull`?"),
        (("model", "usse", "x"), "no command 'usse'. Did you mean `courtside model use`?"),
        (("show", "--everything"), "see `courtside show --help`"),
        (("--data-dir", __file__, "list"), "test_main.py' is a file; see `courtside --help`"),
        (("up", "--port", "http"), "'http' is not a whole number; see `courtside up --help`"),
        (("export", "--min-score", "x", "--out", "y"), "'x' is not a number; see"),
        (("up", "--port", "70000"), "70000 is not in the range 0<=x<=65535"),
        (("list", "--limit", "0"), "--limit"),
        (("export",), "Missing option '--out'"),
        (("purge",), "give a FILTER of the runs to delete, or --all"),
        (("search", " "), "the words are empty; give a word to search for"),
        (
            ("list", "-agent:x"),
            "a filter with a minus comes after --, e.g. courtside list -- -agent:x",
        ),
        (("purge", "--yes", ""), "a FILTER is empty"),
        (("completion", "tcsh"), "'bash', 'zsh', 'fish'"),
    ],
)
def test_a_wrong_word_is_one_line_that_names_the_right_ones(
    words: tuple[str, ...], why: str
) -> None:
    done = courtside(*words)
    (line,) = done.stderr.splitlines()
    assert line.startswith("courtside: ") and why in line and done.returncode == 2


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.ENOSPC, "No space left", "/data/x"), "/data/x: the disk is full"),
        (
            OSError(errno.EFBIG, "File too large", "/x"),
            "/x: File too large for this shell; `ulimit -f`",
        ),
        (sqlite3.OperationalError("database or disk is full"), "; free some space"),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "/x: permission denied"),
        (OSError(errno.EADDRINUSE, "in use"), "the port is taken; --port names another"),
        (sqlite3.DatabaseError("database disk image is malformed"), "it is damaged"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "--data-dir"),
        (msgspec.DecodeError("JSON is malformed"), "JSON is malformed"),
        (ValueError("one\n  two"), "one two"),
        (RuntimeError(), "RuntimeError"),
        (TimeoutError("timed out"), "no answer in time; `courtside status`"),
        (URLError(ConnectionRefusedError(111, "refused")), "no answer (refused); `courtside doc"),
        (ExceptionGroup("several", [ExceptionGroup("x", [OSError("deep")])]), "deep"),
        (click.ClickException("no file"), "no file"),
    ],
)
def test_what_a_person_can_mend_is_one_line(error: BaseException, why: str) -> None:
    line = one_line(error)
    assert line is not None and why in line and "\n" not in line


@pytest.mark.parametrize("words", ["database or disk is full", "disk I/O error"])
def test_a_limit_of_the_shell_is_named_where_the_database_has_no_room(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (20_480, 20_480))
    line = one_line(sqlite3.OperationalError(words))
    assert line is not None and "`ulimit -f`" in line and "or the disk is full" in line


@pytest.mark.parametrize(
    "words",
    [
        ("import", ""),
        ("tasks", ""),
        ("export", "--judge", "", "--out", "x"),
        ("export", "--out", ""),
        ("judge", "--judge", ""),
        ("learn", "--forget", "--agent", ""),
        ("label", "--who", ""),
        ("captions", "review", ".", "--who", ""),
        ("learn", "--site", ""),
        ("model", "use", ""),
        ("watch", "--cdp", ""),
    ],
)
def test_an_empty_word_is_not_taken_for_everything(config: Config, words: tuple[str, ...]) -> None:
    asked = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *words])
    assert asked.exit_code == 2 and "it is empty; give one, or leave it out" in asked.output


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("watch", "--cdp", "http://ann:hunter2@127.0.0.1:9"), "***@127.0.0.1:9"),
        (("watch", "--cdp", "ws://ann:hunter2@127.0.0.1:9/x"), "***@127.0.0.1:9"),
        (("watch", "--cdp", "ws:/ann:hunter2@127.0.0.1:9"), "***@127.0.0.1:9"),
        (("model", "use", "http://ann:hunter2@127.0.0.1:9/v1"), "***@127.0.0.1:9"),
        (
            ("android", "--appium", "http://ann:hunter2@127.0.0.1:9", "--session", "x"),
            "no Appium server answers at http://127.0.0.1:9 ",
        ),
        (("doctor", "android", "--appium", "http://ann:hunter2@127.0.0.1:9"), "***@127.0.0.1:9"),
        (
            ("ios", "--companion", "http://ann:hunter2@127.0.0.1:9"),
            "a companion takes no user or password; expected HOST:PORT",
        ),
    ],
)
def test_a_password_in_an_address_is_not_printed(
    config: Config, words: tuple[str, ...], shown: str
) -> None:
    asked = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *words])
    line = one_line(asked.exception) if asked.exception else ""
    said = f"{asked.output}{line}"
    assert shown in said and "hunter2" not in said and "ann:" not in said


def test_a_line_has_nothing_that_a_terminal_would_obey() -> None:
    assert one_line(ValueError("no run \x1b[31mred\u202e\x07 here")) == "no run [31mred here"


def test_a_fault_of_ours_keeps_its_traceback() -> None:
    assert one_line(KeyError("x")) is None
    assert one_line(ExceptionGroup("several", [TypeError("x")])) is None


@pytest.mark.parametrize("words", ["list", "list --json", "show", "search Go", "config"])
def test_a_pipe_that_nobody_reads_ends_it_without_a_word(config: Config, words: str) -> None:
    filled(config, 2, STEPS)
    unread, pipe = os.pipe()
    os.close(unread)
    done = subprocess.run(
        [*COURTSIDE, "--data-dir", str(config.data_dir), *words.split()],
        stdout=pipe,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(pipe)
    assert done.returncode == 1
    assert done.stderr.decode() in ("", f"read from: {', '.join(setting_sources())}\n")


def test_no_color_is_obeyed_in_a_terminal(tmp_path: Path) -> None:
    coloured, plain = (in_terminal(tmp_path, **more) for more in ({}, {"NO_COLOR": "1"}))
    assert b"\x1b[32mok" in coloured and b"\x1b[" not in plain and b"ok" in plain


def in_terminal(data: Path, **environ: str) -> bytes:
    """What `courtside doctor ios` writes to a terminal."""
    ours, theirs = pty.openpty()
    known = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with subprocess.Popen(
        [*COURTSIDE, "--data-dir", str(data), "doctor", "android"],
        env={**known, "TERM": "xterm", **environ},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        output = b""
        while piece := _read(ours):
            output += piece
    os.close(ours)
    return output


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # the other end is closed
        return b""


def test_ctrl_c_at_a_question_is_one_line_and_nothing_is_done(config: Config) -> None:
    filled(config, 2, STEPS)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COURTSIDE, "--data-dir", str(config.data_dir), "purge", "--all"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as asking:
        os.close(theirs)
        output = b""
        while b"Delete 2 runs with 2 steps" not in output:
            output += _read(ours)
        while asking.poll() is None:  # the first may come before it waits for the answer
            asking.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                asking.wait(5)
        while piece := _read(ours):
            output += piece
    os.close(ours)
    assert asking.returncode == 130
    assert output.splitlines()[-1] == b"courtside: cancelled" and b"Traceback" not in output
    with Reader(config) as reader:
        assert reader.counts().runs == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_lines_that_it_understands(shell: str) -> None:
    done = courtside("completion", shell)
    assert done.returncode == 0 and "_COURTSIDE_COMPLETE" in done.stdout
    if shell == "bash":
        check = ["bash", "-n", "-c", done.stdout]
        assert subprocess.run(check, capture_output=True, check=False).returncode == 0


def test_the_shell_completes_words_options_and_run_ids(config: Config) -> None:
    (run,) = filled(config, 1, STEPS)
    asked = {"_COURTSIDE_COMPLETE": "bash_complete", "COURTSIDE_DATA_DIR": str(config.data_dir)}
    for line, wanted in (("courtside agr", "agreement"), ("courtside show run_", run)):
        words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        done = courtside(environ=asked | words)
        assert wanted in done.stdout, line


def test_every_answer_in_json_goes_through_the_one_printer() -> None:
    """So that no field is left out anywhere: what a command prints is not encoded beside it."""
    folder = Path(courtside_main.__file__).parent
    encoded = re.compile(r"(echo|print)\([^\n]*(json\.encode|json\.dumps|wire\.encode)")
    found = {file.name for file in folder.rglob("*.py") if encoded.search(file.read_text())}
    assert found == {"printing.py"}


def test_a_data_folder_that_is_named_after_the_command_is_told_where_it_belongs() -> None:
    context = click.Context(cli.get_command(click.Context(cli), "up"), info_name="up")  # type: ignore[arg-type]
    line = one_line(click.NoSuchOption("--data-dir", ctx=context))
    assert line is not None and "`courtside --data-dir FOLDER ...`" in line
