"""What cannot be watched is said in one line, and the agent goes on as if it were."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from courtside_bridges.client.not_watched import NotWatched
from courtside_bridges.web.watching import Watching, watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running

ROOT = Path(__file__).parents[3]


class Context:
    """A browser context of Playwright, as far as it is looked at."""

    browser: Any = None

    def new_page(self) -> None: ...


class Page:
    """A synchronous page."""

    def __init__(self, browser: str = "chromium") -> None:
        self.context = Context()
        kind = type("BrowserType", (), {"name": browser})
        self.context.browser = type("Browser", (), {"browser_type": kind})

    def goto(self, url: str) -> None: ...


class AsyncPage(Page):
    """An asynchronous page."""

    async def goto(self, url: str) -> None: ...  # type: ignore[override]


class Frame:
    """An inner frame."""

    page = Page()

    def goto(self, url: str) -> None: ...


def a_blocking_agent(**what: Any) -> str:
    """Does all that an agent may do with a run; what the verdict says."""
    with watch(**what) as run:
        run.thought("I press Save")
        with run.together("I fill the form"):
            run.step("pressed")
        run.settled()
        run.oracle(True, 1.0, "bench")
        outcome = run.finish("done", True, timeout_s=5)
    assert (outcome.verdict.label, outcome.verdict.status) == ("unknown", "error")
    return outcome.verdict.explanation


async def an_asynchronous_agent(**what: Any) -> str:
    async with watch(**what) as run:
        run.thought("I press Save")
        async with run.together("I fill the form"):
            await run.step("pressed")
        await run.settled()
        run.oracle(True, 1.0, "bench")
        outcome = await run.finish("done", True, timeout_s=5)
    assert (outcome.verdict.label, outcome.verdict.status) == ("unknown", "error")
    return outcome.verdict.explanation


WRONG = [
    ({"page": "x"}, "page is 'x': pass a Playwright page, or cdp="),
    ({"page": "http://127.0.0.1:9222"}, 'or cdp="http://127.0.0.1:9222"'),
    ({"page": Context()}, "page is a Context: pass one of its pages"),
    ({"page": Frame()}, "page is a Frame: pass its `page`"),
    ({"page": 7}, "page is a int: pass a Playwright page"),
    ({"page": Page("firefox")}, "this is a page of firefox: only Chromium can be watched"),
    (
        {"task": "nothing to watch"},
        "watch() was given neither a page nor cdp: pass a Playwright page",
    ),
    ({"page": Page(), "cdp": "http://127.0.0.1:9"}, "watch() was given both a page and cdp"),
    ({"cdp": 9222}, 'cdp is 9222: pass a Playwright page, or cdp="http://127.0.0.1:9222"'),
]


@pytest.mark.parametrize(("what", "why"), WRONG, ids=[why for _, why in WRONG])
async def test_what_cannot_be_watched_is_said_once_and_the_agent_goes_on(
    what: dict[str, Any], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert why in a_blocking_agent(**what)
    assert why in await an_asynchronous_agent(**what)
    assert [why in record.getMessage() for record in caplog.records] == [True, True]


async def test_with_on_an_asynchronous_page_is_told_what_to_write(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with watch(AsyncPage()) as wrong:
        run = cast(Any, wrong)  # an asynchronous agent that wrote `with`
        async with run.together("I fill the form"):
            await run.step("pressed")
        outcome = await run.finish("done")
    assert "write `async with courtside.watch(...)`" in outcome.verdict.explanation
    assert len(caplog.records) == 1


async def test_async_with_on_a_synchronous_page_is_told_what_to_write(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert "write `with courtside.watch(...)`" in await an_asynchronous_agent(page=Page())
    assert len(caplog.records) == 1


def test_a_watch_that_is_never_entered_says_so(caplog: pytest.LogCaptureFixture) -> None:
    watch(Page())
    assert "its `with` is missing" in caplog.text
    run = cast(Any, watch(Page()))
    assert run.finish("done").verdict.label == "unknown"
    del run
    assert len(caplog.records) == 2


async def test_a_watch_that_is_interrupted_as_it_begins_is_not_called_unentered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt

    for ways in ({"blocking": interrupted}, {"asynchronous": interrupted}):
        watching = Watching("", **ways)
        with pytest.raises(KeyboardInterrupt):
            if "blocking" in ways:
                watching.__enter__()
            else:
                await watching.__aenter__()
        del watching
    assert caplog.text == ""


def test_settings_that_cannot_be_read_do_not_stop_the_agent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("COURTSIDE_PORT", "many")
    assert "COURTSIDE_PORT" in a_blocking_agent(page=Page())
    assert len(caplog.records) == 1


async def test_an_error_of_the_agent_s_own_reaches_it(config: Config, daemon: Running) -> None:
    with pytest.raises(LookupError, match="its own"), watch("x"):
        raise LookupError("its own")
    with pytest.raises(LookupError, match="its own"):
        async with watch(cdp="http://127.0.0.1:9", config=config):
            raise LookupError("its own")


def test_what_is_not_watched_has_every_method_of_a_run() -> None:
    from courtside_bridges.client.watched_run import AsyncWatchedRun, WatchedRun

    for face in (WatchedRun, AsyncWatchedRun):
        names = {name for name in vars(face) if not name.startswith("_")}
        assert names and all(hasattr(NotWatched, name) for name in names)


def test_an_editor_lists_the_public_names_without_loading_them() -> None:
    code = "import courtside, sys; print(*dir(courtside), 'courtside_bridges' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *names, is_loaded = done.stdout.split()
    assert {"watch", "desktop", "android", "ios", "Outcome", "WatchedRun"} <= set(names)
    assert is_loaded == "False"


TYPED = """
import courtside

async def in_the_readme(page: object) -> str:
    async with courtside.watch(page, task="Order two tickets", agent="mine") as run:
        async with run.together("fill in the form"):
            run.thought("I type the name")
        outcome = await run.finish(answer="Done", claims_success=True)
    print(outcome.verdict.label, outcome.verdict.explanation)
    reveal_type(run)
    return outcome.reflection.text if outcome.reflection else run.run

def in_the_readme_too(page: object) -> None:
    with courtside.watch(cdp="http://127.0.0.1:9222", task="...") as run:
        outcome = run.finish()
    reveal_type(outcome.verdict)
    with courtside.watch(page) as run:
        reveal_type(run)

def tries(attempt: courtside.Attempt) -> str:
    with courtside.watch(cdp="http://127.0.0.1:9222") as run:
        return run.finish(attempt.text).verdict.label

async def tries_too(attempt: courtside.Attempt) -> None:
    attempt.use_tokens(10)

async def retry_in_the_guide() -> None:
    result = courtside.reflexion(tries, "Order two", reset=print, max_attempts=2)
    reveal_type(result)
    awaited = await courtside.reflexion(tries_too, "Order two")
    reveal_type(awaited)
    print(result.stopped, result.why, result.last.verdict)

async def misspelt() -> None:
    courtside.reflexion(tries, "Order two", max_atempts=2)  # type: ignore[call-overload]
    await courtside.reflexion(tries_too, "Order two", attempt_s="2")  # type: ignore[call-overload]
"""


@pytest.mark.slow
def test_the_readme_s_examples_are_typed_throughout(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(TYPED)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        str(ROOT / "pyproject.toml"),
    ]
    done = subprocess.run(
        [*command, str(tmp_path / "agent.py")], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    types = [line.partition('is "')[2].strip('"') for line in done.stdout.splitlines()]
    assert [name.rpartition(".")[2] for name in types if name] == [
        "AsyncWatchedRun",
        "RunVerdict",
        "WatchedRun",
        "ReflexionResult",
        "ReflexionResult",
    ]
