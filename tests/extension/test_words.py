"""The daemon's words that the extension acts on: where they change, `link.js` must too."""

from __future__ import annotations

from typing import Any

from builders import a_jpeg, sha
from source import attach, hello, open_socket, receive, send

from courtside_store.wire import EXTENSION_ID


async def test_a_frame_that_is_refused_for_good_is_named_by_its_first_digits(
    config: Any, daemon: Any
) -> None:
    socket = await attach(config, daemon)
    await send(socket, bytes.fromhex(sha(b"another")) + a_jpeg())
    reply = await receive(socket)
    assert reply["type"] == "nack" and not reply.get("retry") and "seq" not in reply
    assert reply["reason"].startswith(f"frame {sha(b'another')[:12]}:")
    await socket.close()


async def test_an_unknown_token_is_called_so(daemon: Any) -> None:
    socket = await open_socket(daemon, "", Origin=f"chrome-extension://{EXTENSION_ID}")
    await send(socket, hello("x" * 43))
    reply = await receive(socket)
    assert reply["type"] == "refused" and reply["reason"].startswith("token is wrong")
    await socket.close()
