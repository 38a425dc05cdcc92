"""A server that describes pictures in the same words, so many and no more, at OpenAI's address."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Thread

WORDS = "- Order form\n  - a field for the name, and two buttons"


@contextmanager
def describing_server(most: float = math.inf) -> Iterator[str]:
    """Its address. After `most` descriptions it leaves every request open until it is over."""
    numbers, over = count(1), Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if "Describe" in json.dumps(asked["messages"]) and next(numbers) > most:
                over.wait()
                return
            message = {"role": "assistant", "content": WORDS}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            body = {"id": "1", "object": "chat.completion", "created": 1, "model": "words"}
            data = json.dumps({**body, "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
