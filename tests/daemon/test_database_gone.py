"""A database that goes while the daemon runs: nothing more is acknowledged, and it is said."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
from builders import RUN, a_step
from source import a_token, attach, receive, send

from courtside_bridges.client.control_api import call_for
from courtside_daemon.app import running
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import now_ms


async def test_what_would_be_lost_is_not_acknowledged_until_the_database_is_back(
    config: Config,
) -> None:
    kept = config.data_dir / "kept"
    async with running(config) as (daemon, _):
        token = await a_token(config, daemon)
        socket = await attach(config, daemon, token=token)
        await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms(), task="x"))
        assert (await receive(socket))["type"] == "ack"
        config.database.rename(kept)
        step = wire.StepSeen(seq=2, step=a_step(1))
        await send(socket, step)
        refused = await receive(socket)
        assert (refused["type"], refused["seq"], refused["retry"]) == ("nack", 2, True)
        assert f"{config.database} was deleted" in refused["reason"]
        status = await asyncio.to_thread(call_for, wire.Status, config, daemon, "GET", "/v1/status")
        assert status.store_trouble == refused["reason"]
        head = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession(daemon.url, headers=head) as client:
            answer = await client.post("/v1/steps", json={"action": "begin"})
            assert answer.status == 503 and (await answer.json())["error"] == refused["reason"]
        kept.rename(config.database)
        await send(socket, step)
        assert (await receive(socket))["type"] == "ack"
        await socket.close()
    with Reader(config) as reader:
        assert [one.index for one in reader.steps(RUN)] == [1]


async def test_a_log_that_is_deleted_takes_nothing_with_it_that_was_acknowledged(
    config: Config, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    async with running(config) as (daemon, _):
        socket = await attach(config, daemon)
        await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms(), task="x"))
        await send(socket, wire.StepSeen(seq=2, step=a_step(1)))
        while (await receive(socket))["seq"] != 2:
            pass
        config.database.with_name("courtside.db-wal").unlink()
        await send(socket, wire.StepSeen(seq=3, step=a_step(2)))
        refused = await receive(socket, "step-judged")
        assert (refused["type"], refused["retry"]) == ("nack", True)
        assert "courtside.db-wal was deleted" in refused["reason"]
        shutil.copy(config.database, copy)  # what a daemon leaves that is killed now
        await socket.close()
    with closing(sqlite3.connect(copy)) as left:
        assert left.execute("select count(*) from step").fetchone() == (1,)
    with Reader(config) as reader:
        assert [one.index for one in reader.steps(RUN)] == [1]
