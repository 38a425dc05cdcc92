"""Binds the daemon's sockets, on loopback unless somebody insists. Knows no request."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from courtside_store.config import Config


def sockets(config: Config) -> list[socket.socket]:
    """Bound sockets: both loopback addresses, or the one host that the configuration names.

    Raises ValueError for a host beyond loopback without `unsafe_bind`, OSError for a taken port.
    """
    if config.host not in ("127.0.0.1", "localhost"):
        if not config.unsafe_bind and not _is_loopback(config.host):
            raise ValueError(
                f"host is {config.host!r}, beyond loopback; set unsafe_bind to allow it"
            )
        return [
            _bind(
                socket.AF_INET6 if ":" in config.host else socket.AF_INET, config.host, config.port
            )
        ]
    first = _bind(socket.AF_INET, "127.0.0.1", config.port)
    both = [first]
    with contextlib.suppress(OSError):  # a machine without IPv6
        both.append(_bind(socket.AF_INET6, "::1", first.getsockname()[1]))
    return both


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError as error:
        raise ValueError(f"host is {host!r}; expected an address such as 127.0.0.1") from error


@contextmanager
def listening(config: Config) -> Iterator[list[socket.socket]]:
    """The bound sockets. Raises as `sockets` does, with the port in the line."""
    try:
        bound = sockets(config)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise OSError(
            f"port {config.port} is taken by another program, perhaps a daemon with another data "
            "folder; `courtside up --port` names another, 0 takes a free one"
        ) from error
    try:
        yield bound
    finally:
        for one in bound:
            one.close()


async def listen(handler: Callable[[], asyncio.Protocol], bound: socket.socket) -> asyncio.Server:
    """Answers what comes to a socket: as `web.SockSite` does, with a handler of ours."""
    return await asyncio.get_running_loop().create_server(handler, sock=bound, backlog=128)


def _bind(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound
