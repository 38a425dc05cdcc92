"""Does any input end the daemon, or leave an unreadable row?

    python -m benchmarks.fuzz [--inputs 100000] [--seconds 600] [--seed 1] [--quick] [--json]

A real daemon in a process of its own; sources, callers and raw requests side by side send what no
sane client sends. Afterwards every run is read back, judged and exported. The last line has the
numbers; each crash is a line on stderr.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

import aiohttp
from msgspec import Struct

from courtside_bridges.client.control_api import get_token
from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.judged import Selection
from courtside_formats.exports.step_rows import STEPS
from courtside_formats.exports.training_data import export_runs
from courtside_store.blobs import Blobs
from courtside_store.config import Config, load_config
from courtside_store.daemon_state import Running, read_running
from courtside_store.reading import Reader
from courtside_store.wire import encode

from .hostile_clients import Caller, Crash, Source, send_raw

LANES = 3
"""Of each kind, side by side."""
A_CONNECTION = 200
START_S = 60.0
SHARE_OF_SENDING = 0.7
"""The rest of the time is for judging, reading back and export."""
Numbers = dict[str, float | int]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="10,000 inputs, at most 100 s")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    inputs, seconds = (10_000, 100.0) if options.quick else (options.inputs, options.seconds)
    with tempfile.TemporaryDirectory() as folder:
        config = load_config(
            {"data_dir": folder, "port": 0, "autostart": False, "ocr": "off", "judge": "evidence"}
        )
        numbers = Fuzz(config, inputs, seconds, options.seed).run()
    print(json.dumps(numbers) if options.json else numbers)


class Fuzz:
    """One measurement."""

    def __init__(self, config: Config, inputs: int, seconds: float, seed: int) -> None:
        self._config = config
        self._left = inputs
        self._seconds = seconds
        self._seed = seed
        self._inputs = 0
        self._crashes = 0
        self._stored = 0

    def run(self) -> Numbers:
        """The four numbers."""
        begin = time.monotonic()
        process = self._start()
        try:
            asyncio.run(self._send(begin + SHARE_OF_SENDING * self._seconds))
            if process.poll() is not None:
                self._crash(f"the daemon ended with {process.returncode}")
            unjudged = self._wait_judged(begin + 0.9 * self._seconds)
        finally:
            process.terminate()
            process.wait(30)
        self._look_at_log()
        unreadable = read_back(self._config)
        print(
            f"{self._stored} messages stored by WebSocket, {unjudged} runs not judged yet in time"
        )
        return {
            "inputs": self._inputs,
            "crashes": self._crashes,
            "unreadable_rows": unreadable,
            "seconds": round(time.monotonic() - begin, 1),
        }

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "courtside", "--data-dir", str(self._config.data_dir)]
        environ = {**os.environ, "COURTSIDE_OCR": "off", "COURTSIDE_JUDGE": "evidence"}
        process = subprocess.Popen(
            [*command, "up", "--port", "0"], stdout=subprocess.DEVNULL, env=environ
        )
        end = time.monotonic() + START_S
        while read_running(self._config) is None:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the daemon did not start")
            time.sleep(0.05)
        return process

    async def _send(self, end: float) -> None:
        daemon = read_running(self._config)
        assert daemon is not None
        token = get_token(self._config, daemon, "fuzz", "http")
        tokens = {"ingest": token, "control": self._config.control_token_file.read_text()}
        seeds = itertools.count(self._seed * 1000)
        async with (
            aiohttp.ClientSession(daemon.url) as client,
            asyncio.TaskGroup() as group,
        ):
            for _ in range(LANES):
                caller = Caller(client, tokens, Random(next(seeds)))
                source = Source(daemon.url, token, Random(next(seeds)))
                dice = Random(next(seeds))
                group.create_task(self._lane(end, 1, caller.ask))
                group.create_task(self._talk(end, source))
                group.create_task(self._lane(end, 1, partial(_send_raw, daemon, dice)))

    async def _lane(self, end: float, inputs: int, act: Callable[[], Awaitable[None]]) -> None:
        while self._left > 0 and time.monotonic() < end:
            self._left -= inputs
            self._inputs += inputs
            try:
                await act()
            except (Crash, TimeoutError) as error:
                self._crash(f"{type(error).__name__}: {error}")
                await asyncio.sleep(0.1)

    async def _talk(self, end: float, source: Source) -> None:
        async def once() -> None:
            await source.talk(A_CONNECTION)

        await self._lane(end, A_CONNECTION, once)
        self._stored += source.stored

    def _crash(self, what: str) -> None:
        self._crashes += 1
        print(f"crash: {what}", file=sys.stderr, flush=True)

    def _wait_judged(self, end: float) -> int:
        with Reader(self._config) as reader:
            while (left := len(reader.unjudged())) and time.monotonic() < end:
                time.sleep(0.5)
        return left

    def _look_at_log(self) -> None:
        for line in (self._config.data_dir / "daemon.log").read_text(errors="replace").splitlines():
            if " ERROR " in line and "cannot be stored" not in line:
                self._crash(f"in the log: {line}")


async def _send_raw(daemon: Running, dice: Random) -> None:
    host, _, port = daemon.url.removeprefix("http://").rpartition(":")
    await send_raw(host, int(port), dice)


def read_back(config: Config) -> int:
    """Reads all there is as page, command line and exports do; how many rows could not be read."""
    lost = 0
    with Reader(config) as reader:
        for summary in reader.every_run():
            run, steps = summary.run.id, summary.steps
            for part in (
                partial(_encode_run, reader, run),
                partial(_encode_all, reader.steps, run),
                partial(_encode_all, reader.every_verdict, run),
                partial(_encode_all, reader.every_step_summary, run, steps),
            ):
                lost += not _works(part)
        for shape in (STEPS, AITW):
            out = config.data_dir / f"export-{shape.name}"
            every = Selection(min_reward="any")
            export = partial(export_runs, reader, Blobs(config.blobs), out, every, shape)
            lost += not _works(export)
            lost += sum(not _is_json(line) for file in out.glob("*.jsonl") for line in _lines(file))
    return lost


def _encode_run(reader: Reader, run: str) -> bytes:
    found = reader.run(run)
    assert found is not None
    return encode(found)


def _encode_all(read: Callable[..., Iterable[Struct]], *of: object) -> list[bytes]:
    return [encode(one) for one in read(*of)]


def _works(act: Callable[[], object]) -> bool:
    try:
        act()
    except Exception as error:  # noqa: BLE001  it is what is counted
        print(f"unreadable: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return False
    return True


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8").split("\n")[:-1]


if __name__ == "__main__":
    main()
