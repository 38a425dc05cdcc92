"""The code of each guide for agents' libraries is run as it is printed, on a page of our own.

What is missing skips its guide: `pip install selenium langchain langgraph browser-use`,
`apt-get install chromium-driver`, `npm install --no-save puppeteer-core`.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from appium_server import free_port
from waiting import until

from courtside_bridges.web.browsers import Browser, find_browser
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.rendering import render_step

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LOGIN = """<!doctype html><title>Shop</title>
<form onsubmit="document.body.innerHTML = '<h1>Welcome, ' + user.value + '</h1>'; return false">
<label>Name <input id="user" name="user"></label><button>Sign in</button></form>"""


@pytest.fixture
async def shop() -> AsyncIterator[str]:
    """The address of a login form."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=LOGIN, content_type="text/html")

    app = web.Application()
    app.router.add_get("/login", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/login"
    await runner.cleanup()


@pytest.fixture
def browser() -> Browser:
    """The Chromium of this machine."""
    found = find_browser()
    if found is None:
        pytest.skip("no Chromium found; `make test` installs one")
    return found


def need(*modules: str) -> None:
    """Skips with the reason where one of them is not installed."""
    for name in modules:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")


def block(guide: str, language: str, changed: dict[str, str]) -> str:
    """The code of a guide, with what is another on this machine; each must stand in it."""
    text = (ROOT / f"docs/guide/{guide}.md").read_text()
    found = re.search(rf"^```{language}\n(.*?)^```", text, re.S | re.M)
    assert found is not None
    code = found[1]
    for old, new in changed.items():
        assert old in code, f"{old!r} is not in {guide}.md"
        code = code.replace(old, new)
    return code


async def play(config: Config, *command: str | Path) -> str:
    """Runs a program to its end, as a user of this daemon; what it prints."""
    environ = {name: word for name, word in os.environ.items() if "COURTSIDE" not in name}
    environ |= {"COURTSIDE_DATA_DIR": str(config.data_dir), "ANONYMIZED_TELEMETRY": "false"}
    process = await asyncio.create_subprocess_exec(
        *command, env=environ, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        async with asyncio.timeout(120):
            output, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    assert process.returncode == 0, output.decode()
    return output.decode()


async def play_python(config: Config, folder: Path, code: str) -> str:
    """Runs the code of a guide."""
    script = folder / "agent.py"
    script.write_text(code)
    return await play(config, sys.executable, script)


def recorded(config: Config, steps: int) -> bool:
    """Whether the only run has that many steps."""
    with Reader(config) as reader:
        return [len(list(reader.steps(one.run.id))) for one in reader.every_run("")] == [steps]


def signed_in(config: Config, shop: str) -> bool:
    """Whether the newest run is the one of the guide, step by step."""
    with Reader(config) as reader:
        run = next(iter(reader.every_run(""))).run
        steps = [render_step(step) for step in reader.steps(run.id)]
    expected = ['type "Ada" into textbox "Name"', 'click button "Sign in"']
    assert steps == [f"navigate {shop}", *expected]
    return run.task.startswith('Sign in as "Ada"')


@pytest.mark.slow
@pytest.mark.chrome
async def test_the_selenium_guide_works(
    config: Config, daemon: Running, browser: Browser, shop: str, tmp_path: Path
) -> None:
    need("selenium")
    if not shutil.which("chromedriver"):
        pytest.skip("chromedriver is not installed (Debian: chromium-driver)")
    port, made = str(free_port()), "options = webdriver.ChromeOptions()\n"
    flags = [*browser.flags, "--headless=new"]
    own = f"options.binary_location = {browser.path!r}\n" + "".join(
        f"options.add_argument({flag!r})\n" for flag in flags
    )
    changed = {"9222": port, "https://shop.example/login": shop, made: made + own}
    output = await play_python(config, tmp_path, block("selenium", "python", changed))
    assert "success" in output and signed_in(config, shop)


@pytest.mark.slow
@pytest.mark.chrome
async def test_the_puppeteer_guide_works(
    config: Config, daemon: Running, browser: Browser, shop: str, tmp_path: Path
) -> None:
    if not shutil.which("node") or not (ROOT / "node_modules/puppeteer-core").is_dir():
        pytest.skip("puppeteer-core is not installed")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    port, flags = str(free_port()), ", ".join(f'"{flag}"' for flag in browser.flags)
    opened = "const page = await browser.newPage();\n"
    listening = "await new Promise((go) => process.stdin.once('data', go));\n"
    changed = {
        'from "puppeteer"': 'from "puppeteer-core"',
        "args: [": f'executablePath: "{browser.path}", args: [{flags}, ',
        "9222": port,
        "https://shop.example/login": shop,
        opened: f"console.log('there');\n{listening}{opened}",
        "await browser.close();": f"{listening}await browser.close();",
    }
    script = tmp_path / "agent.mjs"
    script.write_text(block("puppeteer", "js", changed))
    pipe = asyncio.subprocess.PIPE
    agent = await asyncio.create_subprocess_exec("node", script, stdin=pipe, stdout=pipe)
    assert agent.stdout and await agent.stdout.readline() == b"there\n"
    words = ["watch", "--cdp", f"http://127.0.0.1:{port}", "--task", 'Sign in as "Ada"']
    watching = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "courtside", *words],
        env=os.environ | {"COURTSIDE_DATA_DIR": str(config.data_dir)},
        stderr=asyncio.subprocess.PIPE,
    )
    assert watching.stderr and b"recording" in await watching.stderr.readline()
    assert agent.stdin
    agent.stdin.write(b"go\n")
    await until(lambda: recorded(config, steps=3))
    async with asyncio.timeout(60):
        await agent.communicate(b"close\n")
        await watching.communicate()
    assert signed_in(config, shop)


@pytest.mark.slow
@pytest.mark.chrome
async def test_the_langgraph_guide_works(
    config: Config, daemon: Running, browser: Browser, shop: str, tmp_path: Path
) -> None:
    need("langgraph", "langchain", "playwright")
    launched = f"launch(executable_path={browser.path!r}, args={browser.flags!r})"
    changed = {"launch()": launched, "https://shop.example/login": shop}
    model = (HERE / "scripted_langchain.py").read_text()
    code = model.replace("SHOP", shop) + block("langgraph", "python", changed)
    output = await play_python(config, tmp_path, code)
    assert "success" in output and signed_in(config, shop)


@pytest.mark.slow
@pytest.mark.chrome
async def test_the_browser_use_guide_works(
    config: Config, daemon: Running, browser: Browser, shop: str, tmp_path: Path
) -> None:
    need("browser_use")
    port = free_port()
    flags = [*browser.flags, "--headless=new", f"--user-data-dir={tmp_path / 'profile'}"]
    chromium = await asyncio.create_subprocess_exec(
        *[browser.path, f"--remote-debugging-port={port}", *flags],
        stderr=asyncio.subprocess.PIPE,
    )
    assert chromium.stderr
    while b"DevTools listening" not in await chromium.stderr.readline():
        pass
    changed = {"9222": str(port), "https://shop.example/login": shop}
    model = (HERE / "scripted_browser_use.py").read_text()
    code = model + block("browser-use", "python", changed)
    try:
        output = await play_python(config, tmp_path, code)
    finally:
        chromium.terminate()
        await chromium.communicate()
    assert "success" in output and signed_in(config, shop)
