"""A disk that is really full: refused loudly, nothing acknowledged is lost, and it goes on after.

Runs itself in a mount namespace of its own, on a file system of a few megabytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from builders import RUN, a_screen, a_step
from PIL import Image
from source import a_token, attach, hear, tell
from waiting import until

from courtside_daemon.app import running
from courtside_store import wire
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.records import now_ms

MEGABYTES = 4


def test_a_full_disk_refuses_the_newest_and_corrupts_nothing(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    mount = f"mount -t tmpfs -o size={MEGABYTES}m none {tmp_path}"
    if (
        unshare is None
        or subprocess.run([unshare, "-rm", "sh", "-c", mount], capture_output=True).returncode
    ):
        pytest.skip("this machine does not let us mount a small file system (unshare -rm)")
    tests = Path(__file__).parents[1]
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", f"{mount} && exec {sys.executable} {__file__} {tmp_path}"],
        env={**os.environ, "PYTHONPATH": f"{tests}:{tests / 'daemon'}"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def fill(folder: Path) -> None:
    """Sends steps until the disk is full, makes room, and sends the refused one again."""
    config = Config(data_dir=folder / "data", port=0, autostart=False)
    ballast = folder / "ballast"
    ballast.write_bytes(os.urandom(1_000_000))
    async with running(config) as (daemon, _):
        token = await a_token(config, daemon)
        socket = await attach(config, daemon, token=token)
        await tell(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms(), task='Press "Save".'))
        assert (await hear(socket))["type"] == "ack"
        index, refused = 0, None
        while refused is None:
            index += 1
            assert index < 200, "the disk never filled up"
            refused = await send(socket, index)
        assert "disk" in refused["reason"] and refused["retry"], refused
        await assert_said(daemon, token)
        await asyncio.sleep(1)  # time for a verdict that the disk refuses too
        ballast.unlink()
        assert await send(socket, index) is None
        with Reader(config) as reader:
            await until(lambda: len(reader.verdicts(RUN)) == index)
        await socket.close()
    with Reader(config) as reader:
        assert [step.index for step in reader.steps(RUN)] == list(range(1, index + 1))
    with sqlite3.connect(config.database) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)


async def assert_said(daemon: Running, token: str) -> None:
    """Callers by HTTP are told the same, and to come again."""
    head = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
    async with aiohttp.ClientSession(daemon.url, headers=head) as client:
        for seed in range(100, 140):  # what is left takes a few
            answer = await client.post("/v1/blobs", data=a_large_jpeg(seed))
            if answer.status != 200:
                break
        assert answer.status == 503 and "free some space" in (await answer.json())["error"]


async def send(socket: object, index: int) -> dict[str, object] | None:
    """One step with a frame of its own; the refusal, or None once it is acknowledged."""
    frame = a_large_jpeg(index)
    name = hashlib.sha256(frame)
    await tell(socket, name.digest() + frame)  # type: ignore[arg-type]
    look = a_screen(frame=name.hexdigest())
    await tell(socket, wire.StepSeen(seq=index + 1, step=a_step(index, after=look)))  # type: ignore[arg-type]
    refusal = None
    while True:
        message = await hear(socket)  # type: ignore[arg-type]
        match message["type"]:
            case "ack" if message["seq"] == index + 1:
                return None
            case "nack" if message.get("seq") == index + 1:
                return refusal or message
            case "nack":
                refusal = message


def a_large_jpeg(seed: int) -> bytes:
    """About 100 kB that no other has."""
    import io

    out = io.BytesIO()
    Image.effect_noise((500, 400), 80).convert("RGB").save(out, "JPEG", quality=70)
    return out.getvalue() + seed.to_bytes(4, "big")


if __name__ == "__main__":
    asyncio.run(fill(Path(sys.argv[1])))
