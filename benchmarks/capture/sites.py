"""The benchmark's own sites, served by a process of their own. Knows no agent."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from multiprocessing.connection import Connection

CELL = 24
"""Side of one cell of the bar, in viewport units."""
BITS = 12
"""Cells between the red one, which begins the bar, and the blue one, which ends it."""

PAGE = """<!doctype html><title>state %(state)d</title><style>
body{margin:80px 20px}#bar{position:fixed;top:0;left:0;display:flex;z-index:9}
#bar i{width:%(cell)dpx;height:%(cell)dpx}a,button,label{display:inline-block;margin:6px}</style>
<div id=bar>%(cells)s</div><p id=state></p><script>
let now
function show(k){now=k;document.title=state.textContent='state '+k
;[...bar.children].forEach((cell,i)=>cell.style.background=
i==0?'#f00':i>%(bits)d?'#00f':k>>(i-1)&1?'#000':'#fff')}
const next=()=>show(now+1)
const later=(ms)=>{next();fetch('/wait?'+ms).then(next)}
show(%(state)d)
onmessage=next
addEventListener('input',(e)=>e.target.matches('input:not([type=checkbox])')&&next())
addEventListener('change',(e)=>e.target.matches('select,[type=checkbox]')&&next())
</script>%(body)s"""
INNER = "<!doctype html><script>const next=()=>parent.postMessage(1,'*')</script>"
SELECT = "<select id=size><option>small<option>large</select>"
STATES: dict[str, tuple[int, str]] = {
    "/blank": (0, ""),
    "/start": (1, ""),
    "/plain/0": (
        100,
        "<form action=/plain/1><label>Name <input id=name name=name></label>"
        f"{SELECT}<label><input type=checkbox id=gift>Gift</label><button>Send</button></form>",
    ),
    "/plain/1": (110, "<a href=/plain/2>Orders</a>"),
    "/plain/2": (120, "<form action=/plain/3><input id=find name=find></form>"),
    "/plain/3": (130, "<a href=/plain/4>Details</a>"),
    "/plain/4": (140, "<a href=/plain/3>Away</a>"),
    "/plain/5": (150, "<form method=post action=/plain/6><button>Done</button></form>"),
    "/plain/6": (160, "Bye."),
    "/app/0": (
        200,
        """<main><button onclick="go('list',210)">Open list</button></main><script>
const views={list:`<button onclick="show(219);later(120)">Load more</button><input id=query>
<button onclick="go('item',230)">Item 7</button>`,item:`<button onclick="show(239);later(300)">
Save</button><button onclick="show(250)">Leave</button>`}
function go(view,k){history.pushState(0,'','?'+view)
;document.querySelector('main').innerHTML=views[view];show(k)}
addEventListener('keydown',(e)=>e.key=='Escape'&&next())</script>""",
    ),
    "/app/1": (260, f"{SELECT}<input id=note>"),
    "/slow/0": (300, "<a href=/slow/1>First</a>"),
    "/slow/1": (310, "<form action=/slow/2><input id=name name=name><button>Send</button></form>"),
    "/slow/2": (320, "<a href=/slow/3>Details</a>"),
    "/slow/3": (330, ""),
    "/slow/4": (340, "<a href=/slow/5>Next</a>"),
    "/slow/5": (350, "<a href=/slow/6>Done</a>"),
    "/slow/6": (360, "Bye."),
    "/frames/0": (
        400,
        """<a target=_blank href=/frames/help>Help</a><button onclick="next()">Next</button>
<button onclick="window.open('/frames/login','','width=500,height=400')">Sign in</button>
<button onclick="show(406)">Leave</button>""",
    ),
    "/frames/1": (460, ""),
    "/frames/help": (440, "<button onclick='next()'>Agree</button>"),
    "/frames/login": (
        450,
        "<input id=user><button onclick='opener.show(405);window.close()'>Allow</button>",
    ),
}
FRAMED = ("/frames/0", "/frames/1")
IFRAMES = """<p><iframe id=same src=/frames/same></iframe><script>document.write(
`<iframe id=other src="http://localhost:${location.port}/frames/other"></iframe>`)</script>"""
INNERS = {
    "/frames/same": "<button onclick=next()>Inside</button><a href=/frames/turned>Turn</a>",
    "/frames/turned": "<script>next()</script>Turned.",
    "/frames/other": "<input id=amount oninput=next()><button onclick=next()>Pay</button>",
}
DELAYS_S = {
    "/slow/0": 0.5,
    "/slow/1": 1.0,
    "/slow/2": 1.5,
    "/slow/3": 1.0,
    "/slow/4": 0.5,
    "/slow/5": 0.7,
    "/slow/6": 0.5,
}


def page(path: str) -> str:
    """The document at a path; empty where there is none."""
    if path in INNERS:
        return INNER + INNERS[path]
    if path not in STATES:
        return ""
    state, body = STATES[path]
    if path in FRAMED:
        body += IFRAMES
    cells = "<i></i>" * (BITS + 2)
    return PAGE % {"state": state, "body": body, "cells": cells, "cell": CELL, "bits": BITS}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        time.sleep(int(query) / 1000 if path == "/wait" else DELAYS_S.get(path, 0))
        body = page(path).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            """A page that was left in the middle."""


def _serve(pipe: Connection) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        pipe.send(server.server_port)
        server.serve_forever()


@contextmanager
def served() -> Iterator[str]:
    """The sites' address."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()
