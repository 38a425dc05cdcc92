"""Opens Ray, on this machine or on a cluster. Knows no run and no judge."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec

CONNECT_S = 5.0
WATCH_S = 5.0
"""How often it is looked whether the cluster is still there."""
NEEDS_RAY = "--engine ray needs Ray: pip install 'courtside[ray]'"
NOT_ANSWERED = (
    "no Ray cluster answers at {}; where it wants a token, set RAY_AUTH_MODE=token here too"
)
LOST = (
    "courtside: the Ray cluster at {} does not answer any more; what came back is kept, and the "
    "same command goes on once a cluster is there"
)
CLIENT = "ray://"
"""How the address of Ray Client's server begins."""
RayRow = dict[str, bytes]


def require_ray(address: str | None = None) -> None:
    """Raises RuntimeError where it is not installed, ConnectionError where no cluster answers
    at the address: Ray itself tries for minutes."""
    if find_spec("ray") is None or find_spec("pyarrow") is None:
        raise RuntimeError(NEEDS_RAY)
    if not address:
        return
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"--address is {address!r}; expected HOST:PORT or ray://HOST:PORT")
    try:
        _knock(f"{host}:{port}")
    except OSError as error:
        raise ConnectionError(
            f"no Ray cluster at {address} ({error}); `ray start --head` starts one"
        ) from error


@contextmanager
def connected(address: str | None, workers: int) -> Iterator[None]:
    """Ray, quiet and without its telemetry. Raises ConnectionError where a cluster refuses."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    import ray
    import ray.data

    with redirect_stdout(sys.stderr):  # it prints about dead workers there, amid `--json`
        try:
            ray.init(
                address=address or "local",
                num_cpus=workers if address is None else None,
                include_dashboard=False if address is None else None,
                logging_level=logging.ERROR,
                log_to_driver=False,
            )
        except ConnectionError as error:
            raise ConnectionError(NOT_ANSWERED.format(address)) from error
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        try:
            is_client = bool(address and address.startswith(CLIENT))
            head = address if is_client else ray.get_runtime_context().gcs_address
            with _watched(str(head)):
                yield
        finally:
            ray.shutdown()


@contextmanager
def _watched(head: str) -> Iterator[None]:
    """Says in one line that the cluster is gone: Ray then ends this process without a word."""
    over = threading.Event()

    def watch() -> None:
        missed = 0
        while missed < 2 and not over.wait(WATCH_S):
            try:
                _knock(head)
                missed = 0
            except OSError:
                missed += 1
        if missed == 2:
            print(LOST.format(head), file=sys.stderr, flush=True)

    watcher = threading.Thread(target=watch, name="courtside-ray-watcher", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _knock(address: str) -> None:
    """Raises OSError where nobody listens at HOST:PORT; HOST may be `[::1]`, as Ray writes it."""
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), CONNECT_S).close()
