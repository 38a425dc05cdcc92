"""Runs an app of webarena-infinity at an address of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(app: Path) -> Iterator[str]:
    """An app at its own address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "server.py", "--port", str(port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=app, stdout=quiet, stderr=quiet)
    try:
        while process.poll() is None:
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()
