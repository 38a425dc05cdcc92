"""A stand-in of the Hugging Face hub on this machine: it serves one set of files, or fails to."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ModelHub:
    """Serves the files under any repository's name."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.sha: dict[str, str] = {}
        """What it says of a file's sha256, where that is not the truth."""
        self.cuts = 0
        """So many downloads are cut off in the middle."""
        self.asked: list[str] = []
        """Files that were downloaded, each with the first byte that was asked for."""
        self.seen: list[dict[str, str]] = []
        """Headers of every request."""
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self) -> None:
                hub.answer(self, body=False)

            def do_GET(self) -> None:
                hub.answer(self, body=True)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        serving = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        serving.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: BaseHTTPRequestHandler, body: bool) -> None:
        self.seen.append({name.lower(): value for name, value in request.headers.items()})
        name = request.path.rpartition("/")[2]
        data = self.files.get(name)
        if data is None or "/resolve/" not in request.path:
            request.send_response(404)
            request.send_header("X-Error-Code", "EntryNotFound")
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        first = int(request.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")[0])
        sha = self.sha.get(name) or hashlib.sha256(data).hexdigest()
        request.send_response(206 if first else 200)
        request.send_header("Content-Length", str(len(data) - first))
        request.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        request.send_header("Accept-Ranges", "bytes")
        request.send_header("ETag", f'"{sha}"')
        request.send_header("X-Linked-Etag", f'"{sha}"')
        request.send_header("X-Linked-Size", str(len(data)))
        request.send_header("X-Repo-Commit", "c" * 40)
        request.end_headers()
        if not body:
            return
        self.asked.append(f"{name} from {first}")
        if self.cuts:
            self.cuts -= 1
            request.wfile.write(data[first : first + (len(data) - first) // 2])
            request.wfile.flush()
            request.close_connection = True
            request.connection.close()
            return
        request.wfile.write(data[first:])
