"""A picture that CDP gives shows no secret, also where the page's boxes say nothing of it."""

from __future__ import annotations

from typing import Any

import pytest
from planted import shown

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running

pytestmark = pytest.mark.chrome
CARD = (
    "<input autocomplete=cc-number value=4242"
    " style='display:block;background:#0f0;border:0;width:300px;height:100px'>"
)
LEAVES = f"""<title>Leaves</title><body style='margin:0'><div id=form>{CARD}</div>
<button id=go>Go</button><script>go.onclick = () => document.startViewTransition(async () => {{
form.remove(); await new Promise((then) => setTimeout(then, 2500)); }})</script>"""
ZOOMED = f"<title>Card</title><body style='margin:0'>{CARD}<button id=go>Go</button>"


@pytest.mark.parametrize("html", [LEAVES, ZOOMED], ids=["view transition", "zoomed"])
async def test_what_shows_beside_the_boxes_is_painted_over(
    config: Config, daemon: Running, chromium: Any, html: str
) -> None:
    page = await (await chromium.new_context()).new_page()
    await page.set_content(html)
    async with watch(page, task="Go.", config=config) as run:
        if html is ZOOMED:
            session = await page.context.new_cdp_session(page)
            await session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
        await page.evaluate("document.getElementById('go').click()")
        await run.settled()
        await run.finish("done", True)
    assert set(shown(config, run.run)) == {0}
