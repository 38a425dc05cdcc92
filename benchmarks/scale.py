"""How quickly the daemon answers over a store of a million steps, while agents run and pages look.

    python -m benchmarks.scale [--folder DIR] [--quick] [--json]

A store of 20,000 runs is made first (some minutes; kept where --folder names a place, and gone on
with). Then the real daemon starts on it; one source sends two steps a second, two pages look on
live, and every question is asked in turn over HTTP. `run` is what opening one costs: the run, its
film strip and a step; `task` changes a run's task. `rss_mb` is the most that the daemon and the
judge's process had together.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from benchmarks.scale_store import VOCABULARY, build
from websockets.asyncio.client import connect

from courtside_bridges.client.control_api import get_token
from courtside_store import wire
from courtside_store.config import Config, load_config
from courtside_store.daemon_state import Running, read_running

SIZES = {False: (20_000, 1_000_000, 200), True: (1_000, 50_000, 60)}
"""By --quick: runs, steps, questions of each kind."""
STEPS_PER_S = 2.0
VIEWERS = 2
START_S = 120.0
FILTERS = (
    "verdict:failure",
    "verdict:success surface:web",
    "-verdict:success override:any",
    "override:failure agent:claude",
    "surface:desktop source:desktop",
    "flag:looping pinned:yes",
    "agree:no",
    "oracle:yes steps>100",
    "score<0.01 verdict:success",
    "status:error",
    "steps>4000",
    "agent:nobody",
    "open:yes",
    "attempt>1",
    "pinned:yes {rare}",
    "{rare}",
    "{common}",
    "{common} verdict:failure",
    "{common} agent:nobody",
    "{word} {word}",
    '"add to cart" verdict:failure',
    "order{order}",
)
QUERIES = ("{rare}", "{word}", "{common}", "{common} {word}", "save order", "order{order}", "page")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the store is made, and kept")
    parser.add_argument("--quick", action="store_true", help="50,000 steps, under two minutes")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        numbers = measure(options.folder or Path(folder), options.quick)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


def measure(folder: Path, quick: bool) -> dict[str, float]:
    """Builds, starts, asks; all numbers."""
    runs, steps, count = SIZES[quick]
    budget = {"data_dir": str(folder), "port": 0, "autostart": False, "budget_bytes": 1 << 50}
    config = load_config(budget)
    begun = time.monotonic()
    build(config, runs, steps)
    print(f"the store is there after {time.monotonic() - begun:.0f} s", file=sys.stderr)
    with a_daemon(config) as (daemon, process), looked_at(config, daemon), an_agent(config, daemon):
        asked = Asked(config, daemon, random.Random(5))
        memory = Memory(process)
        for _ in range(count):
            asked.all_once()
            memory.look()
        status = asked.get("/v1/status")
    print(asked.slowest(), file=sys.stderr)
    p95 = {f"{kind}_p95_ms": p95_ms(asked.took[kind]) for kind in KINDS}
    return {"steps": status["steps"], "runs": status["runs"]} | p95 | {"rss_mb": memory.most_mb}


def p95_ms(took: list[tuple[float, str]]) -> float:
    """95 of 100 were not slower."""
    return round(sorted(took)[int(len(took) * 0.95)][0] * 1000, 1)


KINDS = ("list", "run", "search", "filter", "status", "task")


class Asked:
    """Questions over one connection, and how long each took."""

    def __init__(self, config: Config, daemon: Running, dice: random.Random) -> None:
        self._token = config.control_token_file.read_text().strip()
        self._to = http.client.HTTPConnection(daemon.url.removeprefix("http://"), timeout=120)
        self._dice = dice
        self._own = self._begin_run(get_token(config, daemon, "scale", "http"))
        self._pages = [""]
        self._runs: list[str] = []
        self.took: dict[str, list[tuple[float, str]]] = {kind: [] for kind in KINDS}

    def all_once(self) -> None:
        """One question of each kind, in any order."""
        kinds: list[Callable[[], None]] = [
            self._list,
            self._run,
            self._search,
            self._filter,
            self._status,
            self._task,
        ]
        if not self._runs:
            self._list()
        self._dice.shuffle(kinds)
        for kind in kinds:
            kind()

    def get(self, path: str, **query: Any) -> Any:
        """One answer. Raises RuntimeError where it is no 200."""
        where = f"{path}?{urllib.parse.urlencode(query)}" if query else path
        return self._ask("GET", where, self._token)

    def _ask(self, method: str, where: str, token: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._to.request(method, where, json.dumps(body) if body else None, headers)
        response = self._to.getresponse()
        data = response.read()
        if response.status != 200:
            raise RuntimeError(f"{where}: {response.status} {data.decode()}")
        return json.loads(data)

    def _begin_run(self, token: str) -> str:
        """A run whose task may be changed: of one step, so that judging it again is little work."""
        posted = {"task": "open the orders", "action": "opened them"}
        return str(self._ask("POST", "/v1/steps", token, posted)["run"])

    @contextmanager
    def _timed(self, kind: str, what: str) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.took[kind].append((time.perf_counter() - begun, what))

    def _list(self) -> None:
        before = self._dice.choice(self._pages)
        with self._timed("list", before):
            page = self.get("/v1/runs", limit=100, **({"before": before} if before else {}))
        self._runs = [row["run"]["id"] for row in page["runs"]] or self._runs
        if page.get("next") and len(self._pages) < 50:
            self._pages.append(page["next"])

    def _run(self) -> None:
        run = self._dice.choice(self._runs)
        with self._timed("run", run):
            self.get(f"/v1/runs/{run}")
            strip = self.get(f"/v1/runs/{run}/strip")
            if strip.get("steps"):
                self.get(f"/v1/runs/{run}/steps/{self._dice.choice(strip['steps'])['step']}")

    def _search(self) -> None:
        q = self._words(self._dice.choice(QUERIES))
        with self._timed("search", q):
            self.get("/v1/search", q=q)

    def _filter(self) -> None:
        words = self._words(self._dice.choice(FILTERS))
        with self._timed("filter", words):
            self.get("/v1/runs", filter=words, limit=100)

    def _status(self) -> None:
        with self._timed("status", ""):
            self.get("/v1/status")

    def _task(self) -> None:
        task = self._words("order {order}")
        with self._timed("task", task):
            self._ask("POST", f"/v1/runs/{self._own}/task", self._token, {"task": task})

    def _words(self, text: str) -> str:
        dice = self._dice
        sites = ("shop", "mail", "bank", "forum", "maps", "wiki", "travel", "calendar")

        def draw(low: int, high: int) -> str:
            n = dice.randrange(low, high)
            return f"{sites[n % 8]}{n:x}"

        return text.format(
            rare=draw(VOCABULARY // 2, VOCABULARY),
            word=draw(100, 2000),
            common=f"common{dice.randrange(1, 20)}",
            order=f"{dice.randrange(1000)}x1",
        )

    def slowest(self) -> str:
        """The three slowest of each kind."""
        lines = []
        for kind, took in self.took.items():
            worst = ", ".join(f"{s * 1000:.0f} ms {what!r}" for s, what in sorted(took)[:-4:-1])
            lines.append(f"{kind}: median {sorted(took)[len(took) // 2][0] * 1000:.1f} ms; {worst}")
        return "\n".join(lines)


class Memory:
    """The most that a process and its children held at once, by RSS."""

    def __init__(self, process: int) -> None:
        self._process = psutil.Process(process)
        self.most_mb = 0.0

    def look(self) -> None:
        """Looks once."""
        family = [self._process, *self._process.children(recursive=True)]
        now = sum(one.memory_info().rss for one in family)
        self.most_mb = max(self.most_mb, round(now / 1e6, 1))


@contextmanager
def a_daemon(config: Config) -> Iterator[tuple[Running, int]]:
    """`courtside up` in a process of its own."""
    command = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir)]
    limits = {"COURTSIDE_BUDGET_BYTES": str(config.budget_bytes), "COURTSIDE_OCR": "off"}
    process = subprocess.Popen(
        [*command, "up", "--port", "0"], stdout=subprocess.DEVNULL, env=os.environ | limits
    )
    try:
        end = time.monotonic() + START_S
        while (daemon := read_running(config)) is None:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the daemon did not start")
            time.sleep(0.05)
        yield daemon, process.pid
    finally:
        process.terminate()
        process.wait()


@contextmanager
def an_agent(config: Config, daemon: Running) -> Iterator[None]:
    """A source that sends steps with frames, for as long as the block lasts."""
    token = get_token(config, daemon, "scale", "client")
    command = (
        f"from benchmarks.ingest import send; send({daemon.url!r}, {token!r}, 3600, {STEPS_PER_S})"
    )
    process = subprocess.Popen([sys.executable, "-c", command])
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def looked_at(config: Config, daemon: Running) -> Iterator[None]:
    """Pages that are open and read all that they are told."""
    token = config.control_token_file.read_text().strip()
    loop = asyncio.new_event_loop()

    async def look() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(VIEWERS):
                group.create_task(view(daemon.url.replace("http", "ws", 1), token))

    task = loop.create_task(look())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


async def view(url: str, token: str) -> None:
    """One live page."""
    head = {"Authorization": f"Bearer {token}"}
    async with connect(
        f"{url}/v1/live", additional_headers=head, max_size=None, proxy=None
    ) as socket:
        first = {"type": "view", "protocol": wire.PROTOCOL, "token": token}
        await socket.send(json.dumps(first))
        async for _ in socket:
            pass


if __name__ == "__main__":
    main()
