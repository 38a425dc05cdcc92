"""A site with a secret in every place where a page can have one, and a search for what leaked."""

from __future__ import annotations

import io
import sqlite3
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from aiohttp import web
from dot_font import DOT_STYLE
from PIL import Image

from courtside.commands.export import EXPORT_FORMATS
from courtside_formats.exports.judged import Selection
from courtside_formats.exports.training_data import export_runs
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader

ALL = Selection(min_reward="any")
PLAIN = "plain-words-2207"
"""Typed into a field that is no secret: it must be found, or the search is blind."""
PLACES = (
    "password",
    "card with a section",
    "editable text",
    "font of dots",
    "shown password",
    "creditCardNumber",
    "securityCode",
    "verificationCode",
    "same-origin frame",
    "frame in a frame",
    "open root",
    "closed root",
    "closed element",
    "late closed root",
    "other site's frame",
    "popup",
    "user of an address",
    "query of an address",
    "fragment of an address",
    "address of a frame",
    "address of a popup",
    "title",
    "prefilled",
    "prefilled in a closed root",
    "field of a form that goes into the address",
)
PLANTED = {place: f"zq{number:02}-plant-{number * 7919:06}" for number, place in enumerate(PLACES)}

_STYLE = """<!doctype html><meta charset=utf-8><style>body{margin:4px}
.p{background:#0f0;border:0;width:180px;height:20px;display:inline-block;overflow:hidden}
iframe{border:0;width:260px;height:60px}#shut,#late,close-d{display:inline-block}</style>"""
_DOTS = f"{DOT_STYLE}<style>#dots{{font-family:dots}}</style>"
_FIELD = "<input class=p type=password style='background:#0f0;border:0'>"
PAGES = {
    "/": _STYLE
    + _DOTS
    + f"""<label>User <input id=user></label>
<label>Password <input id=pw class=p type=password></label>
<input id=card class=p autocomplete="section-a billing cc-number"> <input id=dots class=p><br>
<div id=edit class=p contenteditable style="-webkit-text-security:disc"></div>
<form id=f><input id=shy class=p type=password><button id=show type=button>Show</button></form>
<input class=p name=creditCardNumber> <input class=p id=securityCode>
<label>Verification code <input class=p id=x3></label>
<input class=p name=cvc value="{PLANTED["prefilled"]}"><br>
<iframe name=same src="/inner"></iframe><iframe name=apart id=other></iframe><br>
<span id=openhost></span> <span id=shut></span> <close-d></close-d> <span id=late></span>
<button id=attach>Attach</button> <button id=go>Go</button>
<form action=/sent><input name=p id=sent class=p type=password><button id=send>Send</button></form>
<a id=pop target=_blank href="/popup?session={PLANTED["address of a popup"]}">Help</a><script>
const field = "{_FIELD}";
document.title = location.href.split("?")[0] + "?key={PLANTED["title"]}";
other.src = `http://localhost:${{location.port}}/apart?token={PLANTED["address of a frame"]}`;
openhost.attachShadow({{mode: "open"}}).innerHTML = field;
shut.attachShadow({{mode: "closed"}}).innerHTML = field +
  "<input name=cvc value='{PLANTED["prefilled in a closed root"]}' style='background:#0f0'>";
customElements.define("close-d", class extends HTMLElement {{
  constructor() {{ super(); this.attachShadow({{mode: "closed"}}).innerHTML = field; }} }});
attach.onclick = () => {{ late.attachShadow({{mode: "closed"}}).innerHTML = field; }};
show.onclick = () => {{
  const shown = document.createElement("input");
  shown.className = "p"; shown.value = shy.value; shy.replaceWith(shown);
}};
go.onclick = () => history.pushState(0, "",
  "/?api_key={PLANTED["query of an address"]}&page=2#/a?code={PLANTED["fragment of an address"]}");
</script>""",
    "/inner": _STYLE
    + "<input id=in class=p name=cardNumber><iframe name=deep src='/deep' height=30></iframe>",
    "/deep": _STYLE + "<input id=in class=p autocomplete='shipping one-time-code'>",
    "/sent": _STYLE + "<title>Sent</title><button id=back>Back</button>"
    "<script>document.title = location.href</script>",
    "/apart": "<body style='background:#0f0;margin:0'><input id=n autocomplete=cc-number>",
    "/popup": _STYLE + "<title>Help</title><input id=pin class=p name=userPin><button>Ok</button>",
}
"""Green (#0f0) is the colour of what must not be seen."""


@asynccontextmanager
async def planted_site() -> AsyncIterator[str]:
    """The site on loopback, without a slash at the end; `localhost` is another one."""

    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGES[request.path], content_type="text/html")

    app = web.Application()
    for path in PAGES:
        app.router.add_get(path, serve)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def act(page: Any, calm: Callable[[int], Awaitable[object]]) -> None:
    """Types every secret; `calm` returns once so many steps have been seen."""
    inner = page.frame("same").child_frames[0]
    fields = (
        (page.locator("#user"), PLAIN),
        (page.locator("#pw"), PLANTED["password"]),
        (page.locator("#card"), PLANTED["card with a section"]),
        (page.locator("#edit"), PLANTED["editable text"]),
        (page.locator("#dots"), PLANTED["font of dots"]),
        (page.locator("#shy"), PLANTED["shown password"]),
        (page.locator("[name=creditCardNumber]"), PLANTED["creditCardNumber"]),
        (page.locator("#securityCode"), PLANTED["securityCode"]),
        (page.locator("#x3"), PLANTED["verificationCode"]),
        (page.frame("same").locator("#in"), PLANTED["same-origin frame"]),
        (inner.locator("#in"), PLANTED["frame in a frame"]),
        (page.locator("#openhost input"), PLANTED["open root"]),
        (page.frame("apart").locator("#n"), PLANTED["other site's frame"]),
    )
    for steps, (field, text) in enumerate(fields, 1):
        await field.fill(text)
        await calm(steps)
    steps = len(fields)
    for button in ("#show", "#attach", "#go"):
        await page.click(button)
        await calm(steps := steps + 1)
    for host in ("shut", "close-d", "late"):
        place = {"shut": "closed root", "close-d": "closed element", "late": "late closed root"}
        box = await page.locator(host if "-" in host else f"#{host}").bounding_box()
        await page.mouse.click(box["x"] + 90, box["y"] + 10)
        await page.keyboard.type(PLANTED[place[host]])
        await calm(steps := steps + 2)
    async with page.expect_popup() as opening:
        await page.click("#pop")
    popup = await opening.value
    await popup.fill("#pin", PLANTED["popup"])
    await calm(steps := steps + 2)
    await popup.close()
    await page.fill("#sent", PLANTED["field of a form that goes into the address"])
    for number, button in enumerate(("#send", "#back"), steps + 1):
        await page.click(button)
        await calm(number + 1)


def leaks(config: Config, log: str, out: Path) -> dict[str, list[str]]:
    """Where each planted secret can be read: in files, rows, exports or the log."""
    places = {
        **_files(config.data_dir),
        **_rows(config),
        **_exports(config, out),
        "log": log.encode(),
    }
    wanted = {**PLANTED, "plain": PLAIN}
    return {
        place: found
        for place, secret in wanted.items()
        if (found := [where for where, data in places.items() if secret.encode() in data])
    }


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _rows(config: Config) -> dict[str, bytes]:
    """Every column of every table, unpacked, the search index among them."""
    with closing(sqlite3.connect(config.database)) as db, db:
        tables = [
            name for (name,) in db.execute("select name from sqlite_schema where type='table'")
        ]
        return {
            f"table {name}": b"\n".join(
                _unpacked(row) for row in db.execute(f"select * from {name}")
            )
            for name in tables
        }


def _unpacked(row: tuple[object, ...]) -> bytes:
    return b"\n".join(_plain(value) for value in row)


def _plain(value: object) -> bytes:
    if not isinstance(value, bytes):
        return str(value).encode()
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value


def _exports(config: Config, out: Path) -> dict[str, bytes]:
    for name, format in EXPORT_FORMATS.items():
        with Reader(config) as reader:
            export_runs(reader, Blobs(config.blobs), out / name, ALL, format)
    return _files(out)


def shown(config: Config, run: str) -> list[int]:
    """For each frame of a run, how many pixels show what must not be seen."""
    with Reader(config) as reader:
        looks = [look for s in reader.steps(run) for look in (s.before, s.after) if look]
    return [green(Blobs(config.blobs).read(look.frame) or b"") for look in looks if look.frame]


def green(jpeg: bytes) -> int:
    """Pixels in the colour of what must not be seen."""
    with Image.open(io.BytesIO(jpeg)) as image:
        return sum(1 for one in _pixels(image) if one[0] < 90 and one[1] > 190 and one[2] < 90)


def _pixels(image: Image.Image) -> Iterator[tuple[int, int, int]]:
    raw = image.convert("RGB").tobytes()
    return zip(raw[::3], raw[1::3], raw[2::3], strict=True)
