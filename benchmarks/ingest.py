"""How many steps a second the daemon takes, with 100 kB frames from 4 sources and judging on.

    python -m benchmarks.ingest [--quick] [--seconds 60] [--json]

The sources are processes of their own on the same machine. Each keeps at most WINDOW steps
unacknowledged. Every frame is distinct: a real JPEG header and body with other bytes in its middle.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import io
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time

import psutil
from PIL import Image
from websockets.asyncio.client import connect

from courtside_bridges.client.control_api import call, get_token
from courtside_store import wire
from courtside_store.config import Config, load_config
from courtside_store.daemon_state import read_running
from courtside_store.geometry import Box
from courtside_store.reading import Reader
from courtside_store.records import Action, Element, Observation, Step, Target, new_id, now_ms

SOURCES = 4
WINDOW = 4
FRAME_BYTES = 100_000


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--quick", action="store_true", help="10 s")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config = load_config({"data_dir": folder, "port": 0, "autostart": False})
        numbers = measure(config, 10 if options.quick else options.seconds)
    print(json.dumps(numbers) if options.json else numbers)


def measure(config: Config, seconds: float) -> dict[str, float]:
    """Runs the daemon and its sources; returns the numbers."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "courtside",
            "--data-dir",
            str(config.data_dir),
            "up",
            "--port",
            "0",
        ],
        stdout=subprocess.DEVNULL,
    )
    while (daemon := read_running(config)) is None:
        time.sleep(0.05)
    tokens = [get_token(config, daemon, f"load {n}", "client") for n in range(SOURCES)]
    with multiprocessing.get_context("spawn").Pool(SOURCES) as pool:
        work = pool.starmap_async(send, [(daemon.url, token, seconds) for token in tokens])
        most = 0
        while not work.ready():
            most = max(most, psutil.Process(process.pid).memory_info().rss)
            work.wait(0.5)
        sent = work.get()
    with Reader(config) as reader:
        stored = reader.counts().steps
    status = call(config, daemon, "GET", "/v1/status")
    process.terminate()
    process.wait()
    waits = sorted(wait for waits, _ in sent for wait in waits)
    acked = len(waits)
    return {
        "steps_per_s": round(acked / seconds, 1),
        "ack_p99_ms": round(waits[int(acked * 0.99)] * 1000, 1),
        "ack_p50_ms": round(statistics.median(waits) * 1000, 1),
        "rss_mb": round(most / 1e6, 1),
        "lost": acked - stored if acked > stored else 0,
        "judge_lag_ms_at_end": status["judge_lag_ms"],
    }


def send(
    url: str, token: str, seconds: float, per_s: float | None = None
) -> tuple[list[float], int]:
    """One source: (seconds from send to acknowledgement, steps sent). As fast as it may, or so
    many steps a second.
    """
    return asyncio.run(_send(url, token, seconds, per_s))


async def _send(
    url: str, token: str, seconds: float, per_s: float | None
) -> tuple[list[float], int]:
    head = {"Authorization": f"Bearer {token}"}
    run = new_id("run")
    begun: dict[int, float] = {}
    waits: list[float] = []
    room = asyncio.Semaphore(WINDOW)
    address = url.replace("http", "ws", 1) + "/v1/ingest"
    async with connect(address, additional_headers=head, compression=None, proxy=None) as socket:
        hello = wire.Hello(protocol=1, token=token, session=new_id("ses"), source="client")
        await socket.send(wire.encode(hello).decode())
        await socket.recv()

        async def listen() -> None:
            done = 1
            async for data in socket:
                message = json.loads(data)
                if message["type"] == "nack":
                    raise RuntimeError(message["reason"])
                while message["type"] == "ack" and done < message["seq"]:
                    done += 1
                    waits.append(time.perf_counter() - begun.pop(done))
                    room.release()

        task = asyncio.get_running_loop().create_task(listen())
        begin = wire.RunBegin(seq=1, run=run, at_ms=now_ms(), task='Enter "Ada" and press Save.')
        await socket.send(wire.encode(begin).decode())
        plain, before, seq = jpeg(), None, 1
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            async with asyncio.timeout(30):
                await room.acquire()
            if per_s:
                await asyncio.sleep(1 / per_s)
            seq += 1
            frame = plain[:1000] + os.urandom(64) + plain[1064:]
            sha = hashlib.sha256(frame).digest()
            after = screen(sha.hex(), seq)
            step = a_step(run, seq - 1, before, after)
            before = after
            begun[seq] = time.perf_counter()
            await socket.send(sha + frame)
            await socket.send(wire.encode(wire.StepSeen(seq=seq, step=step)).decode())
        async with asyncio.timeout(30):
            while begun:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        task.cancel()
    return waits, seq - 1


def jpeg() -> bytes:
    """A real JPEG of FRAME_BYTES: noise, padded in front of its end mark."""
    out = io.BytesIO()
    Image.effect_noise((640, 400), 60).convert("RGB").save(out, "JPEG", quality=60)
    data = out.getvalue()
    return data[:-2] + b"\0" * max(0, FRAME_BYTES - len(data)) + data[-2:]


def screen(frame: str, number: int) -> Observation:
    """A screen of 30 elements."""
    elements = tuple(
        Element(
            id=n, tag="button", role="button", text=f"Button {n} of {number}", box=Box(1, n, 80, 20)
        )
        for n in range(1, 31)
    )
    return Observation(
        at_ms=now_ms(),
        frame=frame,
        width=1280,
        height=720,
        url="http://x/",
        text="words " * 40,
        elements=elements,
    )


def a_step(run: str, index: int, before: Observation | None, after: Observation) -> Step:
    """A click."""
    target = Target(tag="button", role="button", text=f"Button {index % 30}")
    action = Action(kind="click", at_ms=now_ms(), target=target)
    return Step(run=run, index=index, before=before, actions=(action,), after=after)


if __name__ == "__main__":
    main()
