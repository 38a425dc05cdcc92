"""The control API's answers are read as records."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from courtside_bridges.client.control_api import call, call_for
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.wire import Status
from courtside_store.wire.http_answers import (
    KnownSource,
    NewCredential,
    Pairing,
    Purged,
    ViewerLink,
)


async def test_each_answer_is_the_record_that_both_sides_know(
    config: Config, daemon: Running
) -> None:
    await asyncio.to_thread(reads_each, config, daemon)


def reads_each(config: Config, daemon: Running) -> None:
    """Every kind of answer."""
    assert call_for(Status, config, daemon, "GET", "/v1/status").version == daemon.version
    link = call_for(ViewerLink, config, daemon, "POST", "/v1/viewer", {})
    assert link.url.startswith(daemon.url + "/#login=")
    pairing = call_for(Pairing, config, daemon, "POST", "/v1/pair", {})
    assert pairing.code and pairing.expires_s > 60
    body = {"name": "mine", "source": "http"}
    new = call_for(NewCredential, config, daemon, "POST", "/v1/sources", body)
    (known,) = call_for(list[KnownSource], config, daemon, "GET", "/v1/sources")
    assert (known.id, known.name, known.source) == (new.id, "mine", "http") and new.token
    gone = call_for(Purged, config, daemon, "POST", "/v1/purge", {"all": True})
    assert gone == Purged(runs=0, bytes=0)


async def test_an_answer_of_another_shape_is_refused_at_the_border(
    config: Config, daemon: Running
) -> None:
    with pytest.raises(msgspec.ValidationError, match="missing required field `runs`"):
        await asyncio.to_thread(call_for, Purged, config, daemon, "POST", "/v1/pair", {})
    with pytest.raises(OSError, match="no source src_nobody"):
        await asyncio.to_thread(call, config, daemon, "DELETE", "/v1/sources/src_nobody")
