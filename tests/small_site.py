"""A small site with a state, served on loopback, that keeps what it was asked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread
from urllib.parse import parse_qs, urlsplit

from courtside_refine.proposing.proposal import HoldsValue, Proposal, write_proposals

NAV = (
    "<nav><a href=/>Home</a> <a href=/people>People</a> <a href=/settings>Settings</a>"
    " <a href=/log?page=1>History</a> <a href=/delete?id=1>Delete everything</a>"
    " <a href=http://elsewhere.test/>Partner site</a></nav>"
)
PEOPLE = """<h1>People</h1><table><tr><th>Name</th><th>Phone</th><th>Role</th></tr>
<tr><td>Ida Holm</td><td>555 1001</td><td>Editor</td></tr>
<tr><td>Max Roth</td><td>555 1002</td><td>Writer</td></tr></table>"""
SETTINGS = """<h1>Settings</h1><form method=post action=/settings>
<label>Display name <input name=name value="{name}"></label>
<label>Language <select name=language>{options}</select></label>
<label>Password <input type=password name=secret></label>
<button>Save</button></form>"""
LANGUAGES = ("English", "German", "French")


class SmallSite:
    """What it holds, and what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.name, self.language = "Anna", "English"
        self.asked: list[str] = []
        """Method and address of every request."""
        self._resets, self._most_resets = 0, math.inf
        self._allowed = Condition()

    def reset(self) -> None:
        """As on its first day."""
        with self._allowed:
            self._resets += 1
        self.name, self.language = "Anna", "English"

    def allow_resets(self, most: float = math.inf) -> None:
        """From now on. After one more, pages are left open until this is called again."""
        with self._allowed:
            self._resets, self._most_resets = 0, most
            self._allowed.notify_all()

    def wait(self) -> None:
        """Until a page may be answered."""
        with self._allowed:
            self._allowed.wait_for(lambda: self._resets <= self._most_resets)

    def page(self, address: str) -> str:
        parts = urlsplit(address)
        match parts.path:
            case "/people":
                return PEOPLE
            case "/settings":
                options = "".join(
                    f"<option {'selected' if one == self.language else ''}>{one}</option>"
                    for one in LANGUAGES
                )
                return SETTINGS.format(name=self.name, options=options)
            case "/log":
                page = int(parse_qs(parts.query)["page"][0])
                return f"<h1>History</h1><p>{page}</p><a href=/log?page={page + 1}>More {page}</a>"
            case _:
                return "<h1>Home</h1><p>Welcome.</p>"


@contextmanager
def small_site() -> Iterator[SmallSite]:
    """The site, on a free port."""
    site = SmallSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(f"GET {self.path}")
            site.wait()
            if self.path == "/moved":
                self.lead_to(site.url.replace("127.0.0.1", "localhost"))
            else:
                self.show(site.page(self.path))

        def show(self, html: str) -> None:
            body = f"<!doctype html><title>Small</title>{NAV}{html}".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            site.asked.append(f"POST {self.path}")
            fields = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            if self.path == "/reset":
                site.reset()
            else:
                site.name = fields.get("name", [""])[0]
                site.language = fields.get("language", [""])[0]
            self.lead_to("/settings")

        def lead_to(self, address: str) -> None:
            self.send_response(303)
            self.send_header("Location", address)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_port}/"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.allow_resets()
        server.shutdown()
        server.server_close()
        thread.join()


def tasks_for(url: str, path: Path) -> Path:
    """A file with one task of the site."""
    task = "On the page 'Settings', set the field 'Display name' to 'Mara' and press 'Save'."
    check = HoldsValue(url=f"{url}settings", field="Display name", value="Mara")
    one = Proposal(web_name="small", id="field-1", ques=task, web=url, decided_by=check)
    write_proposals(path, [one])
    return path
