"""Serves a small app to a browser, and keeps its state."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

from .app import App, State


class Site:
    """One app, running."""

    def __init__(self, app: App, address: str) -> None:
        self.app = app
        self.address = address
        self.state: State = {}
        self.reset()

    def reset(self) -> None:
        """Puts the site back to its start."""
        self.state = copy.deepcopy(self.app.start)

    def get(self, path: str) -> str:
        """A page; of what no app has, an empty one."""
        return "" if path == "/favicon.ico" else self.app.page(self.state, path)

    def send(self, path: str, body: str) -> str:
        """What a form or a script sent; where that leads, if anywhere."""
        return self.app.change(self.state, path, dict(parse_qsl(body, keep_blank_values=True)))


@contextmanager
def served(app: App) -> Iterator[Site]:
    """At a port of its own, as long as it is needed."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply(200, site.get(self.path))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"] or 0)).decode()
            where = site.send(self.path, body)
            self._reply(303 if where else 200, "", where)

        do_PUT = do_POST

        def _reply(self, status: int, text: str, where: str = "") -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            if where:
                self.send_header("location", where)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = Site(app, f"http://127.0.0.1:{server.server_port}/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
