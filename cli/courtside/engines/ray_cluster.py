"""Opens Ray, on this machine or on a cluster. Knows no run and no judge."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec

CONNECT_S = 5.0
NEEDS_RAY = "--engine ray needs Ray: pip install 'courtside[ray]'"
RayRow = dict[str, bytes]


def require_ray(address: str | None = None) -> None:
    """Raises RuntimeError where it is not installed, ConnectionError where no cluster answers
    at the address: Ray itself tries for minutes."""
    if find_spec("ray") is None or find_spec("pyarrow") is None:
        raise RuntimeError(NEEDS_RAY)
    if not address:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"--address is {address!r}; expected HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host, int(port)), CONNECT_S).close()
    except OSError as error:
        raise ConnectionError(
            f"no Ray cluster at {address} ({error}); `ray start --head` starts one"
        ) from error


@contextmanager
def connected(address: str | None, workers: int) -> Iterator[None]:
    """Ray, quiet and without its telemetry."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    import ray
    import ray.data

    with redirect_stdout(sys.stderr):  # it prints about dead workers there, amid `--json`
        ray.init(
            address=address or "local",
            num_cpus=workers if address is None else None,
            include_dashboard=False if address is None else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        try:
            yield
        finally:
            ray.shutdown()
