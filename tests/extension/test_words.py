"""The daemon's words that the extension acts on: where they change, `link.js` must too."""

from __future__ import annotations

from typing import Any

from builders import a_jpeg, sha
from source import attach, hear, hello, open_socket, tell

from courtside_store.wire import EXTENSION_ID


async def test_a_frame_that_is_refused_for_good_is_named_by_its_first_digits(
    config: Any, daemon: Any
) -> None:
    socket = await attach(config, daemon)
    await tell(socket, bytes.fromhex(sha(b"another")) + a_jpeg())
    said = await hear(socket)
    assert said["type"] == "nack" and not said.get("retry") and "seq" not in said
    assert said["reason"].startswith(f"frame {sha(b'another')[:12]}:")
    await socket.close()


async def test_an_unknown_token_is_called_so(daemon: Any) -> None:
    socket = await open_socket(daemon, "", Origin=f"chrome-extension://{EXTENSION_ID}")
    await tell(socket, hello("x" * 43))
    said = await hear(socket)
    assert said["type"] == "refused" and said["reason"].startswith("token is wrong")
    await socket.close()
