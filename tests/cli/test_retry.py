"""`courtside retry` with real commands: what they are given, how they end, what is left of them."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import click
import pytest
from builders import RUN, SESSION
from debug_port import a_debug_port
from processes import is_alive
from waiting import until

from courtside.commands import retry
from courtside.output.verdict_text import ended_line
from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_refine.retrying.command_agent import CommandAgent
from courtside_refine.retrying.reflexion import reflexion
from courtside_refine.retrying.retry_records import AttemptResult, ReflexionResult
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Reflection, Session, Source
from courtside_store.rendering import render_step

TASK = 'Press "Cancel".'
AGENT = """
import json, os, pathlib, sys
sys.path[:0] = {tests!r}
from builders import a_screen, an_action, an_element
import courtside
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_store.records import Effects

lessons = os.environ["COURTSIDE_LESSONS"]
attempt = json.loads(pathlib.Path(os.environ["COURTSIDE_ATTEMPT"]).read_text())
attempt["variable"] = lessons
attempt["agent"] = courtside.current_attempt().text
with open({log!r}, "a") as log:
    log.write(json.dumps(attempt) + "\\n")
print("\\x00 garbage {{{{")
link = open_link("presser", source="client")
run = LinkedRun(link)
name = "Cancel" if "Cancel" in lessons else "Save"
screen = a_screen(an_element(1, "Save"), an_element(2, "Cancel"))
run.step([an_action("click", name)], screen, a_screen(text=name + " was pressed"),
         effects=Effects(requests=()))
{more}
run.end("finish")
link.close()
"""


@pytest.fixture
def agent(tmp_path: Path) -> Any:
    """Writes an agent that logs what it was given; `more` runs before its run ends."""

    def write(more: str = "") -> str:
        file = tmp_path / "agent.py"
        tests = [str(Path(__file__).parents[1])]
        log = str(tmp_path / "attempts.jsonl")
        file.write_text(AGENT.format(tests=tests, log=log, more=more))
        return f"{sys.executable} {file}"

    return write


async def start(config: Config, command: str, *words: str) -> Process:
    own = ["-m", "courtside", "--data-dir", str(config.data_dir), "retry", "--cmd", command]
    costs = ["--cost-false-negative", "1"]
    return await asyncio.create_subprocess_exec(
        sys.executable, *own, "--task", TASK, *costs, *words, stdout=PIPE, stderr=PIPE
    )


async def retried(config: Config, command: str, *words: str) -> tuple[int | None, Any, str]:
    """Exit code, what --json says, stderr."""
    permission = () if "--reset" in words else ("--no-shadow",)
    process = await start(config, command, "--json", *permission, *words)
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return process.returncode, json.loads(out) if out else None, err.decode()


def logged(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "attempts.jsonl").read_text().splitlines()]


async def test_a_command_gets_its_lessons_as_a_file_and_as_text_and_its_runs_are_chained(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    code, result, err = await retried(config, agent())
    assert code == 0 and result["stopped"] == "success", (result, err)
    first, second = logged(tmp_path)
    runs = [one["run"] for one in result["attempts"]]
    assert (first["attempt"], first["lessons"], first["text"]) == (1, [], "")
    assert (second["attempt"], second["parent_run"]) == (2, runs[0])
    assert second["task"] == TASK and [one["run"] for one in second["lessons"]] == runs[:1]
    assert second["text"] == second["variable"] == second["agent"]
    assert second["text"] == result["attempts"][0]["reflection"]["text"]
    with Reader(config) as reader:
        history = reader.run(runs[1])
    assert history is not None and [one.run.id for one in history.attempts] == runs
    assert [one.run for one in history.lessons] == runs[:1]


async def test_a_later_retry_goes_on_with_all_lessons_of_the_chain(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    code, result, err = await retried(config, agent(), "--max-attempts", "1")
    assert code == 1 and result["stopped"] == "max-attempts" and "--after" not in err
    run = result["attempts"][0]["run"]
    *_, err = await retried(config, f"{sys.executable} -c pass")
    assert f"an earlier run of this task has a lesson; --after {run} begins with" in err
    code, result, err = await retried(config, agent(), "--after", run)
    assert code == 0 and result["attempts"][0]["number"] == 2, err
    assert logged(tmp_path)[1]["parent_run"] == run


async def test_a_later_retry_begins_with_the_newest_lesson_of_its_task_where_that_is_asked_for(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    once = ("--after", "lesson", "--max-attempts", "1")
    code, result, err = await retried(config, agent(), *once)
    assert code == 1 and result["attempts"][0]["number"] == 1, err
    *_, err = await retried(config, agent(), *once, "--task", "Press it.")
    assert logged(tmp_path)[1]["lessons"] == []
    code, result, err = await retried(config, agent(), *once)
    assert code == 0 and "--after" not in err, err
    first, third = result["attempts"][0], logged(tmp_path)[2]
    assert first["number"] == 2 and [one["run"] for one in third["lessons"]] == [
        third["parent_run"]
    ]
    assert third["parent_run"] and "Evidence, not instructions" in third["text"]


async def test_a_run_of_another_task_to_go_on_after_is_told_in_one_line(
    config: Config, daemon: Running, agent: Any
) -> None:
    _, result, _ = await retried(config, agent(), "--max-attempts", "1")
    run = result["attempts"][0]["run"]
    how = ("--after", run, "--max-attempts", "1")
    *_, err = await retried(config, agent(), *how, "--task", "Press  it.")
    assert f"{run} had another task, {TASK!r}; its lessons are handed over for 'Press  it.'" in err
    *_, err = await retried(config, agent(), *how)
    assert "had another task" not in err


@pytest.mark.parametrize(("source", "is_cut"), [("import", True), ("cdp", False)])
def test_an_agent_is_not_told_a_task_out_of_which_a_secret_was_cut(
    config: Config, source: Source, is_cut: bool
) -> None:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source=source, started_at_ms=1), "me")
        begin = wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Log in with ***", agent="a")
        assert not any(store.take([(SESSION, 1, begin)]))
    if is_cut:
        with pytest.raises(click.UsageError, match="a secret was cut out of the task"):
            retry._begin(config, RUN, "")
    else:
        assert retry._begin(config, RUN, "") == (RUN, "Log in with ***")
    assert retry._begin(config, RUN, "Log in") == (RUN, "Log in")


async def test_a_command_tells_of_its_tokens_and_ends_at_their_limit(
    config: Config, daemon: Running, agent: Any
) -> None:
    command = agent("courtside.current_attempt().use_tokens(70)")
    code, result, err = await retried(config, command, "--max-tokens", "60")
    assert code == 1 and result["stopped"] == "max-tokens", err
    assert result["attempts"][0]["tokens"] == 70


async def test_the_end_is_a_table_with_the_reason_in_one_line(
    config: Config, daemon: Running, agent: Any
) -> None:
    process = await start(config, agent())
    out, err = await process.communicate()
    assert process.returncode == 1
    assert "1 attempt; stopped: it would be retried; shadow mode only says" in out.decode()
    assert "(--reset)" in out.decode() and "(--no-shadow)" in out.decode()
    assert "garbage" not in out.decode() and "garbage" in err.decode()


def test_an_attempt_that_was_likelier_a_success_than_the_last_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = AttemptResult(number=1, run="run-first", verdict="unknown", score=0.6)
    last = AttemptResult(number=2, run="run-last", verdict="failure", score=0.1)
    retry._print(ReflexionResult(task="t", attempts=(first, last), stopped="max-attempts", why="x"))
    assert "attempt 1, run-first, was likelier a success than the last" in capsys.readouterr().out
    crashed = AttemptResult(number=2, run="run-last", status="environment-error")
    for attempts in ((first,), (first, crashed)):
        retry._print(ReflexionResult(task="t", attempts=attempts, stopped="unknown", why="x"))
        assert "likelier a success than" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("link.wait_sent(20); raise SystemExit(3)", "it ended with status 3"),
        ('run.end("stop"); link.close(); raise SystemExit(3)', "it ended with status 3"),
        ("link.wait_sent(20); os.kill(os.getpid(), 9)", "it ended by signal 9"),
    ],
)
async def test_a_crash_is_an_error_of_the_environment_and_is_not_retried(
    config: Config, daemon: Running, agent: Any, more: str, why: str
) -> None:
    code, result, err = await retried(config, agent(more))
    assert code == 1 and result["stopped"] == "environment-error"
    assert why in result["why"] and len(result["attempts"]) == 1
    assert "Traceback" not in err
    with Reader(config) as reader:
        one = await until(lambda: reader.runs()[0] if reader.runs()[0].status else None)
        assert not reader.runs(filter="verdict:failure")
        assert [one.run.id for one in reader.runs(filter="failure:environment")] == [one.run.id]
    assert one.run.ended_by == "agent-crashed" and one.verdict == "unknown"
    assert one.run.end_reason == f"the agent failed: {why}"
    assert f"ended: the agent crashed (the agent failed: {why})" in ended_line(one.run)


HANGS = """
import subprocess, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path({file!r}).write_text(f"{{os.getpid()}} {{child.pid}}")
time.sleep(600)
"""


@pytest.mark.alone
async def test_a_command_that_never_returns_is_ended_with_its_children_and_its_run_too(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    hangs = "link.wait_sent(20)" + HANGS.format(file=str(pids))
    code, result, _ = await retried(config, agent(hangs), "--timeout", "8")
    assert code == 1 and result["stopped"] == "environment-error"
    assert "took longer than 8 s" in result["why"]
    assert [pid for pid in pids.read_text().split() if is_alive(int(pid))] == []
    with Reader(config) as reader:
        assert reader.runs()[0].run.ended_by == "agent-crashed"


async def test_ctrl_c_ends_the_command_and_its_children_and_says_one_line(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    process = await start(config, agent(HANGS.format(file=str(pids))))
    await until(lambda: pids.is_file() and len(pids.read_text().split()) == 2)
    process.send_signal(signal.SIGINT)
    async with asyncio.timeout(30):
        _, err = await process.communicate()
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "courtside: cancelled"
    assert [pid for pid in pids.read_text().split() if is_alive(int(pid))] == []


async def test_ctrl_c_while_a_lesson_is_written_ends_the_command_and_the_lesson_is_kept(
    config: Config, agent: Any
) -> None:
    asked, goes_on = threading.Event(), threading.Event()

    def writes_slowly(*case: Any) -> Reflection | None:
        asked.set()
        goes_on.wait(60)
        return reflect(*case)

    async with running(config, writes_slowly):
        process = await start(config, agent(), "--no-shadow")
        assert await asyncio.to_thread(asked.wait, 60)
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(30):
            _, err = await process.communicate()
        assert process.returncode == 130
        assert err.decode().splitlines()[-1] == "courtside: cancelled"
        goes_on.set()
        with Reader(config) as reader:
            await until(lambda: reader.with_lesson(TASK) is not None)


async def test_a_retry_that_is_killed_takes_its_command_with_it(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    process = await start(config, agent(HANGS.format(file=str(pids))))
    await until(lambda: pids.is_file() and len(pids.read_text().split()) == 2)
    process.kill()
    async with asyncio.timeout(30):
        await process.communicate()
    await until(lambda: not any(is_alive(int(pid)) for pid in pids.read_text().split()))


LEAVES = """
import subprocess
words = [sys.executable, "-c", "import time; time.sleep(600)"]
child = subprocess.Popen(words, start_new_session={own_session}, env={environ})
pathlib.Path({file!r}).write_text(str(child.pid))
"""


@pytest.mark.parametrize(("own_session", "environ"), [(False, None), (True, None), (True, {})])
async def test_what_a_command_leaves_behind_ends_with_it_also_apart_and_without_our_marks(
    config: Config,
    daemon: Running,
    agent: Any,
    tmp_path: Path,
    own_session: bool,
    environ: dict[str, str] | None,
) -> None:
    pids = tmp_path / "pids"
    more = LEAVES.format(file=str(pids), own_session=own_session, environ=environ)
    await retried(config, agent(more), "--max-attempts", "1")
    await until(lambda: not is_alive(int(pids.read_text())))


async def test_a_command_that_kills_what_watches_over_it_leaves_nothing_behind_either(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    more = LEAVES.format(file=str(pids), own_session=True, environ={}) + "os.kill(os.getppid(), 9)"
    _, result, _ = await retried(config, agent(more), "--max-attempts", "1")
    assert result["stopped"] == "environment-error"
    await until(lambda: not is_alive(int(pids.read_text())))


KILL_DAEMON = """
import signal
from courtside_store.config import load_config
from courtside_store.daemon_state import read_running
os.kill(read_running(load_config()).pid, signal.SIGKILL)
"""


async def test_a_daemon_that_dies_in_an_attempt_is_started_again_and_judges_it(
    config: Config, agent: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that the agent starts ends with the agent."""
    for name, value in (("AUTOSTART", "true"), ("PORT", "0"), ("OCR", "off")):
        monkeypatch.setenv(f"COURTSIDE_{name}", value)
    try:
        _, result, _ = await retried(config, agent(KILL_DAEMON), "--max-attempts", "1")
        assert result["attempts"][0]["status"] == "judged"
        started = read_running(config)
        assert started is not None and is_alive(started.pid)
    finally:
        if found := read_running(config):
            await asyncio.to_thread(call, config, found, "POST", "/v1/stop", {})


async def test_what_a_reset_starts_stays_for_the_next_attempt(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    script = tmp_path / "reset.sh"
    script.write_text(f"sleep 600 >/dev/null 2>&1 & echo $! > {pids}; printf ready")
    code, _, err = await retried(config, agent(), "--reset", f"sh {script}")
    assert code == 0, err
    assert "\nready" in err and "ready\n" in err
    server = int(pids.read_text())
    assert is_alive(server)
    os.kill(server, signal.SIGKILL)


async def test_a_reset_that_never_returns_is_ended_with_what_it_started_also_apart(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    script = tmp_path / "reset.sh"
    forked_twice = f"sleep 602 & sleep 603 & echo $! >> {pids}"
    script.write_text(
        f"(setsid sh -c '{forked_twice}' &); setsid sleep 600 & echo $! >> {pids}\n"
        "trap '' TERM; sleep 601"
    )
    reset = ("--reset", f"sh {script}", "--timeout", "8")
    _, result, _ = await retried(config, agent(), *reset)  # reads its stderr to the end
    assert result["why"] == "the reset failed: it took longer than 8 s and was ended"
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 2 and not [pid for pid in started if is_alive(pid)]


@pytest.mark.parametrize(
    "sent", [[signal.SIGINT], [signal.SIGTERM] * 2, [signal.SIGHUP] * 2], ids=str
)
async def test_whatever_ends_a_retry_ends_its_reset_and_what_that_started(
    config: Config, daemon: Running, agent: Any, tmp_path: Path, sent: list[signal.Signals]
) -> None:
    pids = tmp_path / "pids"
    script = tmp_path / "reset.sh"
    script.write_text(f"setsid sleep 600 & echo $! $$ > {pids}; sleep 601")
    process = await start(config, agent(), "--reset", f"sh {script}")
    await until(lambda: pids.is_file() and len(pids.read_text().split()) == 2)
    for one in sent:
        process.send_signal(one)
    async with asyncio.timeout(30):
        _, err = await process.communicate()
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "courtside: cancelled"
    assert [pid for pid in pids.read_text().split() if is_alive(int(pid))] == []


async def test_a_retry_that_a_script_runs_beside_itself_ends_where_it_is_asked_to(
    config: Config, daemon: Running, agent: Any, tmp_path: Path
) -> None:
    """A shell that is not interactive lets such a command ignore Ctrl-C."""
    pids = tmp_path / "pids"
    words = ["-m", "courtside", "--data-dir", str(config.data_dir), "retry", "--task", TASK]
    command = shlex.join([sys.executable, *words, "--cmd", agent(HANGS.format(file=str(pids)))])
    shell = await asyncio.create_subprocess_exec(
        "sh", "-c", f"{command} & echo $!; wait", stdout=PIPE, stderr=PIPE
    )
    assert shell.stdout
    retry = int(await shell.stdout.readline())
    await until(lambda: pids.is_file() and len(pids.read_text().split()) == 2)
    os.kill(retry, signal.SIGTERM)
    async with asyncio.timeout(30):
        await shell.communicate()
    assert [pid for pid in pids.read_text().split() if is_alive(int(pid))] == []


async def test_a_reset_that_fails_ends_it(config: Config, daemon: Running, agent: Any) -> None:
    code, result, _ = await retried(config, agent(), "--reset", "false")
    assert code == 1 and result["stopped"] == "environment-error"
    assert result["why"] == "the reset failed: it ended with status 1"
    assert [one["status"] for one in result["attempts"]] == ["judged", "environment-error"]
    first, last = (one["run"] for one in result["attempts"])
    with Reader(config) as reader:
        summary = await until(lambda: next(iter(reader.runs(filter="failure:environment")), None))
    assert (summary.run.id, summary.run.parent_run, summary.run.attempt) == (last, first, 2)
    assert summary.run.end_reason == result["why"] and summary.steps == 0


async def test_a_browser_that_does_not_answer_is_said_in_one_line_before_the_first_attempt(
    config: Config, daemon: Running
) -> None:
    code, result, err = await retried(config, "true", "--cdp", "http://127.0.0.1:1")
    assert code == 1 and result is None and len(err.splitlines()) == 1
    assert "no browser answers at http://127.0.0.1:1 (" in err
    assert "start it with --remote-debugging-port=1 " in err
    with Reader(config) as reader:
        assert reader.runs() == ()


async def test_a_browser_that_is_gone_at_an_attempt_fails_it_with_the_reason(
    config: Config, daemon: Running
) -> None:
    agent = CommandAgent("true", config, cdp="http://127.0.0.1:1")
    result = await asyncio.to_thread(lambda: reflexion(agent, TASK, config=config))
    assert result.why.startswith("the agent failed: no browser answers")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "the command is empty"),
        ("python 'x", "cannot be read: No closing quotation"),
        ("no-such-program-anywhere --x", "there is no program 'no-such-program-anywhere'"),
    ],
)
async def test_what_cannot_be_run_is_refused_in_one_line(
    config: Config, command: str, why: str
) -> None:
    code, _, err = await retried(config, command)
    assert code == 1 and why in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [
        ("#!/bin/sh\n", 0o600, "is not executable; make it so with `chmod +x "),
        ("echo hello\n", 0o700, "has no first line that says what runs it; add one such as"),
        (
            "#!/bin/sh\r\nexit\r\n",
            0o700,
            "end as on Windows, so that the first, #!/bin/sh, runs nothing; let them end as on",
        ),
        ("#!/bin/sh -e\r\nexit\r\n", 0o700, "so that the first, #!/bin/sh -e, runs nothing"),
        ("#!/usr/bin/env python3\r\n", 0o700, "the first, #!/usr/bin/env python3, runs nothing"),
        (None, 0o700, "there is no program"),
    ],
)
@pytest.mark.parametrize("option", ["--cmd", "--reset"])
async def test_a_script_that_cannot_be_run_is_told_what_to_do(
    config: Config, tmp_path: Path, option: str, content: str | None, mode: int, why: str
) -> None:
    script = tmp_path / "agent.sh"
    if content is not None:
        script.write_text(content)
        script.chmod(mode)
    words = (str(script),) if option == "--cmd" else ("true", "--reset", str(script))
    code, _, err = await retried(config, *words)
    assert code == 1 and why in err and str(script) in err and len(err.splitlines()) == 1


async def test_a_script_whose_program_is_missing_is_an_error_of_the_environment(
    config: Config, daemon: Running, tmp_path: Path
) -> None:
    script = tmp_path / "agent.sh"
    script.write_text("#!/no/such/program\n")
    script.chmod(0o700)
    code, result, err = await retried(config, str(script))
    assert code == 1 and result["stopped"] == "environment-error" and "Traceback" not in err
    assert "cannot be started: what it printed says why" in result["why"]
    assert "agent.sh cannot be started: No such file" in err


async def test_a_command_that_records_nothing_is_told_how(config: Config, daemon: Running) -> None:
    code, result, _ = await retried(config, "true")
    assert code == 1 and result["stopped"] == "environment-error"
    assert "--cdp" in result["why"]


DRIVER = """
import os, sqlite3, sys, time
from playwright.sync_api import sync_playwright

def stored():
    return sqlite3.connect(sys.argv[2]).execute("select count(*) from step").fetchone()[0]

CANCEL = "<button onclick='out.textContent=`Cancelled`'>Cancel</button>"
PAGE = "<h1>Form</h1><button onclick='out.textContent=1'>Save</button>" + CANCEL
with sync_playwright() as playwright:
    browser = playwright.chromium.connect_over_cdp(sys.argv[1])
    page = browser.new_context().new_page()
    page.set_content(PAGE + "<p id=out></p>")
    before = stored()
    page.click("text=Cancel" if "Cancel" in os.environ["COURTSIDE_LESSONS"] else "text=Save")
    while stored() == before:
        time.sleep(0.02)
"""
"""An agent that thinks until its click is stored: the test's way to wait for it."""


@pytest.fixture
async def debug_port(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a real Chromium's debug port."""
    async with a_debug_port(tmp_path) as address:
        yield address


@pytest.mark.chrome
async def test_an_agent_that_knows_nothing_of_courtside_is_watched_through_its_browser(
    config: Config, daemon: Running, debug_port: str, tmp_path: Path
) -> None:
    file = tmp_path / "driver.py"
    file.write_text(DRIVER)
    command = f"{sys.executable} {file} {debug_port} {config.database}"
    code, result, err = await retried(config, command, "--cdp", debug_port)
    assert code == 0 and result["stopped"] == "success", (result, err)
    with Reader(config) as reader:
        runs = [one["run"] for one in result["attempts"]]
        did = [[render_step(step) for step in reader.steps(run)] for run in runs]
    assert 'click button "Save"' in did[0] and 'click button "Cancel"' in did[1]
