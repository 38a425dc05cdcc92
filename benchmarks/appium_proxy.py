"""What an agent's commands take through `courtside android`, beside Appium alone.

    python -m benchmarks.appium_proxy [--quick] [--json]

A real Appium server with its fake device, whose app has 200 elements. An agent on
Appium-Python-Client has one session past the proxy and one through it, and gives each command to
both in turn. `ratio_no_shot` is of the time for all commands of a round, the median of the rounds;
`by_command` shows each alone. The fake device answers its cheapest commands in 1 ms, where a real
one takes ten times as long and more. Needs node_modules (`make test` installs Appium there).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, web
from appium import webdriver
from appium.options.common import AppiumOptions
from benchmarks.pieces import need_file, need_program
from benchmarks.watching import daemon_process

ROOT = Path(__file__).parents[1]
ELEMENTS = 200
SLOW_S = 0.5
THINK_S = 0.6
ROW = """<MockButton id="row{n}" class="android.widget.TextView" text="Row {n} of the list"
 content-desc="row {n}" resource-id="org.example.list:id/row{n}" package="org.example.list"
 checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false"
 long-clickable="false" password="false" scrollable="false" selected="false" visible="true"
 bounds="[0,{top}][1080,{bottom}]" left="0" top="{top}" width="1080" height="90"/>"""


def an_app(folder: Path) -> Path:
    """A screen with many elements."""
    rows = (ROW.format(n=n, top=n * 90, bottom=n * 90 + 90) for n in range(ELEMENTS))
    head = (
        '<hierarchy rotation="0" width="1080" height="2280"><app width="1080" height="2280"></app>'
    )
    path = folder / "app.xml"
    path.write_text("\n".join([head, *rows, "</hierarchy>"]))
    return path


@contextmanager
def started(command: list[str], url: str, **more: Any) -> Iterator[None]:
    """A process, once its address answers."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more
    )
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{url}/status", timeout=5).close()
            break
        except OSError:
            time.sleep(0.1)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def a_port() -> int:
    """A free one."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def appium() -> Iterator[str]:
    """A real server."""
    main = ROOT / "node_modules" / "appium" / "index.js"
    need_program("node", "`make test` installs it where there is apt-get")
    need_file(main, "`make test` installs Appium where there is npm")
    url = f"http://127.0.0.1:{(port := a_port())}"
    command = ["node", str(main), "server", "--address", "127.0.0.1", "--port", str(port)]
    quiet = ["--log-level", "error"]
    with started([*command, *quiet], url, env={**os.environ, "APPIUM_HOME": str(ROOT)}):
        yield url


@contextmanager
def proxy(server: str, folder: Path) -> Iterator[str]:
    """`courtside android` in front of it."""
    url = f"http://127.0.0.1:{(port := a_port())}"
    words = ["--data-dir", str(folder), "android", "--appium", server, "--port", str(port)]
    with started([sys.executable, "-m", "courtside", *words], url):
        yield url


@contextmanager
def slow_camera(server: str) -> Iterator[str]:
    """The same server, where a picture takes half a second."""
    loop, port = asyncio.new_event_loop(), a_port()

    async def forward(request: web.Request) -> web.Response:
        if request.path.endswith("/screenshot"):
            await asyncio.sleep(SLOW_S)
        body = await request.read()
        client: ClientSession = request.app["client"]
        kind = {"Content-Type": "application/json"}
        async with client.request(
            request.method, server + request.path, data=body or None, headers=kind
        ) as answer:
            return web.Response(body=await answer.read(), status=answer.status, headers=kind)

    async def client(app: web.Application) -> AsyncIterator[None]:
        async with ClientSession() as app["client"]:
            yield

    async def serve() -> web.AppRunner:
        app = web.Application()
        app.cleanup_ctx.append(client)
        app.router.add_route("*", "/{any:.*}", forward)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        return runner

    runner = loop.run_until_complete(serve())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield f"http://127.0.0.1:{port}"
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


@contextmanager
def session(url: str, app: Path) -> Iterator[Any]:
    """An agent's driver."""
    options = AppiumOptions().load_capabilities(
        {
            "platformName": "Fake",
            "appium:automationName": "Fake",
            "appium:deviceName": "Fake",
            "appium:app": str(app),
            "appium:newCommandTimeout": 600,
        }
    )
    driver = webdriver.Remote(url, options=options)
    yield driver
    driver.quit()


def reads(driver: Any) -> dict[str, Callable[[], Any]]:
    """Commands that need no look of ours, as agents mix them."""
    row = driver.find_element("id", "row7")
    return {
        "find by id": lambda: driver.find_element("id", "row7"),
        "find by xpath": lambda: driver.find_element("xpath", '//*[@content-desc="row 150"]'),
        "find all": lambda: driver.find_elements("class name", "MockButton"),
        "text": lambda: row.text,
        "rect": lambda: row.rect,
        "displayed": lambda: row.is_displayed(),
        "window size": lambda: driver.get_window_size(),
        "page source": lambda: driver.page_source,
    }


def timed(act: Callable[[], Any]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def no_shot(direct: Any, through: Any, rounds: int) -> dict[str, Any]:
    """Each command to both in turn, the first of them alternating."""
    past, ours = reads(direct), reads(through)
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in past}
    ratios: list[float] = []
    for number in range(rounds + 1):
        once = {name: both(past[name], ours[name], number % 2 == 0) for name in past}
        if not number:
            continue  # to warm up
        for name, pair in once.items():
            took[name].append(pair)
        ratios.append(sum(b for _, b in once.values()) / sum(a for a, _ in once.values()))
    edges = statistics.quantiles(ratios, n=20)
    added = [b - a for pairs in took.values() for a, b in pairs]
    return {
        "ratio_no_shot": round(statistics.median(ratios), 3),
        "interval": [round(edges[0], 3), round(edges[-1], 3)],
        "added_ms": round(statistics.median(added), 2),
        "by_command": {name: summarise(pairs) for name, pairs in took.items()},
        "rounds": len(ratios),
    }


def summarise(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Medians of one command."""
    alone, ours = (statistics.median(side) for side in zip(*pairs, strict=True))
    return {"direct_ms": round(alone, 2), "ratio": round(ours / alone, 3)}


def both(one: Callable[[], Any], other: Callable[[], Any], is_first: bool) -> tuple[float, float]:
    """(past the proxy, through it), whichever goes first."""
    if is_first:
        return timed(one), timed(other)
    second = timed(other)
    return timed(one), second


def with_shots(direct: Any, through: Any, taps: int) -> dict[str, Any]:
    """Taps of an agent that thinks in between, and of one that does not."""
    thinking = []
    for x in range(taps):
        time.sleep(THINK_S)
        thinking.append(
            both(partial(direct.tap, [(x, 9)]), partial(through.tap, [(x, 9)]), bool(x % 2))
        )
    row = [
        both(lambda: direct.tap([(5, 9)]), lambda: through.tap([(5, 9)]), True) for _ in range(taps)
    ]
    alone, ours = (statistics.median(side) for side in zip(*thinking, strict=True))
    quick_alone, quick = (statistics.median(side) for side in zip(*row, strict=True))
    return {
        "tap_ms": {
            "direct": round(alone, 2),
            "thinking": round(ours, 2),
            "in_a_row": round(quick, 2),
        },
        "ratio_tap_thinking": round(ours / alone, 3),
        "ratio_taps_in_a_row": round(quick / quick_alone, 3),
    }


def waiting(through: Any, taps: int) -> dict[str, Any]:
    """The longest that an agent waits for an action and a question after it, with a slow camera."""
    longest = 0.0
    for x in range(taps):
        time.sleep(SLOW_S + 2 * THINK_S)  # the look after the action before is over
        longest = max(longest, timed(partial(through.tap, [(x, 9)])))
        longest = max(longest, timed(through.get_window_size))
    return {
        "waits_for_after_shot": longest > SLOW_S * 1000 / 2,
        "longest_ms_with_a_slow_camera": round(longest, 1),
        "slow_camera_ms": SLOW_S * 1000,
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--taps", type=int, default=12)
    parser.add_argument("--quick", action="store_true", help="12 rounds, 4 taps")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rounds, taps = (12, 4) if options.quick else (options.rounds, options.taps)
    with tempfile.TemporaryDirectory() as name, appium() as server:
        folder = Path(name)
        app, data = an_app(folder), folder / "data"
        with daemon_process(data), proxy(server, data) as url:
            with session(server, app) as direct, session(url, app) as through:
                numbers = no_shot(direct, through, rounds) | with_shots(direct, through, taps)
            with (
                slow_camera(server) as slow,
                proxy(slow, data) as slow_url,
                session(slow_url, app) as driver,
            ):
                numbers |= waiting(driver, taps // 2)
    numbers["elements"] = ELEMENTS
    if options.json:
        print(json.dumps(numbers))
        return
    for what, value in numbers.items():
        print(f"{what}: {value}")


if __name__ == "__main__":
    main()
