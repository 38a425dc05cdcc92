"""A run that was judged a success, written as a Playwright test: run again it passes, and it fails
where the outcome is spoiled. All for real: browser, daemon, judge, pages.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from click.testing import CliRunner, Result
from debug_port import a_debug_port
from waiting import WITHIN_S, until

from courtside.demo.agent import attempt
from courtside.demo.miniwob import VIEWPORT, begin, result, served
from courtside.main import cli
from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
TASK = 'Enter "Ada", "large" and "Gift", then press Save.'
FORM = """<!doctype html><title>Order</title>
<form id=search><label>Name <input id=other></label><button>Search</button></form>
<form id=order><label>Name <input name=name></label>
<label>Size <select name=size><option>small<option>large</select></label>
<label><input type=checkbox name=gift>Gift</label>
<label>Password <input type=password name=pw></label><button>Save</button></form><p id=out></p>
<script>order.onsubmit = async (event) => {
  event.preventDefault();
  const answer = await fetch("/orders", { method: "POST", body: new FormData(order) });
  out.textContent = await answer.text();
}</script>"""
CLOSING = """<!doctype html><title>Order</title><label>Name <input name=name></label>
<button>Save</button><script>document.querySelector("button").onclick = async () => {
  const answer = await fetch("/orders", { method: "POST", body: new URLSearchParams({
    name: document.querySelector("input").value }) });
  opener.out.textContent = await answer.text();
  close();
}</script>"""
OPENERS = {
    "/link": '<title>Orders</title><h1>Orders</h1><a href="/" target="_blank">New order</a>',
    "/script": """<title>Orders</title><h1>Orders</h1>
<button onclick="open('/', '', 'width=400,height=300')">New order</button>""",
    "/closing": """<title>Orders</title><h1>Orders</h1>
<button onclick="open('/closing-form', '', 'width=400,height=300')">New order</button><p id=out>""",
}
OPENERS["/late"] = """<title>Orders</title><h1>Orders</h1><button onclick="setTimeout(() =>
  open('/', '', 'width=400,height=300'), 500)">New order</button>"""
OPENERS["/two"] = """<title>Orders</title><h1>Orders</h1><button onclick="
  open('/link', '', 'width=300,height=300'); open('/', '', 'width=400,height=300')">New order
</button>"""
Spoil = Callable[[str], tuple[int, str]]


def taken(name: str) -> tuple[int, str]:
    return 200, f"Saved {name}"


@pytest.fixture
async def shop() -> AsyncIterator[tuple[str, list[Spoil]]]:
    """Its address, and what it answers to an order; the last one counts."""
    answers: list[Spoil] = [taken]

    async def form(_: web.Request) -> web.Response:
        return web.Response(text=FORM, content_type="text/html")

    async def closing(_: web.Request) -> web.Response:
        return web.Response(text=CLOSING, content_type="text/html")

    async def order(request: web.Request) -> web.Response:
        status, text = answers[-1](str((await request.post())["name"]))
        return web.Response(status=status, text=text)

    async def opener(request: web.Request) -> web.Response:
        return web.Response(text=OPENERS[request.path], content_type="text/html")

    app = web.Application()
    app.router.add_get("/", form)
    app.router.add_get("/closing-form", closing)
    for path in OPENERS:
        app.router.add_get(path, opener)
    app.router.add_post("/orders", order)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}", answers
    await runner.cleanup()


async def ordered(page: Any, address: str, config: Config) -> str:
    """The run of an agent that fills the form in and saves it."""
    await page.goto(address)
    async with watch(page, task=TASK, agent="test", config=config) as run:
        await order(page, run, SECRET)
        outcome = await run.finish("done", True)
    assert outcome.verdict.label == "success", outcome.verdict
    return str(run.run)


async def order(page: Any, run: Any, password: str = "") -> None:
    """Fills the form in and saves it, a step at a time."""
    acts: list[Callable[[], Awaitable[object]]] = [
        lambda: page.fill("#order [name=name]", "Ada"),
        lambda: page.select_option("[name=size]", "large"),
        lambda: page.check("[name=gift]"),
        *([lambda: page.fill("[name=pw]", password)] if password else []),
        lambda: page.click("#order button"),
    ]
    for act in acts:
        await act()
        await run.settled()


def export(config: Config, *words: str) -> Result:
    where = ("--data-dir", str(config.data_dir), "export", "--format", "playwright")
    return CliRunner().invoke(cli, [*where, *words])


def replay(file: Path, password: str = SECRET, **more: str) -> subprocess.CompletedProcess[str]:
    browser = find_browser()
    assert browser
    secrets = {"PASSWORD": password} if password else {}
    env = {**os.environ, "CHROMIUM": str(browser.path), **secrets, **more}
    return subprocess.run(
        [sys.executable, file], env=env, capture_output=True, text=True, timeout=120
    )


async def fails_where_nothing_is_saved(file: Path, answers: Any) -> None:
    """The server refuses the name from now on, and the test says what it misses."""
    answers.append(lambda name: (200, f"{name} was refused"))
    failed = await asyncio.to_thread(replay, file)
    assert failed.returncode == 1 and "Saved Ada" in failed.stderr, failed.stderr


async def that_passes_again(config: Config, run: str, folder: Path) -> Path:
    """The test of a run, which passes."""
    done = export(config, run, "--out", str(folder / "suite"))
    assert done.exit_code == 0, done.exception
    [file] = (folder / "suite").iterdir()
    again = await asyncio.to_thread(replay, file)
    assert (again.returncode, again.stdout) == (0, "passed\n"), again.stderr + file.read_text()
    return file


async def test_a_success_is_a_test_that_passes_again_and_fails_where_it_is_spoiled(
    config: Config, daemon: Running, chromium: Any, shop: Any, tmp_path: Path
) -> None:
    address, answers = shop
    run = await ordered(await chromium.new_page(), address, config)
    done = export(config, run, "--out", str(tmp_path / "suite"))
    assert done.exit_code == 0, done.exception
    [file] = (tmp_path / "suite").iterdir()
    source = file.read_text()
    assert SECRET not in source and 'PASSWORD = given("PASSWORD")' in source
    assert 'sent("POST", "/orders")' in source and '"Saved Ada"' in source
    again = await asyncio.to_thread(replay, file)
    assert (again.returncode, again.stdout) == (0, "passed\n"), again.stderr + source
    without = await asyncio.to_thread(replay, file, "")
    assert without.stderr.splitlines()[-1] == (
        "LookupError: set PASSWORD in the environment: the recording does not hold it"
    )
    spoiled: list[tuple[Spoil, str]] = [
        (lambda name: (500, f"Saved {name}"), "Internal Server Error"),
        (lambda name: (200, f"{name} was refused"), "Saved Ada"),
    ]
    for spoil, says in spoiled:
        answers.append(spoil)
        failed = await asyncio.to_thread(replay, file)
        assert failed.returncode == 1 and says in failed.stderr, failed.stderr
    without = await asyncio.to_thread(replay, file, BASE_URL="http://127.0.0.1:9")
    assert without.returncode == 1 and "127.0.0.1:9" in without.stderr


@pytest.mark.parametrize("path", ["/link", "/script"])
@pytest.mark.parametrize("back", [False, True], ids=["ends there", "goes back"])
async def test_a_run_that_goes_on_in_a_new_window_is_a_test_that_does(
    config: Config,
    daemon: Running,
    chromium: Any,
    shop: Any,
    tmp_path: Path,
    path: str,
    back: bool,
) -> None:
    address, answers = shop
    page = await chromium.new_page()
    await page.goto(address + path)
    async with watch(page, task=TASK, agent="test", config=config) as run:
        async with page.expect_popup() as popup:
            await page.click("text=New order")
        form = await popup.value
        await run.settled()
        await order(form, run)
        if back:
            await page.click("h1")
            await run.settled()
        outcome = await run.finish("done", True)
    assert outcome.verdict.label == "success", outcome.verdict
    file = await that_passes_again(config, str(run.run), tmp_path)
    await fails_where_nothing_is_saved(file, answers)


@pytest.mark.parametrize("path", ["/late", "/two"])
async def test_a_window_that_comes_late_or_second_is_acted_in_again(
    config: Config, daemon: Running, chromium: Any, shop: Any, tmp_path: Path, path: str
) -> None:
    address, answers = shop
    page = await chromium.new_page()
    await page.goto(address + path)
    async with watch(page, task=TASK, agent="test", config=config) as run:
        forms: list[Any] = []
        page.on("popup", lambda popup: forms.append(popup))
        await page.click("text=New order")
        await run.settled()
        await until(lambda: len(forms) == (2 if path == "/two" else 1))
        await forms[-1].wait_for_selector("#order")
        await order(forms[-1], run)
        outcome = await run.finish("done", True)
    assert outcome.verdict.label == "success", outcome.verdict
    file = await that_passes_again(config, str(run.run), tmp_path)
    assert "later_window(page, " in file.read_text()
    await fails_where_nothing_is_saved(file, answers)


async def test_what_a_pop_up_that_closes_itself_leaves_is_expected_on_the_page_that_opened_it(
    config: Config, daemon: Running, chromium: Any, shop: Any, tmp_path: Path
) -> None:
    """It closes once the server has answered, which no click tells of."""
    address, answers = shop
    page = await chromium.new_page()
    await page.goto(address + "/closing")
    async with watch(page, task='Enter "Ada", then press Save.', config=config) as run:
        async with page.expect_popup() as popup:
            await page.click("text=New order")
        form = await popup.value
        await run.settled()
        await form.fill("[name=name]", "Ada")
        await run.settled()
        async with form.expect_event("close"):
            await form.click("text=Save")
        outcome = await run.finish("done", True)
    assert outcome.verdict.label == "success", outcome.verdict
    file = await that_passes_again(config, str(run.run), tmp_path)
    await fails_where_nothing_is_saved(file, answers)


async def test_a_tab_that_the_agent_opened_itself_is_opened_again(
    config: Config, daemon: Running, driver: Any, shop: Any, tmp_path: Path
) -> None:
    address, _ = shop
    async with a_debug_port(tmp_path) as port:
        context = (await driver.chromium.connect_over_cdp(port)).contexts[0]
        page = await context.new_page()
        await page.goto(address + "/link")
        async with watch(cdp=port, task=TASK, agent="test", config=config) as run:
            await page.click("h1")
            await run.settled()
            tab = await context.new_page()
            await tab.goto(address)
            await run.settled()
            await order(tab, run)
            outcome = await run.finish("done", True)
    assert outcome.verdict.label == "success", outcome.verdict
    file = await that_passes_again(config, str(run.run), tmp_path)
    assert "new_page()" in file.read_text().partition("def main")[0]


async def test_a_window_that_was_open_before_the_run_is_not_waited_for(
    config: Config, daemon: Running, driver: Any, shop: Any, tmp_path: Path
) -> None:
    """Nothing that the test does would open it."""
    address, _ = shop
    async with a_debug_port(tmp_path) as port:
        context = (await driver.chromium.connect_over_cdp(port)).contexts[0]
        page = await context.new_page()
        await page.goto(address + "/script")
        async with page.expect_popup() as popup:
            await page.click("text=New order")
        form = await popup.value
        async with watch(cdp=port, task=TASK, agent="test", config=config) as run:
            await page.click("h1")
            await run.settled()
            await order(form, run)
            await run.finish("done", True)
    refused = export(config, run.run, "--allow-weak-test", "--out", str(tmp_path / "suite"))
    assert "the recording does not say what opened it" in str(refused.exception)


async def test_a_test_says_how_to_get_a_browser_where_playwright_has_none(
    config: Config, daemon: Running, chromium: Any, shop: Any, tmp_path: Path
) -> None:
    run = await ordered(await chromium.new_page(), shop[0], config)
    file = tmp_path / "test_order.py"
    assert export(config, run, "--out", str(file)).exit_code == 0
    begin = file.read_text().partition("\n\n")[0]
    assert "Run it with `python test_order.py`" in begin
    assert "pip install playwright" in begin and "playwright install chromium" in begin
    assert "CHROMIUM=/path/to/chromium" in begin
    none = {"CHROMIUM": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none")}
    failed = await asyncio.to_thread(replay, file, **none)
    assert failed.returncode == 1 and "playwright install" in failed.stderr


async def test_a_run_that_was_no_success_is_refused(
    config: Config, daemon: Running, chromium: Any, shop: Any, tmp_path: Path
) -> None:
    page = await chromium.new_page()
    await page.goto(shop[0])
    async with watch(page, task=TASK, agent="test", config=config) as run:
        await page.click("#order button")
        await run.finish("done", True)
    refused = export(config, run.run, "--out", str(tmp_path / "suite"))
    assert "was not judged a success" in str(refused.exception)
    assert not (tmp_path / "suite").exists()
    file = tmp_path / "test_it.py"
    assert export(config, run.run, "--allow-weak-test", "--out", str(file)).exit_code == 0
    there = export(config, run.run, "--allow-weak-test", "--out", str(file))
    assert "is there already" in str(there.exception)
    assert export(config, "--out", str(file)).exit_code == 2


@pytest.mark.parametrize("kind", ["enter-text", "click-checkboxes", "choose-list"])
async def test_a_task_of_the_demo_is_done_again(
    config: Config, daemon: Running, chromium: Any, kind: str, tmp_path: Path
) -> None:
    pytest.importorskip("miniwob", reason="miniwob is not installed")
    with served() as address:
        page = await chromium.new_page(viewport=VIEWPORT)
        task = await begin(page, address, kind, 7)
        async with watch(page, task=task, agent="demo", config=config) as run:
            await attempt(page, kind, task, "good", pause_s=0.1)
            outcome = await run.finish("done", True)
        assert outcome.verdict.label == "success", outcome.verdict
        file = tmp_path / "test_it.py"
        done = export(config, run.run, "--out", str(file))
        assert done.exit_code == 0, done.exception
        again = await asyncio.to_thread(do_again, file, address, kind)
        assert again == (True, ""), file.read_text()
        _, failed = await asyncio.to_thread(do_again, file, address, kind, spoil=True)
        assert failed, file.read_text()


SPOILED = """window.unspoiled = 0; addEventListener("click", (event) => {
  window.unspoiled += 1;
  setTimeout(() => {
    for (const one of document.querySelectorAll("input,select")) {
      one.value = ""; one.checked = false; one.selectedIndex = 0;
    }
    window.unspoiled -= 1;
  });
}, true)"""
"""After each click, and after what the page itself does on it."""


def do_again(file: Path, address: str, kind: str, spoil: bool = False) -> tuple[bool, str]:
    """What the task's own page says of the test's actions, and what its expectations say."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=2000 if spoil else WITHIN_S * 1000)
    spec = importlib.util.spec_from_file_location("written", file)
    assert spec and spec.loader
    written = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(written)
    found = find_browser()
    assert found
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found.path, args=found.flags)
        page = browser.new_page(viewport=VIEWPORT)  # type: ignore[arg-type]
        finished(begin(Waiting(page), address, kind, 7))
        if spoil:
            page.evaluate(SPOILED)
        written.act(page)
        if spoil:
            page.wait_for_function("window.unspoiled === 0")
        try:
            written.check(page)
            why = ""
        except AssertionError as error:
            why = str(error)
        success, _ = finished(result(Waiting(page)))
        browser.close()
    return success, why


class Waiting:
    """A page of the synchronous interface, for functions that await it."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*words: Any, **more: Any) -> Any:
            return getattr(self._page, name)(*words, **more)

        return call


def finished(work: Coroutine[Any, Any, Any]) -> Any:
    """What something returns that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")
