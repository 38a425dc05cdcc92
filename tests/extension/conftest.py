"""A Chromium with the extension in it, as a person and an agent use it. Knows no test's story."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from aiohttp import web
from PIL import Image
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.web.browsers import Browser, find_browser
from courtside_bridges.web.extension_folder import copy_for_automation, extension_folder
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Run, Step
from courtside_store.rendering import render_step
from courtside_store.wire import EXTENSION_ID

BOUND_S = 30.0
EVERY_S = 0.05
"""The extension is asked so often; an answer takes 5 ms of CPU."""
PAGES = {
    "/": """<!doctype html><title>Shop</title><body><label>Name <input id=nam></label>
<label>Password <input id=pw type=password></label>
<button id=save onclick="out.textContent='Saved '+nam.value">Save</button><p id=out></p>""",
    "/secrets": """<!doctype html><title>Pay</title><body>
<label>Password <input id=pw type=password></label>
<label>Number <input id=card autocomplete=cc-number></label>
<label>Sent to you <input id=code autocomplete=one-time-code></label>
<button id=pay onclick="this.after('!')">Pay</button>""",
    "/nested": """<!doctype html><title>Shop</title><h1>Pay</h1><div id=host></div><script>
host.attachShadow({mode:'open'}).innerHTML='<button>In the shadow</button>'
document.write(`<iframe name=other style="margin:50px" width=300 height=200
src="http://localhost:${location.port}/card"></iframe>
<iframe name=same width=300 height=100 src="/plain"></iframe>`)</script>""",
    "/card": """<!doctype html><body style="background:#0f0"><input id=n autocomplete=cc-number
style="background:#0f0;border:0"><button id=pay>Pay now</button>""",
    "/stuck": """<!doctype html><title>Stuck</title>
<button id=go onclick="this.after('!')">Go</button>
<script>document.write(`<iframe width=300 height=200 src="http://localhost:${location.port}/busy">`)
</script>""",
    "/busy": """<!doctype html><body style="background:#0f0"><script>onload=()=>setTimeout(()=>{
const asked=new XMLHttpRequest();asked.open("GET","/held",false);asked.send()},500)</script>""",
    "/plain": "<!doctype html><button id=in>In the frame</button><input id=note>",
    "/signed-out": "<title>Out</title>"
    "<button id=in onclick='window.open(`/login`)'>Sign in</button>",
    "/login": "<title>Login</title><button id=yes "
    "onclick='opener.document.title=`In`;window.close()'>Yes</button>",
    "/asks": "<title>Out</title><button id=in onclick='window.open(`/nods`)'>Sign in</button>",
    "/nods": "<title>Nods</title><script>opener.document.title='In';window.close()</script>",
    "/eager": """<!doctype html><title>Eager</title><button id=go>Go</button>
<script>go.click()</script>""",
    "/waits": "<!doctype html><title>Waits</title><iframe src=/held></iframe>",
    "/opener": """<!doctype html><title>Opener</title>
<a id=open href="/plain" target=_blank>Open</a><button id=other>Other</button>""",
    "/late": """<!doctype html><title>Late</title><button id=show>Show</button>
<button id=other>Other</button><script>
show.onclick=()=>document.body.insertAdjacentHTML('beforeend',`<iframe width=300 height=200
src="http://localhost:${location.port}/card"></iframe>`)</script>""",
    "/balance": """<!doctype html><title>Bank</title><div class=balance
style="background:#0f0;color:#0f0;width:200px">Balance <b>1,234</b><p id=host></p></div>
<button id=more onclick="this.after('!')">More</button><script>
host.attachShadow({mode:'open'}).innerHTML='<i>5,678</i>'</script>""",
}
"""Green (#0f0) is the colour of what must not be seen."""


class Held(asyncio.Event):
    """Until it is set the site does not answer /held, which is /plain then."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        """Somebody waits for it: /busy hangs from then on."""


@pytest.fixture
async def held() -> Held:
    """What one page of the site waits for."""
    return Held()


@pytest.fixture
async def site(held: Held) -> AsyncIterator[str]:
    """A site on loopback; `localhost` is another one."""

    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGES[request.path], content_type="text/html")

    async def serve_held(request: web.Request) -> web.Response:
        held.asked.set()
        await held.wait()
        return web.Response(text=PAGES["/plain"], content_type="text/html")

    app = web.Application()
    app.router.add_get("/held", serve_held)
    for path in PAGES:
        app.router.add_get(path, serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@dataclass
class Stored:
    """What the daemon has of a run."""

    config: Config

    def steps(self, run: str) -> list[Step]:
        with Reader(self.config) as reader:
            return list(reader.steps(run))

    def rendered(self, run: str) -> list[str]:
        return [render_step(step) for step in self.steps(run)]

    def run(self, run: str) -> Run | None:
        with Reader(self.config) as reader:
            summary = reader.summary(run)
        return summary.run if summary else None

    def runs(self) -> int:
        with Reader(self.config) as reader:
            return reader.counts().runs

    async def ended(self, run: str) -> str:
        """How it ended, once it has."""

        def end() -> str | None:
            found = self.run(run)
            return found.ended_by if found else None

        return await until(end)

    async def has(self, run: str, steps: int) -> None:
        """Waits for so many steps."""
        await until(lambda: self.run(run) and len(self.steps(run)) >= steps)

    def frames(self, run: str) -> list[bytes]:
        """Every picture of it, in order."""
        looks = [look for s in self.steps(run) for look in (s.before, s.after) if look]
        return [Blobs(self.config.blobs).read(look.frame) or b"" for look in looks if look.frame]

    def green(self, run: str) -> list[int]:
        """For each picture, how many pixels show what must not be seen."""
        return [_green(jpeg) for jpeg in self.frames(run)]

    def finds(self, secret: str) -> list[Path]:
        """Files of the daemon in which some text stands."""
        files = [path for path in self.config.data_dir.rglob("*") if path.is_file()]
        return [path for path in files if secret.encode() in path.read_bytes()]


@pytest.fixture
def stored(config: Config) -> Stored:
    """What the daemon has."""
    return Stored(config)


@dataclass
class Chrome:
    """One browser. `control` is the extension's popup, in a tab of its own."""

    context: Any
    control: Any
    profile: Path | None
    """None where other tests use the browser too."""
    config: Config

    async def pair(self, daemon: Running) -> None:
        code = await asyncio.to_thread(call, self.config, daemon, "POST", "/v1/pair", {})
        await self.send(type="pair", code=code["code"], daemon=daemon.url)

    async def send(self, **message: Any) -> Any:
        """A message as the popup sends it."""
        answer = await self.control.evaluate("(m) => chrome.runtime.sendMessage(m)", message)
        assert "error" not in (answer or {}), answer
        return answer

    async def open(self, url: str) -> Any:
        """A page in front."""
        page = await self.context.new_page()
        await page.goto(url)
        await page.bring_to_front()
        return page

    async def record(self, page: Any, task: str = "") -> str:
        """Begins a run; returns its id."""
        return str((await self.send(type="record", url=page.url, task=task))["run"])

    async def until(self, test: Callable[[Any], Any]) -> Any:
        """The extension's state, once a test of it holds. It is never read once: what a message
        began may not be in it yet.
        """

        async def tested() -> Any:
            now = await self.send(type="state")
            return now if test(now) else None

        return await until(tested, BOUND_S, EVERY_S)

    async def worker(self) -> Any:
        """The extension's own."""
        workers = self.context.service_workers
        return next(iter(workers), None) or await self.context.wait_for_event("serviceworker")

    async def until_steps(self, steps: int) -> None:
        await self.until(lambda now: now["recording"] and now["recording"]["steps"] >= steps)

    async def delivered(self) -> None:
        """Waits for the daemon's answer to everything. What the daemon has may still wait here
        until then.
        """
        await self.until(lambda now: now["queued"] == 0)

    async def kill_worker(self) -> None:
        """Ends the extension's worker as Chrome does with an idle one."""
        session = await self.context.new_cdp_session(self.control)
        dead = asyncio.Event()

        def note(event: Any) -> None:
            if any(one["runningStatus"] == "stopped" for one in event["versions"]):
                dead.set()

        session.on("ServiceWorker.workerVersionUpdated", note)
        await session.send("ServiceWorker.enable")
        await session.send("ServiceWorker.stopAllWorkers")
        async with asyncio.timeout(BOUND_S):
            await dead.wait()
        await session.detach()

    async def load_anew(self, folder: Path) -> None:
        """Loads the extension again, which closes its pages and cuts off its scripts in others."""
        devtools = await self.context.browser.new_browser_cdp_session()
        await devtools.send("Extensions.loadUnpacked", {"path": str(folder)})
        await devtools.detach()
        self.control = await open_control(self.context)

    def kill(self) -> None:
        """SIGKILL, as a crash or the end of the power would."""
        assert self.profile
        for process in psutil.process_iter(["cmdline"]):
            line = process.info["cmdline"] or []
            if any(str(self.profile) in part for part in line):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()


OpenChrome = Callable[..., AbstractAsyncContextManager[Chrome]]
UNZOOM = """async () => {
  const tabs = await chrome.tabs.query({});
  await Promise.allSettled(tabs.map((tab) => chrome.tabs.setZoom(tab.id, 0)));
}"""
"""The profile keeps how far a site is zoomed."""


def browser_for_extensions() -> Browser:
    """The one to start; the test is left out where there is none."""
    browser = find_browser()
    if browser is None or not browser.loads_extensions:
        pytest.skip("no Chromium that loads extensions; `make test` installs one")
    return browser


async def open_control(context: Any) -> Any:
    """The extension's popup in a tab."""
    control = await context.new_page()
    await control.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
    return control


@pytest.fixture
def open_chrome(config: Config, tmp_path: Path, driver: Any) -> OpenChrome:
    """Opens a browser on a profile, which may be used again: `async with open_chrome("first")`."""

    @asynccontextmanager
    async def opened(name: str, *flags: str, granted: bool = True) -> AsyncIterator[Chrome]:
        browser = browser_for_extensions()
        folder = extension_folder()
        if granted:
            folder = copy_for_automation(folder, tmp_path / "extension")
        profile = tmp_path / name
        context = await driver.chromium.launch_persistent_context(
            profile,
            executable_path=browser.path,
            args=[
                *browser.flags,
                *flags,
                f"--load-extension={folder}",
                f"--disable-extensions-except={folder}",
            ],
        )
        try:
            yield Chrome(context, await open_control(context), profile, config)
        finally:
            with contextlib.suppress(Exception):  # a test may have killed it
                await context.close()

    return opened


@pytest.fixture(scope="module")
async def bare_chrome(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Any]:
    """A browser for the tests of one file, without the extension: a start takes 1 s of CPU."""
    browser = browser_for_extensions()
    context = await driver.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"),
        executable_path=browser.path,
        args=[*browser.flags, "--enable-unsafe-extension-debugging"],
        ignore_default_args=["--disable-extensions"],
    )
    yield context
    await context.close()


@pytest.fixture
async def chrome(
    bare_chrome: Any, daemon: Running, config: Config, tmp_path: Path
) -> AsyncIterator[Chrome]:
    """A browser whose extension is new and paired with the daemon; nothing is left of it after."""
    folder = copy_for_automation(extension_folder(), tmp_path / "extension")
    devtools = await bare_chrome.browser.new_browser_cdp_session()
    await devtools.send("Extensions.loadUnpacked", {"path": str(folder)})
    try:
        one = Chrome(bare_chrome, await open_control(bare_chrome), None, config)
        await one.pair(daemon)
        yield one
        await one.control.evaluate(UNZOOM)
    finally:
        await devtools.send("Extensions.uninstall", {"id": EXTENSION_ID})
        await devtools.detach()
        for page in bare_chrome.pages[1:]:
            await page.close()


def _green(jpeg: bytes) -> int:
    with Image.open(io.BytesIO(jpeg)) as image:
        raw = image.convert("RGB").tobytes()
    return sum(raw[i] < 90 and raw[i + 1] > 190 and raw[i + 2] < 90 for i in range(0, len(raw), 3))
