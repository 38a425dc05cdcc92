"""What `courtside doctor` says of iOS."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec

from courtside_bridges.ios.companion import PORT, find_companion


def check_ios() -> list[tuple[str, bool, str]]:
    """What `doctor` says of iOS."""
    if find_spec("idb") is None:
        return [("ios", False, "pip install 'courtside[ios]' to watch agents that use idb")]
    device = asyncio.run(find_companion(("localhost", PORT)))
    if device is None:
        words = f"idb_companion --udid UDID --grpc-port {PORT}"
        return [("ios", False, f"no idb companion on port {PORT}; on the Mac: `{words}`")]
    return [("ios", True, f"{device.title} on port {PORT}; `courtside ios` records it")]
