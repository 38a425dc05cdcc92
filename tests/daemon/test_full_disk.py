"""A disk that is really full: refused loudly, nothing acknowledged is lost, and it goes on after.

Runs itself in a mount namespace of its own, on a file system of a few megabytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from logging.handlers import QueueHandler
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import aiohttp
import pytest
from builders import RUN, a_screen, a_step
from PIL import Image
from source import a_token, attach, receive, send
from waiting import until, wait_until
from websockets.asyncio.client import ClientConnection

from courtside_bridges.client.connection_state import SILENT
from courtside_bridges.client.control_api import call_for
from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_daemon import store_threads
from courtside_daemon.app import running
from courtside_store import wire
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.migrations import MIGRATIONS
from courtside_store.reading import Reader
from courtside_store.records import now_ms
from courtside_store.schema_check import check_schema

WORD = "zebraquartz"
AS_A_PERSON = "setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all"
"""To whom a closed folder is closed."""


def test_a_full_disk_refuses_the_newest_and_corrupts_nothing(tmp_path: Path) -> None:
    on_a_small_disk(tmp_path, "fill", megabytes=4)


@pytest.mark.parametrize(
    "how", ["purge", "purge-live", "purge-without-daemon", "purge-older", "purge-larger-spare"]
)
def test_runs_can_be_deleted_on_a_full_disk(tmp_path: Path, how: str) -> None:
    on_a_small_disk(tmp_path, how, megabytes=8)


def test_whoever_waits_for_a_full_disk_is_told_what_to_do(tmp_path: Path) -> None:
    on_a_small_disk(tmp_path, "agent", megabytes=8)


def test_a_folder_that_is_closed_in_mid_run_is_said_and_used_again(tmp_path: Path) -> None:
    on_a_small_disk(tmp_path, "closed", megabytes=8)


def on_a_small_disk(tmp_path: Path, what: str, megabytes: int) -> None:
    """Runs a part of this file where the folder is a file system of its own."""
    unshare = shutil.which("unshare")
    mount = f"mount -t tmpfs -o size={megabytes}m none {tmp_path}"
    if (
        unshare is None
        or subprocess.run([unshare, "-rm", "sh", "-c", mount], capture_output=True).returncode
    ):
        pytest.skip("this machine does not let us mount a small file system (unshare -rm)")
    tests = Path(__file__).parents[1]
    done = subprocess.run(
        [
            unshare,
            "-rm",
            "sh",
            "-c",
            f"{mount} && exec {AS_A_PERSON} {sys.executable} {__file__} {tmp_path} {what}",
        ],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tests), str(tests / "daemon"), *sys.path]),
        },
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
    refusals: SimpleQueue[Any] = SimpleQueue()
    logging.getLogger(store_threads.__name__).addHandler(QueueHandler(refusals))
    async with running(config) as (daemon, _):
        token = await a_token(config, daemon)
        socket = await attach(config, daemon, token=token)
        await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms(), task='Press "Save".'))
        assert (await receive(socket))["type"] == "ack"
        index, refused = 0, None
        while refused is None:
            index += 1
            assert index < 200, "the disk never filled up"
            refused = await send_step(socket, index)
        assert "free some space" in refused["reason"] and refused["retry"], refused
        assert (await status_of(config, daemon)).store_trouble == refused["reason"]
        await assert_refused_over_http(daemon, token)
        with Reader(config) as reader:
            # The disk refuses a verdict too, unless all of them fitted.
            await until(lambda: refusals.qsize() or len(reader.verdicts(RUN)) == index - 1)
            ballast.unlink()
            assert await send_step(socket, index) is None
            await until(lambda: len(reader.verdicts(RUN)) == index)
        assert (await status_of(config, daemon)).store_trouble == ""
        await socket.close()
    with Reader(config) as reader:
        assert [step.index for step in reader.steps(RUN)] == list(range(1, index + 1))
    with closing(sqlite3.connect(config.database)) as database, database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)


async def status_of(config: Config, daemon: Running) -> wire.Status:
    """What `courtside status`, `courtside doctor` and the page show."""
    return await asyncio.to_thread(call_for, wire.Status, config, daemon, "GET", "/v1/status")


async def agent(folder: Path, how: str) -> None:
    """An agent acts on while nothing can be written, is told why, and nothing of it is lost."""
    config = Config(data_dir=folder / "data", port=0, autostart=False)
    ballast = folder / "ballast"
    said: SimpleQueue[Any] = SimpleQueue()
    logging.getLogger("courtside").addHandler(QueueHandler(said))
    async with running(config) as (daemon, _):
        link = open_link("agent", config)
        run = LinkedRun(link, task='Press "Save".')
        add_step(run)
        assert await asyncio.to_thread(link.wait_sent, 60)
        fill_up(ballast) if how == "agent" else close(config, True)
        for _ in range(3):
            add_step(run)
        why = await until(lambda: link.refusal)
        assert ("free some space" if how == "agent" else "make it writable") in why
        await until(lambda: link.durable == 2)
        assert said.get_nowait().getMessage().startswith(f"courtside: {why} (steps are kept")
        assert (await status_of(config, daemon)).store_trouble == why
        assert (await asyncio.to_thread(run.wait_outcome, 0.1)).verdict.explanation.count(why) == 1
        another = await asyncio.to_thread(say_something, open_link("another", config, "client"))
        assert another == why and why in said.get_nowait().getMessage()
        ballast.unlink() if how == "agent" else close(config, False)
        run.end("finish")
        outcome = await asyncio.to_thread(run.wait_outcome, 60)
        assert outcome.verdict.status == "ok" and said.empty() and link.refusal == ""
        await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        assert [step.index for step in reader.steps(run.run)] == [1, 2, 3, 4]
    fill_up(ballast)
    ok, line = check_schema(config)
    assert ok or ("free some space" in line and "move it away" not in line)


def say_something(link: Link) -> str:
    """What a source without a token is told while none can be written."""
    LinkedRun(link, task='Press "Save".')
    trouble = wait_until(lambda: link.trouble.replace(SILENT, ""))
    link.hang_up()
    return trouble


def add_step(run: LinkedRun) -> None:
    """One with a picture of its own."""
    look = a_screen(frame=run.link.frame(a_large_jpeg(run.steps)))
    run.step(a_step(1).actions, None, look)


def close(config: Config, closed: bool) -> None:
    """Takes from the data folder's owner the right to add files, or gives it back."""
    for one in (config.data_dir, config.blobs, *config.blobs.iterdir()):
        one.chmod(0o500 if closed else 0o700)


async def assert_refused_over_http(daemon: Running, token: str) -> None:
    """Callers by HTTP are told the same, and to come again."""
    head = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
    async with aiohttp.ClientSession(daemon.url, headers=head) as client:
        for seed in range(100, 140):  # what is left takes a few
            answer = await client.post("/v1/blobs", data=a_large_jpeg(seed))
            if answer.status != 200:
                break
        assert answer.status == 503 and "free some space" in (await answer.json())["error"]


async def send_step(socket: ClientConnection, index: int) -> dict[str, Any] | None:
    """One step with a frame of its own; the refusal, or None once it is acknowledged."""
    frame = a_large_jpeg(index)
    name = hashlib.sha256(frame)
    await send(socket, name.digest() + frame)
    look = a_screen(frame=name.hexdigest())
    await send(socket, wire.StepSeen(seq=index + 1, step=a_step(index, after=look)))
    refusal = None
    while True:
        message = await receive(socket)
        match message["type"]:
            case "ack" if message["seq"] == index + 1:
                return None
            case "nack" if message.get("seq") == index + 1:
                return refusal or message
            case "nack":
                refusal = message


async def purge(folder: Path, how: str) -> None:
    """Records words alone, fills the disk to the last byte and deletes them, with or without a
    daemon.
    """
    config = Config(data_dir=folder / "data", port=0, autostart=False)
    async with running(config) as (daemon, _):
        socket = await attach(config, daemon, token=await a_token(config, daemon))
        for number in range(36):
            run = f"run_{number:020d}"
            seq = number * 6 + 1
            await send(socket, wire.RunBegin(seq=seq, run=run, at_ms=now_ms(), task="x"))
            for index in range(1, 6):
                words = " ".join(f"{WORD}{os.urandom(4).hex()}" for _ in range(70))
                step = a_step(index, run=run, after=a_screen(text=words))
                await send(socket, wire.StepSeen(seq=seq + index, step=step))
        while (await receive(socket)).get("seq") != 216:
            pass
        await socket.close()
        if how == "purge-live":
            await asyncio.to_thread(fill_up_and_purge, config, folder)
    if how == "purge-without-daemon":  # none of this version has ever run here, a command has
        config.spare_file.unlink()
        Store.open(config).close()
    if how == "purge-larger-spare":  # room for a log that the file cannot take in
        config.spare_file.write_bytes(os.urandom(1_730_408))
    if how == "purge-older":  # what made the folder kept no spare file, but pictures
        config.spare_file.unlink()
        Blobs(config.blobs).add(os.urandom(2_000_000))
        with closing(sqlite3.connect(config.database)) as database, database:
            database.execute("alter table run drop column end_reason")
            database.execute(f"pragma user_version={len(MIGRATIONS) - 1}")
    if how != "purge-live":
        fill_up_and_purge(config, folder)


def fill_up(file: Path) -> None:
    """To the last byte."""
    with file.open("wb", buffering=0) as ballast:
        for size in (65_536, 1):
            with suppress(OSError):
                while True:
                    ballast.write(b"x" * size)


def fill_up_and_purge(config: Config, folder: Path) -> None:
    """By the command, as a person does."""
    fill_up(folder / "ballast")
    command = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir)]
    done = subprocess.run(
        [*command, "purge", "--all", "--yes"], capture_output=True, text=True, timeout=60
    )
    assert "36 runs deleted" in done.stdout, done.stderr
    for file in config.data_dir.rglob("*"):
        assert file.is_dir() or WORD.encode() not in file.read_bytes(), file


def a_large_jpeg(seed: int) -> bytes:
    """About 100 kB that no other has."""
    import io

    out = io.BytesIO()
    Image.effect_noise((500, 400), 80).convert("RGB").save(out, "JPEG", quality=70)
    return out.getvalue() + seed.to_bytes(4, "big")


if __name__ == "__main__":
    match Path(sys.argv[1]), sys.argv[2]:
        case folder, "fill":
            asyncio.run(fill(folder))
        case folder, "agent" | "closed" as how:
            asyncio.run(agent(folder, how))
        case folder, how:
            asyncio.run(purge(folder, how))
