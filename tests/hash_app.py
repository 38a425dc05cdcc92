"""An app that shows its places by the fragment of its address, served on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

APP = """<!doctype html><title>App</title><a id=list href="#/list">List</a>
<a id=away href="/away">Away</a>
<button id=back onclick="history.back()">Back</button>
<button id=item onclick="history.pushState(0, 0, '#/item'); show()">Item</button><h1></h1><script>
function show() { document.querySelector('h1').textContent = location.hash || location.pathname }
onhashchange = onpopstate = show
show()
</script>"""


@asynccontextmanager
async def hash_app() -> AsyncIterator[str]:
    """Its address; every path shows it."""

    async def serve(_: web.Request) -> web.Response:
        return web.Response(text=APP, content_type="text/html")

    application = web.Application()
    application.router.add_get("/{any:.*}", serve)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()
