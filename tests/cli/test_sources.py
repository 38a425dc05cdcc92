"""`courtside sources`: one credential for each kind of source, and taking it back."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from builders import RUN
from click.testing import CliRunner, Result
from waiting import until

from courtside.main import cli
from courtside_bridges.client.link import Link
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Session, new_id, now_ms


async def sources(config: Config, *words: str) -> Result:
    all_words = ["--data-dir", str(config.data_dir), "sources", *words]
    return await asyncio.to_thread(CliRunner().invoke, cli, all_words)


async def listed(config: Config) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((await sources(config, "--json")).stdout)
    return found


def send_run(config: Config) -> Link:
    """A run of the client's own, of which all has arrived."""
    link = Link(config, Session(id=new_id("ses"), source="client", started_at_ms=now_ms()))
    run = new_id("run")
    link.send(lambda seq: wire.RunBegin(seq=seq, run=run, at_ms=now_ms(), task="Look around"))
    assert link.wait_sent(30)
    return link


async def test_all_runs_of_one_kind_of_source_have_one_credential(
    config: Config, daemon: Running
) -> None:
    for _ in range(3):
        link = await asyncio.to_thread(send_run, config)
        await asyncio.to_thread(link.close)
    known = await listed(config)
    assert [(one["source"], one["name"]) for one in known] == [("client", "this computer")]
    assert config.own_token_file("client").stat().st_mode & 0o777 == 0o600
    assert known[0]["id"] in (await sources(config)).stdout


async def test_revoking_says_what_it_stops_and_the_users_next_run_gets_a_new_credential(
    config: Config, daemon: Running
) -> None:
    link = await asyncio.to_thread(send_run, config)
    (before,) = await listed(config)
    result = await sources(config, "--revoke", before["id"])
    assert result.exit_code == 0 and "get a new token by themselves" in result.stdout
    link.send(lambda seq: wire.RunEnd(seq=seq, run=RUN, at_ms=now_ms()))
    await until(lambda: "token" in link.trouble)
    assert not await asyncio.to_thread(link.wait_sent, 0)
    await asyncio.to_thread(link.hang_up)
    again = await asyncio.to_thread(send_run, config)
    await asyncio.to_thread(again.close)
    (after,) = await listed(config)
    assert after["id"] != before["id"]


async def test_without_a_daemon_it_says_how_to_start_one(config: Config) -> None:
    result = await sources(config)
    assert "the daemon is not running; `courtside up` starts it" in str(result.exception)


async def test_an_unknown_source_cannot_be_revoked(config: Config, daemon: Running) -> None:
    result = await sources(config, "--revoke", "src_1")
    assert "no source src_1" in str(result.exception)


@pytest.mark.parametrize("id", ["x y", "a\nb", "é", "../runs", "\udcff"])
async def test_an_id_of_any_characters_is_only_an_unknown_source(
    config: Config, daemon: Running, id: str
) -> None:
    result = await sources(config, "--revoke", id)
    assert "there is no source" in str(result.exception)


async def test_nothing_is_no_source_to_revoke(config: Config, daemon: Running) -> None:
    assert "--revoke needs an id" in (await sources(config, "--revoke", "")).output
